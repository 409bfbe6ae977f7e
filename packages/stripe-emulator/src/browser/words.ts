/** The languages of the fields; any other language falls back to English. */
export type FieldLocale = 'fr' | 'en';

export type FieldName = 'number' | 'expiry' | 'cvc';

export type FieldErrorCode =
  | 'incomplete_number'
  | 'invalid_number'
  | 'incomplete_expiry'
  | 'invalid_expiry_month'
  | 'invalid_expiry_year_past'
  | 'incomplete_cvc';

type Words = {
  group: string;
  labels: Record<FieldName, string>;
  placeholders: Record<FieldName, string>;
  errors: Record<FieldErrorCode, string>;
  /** Replace the API's own messages, which are English: of a refused card, and of a call that failed. */
  refusals?: { card: string; call: string };
};

export const WORDS: Record<FieldLocale, Words> = {
  fr: {
    group: 'Carte bancaire',
    labels: {
      number: 'Numéro de carte',
      expiry: 'Date d’expiration',
      cvc: 'Code de sécurité',
    },
    placeholders: {
      number: '1234 1234 1234 1234',
      expiry: 'MM / AA',
      cvc: 'CVC',
    },
    errors: {
      incomplete_number: 'Votre numéro de carte est incomplet.',
      invalid_number: 'Votre numéro de carte est invalide.',
      incomplete_expiry: 'La date d’expiration de votre carte est incomplète.',
      invalid_expiry_month: 'Le mois d’expiration de votre carte est invalide.',
      invalid_expiry_year_past: 'La date d’expiration de votre carte est passée.',
      incomplete_cvc: 'Le code de sécurité de votre carte est incomplet.',
    },
    refusals: {
      card: 'Votre carte a été refusée. Veuillez essayer une autre carte.',
      call: 'Nous ne parvenons pas à joindre notre prestataire de paiement. Vous n’avez pas été débité.',
    },
  },
  en: {
    group: 'Payment card',
    labels: {
      number: 'Card number',
      expiry: 'Expiration date',
      cvc: 'Security code',
    },
    placeholders: {
      number: '1234 1234 1234 1234',
      expiry: 'MM / YY',
      cvc: 'CVC',
    },
    errors: {
      incomplete_number: 'Your card number is incomplete.',
      invalid_number: 'Your card number is invalid.',
      incomplete_expiry: 'Your card’s expiration date is incomplete.',
      invalid_expiry_month: 'Your card’s expiration month is invalid.',
      invalid_expiry_year_past: 'Your card’s expiration date is in the past.',
      incomplete_cvc: 'Your card’s security code is incomplete.',
    },
  },
};

/** Returns the language of the fields: the page's choice, or else the browser's first language. */
export function fieldLocaleOf(wanted: string | undefined): FieldLocale {
  const tag = wanted === undefined || wanted === 'auto' ? navigator.language : wanted;
  return tag.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}
