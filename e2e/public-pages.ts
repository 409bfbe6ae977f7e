import type { Locale, Localized } from '@agres/domain/locale';
import { pathOf, type Page } from '@agres/domain/paths';

/** Pages that need a link from an e-mail or an order, or a session. */
type Closed =
  | 'acceptedTerms'
  | 'activation'
  | 'passwordRecovery'
  | 'confirmEmail'
  | 'undoEmailChange'
  | 'confirmStockRequest'
  | 'endStockRequests'
  | 'profile'
  | 'profileEdit'
  | 'order'
  | 'myData'
  | 'updatePaymentMethod';

type PublicPage = {
  address: (locale: Locale) => string;
  status: 200 | 404;
  says: Localized;
};

const found = { status: 200 } as const;

/** Every page that a visitor can open. A new page does not compile until it is listed here or as closed. */
export const PUBLIC_PAGES = {
  home: {
    ...found,
    address: (locale) => pathOf('home', locale),
    says: { fr: 'Parallettes en hêtre', en: 'Beech parallettes' },
  },
  shop: {
    ...found,
    address: (locale) => pathOf('shop', locale),
    says: { fr: '64,99 €', en: '€64.99' },
  },
  item: {
    ...found,
    address: (locale) => pathOf('item', locale, { id: 1 }),
    says: { fr: 'Le diamètre de 38 mm remplit la paume', en: 'At 38 mm the grip fills your palm' },
  },
  blog: {
    ...found,
    address: (locale) => pathOf('blog', locale),
    says: { fr: 'Votre premier équilibre sur les mains', en: 'Your first handstand' },
  },
  article: {
    ...found,
    address: (locale) => pathOf('article', locale, { id: 1 }),
    says: { fr: 'Votre premier équilibre sur les mains', en: 'Your first handstand' },
  },
  programme: {
    ...found,
    address: (locale) => pathOf('programme', locale, { programme: 'strength' }),
    says: { fr: 'Séance 4', en: 'Session 4' },
  },
  subscribe: {
    ...found,
    address: (locale) => pathOf('subscribe', locale),
    says: { fr: 'Abonnez-vous à votre programme', en: 'Subscribe to your programme' },
  },
  logIn: {
    ...found,
    address: (locale) => pathOf('logIn', locale),
    says: { fr: 'Mot de passe', en: 'Password' },
  },
  signUp: {
    ...found,
    address: (locale) => pathOf('signUp', locale),
    says: { fr: 'Créer mon compte', en: 'Create my account' },
  },
  contact: {
    ...found,
    address: (locale) => pathOf('contact', locale),
    says: { fr: '48 heures', en: '48 hours' },
  },
  faq: {
    ...found,
    address: (locale) => pathOf('faq', locale),
    says: { fr: 'Foire Aux Questions', en: 'Frequently asked questions' },
  },
  legalNotices: {
    ...found,
    address: (locale) => pathOf('legalNotices', locale),
    says: { fr: 'Agrès SAS', en: 'Agrès SAS' },
  },
  terms: {
    ...found,
    address: (locale) => pathOf('terms', locale),
    says: { fr: '18 ans', en: '18' },
  },
  accessibility: {
    ...found,
    address: (locale) => pathOf('accessibility', locale),
    says: { fr: 'WCAG', en: 'WCAG' },
  },
  cancelContract: {
    ...found,
    address: (locale) => pathOf('cancelContract', locale),
    says: { fr: 'Résilier votre contrat', en: 'Cancel your contract' },
  },
  withdrawal: {
    ...found,
    address: (locale) => pathOf('withdrawal', locale),
    says: { fr: 'Renoncer à votre contrat', en: 'Withdraw from your contract' },
  },
  error: {
    status: 404,
    address: (locale) => pathOf('error', locale),
    says: { fr: 'Oups! Erreur 404', en: '404' },
  },
} as const satisfies Record<Exclude<Page, Closed>, PublicPage>;

/** Every visible and enabled button, except submit buttons of forms that work without scripts. */
export const BUTTONS = 'button:enabled:visible:not(form:not([method]) [type=submit])';

/** The pages that have such a button before hydration: `no-script.test.ts` finds none on the others. */
export const PAGES_WITH_BUTTONS = [
  'home',
  'item',
  'logIn',
  'signUp',
  'contact',
  'cancelContract',
  'withdrawal',
] as const satisfies (keyof typeof PUBLIC_PAGES)[];
