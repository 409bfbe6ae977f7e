import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { defineRead } from '@agres/core/operations/operation';
import { readShopFacts } from '@agres/core/settings';
import type { Db } from '@agres/db/db';
import { BRAND, isPlaceholder, unsetBrandFacts, type Brand } from '@agres/domain/brand';
import { z } from 'zod';

const OFFICIAL_FOLDER = 'packages/legal/official';
/** The folder for official files in the repository. */
const OWN_FOLDER = join(import.meta.dirname, '../../../..', OFFICIAL_FOLDER);

/** Texts and artwork that the law prescribes. No page or email uses them yet, even if the file is present. */
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

/** The facts that the law requires and the owner sets in the office; the others are links of the brand. */
const FACTS_OF_LAW = /^(?:seller|host)\.|^(?:mediator|producerIds)$/;

/** Returns the missing facts that the law requires, by their paths in the brand: `seller.telephone`. */
export const missingFacts = (brand: Brand): string[] =>
  unsetBrandFacts(brand).filter((name) => FACTS_OF_LAW.test(name));

/**
 * Returns what the shop lacks to comply with the law (docs/LAW.md), one instruction each. Reads only files
 * and the database.
 */
export async function findLawGaps(
  db: Db,
  { brand, folder }: { brand: Brand; folder: string },
): Promise<string[]> {
  const items = await db.item.findMany({
    where: { publishedAt: { not: null }, makerName: null },
    select: { id: true, titleFr: true },
    orderBy: { id: 'asc' },
  });
  return [
    ...missingFacts(brand).map(
      (name) => `${name} is not known: enter it in the office, under Settings.`,
    ),
    ...(isPlaceholder(brand.supportEmail)
      ? ['supportEmail is not known: enter it in packages/domain/src/brand.ts, then build.']
      : []),
    ...Object.entries(OFFICIAL_FILES).map(([name, what]) =>
      existsSync(join(folder, name))
        ? `${OFFICIAL_FOLDER}/${name} is there, and nothing shows it yet: the site says the rule in its own words until its texts are changed.`
        : `${OFFICIAL_FOLDER}/${name} is missing: put ${what} there, unchanged, then have the site show it.`,
    ),
    ...items.map(
      ({ id, titleFr }) =>
        `Item ${id}, ${titleFr}, names no maker: enter the maker’s name, address and contact`,
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

/**
 * Reports what the shop lacks to comply with the law. docs/LAW.md lists the questions for a lawyer or an
 * accountant.
 */
export const checkLaw = defineRead({
  name: 'checks.law',
  permission: 'checks.run',
  input: z.object({}),
  output: z.object({ missing: z.array(z.string()) }),
  run: async ({ db }) => {
    const brand = { ...BRAND, ...(await readShopFacts(db)) };
    return { missing: await findLawGaps(db, { brand, folder: OWN_FOLDER }) };
  },
});
