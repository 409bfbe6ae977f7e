import { PURCHASE_FIELD_MAX } from '@shop/domain/purchase-fields';
import { RELAY_HOURS_LENGTH, type RelayPoint } from '@shop/domain/relays';
import { countrySchema, relayIdSchema } from '@shop/domain/relays.schema';
import { lineSchema } from '@shop/domain/text.schema';
import { z } from 'zod';

/** The columns of the file, in any order; each has to be there. */
export const RELAY_COLUMNS = [
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

/** A row as the purchase form takes it: whoever presses a point fills valid fields in. */
export const importedPointSchema = z.object({
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
 * Whatever is wrong is told of every row.
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
      Object.fromEntries(titles.map((title, index) => [title, cells[index]?.trim()])),
    );
    if (!parsed.success) {
      const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
      for (const column of RELAY_COLUMNS) {
        if (wrong.has(column)) faults.push(`Line ${at}: ${column} must be ${WANTED[column]}.`);
      }
      continue;
    }
    const before = lineOfId.get(parsed.data.id);
    if (before === undefined) points.push(parsed.data);
    else faults.push(`Line ${at}: ${parsed.data.id} is the id of line ${before} too.`);
    lineOfId.set(parsed.data.id, at);
  }
  if (others.length === 0) faults.push('There is no point in the file.');
  return { points, faults };
}

type Row = { line: number; cells: string[] };

/** Rows with the line that each begins on; empty lines are none. */
function rowsOf(csv: string): Row[] {
  const text = csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const separator = /^[^\n]*;/.test(text) ? ';' : ',';
  const cell = new RegExp(
    `("(?:[^"]|"")*"|[^"${separator}\\n][^${separator}\\n]*|)(${separator}|\\n|$)`,
    'gy',
  );
  const rows: Row[] = [];
  let [at, row]: [number, Row] = [1, { line: 1, cells: [] }];
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
