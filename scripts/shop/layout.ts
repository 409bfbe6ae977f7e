import type { Report, ReportBlock } from '@agres/office/operations/report';

/**
 * A report as text for a terminal. What strangers typed (names, addresses) may hold control
 * characters: they are shown as `�`. A document alone is printed verbatim.
 */
export function layOut(report: Report): string {
  const [first] = report;
  if (first?.kind === 'document') return first.text;
  return `${report.map(layOutBlock).join('\n\n')}\n`;
}

function layOutBlock(block: ReportBlock): string {
  switch (block.kind) {
    case 'document':
      return block.text;
    case 'lines':
      return block.lines.map(harmless).join('\n');
    case 'table':
      return block.rows.length === 0 ? block.empty : layOutTable(block);
  }
}

type Table = Extract<ReportBlock, { kind: 'table' }>;

function layOutTable({ columns, rows }: Table): string {
  const cells = rows.map((row) => row.map(harmless));
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[index] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    columns
      .map(({ align }, index) => {
        const cell = row[index] ?? '';
        const space = ' '.repeat((widths[index] ?? 0) - widthOf(cell));
        return align === 'right' ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd();
  const titles = line(columns.map(({ title }) => title));
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  return [titles, rule, ...cells.map(line)].join('\n');
}

/** Columns on the screen: a character with its accents is one. */
const SEGMENTER = new Intl.Segmenter();
const widthOf = (text: string) => [...SEGMENTER.segment(text)].length;

/** Control characters, and those that turn the direction of the text around. */
const STEERING = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
const harmless = (text: string) => text.replaceAll(STEERING, '\u{FFFD}');
