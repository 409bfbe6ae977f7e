import { RETENTION } from '@agres/domain/retention';

import type { StoredData } from './stored-data.ts';

const R = RETENTION;

/**
 * The personal data that the shop stores, why and until when. The figures are those of the jobs that delete it.
 */
export const storedData: readonly StoredData[] = [
  {
    part: 'account',
    what: 'Votre compte',
    why: 'Pour vous connecter et vous écrire : adresse e-mail, noms, langue, et votre mot de passe sous une forme que personne ne peut lire.',
    until: `Jusqu’à ce que vous le supprimiez. Si vous ne vous connectez pas pendant ${R.unusedAccountYears} ans et n’avez ni abonnement ni droit en cours, nous vous écrivons et le supprimons ${R.unusedAccountNoticeDays} jours plus tard. Si vous ne l’activez jamais, nous le supprimons au bout de ${R.unactivatedAccountDays} jours.`,
  },
  {
    part: 'purchases',
    what: 'Vos commandes',
    why: 'Pour livrer, pour vos garanties et pour la comptabilité : article, destinataire, adresses de livraison, montants.',
    until: `Pendant ${R.orderYears} ans après la fin de l’année de la commande, comme la loi l’exige. Une fois votre compte supprimé, plus rien ne les y relie ; pour une commande qui n’est pas encore livrée, nous gardons votre adresse e-mail jusqu’à ${R.orderContactDays} jours après la livraison, pour vous écrire à son sujet. Au bout de ${R.orderListYears} ans, le destinataire et les adresses sont rangés dans une archive comptable, qui n’est ouverte que pour un motif précis ; à la fin, ils sont supprimés aussi.`,
  },
  {
    part: 'purchases',
    what: 'Votre dernière livraison',
    why: 'Pour remplir votre prochain achat d’un seul geste : point relais, destinataire, adresses.',
    until:
      'Jusqu’à ce que vous désactiviez cette option dans votre profil, ou supprimiez votre compte.',
  },
  {
    part: 'purchases',
    what: 'Alertes stock',
    why: 'Pour vous prévenir par e-mail, comme vous l’avez demandé : l’article et son option.',
    until: `Pendant ${R.stockRequestDays} jours, ou jusqu’à ce que vous désactiviez vos alertes ou supprimiez votre compte. Sans compte, nous gardons votre adresse jusqu’au lendemain de cet e-mail ; sans confirmation de votre part, pendant ${R.unconfirmedStockRequestDays} jours seulement.`,
  },
  {
    part: 'purchases',
    what: 'Vos avis',
    why: 'Pour les afficher sur la page de l’article, comme vous l’avez demandé : étoiles, texte, prénom, jour de la commande.',
    until: `Jusqu’à ce que vous les supprimiez, ou votre compte ; un avis refusé, pendant ${R.declinedReviewDays} jours.`,
  },
  {
    part: 'purchases',
    what: 'Achats qui n’ont pas abouti',
    why: 'Pour retrouver un achat interrompu : article, destinataire, adresses, montant.',
    until: `Nom et adresses pendant ${R.failedPurchaseDays} jours, ou jusqu’à la suppression de votre compte.`,
  },
  {
    part: 'subscription',
    what: 'Votre abonnement',
    why: 'Pour vous donner accès et prélever ce qui est convenu : formule, dates, votre numéro chez le prestataire de paiement.',
    until: `Tant qu’il dure, puis pour la comptabilité, pendant ${R.orderYears} ans après la fin de l’année où il s’est terminé. Ensuite, plus rien ne le relie à vous.`,
  },
  {
    part: 'purchases',
    what: 'Remboursements',
    why: 'Pour vous rembourser et en tenir les comptes : montant, date, motif.',
    until: `Pendant ${R.orderYears} ans après la fin de l’année ; puis le motif est supprimé, et seuls la somme et la date restent dans les comptes.`,
  },
  {
    part: 'subscription',
    what: 'Parrainages',
    why: 'Pour qu’un parrainage ne compte qu’une fois : une adresse e-mail et une carte, brouillées pour que personne ne puisse les lire.',
    until: `Pendant ${R.referralHashYears} ans.`,
  },
  {
    part: 'purchases',
    what: 'Rétractations et résiliations',
    why: 'Pour y donner suite et prouver leur réception : nom, adresse e-mail, texte, jour et heure.',
    until: `Jusqu’à leur clôture, puis ${R.declarationYears} ans. L’adresse e-mail disparaît avec votre compte, ${R.declarationAddressDays} jours après au plus.`,
  },
  {
    part: 'safety',
    what: 'Rétractations répétées',
    why: 'Pour reconnaître une deuxième rétractation : votre compte, votre adresse e-mail et, pour l’abonnement, la carte, brouillés pour que personne ne puisse les lire.',
    until: `Pour l’abonnement, pendant ${R.withdrawalHashYears} ans ; pour une commande, ${R.orderWithdrawalHashDays} jours.`,
  },
  {
    part: 'account',
    what: 'Vos messages',
    why: 'Pour vous répondre.',
    until: `Pendant ${R.messageYears} ans, ou jusqu’à la suppression de votre compte.`,
  },
  {
    part: 'safety',
    what: 'Vos connexions',
    why: 'Pour garder votre session ouverte, et pour que quelqu’un qui essaie des mots de passe ailleurs ne puisse pas vous bloquer.',
    until: `Une connexion, ${R.sessionDays} jours au plus ; le réseau d’où vous vous connectez, brouillé pour que personne ne puisse le lire, ${R.knownNetworkDays} jours.`,
  },
  {
    part: 'account',
    what: 'E-mails que nous vous avons envoyés',
    why: 'Pour prouver qu’ils sont partis : lequel, quand, à propos de quelle commande ou de quel contrat ; jamais leur texte.',
    until: `Pendant ${R.emailLogYears} ans. L’adresse de destination : ${R.sentEmailDays} jours, ou ${R.failedEmailYears} an si l’e-mail n’a pas pu être remis.`,
  },
  {
    part: 'safety',
    what: 'Ce que nous modifions nous-mêmes',
    why: 'Pour pouvoir dire qui, dans la boutique, a modifié quoi : quelle commande ou quel compte, jamais votre nom ni votre adresse.',
    until: `Pendant ${R.journalYears} ans.`,
  },
];
