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

/** The columns of the file, in any order; each has to be there. */
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
/** In place of a street number that a point does not have. */
const NO_NUMBER = 's/n';

/** A row as the purchase form takes it, so that choosing a point fills in valid fields. */
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
  /** What is wrong, a sentence each, with its line of the file. */
  faults: string[];
};

/**
 * Reads relay points out of CSV (RFC 4180, commas or semicolons, as the first line has it), row by row.
 * Reports every fault of every row. A line `sep=;` before the columns names the separator, as spreadsheets
 * write it. A point without a street number gets `s/n` (no number), because a purchase has to have one.
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

/** Why a postcode cannot lie in the country of its point; null where it can. */
function postcodeFaultOf({ country, postcode }: RelayPoint): string | null {
  const example = postcodeExampleAgainst(country, postcode);
  if (example !== null) return `${postcode} is no postcode of ${country}, such as ${example}.`;
  if (!hasFrenchPostcodes(country)) return null;
  const countries = countriesOfFrenchPostcode(postcode) ?? [country];
  if (countries.includes(country)) return null;
  return `${postcode} lies in ${countries[0] ?? 'no country'}, not in ${country}.`;
}

type Row = { line: number; cells: string[] };

/** Rows with the line that each begins on; empty lines are none. */
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
    // A quote that stands open: the rest is one cell, which no rule takes.
    const [whole, value = '', end] = found ?? [text.slice(cell.lastIndex), text, ''];
    row.cells.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    at += whole.split('\n').length - 1;
    if (end === separator) continue;
    if (row.cells.some((one) => one !== '')) rows.push(row);
    row = { line: at, cells: [] };
    if (found === null || end === '' || cell.lastIndex >= text.length) return rows;
  }
}
