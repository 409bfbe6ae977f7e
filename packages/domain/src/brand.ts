import type { DeliveryArea } from './delivery.ts';
import type { Locale, Localized } from './locale.ts';

/** The mediator that a consumer may consult in a dispute, free of charge (Code de la consommation, L612-1). */
export type Mediator = { name: string; address: string; url: string };

/** The first and last day after the order on which a parcel arrives. */
export type DeliveryDays = readonly [from: number, to: number];

/**
 * The facts that the owner may change in the office: those about the seller that the law requires (R111-1,
 * L111-1), and the cost and duration of delivery. Null means that a fact is not entered yet.
 */
export type ShopFacts = {
  seller: {
    legalName: string;
    form: string;
    capitalEuros: number;
    registration: string;
    vatNumber: string;
    address: string;
    publicationDirector: string;
    telephone: string | null;
  };
  host: { identity: string; telephone: string | null };
  mediator: Mediator | null;
  /** Null means the seller's address. */
  returnAddress: string | null;
  returnPaidBy: 'buyer' | 'seller';
  /** Numbers in the producer registers (Code de l'environnement, L541-10-13). */
  producerIds: readonly string[];
  delivery: {
    feesCents: Readonly<Record<DeliveryArea, number>>;
    /** The promised days. Null means the legal maximum of 30 days (L216-1). */
    days: Readonly<Record<DeliveryArea, DeliveryDays | null>>;
    /** The usual days, which are not promised. Null shows none. */
    usualDays: Readonly<Record<DeliveryArea, DeliveryDays | null>>;
  };
};

/** The shop's identity, which the owner cannot change in the office. */
type FixedBrand = {
  name: string;
  foundedIn: number;
  /** Labels the card popup and the shop's pages. */
  shopName: Localized;
  socialUrl: string;
  appStoreUrl: Localized;
  playStoreUrl: Localized;
  /** A French relay locator in French, a drop-off locator in English (S2.61). */
  relayFinderUrl: Record<Locale, string>;
  supportEmail: string;
  /**
   * Screenshots of the app, three per language, 400 × 820: paths under /pictures or https URLs. `drawn`
   * shows the shop's drawings instead, labelled as drawings.
   */
  appScreens: 'drawn' | Record<Locale, readonly [string, string, string]>;
  /** `checked` only if real customers wrote them (L111-7-2). */
  testimonials: 'sample' | 'checked';
  /** The source and date of the home page's counters, shown below them. */
  counterSource: Localized | null;
};

export type Brand = FixedBrand & ShopFacts;

/** The only place for the brand's name and its links. */
export const BRAND: FixedBrand = {
  name: 'Agrès',
  foundedIn: 2018,
  shopName: { fr: 'Boutique Agrès', en: 'Agrès shop' },
  socialUrl: 'https://social.example/agres',
  appStoreUrl: {
    fr: 'https://apps.example/fr/app/agres',
    en: 'https://apps.example/en/app/agres',
  },
  playStoreUrl: {
    fr: 'https://play.example/store/apps/agres?hl=fr',
    en: 'https://play.example/store/apps/agres?hl=en',
  },
  relayFinderUrl: {
    fr: 'https://relais.example/trouver-un-point-relais',
    en: 'https://dropoff.example/find-a-drop-off-point',
  },
  supportEmail: 'contact@agres.example',
  appScreens: 'drawn',
  testimonials: 'sample',
  counterSource: null,
};

/**
 * The facts in force until the owner sets others. Null, a URL under `.example` and the word “Exemple” mark
 * unknown facts: pages omit them where possible, and the server warns at start while any is left.
 */
export const SOURCE_FACTS: ShopFacts = {
  seller: {
    legalName: 'Agrès SAS',
    form: 'SAS',
    capitalEuros: 1000,
    registration: 'RCS Lyon 000 000 000',
    vatNumber: 'FR00 000 000 000',
    address: '1 rue de l’Exemple, 69001 Lyon, France',
    publicationDirector: 'Agrès SAS',
    telephone: null,
  },
  host: {
    identity: 'Hébergeur Exemple, 1 rue de l’Exemple, 75001 Paris, France',
    telephone: null,
  },
  mediator: null,
  returnAddress: null,
  returnPaidBy: 'seller',
  producerIds: [],
  delivery: {
    feesCents: { 0: 0, 1: 1000, 2: 2000 },
    days: { 0: null, 1: null, 2: null },
    usualDays: { 0: null, 1: null, 2: null },
  },
};

let inForce: ShopFacts = SOURCE_FACTS;

/**
 * Returns the facts in force, as this process or page last received them: those of the source, or the
 * owner's (decision 126).
 */
export const shopFacts = (): ShopFacts => inForce;

/** Puts other facts in force: on the server those just read, in the browser those of its page. */
export function setShopFacts(facts: ShopFacts): void {
  inForce = facts;
}

export const currentBrand = (): Brand => ({ ...BRAND, ...inForce });

const PLACEHOLDER = /\.example\b|Exemple|\b000 000\b/;

export const isPlaceholder = (fact: string): boolean => PLACEHOLDER.test(fact);

/**
 * Returns the missing facts by their path in the brand: `seller.telephone`, `delivery.days.1`. The server
 * warns of them at start.
 */
export function unsetBrandFacts(brand: object = currentBrand()): string[] {
  return Object.entries(brand).flatMap(([name, value]: [string, unknown]) => {
    // The law requires no usual days, so they are not missing.
    if (name === 'usualDays') return [];
    if (value === null || value === 'sample') return [name];
    if (typeof value === 'string') return isPlaceholder(value) ? [name] : [];
    if (Array.isArray(value)) return value.length === 0 ? [name] : [];
    if (typeof value !== 'object') return [];
    return unsetBrandFacts(value).map((inner) => `${name}.${inner}`);
  });
}
