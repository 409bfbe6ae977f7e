import { BRAND } from '@shop/domain/brand';
import { DELIVERY_AREAS, feeLabelOf, type DeliveryArea } from '@shop/domain/shop';
import {
  PLAN_PRICES_CENTS,
  REFERRAL_CREDIT_CENTS,
  YEARLY_PER_MONTH_CENTS,
} from '@shop/domain/subscription';
import { formatPrice } from '@shop/i18n/formats';

import type { LegalText } from './legal-text.ts';

const { seller, supportEmail, name } = BRAND;
const price = (cents: number) => formatPrice('fr', cents);

const AREA_NAMES = {
  0: 'France',
  1: 'Europe',
  2: 'Reste du monde',
} as const satisfies Record<DeliveryArea, string>;

function fee(area: DeliveryArea): string {
  const label = feeLabelOf(area);
  return label.kind === 'free' ? 'offerts' : price(label.cents);
}

export const terms: LegalText = {
  title: 'Conditions générales',
  sections: [
    {
      heading: 'Objet',
      paragraphs: [
        `Ces conditions règlent la vente des articles de la boutique ${name} et l’abonnement au programme personnel, entre ${seller.legalName} et toute personne qui commande sur ce site.`,
        'Pour commander ou s’abonner, il faut être âgé d’au moins 18 ans.',
      ],
    },
    {
      heading: 'Compte',
      paragraphs: [
        'Un compte est nécessaire pour commander. Il s’ouvre avec une adresse e-mail et un mot de passe ; le nom est facultatif. Les données d’une commande ne sont visibles que par vous et par les administrateurs.',
      ],
    },
    {
      heading: 'Commande et prix',
      paragraphs: [
        'Les prix sont indiqués en euros, toutes taxes comprises. Le prix appliqué est celui affiché au moment de la commande ; les frais de livraison sont indiqués avant le paiement.',
        'La commande est ferme lorsque vous avez accepté ces conditions, pressé « Confirmer l’achat » (commande avec obligation de paiement) ou « S’abonner avec obligation de paiement », et que le paiement est accepté. Une confirmation vous est envoyée par e-mail.',
      ],
    },
    {
      heading: 'Paiement',
      paragraphs: [
        'Le paiement se fait par carte (Visa, Mastercard) auprès d’un prestataire spécialisé. Votre numéro de carte ne nous est jamais transmis et vos coordonnées bancaires ne sont pas conservées par nous.',
      ],
    },
    {
      heading: 'Livraison',
      paragraphs: [
        'Les articles sont livrés dans le point relais de votre choix. Les frais de livraison sont de :',
        DELIVERY_AREAS.map((area) => `${AREA_NAMES[area]} : ${fee(area)}`),
        'Si la livraison a plus d’1 mois de retard, vous pouvez annuler la commande ; elle vous est alors remboursée.',
        'En cas de colis abîmé, faites vos réserves auprès du transporteur dans les 3 jours qui suivent la réception, et prévenez-nous.',
      ],
    },
    {
      heading: 'Droit de rétractation',
      paragraphs: [
        `Vous disposez de 14 jours après la réception pour changer d’avis, sans motif. Écrivez à ${supportEmail} avec le numéro de la commande.`,
        'Pour l’abonnement, les 14 jours courent dès la souscription. Comme vous demandez l’accès aussitôt, le remboursement se fait moins les jours écoulés.',
      ],
    },
    {
      heading: 'Retours et remboursements',
      paragraphs: [
        'Un article défectueux peut être retourné dans les 15 jours qui suivent sa réception. Nous le remboursons dans les 15 jours qui suivent la réception du retour.',
      ],
    },
    {
      heading: 'Garanties légales',
      paragraphs: [
        'Vous disposez de 2 ans à compter de la livraison pour obtenir la mise en œuvre de la garantie légale de conformité si un défaut de conformité apparaît. Durant ce délai, vous n’avez à établir que l’existence du défaut, et non la date de son apparition.',
        'Vous pouvez alors choisir entre la réparation et le remplacement, sans frais et sans inconvénient majeur pour vous, dans les 30 jours qui suivent votre demande. Un article réparé dans ce cadre voit sa garantie prolongée de 6 mois. Vous pouvez aussi garder l’article contre une réduction du prix, ou le rendre et être remboursé intégralement, si nous refusons de le réparer ou de le remplacer, si nous ne le faisons pas dans ce délai, ou si le défaut est si grave qu’il justifie d’en finir aussitôt.',
        'Ces droits résultent des articles L. 217-1 à L. 217-32 du Code de la consommation. Vous bénéficiez également de la garantie légale des vices cachés (articles 1641 à 1649 du Code civil) pendant 2 ans à compter de la découverte du défaut : elle donne droit à une réduction du prix si vous gardez l’article, ou à un remboursement intégral si vous le rendez.',
      ],
    },
    {
      heading: 'Abonnement au programme personnel',
      paragraphs: [
        `L’abonnement coûte ${price(PLAN_PRICES_CENTS.monthly)} par mois, ou ${price(YEARLY_PER_MONTH_CENTS)} par mois prélevés en une fois à ${price(PLAN_PRICES_CENTS.yearly)} par an. Les prélèvements sont mensuels ou annuels, par carte (Visa, Mastercard).`,
        'Il se renouvelle de lui-même, chaque mois ou chaque année selon la formule choisie, jusqu’à sa résiliation. Nous annonçons un renouvellement annuel par e-mail, un à trois mois avant.',
        'Il est sans engagement et se résilie à tout moment et sans frais, par le lien « Résilier votre contrat » au bas de chaque page. L’accès prend fin au terme de la dernière période payée ; jusque-là, vous pouvez reprendre l’abonnement.',
        'Quand un prélèvement est refusé, nous vous l’écrivons et réessayons pendant quelques jours, sans couper l’accès ; après le dernier essai, l’abonnement prend fin. Il prend fin aussitôt, sans remboursement, quand vous supprimez votre compte.',
      ],
    },
    {
      heading: 'Parrainage',
      paragraphs: [
        'Chaque compte a un code de parrainage, qui se donne au moment de s’abonner. Le parrainage est acquis quand le premier prélèvement de la personne parrainée est payé et que son délai de rétractation de 14 jours est passé, sauf si ce prélèvement a été remboursé ou contesté. Personne ne se parraine soi-même, deux personnes ne se parrainent pas l’une l’autre, et chaque personne, chaque adresse et chaque carte ne compte qu’une fois.',
        `Chaque parrainage donne droit à une réduction de ${price(REFERRAL_CREDIT_CENTS)} sur le prochain prélèvement qui suit. Les parrainages se cumulent ; quand un prélèvement tombe à 0, le reste de la réduction est reporté sur les suivants.`,
        'Trois personnes différentes parrainées donnent droit à une paire de parallettes, une fois, livrée sans frais en point relais.',
      ],
    },
    {
      heading: 'Force majeure',
      paragraphs: [
        'Aucune partie n’est responsable d’un manquement dû à la force majeure. Si elle dure plus de 3 mois, chacune peut mettre fin au contrat.',
      ],
    },
    {
      heading: 'Santé',
      paragraphs: [
        'Nos programmes s’adressent à des adultes en bonne santé. En cas de doute, demandez l’avis d’un médecin avant de commencer.',
      ],
    },
    {
      heading: 'Service client et litiges',
      paragraphs: [
        `Écrivez à ${supportEmail} ou par le formulaire de contact : nous répondons dans un délai de 48 heures. Ces conditions relèvent du droit français. En cas de litige, vous pouvez recourir gratuitement à un médiateur de la consommation.`,
      ],
    },
  ],
};
