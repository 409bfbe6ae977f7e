import { z } from 'zod';

/**
 * The CSV dialects that spreadsheets of each language open without an import dialog. Names are in `locale`.
 */
const STYLES = {
  fr: { locale: 'fr', separator: ';', decimal: ',' },
  en: { locale: 'en', separator: ',', decimal: '.' },
} as const;

export type CsvStyle = (typeof STYLES)[keyof typeof STYLES];

export const styleInput = { style: z.enum(['fr', 'en']).nullable() };

/** Returns the style; French by default. */
export const styleOf = (name: keyof typeof STYLES | null): CsvStyle => STYLES[name ?? 'fr'];

export const csvSchema = z.object({ csv: z.string() });

/** The byte order mark, by which spreadsheets recognize UTF-8. */
export const CSV_HEAD = '\uFEFF';

/** Formats one line of a CSV file, quoted according to RFC 4180. */
export const csvLine = (cells: readonly string[], style: CsvStyle): string =>
  `${cells.map((cell) => quoted(cell, style)).join(style.separator)}\r\n`;

/** Formats cents with the decimal sign of the style. */
export const csvAmount = (cents: number, { decimal }: CsvStyle): string =>
  (cents / 100).toFixed(2).replace('.', decimal);

/** Prefixes text that a spreadsheet would run as a formula. */
export const csvText = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

const quoted = (cell: string, { separator }: CsvStyle) =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
