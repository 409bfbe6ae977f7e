import { parisMinuteOf } from '@agres/domain/days';
import type { OfficeTexts } from '@agres/i18n/office-texts';

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Formats an operation's output for a terminal: facts with labels, lists of rows as tables. Returns a `csv`
 * field as it is, to redirect to a file.
 */
export function printOutput(output: unknown, texts: OfficeTexts): string {
  if (isRow(output) && typeof output['csv'] === 'string') return output['csv'];
  return `${printFacts(isRow(output) ? output : { output }, texts).join('\n')}\n`;
}

function printFacts(facts: Row, texts: OfficeTexts): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const label = texts.field(name) ?? name;
    const rows = Array.isArray(value) ? value.filter(isRow) : [];
    if (rows.length > 0) return [`${label}:`, ...indented(printTable(rows, texts)), ''];
    if (isRow(value)) return [`${label}:`, ...indented(printFacts(value, texts))];
    return [`${label}: ${printValue(name, value, texts)}`];
  });
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`.trimEnd());

function printValue(name: string, value: unknown, texts: OfficeTexts): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return name.endsWith('Cents') ? euros(value) : String(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? '–' : value.map((one) => printValue(name, one, texts)).join(', ');
  }
  if (isRow(value)) {
    return Object.entries(value)
      .map(([inner, one]) => printValue(inner, one, texts))
      .filter((text) => text !== '–')
      .join(' ');
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return parisMinuteOf(new Date(text));
  return harmless(texts.value(text) ?? text);
}

function printTable(rows: readonly Row[], texts: OfficeTexts): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const titles = columns.map((name) => texts.field(name) ?? name);
  const cells = rows.map((row) =>
    columns.map((name) => printValue(name, row[name], texts).replaceAll('\n', ' ')),
  );
  const widths = titles.map((title, index) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[index] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd();
  return [line(titles), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.map(line)];
}

/** A grapheme (a character with its accents) takes one column. */
const SEGMENTER = new Intl.Segmenter();
const widthOf = (text: string) => [...SEGMENTER.segment(text)].length;

/** Control and bidirectional characters. Strangers wrote some texts, so these are replaced. */
const STEERING = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const harmless = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replaceAll(STEERING, '\u{FFFD}'))
    .join('\n');

/** Formats cents for the owner's tables: `19.99 €`. */
export function euros(cents: number): string {
  return `${(cents / 100).toFixed(2)} €`;
}
