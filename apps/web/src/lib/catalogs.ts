import type { Locale } from '@agres/domain/locale';
import type { I18n, Messages } from '@lingui/core';

type CatalogModule = { messages: Messages };
type Loaders = Record<Locale, () => Promise<CatalogModule>>;

/** The message catalogues. A page loads only its own and `common`, that of the frame. */
const CATALOGS = {
  common: {
    fr: () => import('@agres/i18n/locales/fr/common.po'),
    en: () => import('@agres/i18n/locales/en/common.po'),
  },
  codes: {
    fr: () => import('@agres/i18n/locales/fr/codes.po'),
    en: () => import('@agres/i18n/locales/en/codes.po'),
  },
  home: {
    fr: () => import('@agres/i18n/locales/fr/home.po'),
    en: () => import('@agres/i18n/locales/en/home.po'),
  },
  catalogue: {
    fr: () => import('@agres/i18n/locales/fr/catalogue.po'),
    en: () => import('@agres/i18n/locales/en/catalogue.po'),
  },
  shop: {
    fr: () => import('@agres/i18n/locales/fr/shop.po'),
    en: () => import('@agres/i18n/locales/en/shop.po'),
  },
  programmes: {
    fr: () => import('@agres/i18n/locales/fr/programmes.po'),
    en: () => import('@agres/i18n/locales/en/programmes.po'),
  },
  checkout: {
    fr: () => import('@agres/i18n/locales/fr/checkout.po'),
    en: () => import('@agres/i18n/locales/en/checkout.po'),
  },
  'payment-method': {
    fr: () => import('@agres/i18n/locales/fr/payment-method.po'),
    en: () => import('@agres/i18n/locales/en/payment-method.po'),
  },
  purchase: {
    fr: () => import('@agres/i18n/locales/fr/purchase.po'),
    en: () => import('@agres/i18n/locales/en/purchase.po'),
  },
  blog: {
    fr: () => import('@agres/i18n/locales/fr/blog.po'),
    en: () => import('@agres/i18n/locales/en/blog.po'),
  },
  users: {
    fr: () => import('@agres/i18n/locales/fr/users.po'),
    en: () => import('@agres/i18n/locales/en/users.po'),
  },
  orders: {
    fr: () => import('@agres/i18n/locales/fr/orders.po'),
    en: () => import('@agres/i18n/locales/en/orders.po'),
  },
  contact: {
    fr: () => import('@agres/i18n/locales/fr/contact.po'),
    en: () => import('@agres/i18n/locales/en/contact.po'),
  },
  declarations: {
    fr: () => import('@agres/i18n/locales/fr/declarations.po'),
    en: () => import('@agres/i18n/locales/en/declarations.po'),
  },
  help: {
    fr: () => import('@agres/i18n/locales/fr/help.po'),
    en: () => import('@agres/i18n/locales/en/help.po'),
  },
  legal: {
    fr: () => import('@agres/i18n/locales/fr/legal.po'),
    en: () => import('@agres/i18n/locales/en/legal.po'),
  },
  subscription: {
    fr: () => import('@agres/i18n/locales/fr/subscription.po'),
    en: () => import('@agres/i18n/locales/en/subscription.po'),
  },
  'stock-requests': {
    fr: () => import('@agres/i18n/locales/fr/stock-requests.po'),
    en: () => import('@agres/i18n/locales/en/stock-requests.po'),
  },
} satisfies Record<string, Loaders>;

export type Catalog = keyof typeof CATALOGS;

export type Texts = {
  load: (...catalogs: Catalog[]) => Promise<void>;
  loaded: () => Catalog[];
};

/**
 * Loads catalogues into an i18n instance. The server sends the list of loaded catalogues to the browser, which
 * does not run the loaders of a server-rendered page.
 */
export function createTexts(i18n: I18n, locale: Locale): Texts {
  const loaded = new Set<Catalog>();
  return {
    load: async (...catalogs) => {
      const missing = catalogs.filter((catalog) => !loaded.has(catalog));
      const modules = await Promise.all(missing.map((catalog) => CATALOGS[catalog][locale]()));
      for (const { messages } of modules) i18n.load(locale, messages);
      for (const catalog of missing) loaded.add(catalog);
    },
    loaded: () => [...loaded],
  };
}
