import type { DeliveryArea } from './delivery.ts';
import type { Locale, Localized } from './locale.ts';

/** Whom a consumer may turn to in a dispute, free of charge (Code de la consommation, L612-1). */
export type Mediator = { name: string; address: string; url: string };

/** The first and last day after the order on which a parcel arrives. */
export type DeliveryDays = readonly [from: number, to: number];

/**
 * What the owner may change in the office: facts about the seller that the law requires (R111-1, L111-1),
 * and what delivery costs and how long it takes. Null: not entered yet.
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
  /** Where goods are sent back to; null: the seller's address. */
  returnAddress: string | null;
  /** Who pays the way back after a withdrawal. */
  returnPaidBy: 'buyer' | 'seller';
  /** Numbers of the producer's registers (Code de l'environnement, L541-10-13). */
  producerIds: readonly string[];
  delivery: {
    /** What each area costs. */
    feesCents: Readonly<Record<DeliveryArea, number>>;
    /** What is promised; null for an area: the 30 days of the law (L216-1). */
    days: Readonly<Record<DeliveryArea, DeliveryDays | null>>;
    /** What is usual and not promised; null: not said. */
    usualDays: Readonly<Record<DeliveryArea, DeliveryDays | null>>;
  };
};

/** Who the shop is: what the owner does not change in the office. */
type FixedBrand = {
  name: string;
  foundedIn: number;
  /** Labels the card popup and the shop's pages. */
  shopName: Localized;
  socialUrl: string;
  appStoreUrl: Localized;
  playStoreUrl: Localized;
  /** A French relay locator in French, a drop-off locator in English (specification, section 2). */
  relayFinderUrl: Record<Locale, string>;
  supportEmail: string;
  /**
   * Pictures of the app's own screens, three for each language, 400 × 820: addresses under /pictures or
   * https. `drawn`: the drawings of the shop stand there, and are called drawings.
   */
  appScreens: 'drawn' | Record<Locale, readonly [string, string, string]>;
  /** `checked` only where real people said them (L111-7-2). */
  testimonials: 'sample' | 'checked';
  /** Where the counters of the home page come from, and as of when; shown under them. */
  counterSource: Localized | null;
};

/** Who the shop is, with the facts that are in force. */
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
 * The facts that are in force until the owner sets others. What is null, an address under `.example`
 * or says “Exemple” is not known yet: buyers are not shown it where it may be left out, and the server
 * warns at start while any is left.
 */
export const SOURCE_FACTS: ShopFacts = {
  seller: {
    legalName: 'Agrès SAS',
    form: 'SAS',
    capitalEuros: 1000,
    registration: 'RCS Lyon 000 000 000',
    vatNumber: 'FR00 000 000 000',
    address: '1 rue de l’Exemple, 69001 Lyon, France',
    publicationDirector: 'La présidence d’Agrès SAS',
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
    // The specification's fees (section 9).
    feesCents: { 0: 0, 1: 1000, 2: 2000 },
    days: { 0: null, 1: null, 2: null },
    usualDays: { 0: null, 1: null, 2: null },
  },
};

let inForce: ShopFacts = SOURCE_FACTS;

/**
 * The facts that are in force, as this process or page last learnt them: those of the source, or the
 * owner's (decision 126).
 */
export const shopFacts = (): ShopFacts => inForce;

/** Puts other facts in force: on the server as they are read, in the browser those of its page. */
export function setShopFacts(facts: ShopFacts): void {
  inForce = facts;
}

/** The brand with the facts that are in force. */
export const currentBrand = (): Brand => ({ ...BRAND, ...inForce });

const PLACEHOLDER = /\.example\b|Exemple|\b000 000\b/;

/** Whether a text stands for a missing fact. */
export const isPlaceholder = (fact: string): boolean => PLACEHOLDER.test(fact);

/**
 * The missing facts, by their place in the brand: `seller.telephone`,
 * `delivery.days.1`. The server warns of them at start.
 */
export function unsetBrandFacts(brand: object = currentBrand()): string[] {
  return Object.entries(brand).flatMap(([name, value]: [string, unknown]) => {
    // Not what the law asks for.
    if (name === 'usualDays') return [];
    if (value === null || value === 'sample') return [name];
    if (typeof value === 'string') return isPlaceholder(value) ? [name] : [];
    if (Array.isArray(value)) return value.length === 0 ? [name] : [];
    if (typeof value !== 'object') return [];
    return unsetBrandFacts(value).map((inner) => `${name}.${inner}`);
  });
}
