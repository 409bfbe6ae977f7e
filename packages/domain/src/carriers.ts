/**
 * The carriers that the owner uses. The tracking URLs were never tested: check each before the first parcel.
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
  /** Any other carrier: its number is shown without a link. */
  other: { name: null, looksLike: /^[0-9A-Z]+$/, trackingUrl: () => null },
} as const satisfies Record<string, CarrierFacts>;

type CarrierFacts = {
  name: string | null;
  /** The usual form of its tracking numbers; other forms require confirmation but are accepted. */
  looksLike: RegExp;
  /** Returns the tracking page of a parcel; null if the carrier has none. */
  trackingUrl: (number: string) => string | null;
};

export type Carrier = keyof typeof CARRIERS;

export const CARRIER_NAMES = Object.keys(CARRIERS).filter(isCarrier);

function isCarrier(value: unknown): value is Carrier {
  return typeof value === 'string' && Object.hasOwn(CARRIERS, value);
}

/** Normalises a tracking number for storage: without spaces, dots and dashes, in capitals. */
export function trackingNumberOf(typed: string): string {
  return typed.replaceAll(/[\s.\-\u2010-\u2015]/g, '').toUpperCase();
}

export const TRACKING_NUMBER = /^[0-9A-Z]{4,40}$/;

export type Tracking = { carrier: string | null; number: string; url: string | null };

/**
 * Returns a parcel's tracking details from its row; null without a number. A carrier unknown to this
 * release has no name.
 */
export function trackingOf(carrier: string | null, number: string | null): Tracking | null {
  if (number === null) return null;
  const { name, trackingUrl } = CARRIERS[isCarrier(carrier) ? carrier : 'other'];
  return { carrier: name, number, url: trackingUrl(number) };
}
