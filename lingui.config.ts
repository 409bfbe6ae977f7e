import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { defineConfig, type OrderByFn } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

import { messagesExtractor } from './scripts/extract-messages.ts';

/** Each has a catalogue of its own, loaded with its pages (`CATALOGS` in apps/web/src/lib/catalogs.ts). */
const FEATURES = readdirSync(join(import.meta.dirname, 'apps/web/src/features'), {
  withFileTypes: true,
}).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const exclude = ['**/*.test.ts', '**/*.test.tsx'];

const catalog = (name: string, include: string[]) => ({
  path: `<rootDir>/packages/i18n/src/locales/{locale}/${name}`,
  include: include.map((path) => `<rootDir>/${path}`),
  exclude,
});

type Entry = Parameters<OrderByFn>[0];

// Texts with a name of their own stand by name, those of the macros (six-character ids) by wording.
const keyOf = ({ messageId, entry }: Entry) =>
  messageId.length === 6 ? (entry.message ?? messageId) : messageId;

export default defineConfig({
  sourceLocale: 'en',
  locales: ['fr', 'en'],
  catalogs: [
    // Refusals and notices, for every page that calls the server, and for clients of the calls.
    catalog('codes', ['packages/i18n/src/codes.ts']),
    // Why operations of the shop owner are not done: read by no page of the shop.
    catalog('refusals', ['packages/i18n/src/refusal-texts.ts']),
    // The operations of the owner's office, their fields and their entries in the journal.
    catalog('office', ['packages/i18n/src/office-texts.ts', 'packages/i18n/src/journal-texts.ts']),
    // The pages of the owner's office.
    catalog('office-pages', ['apps/office/src']),
    catalog('emails', ['packages/mail/src']),
    // What the server says to readers by itself.
    catalog('server', ['apps/server/src']),
    // What stands around every page.
    catalog('common', ['apps/web/src/ui', 'apps/web/src/lib', 'apps/web/src/routes']),
    ...FEATURES.map((name) =>
      catalog(name, [
        `apps/web/src/features/${name}`,
        // The site's questions, which the office shows too.
        ...(name === 'help' ? ['packages/i18n/src/faq-texts.ts'] : []),
      ]),
    ),
  ],
  extractors: [messagesExtractor],
  orderBy: (a, b) => keyOf(a).localeCompare(keyOf(b), 'en'),
  // Without origins a text changes its catalogue only when the text itself changes, not where it stands.
  format: formatter({ origins: false }),
});
