import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { endCommand } from '@agres/core/operations/refuse';
import type { Db } from '@agres/db/db';
import { BRAND, unsetBrandFacts } from '@agres/domain/brand';

import { defineCommand } from './operations/command.ts';
import { lines } from './operations/report.ts';

const OFFICIAL_FOLDER = 'packages/legal/official';
/** What this shop says of itself, and the official files that lie in its repository. */
const OWN = { brand: BRAND, folder: join(import.meta.dirname, '../../..', OFFICIAL_FOLDER) };

/** Texts and artwork that the law fixes. No page or email shows one yet, whether or not its file is there. */
const OFFICIAL_FILES = {
  'withdrawal-form.fr.txt': 'the model withdrawal form (annex of R221-1)',
  'withdrawal-form.en.txt': 'the model withdrawal form in English (directive 2011/83/EU)',
  'withdrawal-notice.fr.txt': 'the information on the right of withdrawal (R221-3)',
  'guarantee-goods.fr.txt': 'the box of the legal guarantee for goods (D211-2)',
  'guarantee-digital.fr.txt':
    'the box of the legal guarantee for digital services (D211-3, D211-4)',
  'harmonised-notice.fr.svg': 'the harmonised notice of the legal guarantee (regulation 2025/1960)',
  'harmonised-notice.fr.txt': 'the text of the harmonised notice',
} as const;

/** The facts of `brand.ts` that the law asks for; the others are links of the brand. */
const FACTS_OF_LAW =
  /^(?:seller|host|delivery)\.|^(?:mediator|returnAddress|producerIds|supportEmail)\b/;

/**
 * What a shop lacks to be lawful (docs/LAW.md), a sentence each that says what to do; from files and the
 * database alone.
 */
export async function findLawGaps(
  db: Db,
  { brand, folder }: { brand: typeof BRAND; folder: string } = OWN,
): Promise<string[]> {
  const facts = unsetBrandFacts(brand).filter((name) => FACTS_OF_LAW.test(name));
  const items = await db.item.findMany({
    where: { publishedAt: { not: null }, makerName: null },
    select: { id: true, titleFr: true },
    orderBy: { id: 'asc' },
  });
  return [
    ...facts.map(
      (name) => `${name} is not known: enter it in packages/domain/src/brand.ts, then build.`,
    ),
    ...Object.entries(OFFICIAL_FILES).map(([name, what]) =>
      existsSync(join(folder, name))
        ? `${OFFICIAL_FOLDER}/${name} is there, and nothing shows it yet: the site says the rule in its own words until its texts are changed.`
        : `${OFFICIAL_FOLDER}/${name} is missing: put ${what} there, unchanged, then have the site show it.`,
    ),
    ...items.map(
      ({ id, titleFr }) =>
        `Item ${id}, ${titleFr}, names no maker: pnpm shop item:set ${id} --maker-name … --maker-address … --maker-contact …`,
    ),
    ...(brand.testimonials === 'checked'
      ? []
      : [
          'The three testimonials of the home page are samples: have real ones with consent, date and source, then set testimonials in packages/domain/src/brand.ts.',
        ]),
    ...(brand.counterSource === null
      ? [
          'The counters of the home page name neither source nor date: enter them as counterSource in packages/domain/src/brand.ts, then build.',
        ]
      : []),
  ];
}

export const lawCheckCommand = defineCommand({
  name: 'law:check',
  summary: 'What the shop lacks to be lawful: facts, official texts, makers',
  parameters: {},
  notes: [
    'Reads files and the database only. Ends with 1 while something lacks. What a lawyer or an accountant',
    'still has to answer is in docs/LAW.md.',
  ],
  examples: [''],
  input: {},
  run: async ({ db }) => {
    const gaps = await findLawGaps(db);
    if (gaps.length > 0) endCommand(gaps.join('\n'));
    return [lines('Nothing that can be checked here is missing. docs/LAW.md has what cannot.')];
  },
});
