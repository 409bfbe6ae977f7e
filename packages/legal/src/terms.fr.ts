import { currentBrand, type Brand } from '@agres/domain/brand';
import { DELIVERY_AREAS, feeLabelOf, type DeliveryArea } from '@agres/domain/delivery';
import {
  PLAN_PRICES_CENTS,
  REFERRAL_CREDIT_CENTS,
  YEARLY_PER_MONTH_CENTS,
} from '@agres/domain/subscription';
import { formatNumber, formatPrice } from '@agres/i18n/formats';

import type { LegalText } from './legal-text.ts';
import { returnCosts } from './withdrawal.fr.ts';

const price = (cents: number) => formatPrice('fr', cents);

const AREA_NAMES = {
  0: 'France métropolitaine',
  1: 'Europe, Monaco compris',
  2: 'Outre-mer et reste du monde',
} as const satisfies Record<DeliveryArea, string>;

function fee({ delivery }: Brand, area: DeliveryArea): string {
  const label = feeLabelOf(delivery.feesCents[area]);
  return label.kind === 'free' ? 'offerts' : price(label.cents);
}

const DAYS_OF_THE_LAW = 30;

function latest({ delivery }: Brand, area: DeliveryArea): string {
  return `au plus tard ${delivery.days[area]?.[1] ?? DAYS_OF_THE_LAW} jours après la commande`;
}

/** Returns the general terms with the facts of the seller. Unknown facts are omitted. */
export function terms(brand: Brand = currentBrand()): LegalText {
  const { seller, supportEmail, name, mediator, producerIds } = brand;
  return {
    title: 'Conditions générales',
    sections: [
      {
        heading: 'Objet',
        paragraphs: [
          `Ces conditions règlent la vente des articles de la boutique ${name} et l’abonnement au programme personnel, entre ${seller.legalName} et toute personne qui commande sur ce site.`,
          `Le vendeur est ${seller.legalName}, ${seller.form} au capital de ${formatNumber('fr', seller.capitalEuros)} €, ${seller.address}, ${seller.registration}, TVA ${seller.vatNumber}. Vous pouvez nous joindre par e-mail à ${supportEmail}${seller.telephone === null ? '' : ` et par téléphone au ${seller.telephone}`}.`,
          ...(producerIds.length === 0
            ? []
            : [`Identifiants uniques du producteur : ${producerIds.join(', ')}.`]),
          'Pour commander ou s’abonner, il faut être âgé d’au moins 18 ans.',
        ],
      },
      {
        heading: 'Compte',
        paragraphs: [
          'Un compte est nécessaire pour commander. Il s’ouvre avec une adresse e-mail et un mot de passe ; le nom est facultatif. Vos commandes ne sont visibles que par vous et par nos administrateurs.',
        ],
      },
      {
        heading: 'Commande et prix',
        paragraphs: [
          'Les prix sont indiqués en euros, toutes taxes comprises. Le prix appliqué est celui affiché au moment de la commande ; les frais de livraison sont indiqués avant le paiement.',
          'La commande est ferme lorsque vous avez accepté ces conditions, cliqué sur « Confirmer l’achat » (commande avec obligation de paiement) ou « S’abonner avec obligation de paiement », et que le paiement est accepté. Une confirmation vous est envoyée par e-mail : elle récapitule votre commande et contient, en fichiers à garder, ces conditions, l’information sur la rétractation et un formulaire de rétractation.',
          'Le texte applicable est celui que vous avez accepté : nous le gardons avec votre commande ou votre abonnement, et il est joint à votre confirmation.',
        ],
      },
      {
        heading: 'Paiement',
        paragraphs: [
          'Le paiement se fait par carte (Visa, Mastercard), Apple Pay ou Google Pay auprès d’un prestataire spécialisé. Votre numéro de carte ne nous est jamais transmis et nous ne conservons pas vos coordonnées bancaires.',
        ],
      },
      {
        heading: 'Livraison',
        paragraphs: [
          'Les articles sont livrés dans le point relais de votre choix. Frais et délais de livraison :',
          DELIVERY_AREAS.map(
            (area) => `${AREA_NAMES[area]} : ${fee(brand, area)}, ${latest(brand, area)}`,
          ),
          'Si votre commande n’est pas partie à la date promise, vous pouvez nous demander, sur sa page, de l’envoyer. Si elle n’est toujours pas partie 14 jours plus tard, ou si la livraison a plus d’un mois de retard, vous pouvez annuler la commande ; elle vous est alors remboursée.',
          'En cas de colis abîmé, faites vos réserves auprès du transporteur dans les 3 jours qui suivent la réception, et prévenez-nous.',
        ],
      },
      {
        heading: 'Droit de rétractation',
        paragraphs: [
          'Vous disposez de 14 jours après la réception pour changer d’avis, sans motif. Pour l’abonnement, les 14 jours courent dès la souscription.',
          `Rétractez-vous en ligne, sans vous connecter, par le lien « Renoncer au contrat ici » au bas de chaque page : un accusé de réception avec le jour et l’heure vous parvient aussitôt. Vous pouvez aussi écrire à ${supportEmail} ou à notre adresse, avec le numéro de la commande si vous l’avez ; le formulaire joint à votre confirmation peut vous servir.`,
          `Nous remboursons tout ce que vous avez payé, livraison standard comprise, dans les 14 jours qui suivent votre déclaration ; pour un article, une fois qu’il nous est revenu ou que vous avez prouvé son envoi. Renvoyez-le dans les 14 jours à ${seller.legalName}, ${brand.returnAddress ?? seller.address}. ${returnCosts(brand)}`,
          'Pour l’abonnement, si vous avez demandé l’accès avant la fin des 14 jours, nous déduisons les jours écoulés du remboursement ; sinon, il est intégral. Après une première rétractation de l’abonnement, avec le même compte, la même adresse ou la même carte, un nouvel abonnement suppose de demander cet accès. Un renouvellement n’ouvre pas de nouveau délai.',
        ],
      },
      {
        heading: 'Retours et remboursements',
        paragraphs: [
          'Un article défectueux peut être retourné dans les 15 jours qui suivent sa réception. Nous le remboursons dans les 15 jours qui suivent la réception du retour. Ce service s’ajoute aux garanties légales et ne les limite pas.',
        ],
      },
      {
        heading: 'Garanties légales des articles',
        paragraphs: [
          'Vous disposez de 2 ans à compter de la livraison pour obtenir la mise en œuvre de la garantie légale de conformité si un défaut de conformité apparaît. Durant ce délai, vous n’avez à établir que l’existence du défaut, et non la date de son apparition.',
          'Vous pouvez alors choisir entre la réparation et le remplacement, sans frais et sans inconvénient majeur pour vous, dans les 30 jours qui suivent votre demande. Un article réparé dans ce cadre voit sa garantie prolongée de 6 mois. Vous pouvez aussi garder l’article contre une réduction du prix, ou le rendre et être remboursé intégralement, si nous refusons de le réparer ou de le remplacer, si nous ne le faisons pas dans ce délai, ou si le défaut est si grave qu’il justifie une réduction du prix ou la résolution du contrat immédiates.',
          'Ces droits résultent des articles L. 217-1 à L. 217-32 du Code de la consommation. Vous bénéficiez également de la garantie légale des vices cachés (articles 1641 à 1649 du Code civil) pendant 2 ans à compter de la découverte du défaut : elle donne droit à une réduction du prix si vous gardez l’article, ou à un remboursement intégral si vous le rendez.',
        ],
      },
      {
        heading: 'Garantie légale de l’abonnement',
        paragraphs: [
          'L’abonnement est un service numérique. Pendant toute sa durée, vous avez droit à la mise en œuvre de la garantie légale de conformité si un défaut apparaît ; vous n’avez à établir que l’existence du défaut, et non la date de son apparition. Nous fournissons les mises à jour nécessaires à la conformité.',
          'Vous pouvez demander que le service soit mis en conformité sans retard injustifié, sans frais et sans inconvénient majeur pour vous. Vous pouvez aussi obtenir une réduction du prix en gardant l’accès, ou obtenir la résolution du contrat et le remboursement de la période non conforme, si nous refusons ou tardons, ou si le défaut est grave.',
          'Ces droits résultent des articles L. 224-25-1 et suivants du Code de la consommation.',
        ],
      },
      {
        heading: 'Abonnement au programme personnel',
        paragraphs: [
          `L’abonnement coûte ${price(PLAN_PRICES_CENTS.monthly)} par mois, ou ${price(YEARLY_PER_MONTH_CENTS)} par mois prélevés en une fois à ${price(PLAN_PRICES_CENTS.yearly)} par an. Les prélèvements sont mensuels ou annuels, par carte (Visa, Mastercard).`,
          'Il se renouvelle par tacite reconduction, chaque mois ou chaque année selon la formule choisie, jusqu’à sa résiliation. Nous annonçons un renouvellement annuel par e-mail, un à trois mois avant.',
          'Il est sans engagement et se résilie à tout moment et sans frais, par le lien « Résilier votre contrat » au bas de chaque page. L’accès prend fin au terme de la dernière période payée ; jusque-là, vous pouvez reprendre l’abonnement.',
          'Quand un prélèvement est refusé, nous vous l’écrivons et réessayons pendant quelques jours, sans couper l’accès ; après le dernier essai, l’abonnement prend fin. Il prend fin aussitôt, sans remboursement, quand vous supprimez votre compte.',
        ],
      },
      {
        heading: 'Parrainage',
        paragraphs: [
          'Chaque compte a un code de parrainage, à saisir au moment de s’abonner. Le parrainage est acquis quand le premier prélèvement de la personne parrainée est payé et que son délai de rétractation est passé (14 jours, prolongés s’il expire un samedi, un dimanche ou un jour férié), sauf si ce prélèvement a été remboursé ou repris par la banque après une contestation, ou si cette personne s’est rétractée. Personne ne se parraine soi-même, deux personnes ne se parrainent pas l’une l’autre, et chaque personne, chaque adresse et chaque carte ne compte qu’une fois.',
          `Chaque parrainage donne droit à une réduction de ${price(REFERRAL_CREDIT_CENTS)} sur le prélèvement suivant. Les parrainages se cumulent ; quand un prélèvement tombe à 0 €, le reste de la réduction est reporté sur les suivants.`,
          'Si ce prélèvement est remboursé ou repris par la banque après une contestation, ou si cette personne se rétracte, après que le parrainage est acquis, le parrainage ne compte plus. Ce que le parrain n’a pas utilisé de la réduction est repris ; ce qu’il a utilisé ne lui est pas réclamé. Les parallettes ne sont expédiées qu’une fois que trois parrainages comptent.',
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
        heading: 'Accessibilité',
        paragraphs: [
          'Le site est conçu pour être utilisé au clavier, avec un lecteur d’écran et un fort grossissement, selon les WCAG 2.2, niveau AA. La page « Accessibilité » dit comment il a été testé et que faire en cas d’obstacle.',
        ],
      },
      {
        heading: 'Service client et litiges',
        paragraphs: [
          `Écrivez à ${supportEmail} ou par le formulaire de contact : nous répondons sous 48 heures. Ces conditions relèvent du droit français. En cas de litige, vous pouvez recourir gratuitement à un médiateur de la consommation${mediator === null ? '' : ` : ${mediator.name}, ${mediator.address}, ${mediator.url}`}.`,
        ],
      },
    ],
  };
}
