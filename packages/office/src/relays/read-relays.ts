import {
  countriesOfFrenchPostcode,
  hasFrenchPostcodes,
  postcodeExampleAgainst,
} from '@agres/domain/postcode';
import { PURCHASE_FIELD_MAX } from '@agres/domain/purchase-fields';
import { RELAY_HOURS_LENGTH, type RelayPoint } from '@agres/domain/relays';
import { countrySchema, relayIdSchema } from '@agres/domain/relays.schema';
import { lineSchema } from '@agres/domain/text.schema';
import { z } from 'zod';

/** The required columns of the file, in any order. */
const RELAY_COLUMNS = [
  'id',
  'country',
  'name',
  'number',
  'street',
  'postcode',
  'town',
  'hours',
] as const satisfies readonly (keyof RelayPoint)[];

const line = (max: number) => lineSchema({ min: 1, max });
/** Replaces a missing street number. */
const NO_NUMBER = 's/n';

/** A row, validated like the purchase form, so that choosing a point fills in valid fields. */
const importedPointSchema = z.object({
  id: relayIdSchema,
  country: countrySchema,
  name: line(PURCHASE_FIELD_MAX.relayName),
  number: line(PURCHASE_FIELD_MAX.number),
  street: line(PURCHASE_FIELD_MAX.name),
  postcode: line(PURCHASE_FIELD_MAX.zipCode),
  town: line(PURCHASE_FIELD_MAX.city),
  hours: line(RELAY_HOURS_LENGTH),
}) satisfies z.ZodType<RelayPoint>;

const WANTED: Readonly<Record<keyof RelayPoint, string>> = {
  id: '1 to 32 letters, digits and hyphens',
  country: 'a country of two letters, such as FR',
  name: `1 to ${PURCHASE_FIELD_MAX.relayName} characters`,
  number: `1 to ${PURCHASE_FIELD_MAX.number} characters`,
  street: `1 to ${PURCHASE_FIELD_MAX.name} characters`,
  postcode: `1 to ${PURCHASE_FIELD_MAX.zipCode} characters`,
  town: `1 to ${PURCHASE_FIELD_MAX.city} characters`,
  hours: `1 to ${RELAY_HOURS_LENGTH} characters`,
};

export type ReadRelays = {
  points: RelayPoint[];
  /** The problems, a sentence each, with the line in the file. */
  faults: string[];
};

/**
 * Parses relay points from CSV (RFC 4180; commas or semicolons, detected in the first line) and reports
 * every error of every row. A first line `sep=;`, as spreadsheets write it, names the separator. A point
 * without a street number gets `s/n` (no number), because a purchase requires one.
 */
export function readRelays(csv: string): ReadRelays {
  const rows = rowsOf(csv);
  const [head, ...others] = rows;
  const titles = head?.cells.map((title) => title.trim().toLowerCase()) ?? [];
  const missing = RELAY_COLUMNS.filter((column) => !titles.includes(column));
  if (missing.length > 0) {
    return { points: [], faults: [`Line 1: these columns are missing: ${missing.join(', ')}.`] };
  }
  const points: RelayPoint[] = [];
  const faults: string[] = [];
  const lineOfId = new Map<string, number>();
  for (const { line: at, cells } of others) {
    if (cells.length !== titles.length) {
      faults.push(`Line ${at}: ${cells.length} values stand under ${titles.length} columns.`);
      continue;
    }
    const parsed = importedPointSchema.safeParse(
      Object.fromEntries(titles.map((title, index) => [title, valueOf(title, cells[index])])),
    );
    if (!parsed.success) {
      const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
      for (const column of RELAY_COLUMNS) {
        if (wrong.has(column)) faults.push(`Line ${at}: ${column} must be ${WANTED[column]}.`);
      }
      continue;
    }
    const postcodeFault = postcodeFaultOf(parsed.data);
    if (postcodeFault !== null) faults.push(`Line ${at}: ${postcodeFault}`);
    const before = lineOfId.get(parsed.data.id);
    if (before === undefined) points.push(parsed.data);
    else faults.push(`Line ${at}: ${parsed.data.id} is the id of line ${before} too.`);
    lineOfId.set(parsed.data.id, at);
  }
  if (others.length === 0) faults.push('There is no point in the file.');
  return { points, faults };
}

const valueOf = (title: string, cell = '') =>
  title === 'number' && cell.trim() === '' ? NO_NUMBER : cell.trim();

/** Returns why a postcode is invalid in its point's country, or null. */
function postcodeFaultOf({ country, postcode }: RelayPoint): string | null {
  const example = postcodeExampleAgainst(country, postcode);
  if (example !== null) return `${postcode} is no postcode of ${country}, such as ${example}.`;
  if (!hasFrenchPostcodes(country)) return null;
  const countries = countriesOfFrenchPostcode(postcode) ?? [country];
  if (countries.includes(country)) return null;
  return `${postcode} lies in ${countries[0] ?? 'no country'}, not in ${country}.`;
}

type Row = { line: number; cells: string[] };

/** Splits the text into rows, each with its first line number; skips empty lines. */
function rowsOf(csv: string): Row[] {
  const text = csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const [named = '', separator = /^[^\n]*;/.test(text) ? ';' : ','] =
    /^sep=([;,])\n/i.exec(text) ?? [];
  const cell = new RegExp(
    `("(?:[^"]|"")*"|[^"${separator}\\n][^${separator}\\n]*|)(${separator}|\\n|$)`,
    'gy',
  );
  const rows: Row[] = [];
  cell.lastIndex = named.length;
  const first = named === '' ? 1 : 2;
  let [at, row]: [number, Row] = [first, { line: first, cells: [] }];
  for (;;) {
    const found = cell.exec(text);
    // An unclosed quote: the rest becomes one cell, which validation rejects.
    const [whole, value = '', end] = found ?? [text.slice(cell.lastIndex), text, ''];
    row.cells.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    at += whole.split('\n').length - 1;
    if (end === separator) continue;
    if (row.cells.some((one) => one !== '')) rows.push(row);
    row = { line: at, cells: [] };
    if (found === null || end === '' || cell.lastIndex >= text.length) return rows;
  }
}
