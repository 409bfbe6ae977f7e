import { currentBrand, type Brand } from '@agres/domain/brand';
import { formatNumber } from '@agres/i18n/formats';

import type { LegalText } from './legal-text.ts';
import { storedData } from './stored-data.fr.ts';
import { factOf } from './stored-data.ts';

/** Returns the legal notices: the publisher of the site, and the use of personal data. */
export function notices(brand: Brand = currentBrand()): LegalText {
  const { seller, host, mediator, supportEmail, name } = brand;
  return {
    title: 'Mentions légales',
    sections: [
      {
        heading: 'Éditeur du site',
        paragraphs: [
          `Ce site est édité par ${seller.legalName}, ${seller.form} au capital de ${formatNumber('fr', seller.capitalEuros)} €, dont le siège social est situé au ${seller.address}.`,
          {
            facts: [
              { name: 'Immatriculation', value: seller.registration },
              { name: 'Numéro de TVA', value: seller.vatNumber },
              {
                name: 'Directeur ou directrice de la publication',
                value: seller.publicationDirector,
              },
              { name: 'Adresse e-mail', value: supportEmail },
              ...(seller.telephone === null
                ? []
                : [{ name: 'Téléphone', value: seller.telephone }]),
            ],
          },
          'Nous répondons à chaque message sous 48 heures.',
        ],
      },
      {
        heading: 'Hébergement',
        paragraphs: [
          `Le site est hébergé par ${host.identity}${host.telephone === null ? '' : `, ${host.telephone}`}.`,
        ],
      },
      ...(mediator === null
        ? []
        : [
            {
              heading: 'Médiation de la consommation',
              paragraphs: [
                `En cas de litige, vous pouvez recourir gratuitement à ce médiateur : ${mediator.name}, ${mediator.address}, ${mediator.url}.`,
              ],
            },
          ]),
      {
        heading: 'Propriété intellectuelle',
        paragraphs: [
          `Les textes, les images, les vidéos et les programmes publiés sous le nom ${name} appartiennent à ${seller.legalName}. Toute reproduction demande notre accord écrit.`,
        ],
      },
      {
        heading: 'Données que nous gardons',
        paragraphs: [
          'Pour ouvrir un compte, une adresse e-mail et un mot de passe suffisent : le nom est facultatif. Le mot de passe n’est jamais conservé en clair.',
          'Une commande contient le nom du destinataire, l’adresse du point relais, celle du destinataire et l’article choisi. Ces données ne sont visibles que par vous et par les administrateurs du site.',
          'Le paiement passe par un prestataire spécialisé. Votre numéro de carte ne nous est jamais transmis et nous ne conservons pas vos coordonnées bancaires. Avec chaque paiement, ce prestataire reçoit aussi l’article choisi, le nom du destinataire et les adresses de livraison, pour que nous puissions retrouver la commande. Si vous payez avec Apple Pay ou Google Pay, Apple ou Google traitent aussi ce paiement, selon leurs propres conditions.',
        ],
      },
      {
        heading: 'Durées de conservation et suppression du compte',
        paragraphs: [
          'Vous pouvez supprimer votre compte à tout moment depuis votre profil. Vos sessions prennent fin aussitôt et votre adresse e-mail est libérée. Les pièces comptables de vos commandes sont conservées dix ans, sans lien avec un compte, comme la loi l’exige.',
          { facts: storedData.map(factOf) },
        ],
      },
      {
        heading: 'Vos droits',
        paragraphs: [
          `Vous pouvez demander l’accès à vos données, leur rectification, leur effacement, la limitation de leur traitement ou leur portabilité, ou vous opposer à leur traitement, en écrivant à ${supportEmail} ; une copie de tout se trouve sur la page « Mes données » de votre profil. Vous pouvez aussi adresser une réclamation à la CNIL.`,
        ],
      },
      {
        heading: 'Cookies',
        paragraphs: [
          'Ce site n’utilise que les cookies nécessaires à son fonctionnement : votre session, sa protection, votre langue et, pendant 180 jours après une connexion, le fait que ce navigateur s’est déjà connecté à votre compte. Ainsi, quelqu’un qui essaie des mots de passe ailleurs ne peut pas vous bloquer. Aucun cookie ne sert à la publicité ni à la mesure d’audience. Votre navigateur garde aussi, pour ce site seul, un paiement en cours jusqu’à sa réponse, et la page que vous vouliez voir jusqu’à ce que votre compte soit activé ou son mot de passe renouvelé.',
          'Là où une carte est demandée, le script de notre prestataire de paiement peut déposer les cookies __stripe_mid et __stripe_sid, qui lui servent à reconnaître les fraudes.',
        ],
      },
    ],
  };
}
