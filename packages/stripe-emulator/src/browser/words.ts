/** The languages of the fields; any other language falls back to English. */
export type FieldLocale = 'fr' | 'en';

export type FieldName = 'number' | 'expiry' | 'cvc' | 'postalCode';

export type FieldErrorCode =
  | 'incomplete_number'
  | 'invalid_number'
  | 'incomplete_expiry'
  | 'invalid_expiry_month'
  | 'invalid_expiry_year_past'
  | 'incomplete_cvc'
  | 'incomplete_zip';

/** The API's card errors, by code or else by type, that have their own translation. */
const REFUSAL_REASONS = [
  'incorrect_number',
  'card_declined',
  'invalid_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'api_connection_error',
  'api_error',
] as const;

type RefusalReason = (typeof REFUSAL_REASONS)[number];

type Words = {
  group: string;
  labels: Record<FieldName, string>;
  placeholders: Record<FieldName, string>;
  errors: Record<FieldErrorCode, string>;
  /** The translations of the API's card errors; null in English, where the API's own messages are shown. */
  refusals: Record<RefusalReason | 'other', string> | null;
};

export const WORDS: Record<FieldLocale, Words> = {
  fr: {
    group: 'Carte bancaire',
    labels: {
      number: 'Numéro de carte',
      expiry: 'Date d’expiration',
      cvc: 'Code de sécurité',
      postalCode: 'Code postal',
    },
    placeholders: {
      number: '1234 1234 1234 1234',
      expiry: 'MM / AA',
      cvc: 'CVC',
      postalCode: 'Code postal',
    },
    errors: {
      incomplete_number: 'Votre numéro de carte est incomplet.',
      invalid_number: 'Votre numéro de carte est invalide.',
      incomplete_expiry: 'La date d’expiration de votre carte est incomplète.',
      invalid_expiry_month: 'Le mois d’expiration de votre carte est invalide.',
      invalid_expiry_year_past: 'La date d’expiration de votre carte est passée.',
      incomplete_cvc: 'Le code de sécurité de votre carte est incomplet.',
      incomplete_zip: 'Votre code postal est incomplet.',
    },
    refusals: {
      incorrect_number: 'Votre numéro de carte est incorrect.',
      card_declined:
        'Votre carte a été refusée. Votre demande a été faite en mode test, mais sans carte de test.',
      invalid_cvc: 'Le code de sécurité de votre carte est invalide.',
      invalid_expiry_month: 'Le mois d’expiration de votre carte est invalide.',
      invalid_expiry_year: 'L’année d’expiration de votre carte est invalide.',
      api_connection_error:
        'Nous ne parvenons pas à joindre notre prestataire de paiement. Vous n’avez pas été débité. Veuillez vérifier votre connexion et réessayer.',
      api_error:
        'Une erreur est survenue chez notre prestataire de paiement. Vous n’avez pas été débité. Veuillez réessayer.',
      other:
        'Votre carte n’a pas pu être vérifiée. Veuillez réessayer ou utiliser une autre carte.',
    },
  },
  en: {
    group: 'Payment card',
    labels: {
      number: 'Card number',
      expiry: 'Expiration date',
      cvc: 'Security code',
      postalCode: 'Postal code',
    },
    placeholders: {
      number: '1234 1234 1234 1234',
      expiry: 'MM / YY',
      cvc: 'CVC',
      postalCode: 'Postal code',
    },
    errors: {
      incomplete_number: 'Your card number is incomplete.',
      invalid_number: 'Your card number is invalid.',
      incomplete_expiry: 'Your card’s expiration date is incomplete.',
      invalid_expiry_month: 'Your card’s expiration month is invalid.',
      invalid_expiry_year_past: 'Your card’s expiration date is in the past.',
      incomplete_cvc: 'Your card’s security code is incomplete.',
      incomplete_zip: 'Your postal code is incomplete.',
    },
    refusals: null,
  },
};

/** Returns the language of the fields: the page's choice, or else the browser's first language. */
export function fieldLocaleOf(wanted: string | undefined): FieldLocale {
  const tag = wanted === undefined || wanted === 'auto' ? navigator.language : wanted;
  return tag.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

export function refusalTextOf(
  locale: FieldLocale,
  { code, type, message }: { code?: string; type: string; message: string },
): string {
  const { refusals } = WORDS[locale];
  if (refusals === null) return message;
  const reason =
    REFUSAL_REASONS.find((known) => known === code) ??
    REFUSAL_REASONS.find((known) => known === type);
  return refusals[reason ?? 'other'];
}
