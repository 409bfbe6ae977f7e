import { areaOfCountry, type CountryCode } from './countries.ts';
import { countryCodeOf } from './country-names.ts';
import { deliveryFeeCents } from './delivery-fees.ts';
import { addressesOf, type DeliveryArea, type DeliveryDetails } from './delivery.ts';
import { countriesOfFrenchPostcode, hasFrenchPostcodes } from './postcode.ts';

type Place = { country: CountryCode | undefined; postcode: string };

/**
 * Whether an address is in the delivery area that was paid for. `unchecked`: the address does not determine an
 * area; the owner is shown this.
 */
export type AreaCheck = 'fits' | 'contradicts' | 'unchecked';

/** Returns the area of a French postcode: overseas, Monaco, or France; null unless it has five digits. */
function areaOfFrenchPostcode(postcode: string): DeliveryArea | null {
  const countries = countriesOfFrenchPostcode(postcode);
  if (countries === null) return null;
  const [country] = countries;
  return country === undefined ? 2 : areaOfCountry(country);
}

/**
 * Returns the area of a country and postcode. Between France, Monaco and overseas France the postcode
 * decides. Null for France without a readable postcode.
 */
export function areaOfPlace(country: CountryCode, postcode: string): DeliveryArea | null {
  const byPostcode = hasFrenchPostcodes(country) ? areaOfFrenchPostcode(postcode) : null;
  if (byPostcode !== null) return byPostcode;
  return country === 'FR' ? null : areaOfCountry(country);
}

function checkPlace(area: DeliveryArea, { country, postcode }: Place): AreaCheck {
  if (country !== undefined) {
    const actual = areaOfPlace(country, postcode);
    if (actual === null) return 'unchecked';
    return actual === area ? 'fits' : 'contradicts';
  }
  const asFrench = areaOfFrenchPostcode(postcode);
  if (asFrench === null) return 'unchecked';
  if (asFrench === area) return 'fits';
  // Five digits may also be in Berlin or Chicago; an address that would cost more must name its country.
  const isDearer = deliveryFeeCents(asFrench) > deliveryFeeCents(area);
  return isDearer ? 'contradicts' : 'unchecked';
}

/** Returns the field of a pickup point that contradicts the area; null if none does. */
export function areaFaultOf(
  area: DeliveryArea,
  { relayCountry, zipCode }: Pick<DeliveryDetails, 'relayCountry' | 'zipCode'>,
): 'relayCountry' | 'zipCode' | null {
  const country = countryCodeOf(relayCountry);
  if (checkPlace(area, { country, postcode: zipCode }) !== 'contradicts') return null;
  return country === undefined || hasFrenchPostcodes(country) ? 'zipCode' : 'relayCountry';
}

/**
 * Checks the area of an address given as one text: its last part is read as a country, its last five digits
 * as the postcode. In a text composed by `shippingAddressOf`, only the pickup point counts. `givenCountry`
 * applies if the text names no country.
 */
export function checkAddressArea(
  area: DeliveryArea,
  shippingAddress: string,
  givenCountry?: CountryCode,
): AreaCheck {
  const pickupPoint = addressesOf(shippingAddress)?.pickupPoint;
  const parts = (pickupPoint ?? shippingAddress)
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const postcodeLine = pickupPoint?.split('\n')[2] ?? shippingAddress;
  return checkPlace(area, {
    country: countryCodeOf(parts.at(-1) ?? '') ?? givenCountry,
    postcode: postcodeLine.match(/(?<!\d)\d{5}(?!\d)/g)?.at(-1) ?? '',
  });
}
