import {
  countriesOfFrenchPostcode,
  hasFrenchPostcodes,
  postcodeExampleAgainst,
} from '@agres/domain/postcode';
import { PURCHASE_FIELD_MAX } from '@agres/domain/purchase-fields';
import type { Refusal } from '@agres/domain/refusals';
import { RELAY_HOURS_LENGTH, type RelayPoint } from '@agres/domain/relays';
import { countrySchema, relayIdSchema } from '@agres/domain/relays.schema';
import { lineSchema } from '@agres/domain/text.schema';
import { z } from 'zod';

const MAX_LENGTHS = {
  name: PURCHASE_FIELD_MAX.relayName,
  number: PURCHASE_FIELD_MAX.number,
  street: PURCHASE_FIELD_MAX.name,
  postcode: PURCHASE_FIELD_MAX.zipCode,
  town: PURCHASE_FIELD_MAX.city,
  hours: RELAY_HOURS_LENGTH,
} as const;

const line = (max: number) => lineSchema({ min: 1, max });
/** The street number of a point without one, because a purchase requires a number. */
const NO_NUMBER = 's/n';

/** Points are validated like the purchase form, so that choosing one fills in valid fields. */
const importedPointSchema = z.object({
  id: relayIdSchema,
  country: countrySchema,
  name: line(MAX_LENGTHS.name),
  number: line(MAX_LENGTHS.number),
  street: line(MAX_LENGTHS.street),
  postcode: line(MAX_LENGTHS.postcode),
  town: line(MAX_LENGTHS.town),
  hours: line(MAX_LENGTHS.hours),
}) satisfies z.ZodType<RelayPoint>;

/** The required columns, in any order. */
const RELAY_COLUMNS = importedPointSchema.keyof().options;

function invalidCell(at: number, column: keyof RelayPoint): Refusal {
  if (column === 'id') return { code: 'relay_id_invalid', line: at };
  if (column === 'country') return { code: 'relay_country_invalid', line: at };
  return { code: 'relay_text_invalid', line: at, column, max: MAX_LENGTHS[column] };
}

export type ReadRelays = {
  points: RelayPoint[];
  /** The errors, each with its line in the file. */
  faults: Refusal[];
};

/**
 * Parses relay points from CSV (RFC 4180, commas or semicolons) and reports every error of every row. A first
 * line `sep=;`, as spreadsheets write it, names the separator. A point without a street number gets `s/n`,
 * because a purchase requires one.
 */
export function readRelays(csv: string): ReadRelays {
  const rows = rowsOf(csv);
  const [head, ...others] = rows;
  const titles = head?.cells.map((title) => title.trim().toLowerCase()) ?? [];
  const missing = RELAY_COLUMNS.filter((column) => !titles.includes(column));
  if (missing.length > 0) {
    return {
      points: [],
      faults: [{ code: 'relay_columns_missing', columns: missing.join(', ') }],
    };
  }
  const points: RelayPoint[] = [];
  const faults: Refusal[] = [];
  const lineOfId = new Map<string, number>();
  for (const { line: at, cells } of others) {
    if (cells.length !== titles.length) {
      const counts = { cells: cells.length, columns: titles.length };
      faults.push({ code: 'relay_cells_wrong', line: at, ...counts });
      continue;
    }
    const parsed = importedPointSchema.safeParse(
      Object.fromEntries(titles.map((title, index) => [title, valueOf(title, cells[index])])),
    );
    if (!parsed.success) {
      const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
      for (const column of RELAY_COLUMNS) {
        if (wrong.has(column)) faults.push(invalidCell(at, column));
      }
      continue;
    }
    const postcodeFault = postcodeFaultOf(at, parsed.data);
    if (postcodeFault !== null) faults.push(postcodeFault);
    const before = lineOfId.get(parsed.data.id);
    if (before === undefined) points.push(parsed.data);
    else faults.push({ code: 'relay_repeated', line: at, id: parsed.data.id, before });
    lineOfId.set(parsed.data.id, at);
  }
  if (others.length === 0) faults.push({ code: 'relays_missing' });
  return { points, faults };
}

const valueOf = (title: string, cell = '') =>
  title === 'number' && cell.trim() === '' ? NO_NUMBER : cell.trim();

/** Returns why a postcode is invalid in its country, or null. */
function postcodeFaultOf(at: number, { country, postcode }: RelayPoint): Refusal | null {
  const example = postcodeExampleAgainst(country, postcode);
  const facts = { line: at, postcode, country };
  if (example !== null) return { code: 'relay_postcode_wrong', ...facts, example };
  if (!hasFrenchPostcodes(country)) return null;
  const countries = countriesOfFrenchPostcode(postcode) ?? [country];
  if (countries.includes(country)) return null;
  return { code: 'relay_postcode_elsewhere', ...facts, found: countries[0] ?? '–' };
}

type Row = { line: number; cells: string[] };

/** Returns the rows with the number of their first line. Skips empty lines. */
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
    // After an unclosed quote, the rest becomes one cell, which validation rejects.
    const [whole, value = '', end] = found ?? [text.slice(cell.lastIndex), text, ''];
    row.cells.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    at += whole.split('\n').length - 1;
    if (end === separator) continue;
    if (row.cells.some((one) => one !== '')) rows.push(row);
    row = { line: at, cells: [] };
    if (found === null || end === '' || cell.lastIndex >= text.length) return rows;
  }
}
