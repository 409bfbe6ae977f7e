/**
 * Checks the text catalogues (`pnpm i18n:check`, part of `pnpm check`): they contain exactly the texts of the
 * sources, every text is translated, the French is typeset, a translation has the same values and tags as its
 * source, two catalogues of a page agree, pages can load the catalogue of every feature, and the sentences that
 * the specification quotes appear word for word. Changes nothing; prints each fault and exits with 1.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { LOCALES, type Locale } from '@agres/domain/locale';
import { typesetCatalogue } from '@agres/i18n/typography';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

import { absentSentences, SPECIFIED_SENTENCES } from './specified-sentences.ts';
import { printHelpIfRequested } from './usage.ts';

export type Text = { source: string; french: string };

// A brace after a plural keyword opens a sentence; any other brace encloses a value.
const VALUE_OR_TAG = /(?<!(?:\b(?:zero|one|two|few|many|other)|=\d+)\s*)\{\s*(\w+)\s*[,}]|<(\d+)/g;

const valuesAndTagsOf = (message: string) =>
  [...new Set(Array.from(message.matchAll(VALUE_OR_TAG), (found) => found[1] ?? `<${found[2]}>`))]
    .toSorted()
    .join(' ');

/** Rejected spellings, each with the one used instead. */
const SPELLINGS = {
  source: [
    [/\be-mail/i, 'email'],
    [/\p{L}'\p{L}/u, 'the curved apostrophe'],
  ],
  french: [
    [/(?<![{<\w])email(?!\w*\})/i, 'e-mail'],
    [/º/, 'n°'],
  ],
} as const;

export function faultsOf({ source, french }: Text): string[] {
  const faults: string[] = [];
  if (french.trim() === '') return ['is not translated'];
  if (french !== typesetCatalogue(french)) faults.push('is not typeset (pnpm i18n does it)');
  const [wanted, found] = [valuesAndTagsOf(source), valuesAndTagsOf(french)];
  if (wanted !== found) faults.push(`has the values “${found}” instead of “${wanted}”`);
  for (const [other, used] of SPELLINGS.source) {
    if (other.test(source)) faults.push(`is spelled otherwise in English: ${used}`);
  }
  for (const [other, used] of SPELLINGS.french) {
    if (other.test(french)) faults.push(`is spelled otherwise in French: ${used}`);
  }
  return faults;
}

const root = dirname(import.meta.dirname);

const LOADERS = 'apps/web/src/lib/catalogs.ts';

/** Describes the feature catalogues that pages cannot load. */
function unloadableFaultsOf(catalogs: readonly Catalog[], loaders: string): string[] {
  return catalogs.flatMap(({ name = '', include }) => {
    if (!include.some((path) => path.includes('apps/web/src/features/'))) return [];
    const missing = LOCALES.filter((locale) => !loaders.includes(`locales/${locale}/${name}.po'`));
    return missing.map((locale) => `${LOADERS} does not load ${locale}/${name}.po`);
  });
}

export type SiteText = { id: string; catalog: string; source: string; french: string };

/**
 * Describes the texts that two catalogues of the site translate differently. A page loads several, and the same
 * English text has the same id in each, so the one that is loaded last would win.
 */
export function conflictsOf(texts: readonly SiteText[]): string[] {
  const first = new Map<string, SiteText>();
  return texts.flatMap((text) => {
    const { id, catalog, source, french } = text;
    const known = first.get(id) ?? text;
    first.set(id, known);
    if (known.french === french) return [];
    return [
      `“${source}” is “${known.french}” in fr/${known.catalog}.po and “${french}” in fr/${catalog}.po: give one a context`,
    ];
  });
}

type Catalog = { name?: string | undefined; include: readonly string[] };

async function findFaults(): Promise<string[]> {
  const catalogs = await getCatalogs(getConfig({ cwd: root }));
  const faults = unloadableFaultsOf(catalogs, readFileSync(join(root, LOADERS), 'utf8'));
  const texts: Record<Locale, string[]> = { fr: [], en: [] };
  const ofSite: SiteText[] = [];
  for (const catalog of catalogs) {
    const [frenchTexts, englishTexts] = [await catalog.read('fr'), await catalog.read('en')];
    for (const [id, message] of Object.entries(frenchTexts ?? {})) {
      const text = {
        source: englishTexts?.[id]?.translation ?? '',
        french: message.translation ?? '',
      };
      texts.en.push(text.source);
      texts.fr.push(text.french);
      if (catalog.include.some((path) => path.includes('apps/web/src'))) {
        ofSite.push({ ...text, id, catalog: catalog.name ?? '' });
      }
      const found = faultsOf(text);
      faults.push(...found.map((fault) => `fr/${catalog.name}.po: “${text.source}” ${fault}`));
    }
  }
  const absent = LOCALES.flatMap((locale) =>
    absentSentences(SPECIFIED_SENTENCES[locale], texts[locale]),
  );
  faults.push(...conflictsOf(ofSite));
  return [...faults, ...absent.map((sentence) => `“${sentence}” is specified, but nowhere said`)];
}

function isInSync(): boolean {
  const entry = join(root, 'node_modules/@lingui/cli/dist/lingui.js');
  const args = [entry, 'check', 'sync', '--clean', '--overwrite', '--verbose'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) console.error(`${stdout}${stderr}Run: pnpm i18n`);
  return status === 0;
}

if (import.meta.main) {
  printHelpIfRequested(import.meta.filename);
  const areInSync = isInSync();
  const faults = await findFaults();
  for (const fault of faults) console.error(fault);
  if (!areInSync || faults.length > 0) process.exit(1);
  console.log('Texts: every one is extracted, translated and typeset.');
}
