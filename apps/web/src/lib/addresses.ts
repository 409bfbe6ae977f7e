import { countryNameIn } from '@agres/domain/country-names';
import { addressesOf, type ComposedAddresses } from '@agres/domain/delivery';
import type { Locale } from '@agres/domain/locale';

/** Parses a `shippingAddress` and translates its country names; null for an unknown format. */
export function addressesIn(locale: Locale, shippingAddress: string): ComposedAddresses | null {
  const addresses = addressesOf(shippingAddress);
  if (addresses === null) return null;
  const translate = (address: string) => {
    const lines = address.split('\n');
    return [...lines.slice(0, -1), countryNameIn(locale, lines.at(-1) ?? '')].join('\n');
  };
  return {
    pickupPoint: translate(addresses.pickupPoint),
    recipient: translate(addresses.recipient),
  };
}
