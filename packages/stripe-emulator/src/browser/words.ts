/** The languages the fields speak, as the provider's do: any other reads English. */
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

type Words = {
  group: string;
  labels: Record<FieldName, string>;
  placeholders: Record<FieldName, string>;
  errors: Record<FieldErrorCode, string>;
  /** Refusals of the API, by code; any other is told as the API says it. */
  refusals: Readonly<Record<string, string>>;
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
      api_connection_error:
        'Nous ne parvenons pas à joindre notre prestataire de paiement. Vous n’avez pas été débité. Veuillez vérifier votre connexion et réessayer.',
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
    refusals: {},
  },
};

/** The language of the fields: what the page asked for, else the browser's first. */
export function fieldLocaleOf(wanted: string | undefined): FieldLocale {
  const tag = wanted === undefined || wanted === 'auto' ? navigator.language : wanted;
  return tag.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}
