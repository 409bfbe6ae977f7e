/**
 * The carriers that the shop owner gives parcels to: an owner's facts, like those of `brand.ts`. The
 * tracking pages were never asked from here; look at each before the first parcel.
 */
export const CARRIERS = {
  colissimo: {
    name: 'Colissimo',
    looksLike: /^[0-9A-Z]{11,15}$/,
    trackingUrl: (number) => `https://www.laposte.fr/outils/suivre-vos-envois?code=${number}`,
  },
  chronopost: {
    name: 'Chronopost',
    looksLike: /^(?:[A-Z]{2}\d{9}[A-Z]{2}|[0-9A-Z]{13,15})$/,
    trackingUrl: (number) =>
      `https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT=${number}`,
  },
  mondial_relay: {
    name: 'Mondial Relay',
    looksLike: /^\d{8,12}$/,
    trackingUrl: (number) =>
      `https://www.mondialrelay.fr/suivi-de-colis?numeroExpedition=${number}`,
  },
  /** Any other: its number is shown without a link. */
  other: { name: null, looksLike: /^[0-9A-Z]+$/, trackingUrl: () => null },
} as const satisfies Record<string, CarrierFacts>;

type CarrierFacts = {
  /** As people know it. */
  name: string | null;
  /** What its numbers look like; one that does not is asked about, not refused. */
  looksLike: RegExp;
  /** Where a parcel can be followed; null: nowhere that the shop knows. */
  trackingUrl: (number: string) => string | null;
};

export type Carrier = keyof typeof CARRIERS;

export const CARRIER_NAMES = Object.keys(CARRIERS).filter(isCarrier);

function isCarrier(value: unknown): value is Carrier {
  return typeof value === 'string' && Object.hasOwn(CARRIERS, value);
}

/** A tracking number as it is kept: without spaces, dots and dashes, in capitals. */
export function trackingNumberOf(typed: string): string {
  return typed.replaceAll(/[\s.\-\u2010-\u2015]/g, '').toUpperCase();
}

/** What a tracking number of any carrier is made of. */
export const TRACKING_NUMBER = /^[0-9A-Z]{4,40}$/;

/** How a buyer can follow a parcel. */
export type Tracking = { carrier: string | null; number: string; url: string | null };

/** The same of what is stored; null without a number. A carrier that this release does not know has no name. */
export function trackingOf(carrier: string | null, number: string | null): Tracking | null {
  if (number === null) return null;
  const { name, trackingUrl } = CARRIERS[isCarrier(carrier) ? carrier : 'other'];
  return { carrier: name, number, url: trackingUrl(number) };
}
