import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../../../docs/api');

/** The guides follow each other in this order. */
const PAGES = [
  'README.md',
  'first-call.md',
  'accounts.md',
  'buying.md',
  'subscribing.md',
  'withdrawals.md',
  'personal-data.md',
  'stock-alerts.md',
  'pickup-points.md',
  'rehearsing.md',
  'errors.md',
  'idempotency.md',
  'rate-limits.md',
  'client.md',
  'versioning.md',
  'CHANGELOG.md',
];
const EXAMPLE_ORIGIN = 'http://localhost:3000';

/**
 * Returns the guides to the API as one Markdown text. Links between pages become links to headings; `anchor`
 * is the prefix of a heading's name.
 */
export type Guides = (anchor: string) => string;

/** Reads the guides, with the origin of this site in their examples. */
export async function readGuides(publicUrl: string): Promise<Guides> {
  const pages = await Promise.all(PAGES.map((page) => readFile(join(FOLDER, page), 'utf8')));
  const text = pages.join('\n').replaceAll(EXAMPLE_ORIGIN, publicUrl);
  return (anchor) =>
    text.replaceAll(
      /\]\(([\w-]+\.md)(?:#([\w-]+))?\)/g,
      (_link, page: string, heading?: string) => {
        const [, title = ''] = /^# (.*)$/m.exec(pages[PAGES.indexOf(page)] ?? '') ?? [];
        return `](${anchor}${heading ?? anchorOf(title)})`;
      },
    );
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(/\s+/g, '-');
