import { z } from 'zod';

/** How a spreadsheet of each language reads a file without being asked, and the language of names in it. */
const STYLES = {
  fr: { locale: 'fr', separator: ';', decimal: ',' },
  en: { locale: 'en', separator: ',', decimal: '.' },
} as const;

/** How numbers and columns of a CSV file are written. */
export type CsvStyle = (typeof STYLES)[keyof typeof STYLES];

/** The field of operations that write CSV. */
export const styleInput = { style: z.enum(['fr', 'en']).nullable() };

/** The style of a name; French where none is given. */
export const styleOf = (name: keyof typeof STYLES | null): CsvStyle => STYLES[name ?? 'fr'];

/** The answer of operations that write CSV: a file. */
export const csvSchema = z.object({ csv: z.string() });

/** By this a spreadsheet knows UTF-8. */
export const CSV_HEAD = '\uFEFF';

/** One line of a CSV file, quoted as RFC 4180 says. */
export const csvLine = (cells: readonly string[], style: CsvStyle): string =>
  `${cells.map((cell) => quoted(cell, style)).join(style.separator)}\r\n`;

/** An amount in cents as a spreadsheet reads it. */
export const csvAmount = (cents: number, { decimal }: CsvStyle): string =>
  (cents / 100).toFixed(2).replace('.', decimal);

/** Text that no spreadsheet runs as a formula. */
export const csvText = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

const quoted = (cell: string, { separator }: CsvStyle) =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
