import { currentBrand, type Brand } from '@agres/domain/brand';

import type { LegalText } from './legal-text.ts';

/** Returns a sentence that states who pays for the return (L221-23). */
export const returnCosts = ({ returnPaidBy }: Pick<Brand, 'returnPaidBy'>): string =>
  returnPaidBy === 'seller'
    ? 'Les frais de renvoi sont à notre charge.'
    : 'Les frais directs de renvoi sont à votre charge.';

/** Returns the information on the right of withdrawal, in our own words (L221-5). */
export function withdrawalNotice(brand: Brand = currentBrand()): LegalText {
  const { seller, supportEmail, returnAddress } = brand;
  return {
    title: 'Votre droit de rétractation',
    sections: [
      {
        heading: 'Le délai',
        paragraphs: [
          'Vous pouvez vous rétracter du contrat dans un délai de 14 jours, sans donner de motif.',
          'Pour un article, le délai expire 14 jours après le jour où vous le recevez, vous ou la personne que vous avez désignée. Vous pouvez aussi vous rétracter dès la commande, avant la livraison. Pour l’abonnement, il expire 14 jours après le jour de la souscription. S’il se termine un samedi, un dimanche ou un jour férié, il est prolongé jusqu’au premier jour ouvrable suivant.',
        ],
      },
      {
        heading: 'Comment vous rétracter',
        paragraphs: [
          'Il suffit de nous dire votre décision sans ambiguïté, avant la fin du délai :',
          [
            'en ligne, sur ce site, sans vous connecter, par le lien « Renoncer au contrat ici » au bas de chaque page ;',
            `par e-mail à ${supportEmail} ;`,
            `par lettre à ${seller.legalName}, ${seller.address}.`,
          ],
          'En ligne, la page vous donne aussitôt un accusé de réception, dans un fichier à garder, avec ce que vous avez déclaré, le jour et l’heure ; nous l’envoyons aussi par e-mail.',
          'Vous pouvez utiliser le formulaire de rétractation joint à la confirmation de votre commande ou de votre abonnement ; ce n’est pas obligatoire.',
        ],
      },
      {
        heading: 'Ce qui se passe ensuite',
        paragraphs: [
          'Nous vous remboursons tout ce que vous avez payé, livraison standard comprise, au plus tard 14 jours après avoir reçu votre déclaration, par le même moyen de paiement et sans frais pour vous. Pour un article, nous pouvons attendre de l’avoir reçu ou d’avoir la preuve de son envoi, selon ce qui arrive d’abord.',
          `Renvoyez l’article au plus tard 14 jours après votre déclaration, à cette adresse : ${seller.legalName}, ${returnAddress ?? seller.address}. ${returnCosts(brand)} Votre responsabilité n’est engagée qu’en cas de dépréciation de l’article due à des manipulations autres que celles nécessaires pour en établir la nature, les caractéristiques et le bon fonctionnement.`,
          'Pour l’abonnement, si vous avez demandé expressément l’accès avant la fin du délai, vous payez les jours écoulés jusqu’à votre déclaration, et nous vous remboursons le reste. Sans cette demande, nous vous remboursons tout.',
        ],
      },
    ],
  };
}

/** Returns a withdrawal form, in our own words; the official model's place is `official/`. */
export function withdrawalForm({ seller, supportEmail }: Brand = currentBrand()): LegalText {
  const telephone = seller.telephone === null ? '' : `, ${seller.telephone}`;
  return {
    title: 'Formulaire de rétractation',
    sections: [
      {
        heading: '',
        paragraphs: [
          'À compléter et à renvoyer seulement si vous voulez vous rétracter du contrat.',
          `À l’attention de ${seller.legalName}, ${seller.address}, ${supportEmail}${telephone} :`,
          'Je vous notifie que je me rétracte du contrat portant sur l’article ou l’abonnement ci-dessous.',
          [
            'Article ou abonnement :',
            'Numéro de la commande :',
            'Commandé le / reçu le :',
            'Nom du consommateur :',
            'Adresse du consommateur :',
            'Signature (seulement si ce formulaire est envoyé sur papier) :',
            'Date :',
          ],
        ],
      },
    ],
  };
}
