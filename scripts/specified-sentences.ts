import type { Locale } from '@agres/domain/locale';

/**
 * Sentences that the specification quotes word for word; `N` stands for a value. A catalogue must contain each
 * in its language; spaces before punctuation may be non-breaking.
 */
export const SPECIFIED_SENTENCES = {
  fr: [
    'Acheter cet article',
    'Annuler',
    'Aucun article en vente.',
    'Aucun article pour le moment...',
    'CONNEXION',
    'Cet article est en rupture de stock',
    'Commande avec obligation de paiement',
    "Confirmer l'achat",
    'Créer mon compte',
    'En cours de traitement',
    'Foire Aux Questions',
    'Livrée le N',
    'MON PROFIL',
    'Materiel en cours de fabrication...',
    'Mes commandes',
    'Mise à jour des informations de paiement en cours, veuillez patienter quelques instants.',
    'Nous contacter',
    "Nous n'avons pas trouvé la page que vous recherchez.",
    'Oups! Erreur 404',
    'Paiement en cours, veuillez patienter quelques instants.',
    'Plus que N en stock !',
    'Publié le N',
    'Rupture de stock',
    'Récupérer mon mot de passe',
    'SE DECONNECTER',
    'Tous droits réservés',
  ],
  en: [
    'Confirm purchase',
    'Order with obligation to pay',
    'Please fill all the required fields.',
    'The password must contain 8 characters, an uppercase letter and a number.',
  ],
} as const satisfies Record<Locale, readonly string[]>;

// A value in a sentence, but not the branch of a plural.
const VALUE = /#|\{\w+\}/g;

const plain = (text: string) =>
  text
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll('\u2011', '-')
    .replaceAll(/<\/?\d+>/g, '')
    .replaceAll(VALUE, 'N');

/** Returns the sentences that no text contains. */
export function absentSentences(sentences: readonly string[], texts: readonly string[]): string[] {
  const plainTexts = texts.map(plain);
  return sentences.filter((sentence) => !plainTexts.some((text) => text.includes(sentence)));
}
