import type { Localized } from './locale.ts';

/**
 * The only place for the brand's name, its links and the seller's legal identity. Addresses under
 * `.example` are not known yet; the server warns at start while any is left.
 */
export const BRAND = {
  name: 'Agrès',
  foundedIn: 2018,
  /** Labels the card popup and the shop's pages. */
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
  /** A French relay locator in French, a drop-off locator in English (specification, section 2). */
  relayFinderUrl: {
    fr: 'https://relais.example/trouver-un-point-relais',
    en: 'https://dropoff.example/find-a-drop-off-point',
  },
  supportEmail: 'contact@agres.example',
  seller: {
    legalName: 'Agrès SAS',
    form: 'SAS',
    capitalEuros: 1000,
    registration: 'RCS Lyon 000 000 000',
    vatNumber: 'FR00 000 000 000',
    address: '1 rue de l’Exemple, 69001 Lyon, France',
    publicationDirector: 'La présidence d’Agrès SAS',
    host: 'Hébergeur Exemple, 1 rue de l’Exemple, 75001 Paris, France',
  },
} as const satisfies Record<string, string | number | Localized | Record<string, string | number>>;

/** The links that still point to `.example` addresses, for the warning at start. */
export function unsetBrandLinks(): string[] {
  return Object.entries(BRAND)
    .filter(([, value]) => JSON.stringify(value).includes('.example'))
    .map(([name]) => name);
}
