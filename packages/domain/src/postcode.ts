import type { CountryCode } from './countries.ts';

/**
 * Examples of each country's postcodes. A digit stands for any digit, a letter for any letter, and
 * separators are optional. Countries that are not listed have varying postcodes, or none.
 */
const EXAMPLES = {
  AD: ['AD500'],
  AT: ['1010'],
  AU: ['2000'],
  BE: ['1000'],
  BG: ['1000'],
  CA: ['K1A 0B1'],
  CH: ['8001'],
  CY: ['1010'],
  CZ: ['110 00'],
  DE: ['10115'],
  DK: ['1050'],
  EE: ['10111'],
  ES: ['28013'],
  FI: ['00100'],
  FR: ['75011'],
  GB: ['SW1A 1AA', 'M1 1AE', 'B33 8TH', 'CR2 6XH', 'W1A 0AX'],
  GF: ['97300'],
  GP: ['97110'],
  GR: ['105 57'],
  HR: ['10000'],
  HU: ['1051'],
  IT: ['00184'],
  JP: ['100-0001'],
  LI: ['9490'],
  LT: ['01001', 'LT-01001'],
  LU: ['1009'],
  LV: ['LV-1050', '1050'],
  MC: ['98000'],
  MQ: ['97200'],
  NL: ['1011 AB'],
  NO: ['0150'],
  NZ: ['6011'],
  PL: ['00-001'],
  PT: ['1100-148'],
  RE: ['97400'],
  RO: ['010011'],
  SE: ['111 20'],
  SI: ['1000'],
  SK: ['811 01'],
  US: ['10001', '10001-1234'],
  YT: ['97600'],
} as const satisfies Partial<Record<CountryCode, readonly [string, ...string[]]>>;

/**
 * Returns an example of the country's postcodes if this one matches none of its forms; null if it matches, or
 * if the forms are unknown. Use it to ask for a confirmation, never to refuse: the specification's rules
 * decide.
 */
export function postcodeExampleAgainst(country: CountryCode, postcode: string): string | null {
  const examples: Partial<Record<CountryCode, readonly string[]>> = EXAMPLES;
  const known = examples[country] ?? [];
  const shape = shapeOf(postcode);
  return known.some((example) => shapeOf(example) === shape) ? null : (known[0] ?? null);
}

/** Monaco and overseas France by postcode prefix; their postcodes have five digits like France's. */
const FRENCH_PREFIXES: Readonly<Record<string, readonly CountryCode[]>> = {
  '971': ['GP', 'BL', 'MF'],
  '972': ['MQ'],
  '973': ['GF'],
  '974': ['RE'],
  '975': ['PM'],
  '976': ['YT'],
  '977': ['BL'],
  '978': ['MF'],
  '980': ['MC'],
  '984': ['TF'],
  '986': ['WF'],
  '987': ['PF'],
  '988': ['NC'],
};

const FRENCH_COUNTRIES: ReadonlySet<CountryCode> = new Set([
  'FR',
  ...Object.values(FRENCH_PREFIXES).flat(),
]);

export function hasFrenchPostcodes(country: CountryCode): boolean {
  return FRENCH_COUNTRIES.has(country);
}

/**
 * Returns the countries that a French postcode may be in, the likeliest first: France for most, including
 * Corsica's 20000. Empty for unassigned overseas numbers; null unless it has five digits.
 */
export function countriesOfFrenchPostcode(postcode: string): readonly CountryCode[] | null {
  const digits = postcode.replaceAll(/\s/g, '');
  if (!/^\d{5}$/.test(digits)) return null;
  return FRENCH_PREFIXES[digits.slice(0, 3)] ?? (/^9[78]/.test(digits) ? [] : ['FR']);
}

/**
 * Returns the pattern of a postcode: digits become 9, letters A, all else is removed (`1011 AB` becomes
 * `9999AA`).
 */
function shapeOf(postcode: string): string {
  return postcode
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/\p{L}/gu, 'A')
    .replaceAll(/\p{N}/gu, '9');
}
