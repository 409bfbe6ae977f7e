import { currentBrand } from '@agres/domain/brand';

import type { LegalText } from './legal-text.ts';

/** Returns the accessibility statement with the facts of the seller. */
export function accessibility(): LegalText {
  const { seller, supportEmail, name } = currentBrand();
  return {
    title: 'Accessibilité',
    sections: [
      {
        heading: 'Notre engagement',
        paragraphs: [
          `${seller.legalName} veut que chacun puisse lire ce site, y acheter et y gérer son compte, avec une souris, un clavier, un lecteur d’écran, un fort grossissement ou sans couleurs. Nous suivons les WCAG 2.2, niveau AA.`,
          'Cette déclaration porte sur ce site, et non sur l’application mobile.',
        ],
      },
      {
        heading: 'État du site',
        paragraphs: [
          'À notre connaissance, toutes les pages respectent le niveau AA, sauf ce qui ne dépend pas de nous (section 4). C’est notre propre évaluation : aucun organisme extérieur n’a encore audité le site, et nous n’annonçons donc pas de taux de conformité.',
        ],
      },
      {
        heading: 'Comment nous l’avons testé',
        paragraphs: [
          'À chaque modification, des tests automatiques dans un vrai navigateur vérifient :',
          [
            'chaque page, en français et en anglais, sur ordinateur et sur téléphone, avec les menus ouverts, les fenêtres de dialogue et les messages d’erreur, à l’aide d’axe-core : aucune erreur n’est tolérée ;',
            'un achat complet au clavier seul ;',
            'l’affichage sur 320 pixels de large, soit un grossissement de 400 %, sans défilement horizontal ;',
            'le contraste de chaque couple de couleurs ;',
            'le passage au titre de la page à chaque navigation, et l’arrêt des animations pour les personnes qui les ont désactivées.',
          ],
          'Les tests automatiques ne trouvent qu’une partie des obstacles. Aucune personne handicapée n’a encore testé le site, et aucun lecteur d’écran n’a été utilisé de bout en bout sur chaque page.',
        ],
      },
      {
        heading: 'Ce qui ne dépend pas de nous',
        paragraphs: [
          'Les champs de la carte et la page de confirmation de votre banque sont ceux de notre prestataire de paiement et de votre banque. La carte des points relais et les boutiques d’applications sont des sites extérieurs.',
        ],
      },
      {
        heading: 'Un obstacle ? Dites-le-nous',
        paragraphs: [
          `Écrivez à ${supportEmail} ou par le formulaire de contact, en disant quelle page et quel obstacle : nous répondons sous 48 heures, et si besoin nous prenons votre commande ou modifions votre compte avec vous.`,
          'Si notre réponse ne vous suffit pas, vous pouvez saisir le Défenseur des droits (defenseurdesdroits.fr) ou la DGCCRF (signal.conso.gouv.fr).',
        ],
      },
      {
        heading: 'Dernière révision',
        paragraphs: [`Par ${name}, le 21\u00A0novembre 2026.`],
      },
    ],
  };
}
