import { BRAND } from '@shop/domain/brand';
import { DELIVERY_FEES_CENTS } from '@shop/domain/shop';
import {
  PLAN_PRICES_CENTS,
  REFERRAL_CREDIT_CENTS,
  YEARLY_PER_MONTH_CENTS,
} from '@shop/domain/subscription';
import { formatPrice } from '@shop/i18n/formats';

import type { LegalText } from './legal-text.ts';

const { seller, supportEmail, name } = BRAND;
const price = (cents: number) => formatPrice('fr', cents);

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
        'La commande est ferme lorsque vous avez accepté ces conditions, pressé « Confirmer l’achat » (commande avec obligation de paiement) et que le paiement est accepté. Une confirmation vous est envoyée par e-mail.',
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
        [
          'France : offerts',
          `Europe : ${price(DELIVERY_FEES_CENTS[1])}`,
          `Reste du monde : ${price(DELIVERY_FEES_CENTS[2])}`,
        ],
        'Si la livraison a plus d’un mois de retard, vous pouvez annuler la commande ; elle vous est alors remboursée.',
        'En cas de colis abîmé, faites vos réserves auprès du transporteur dans les 3 jours qui suivent la réception, et prévenez-nous.',
      ],
    },
    {
      heading: 'Droit de rétractation',
      paragraphs: [
        `Vous disposez de 14 jours après la réception pour changer d’avis, sans motif. Écrivez à ${supportEmail} avec le numéro de la commande.`,
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
        'Vous disposez de 2 ans à compter de la livraison pour agir en garantie de conformité, et vous pouvez alors choisir entre la réparation et le remplacement. La garantie contre les vices cachés s’applique dans les conditions du Code civil.',
      ],
    },
    {
      heading: 'Abonnement au programme personnel',
      paragraphs: [
        `L’abonnement coûte ${price(PLAN_PRICES_CENTS.monthly)} par mois, ou ${price(YEARLY_PER_MONTH_CENTS)} par mois prélevés en une fois à ${price(PLAN_PRICES_CENTS.yearly)} par an. Les prélèvements sont mensuels ou annuels, par carte (Visa, Mastercard).`,
        'Il est sans engagement et se résilie à tout moment. L’accès prend fin au terme de la dernière période payée.',
      ],
    },
    {
      heading: 'Parrainage',
      paragraphs: [
        `Chaque parrainage donne droit à une réduction de ${price(REFERRAL_CREDIT_CENTS)} sur le prochain prélèvement. Les parrainages se cumulent ; quand un prélèvement tombe à 0, le reste de la réduction est reporté sur les suivants.`,
        'Trois personnes différentes parrainées donnent droit à une paire de parallettes.',
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
