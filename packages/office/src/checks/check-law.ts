import { defineRead } from '@agres/core/operations/operation';
import { readShopFacts } from '@agres/core/settings';
import type { Db } from '@agres/db/db';
import { BRAND, isPlaceholder, unsetBrandFacts, type Brand } from '@agres/domain/brand';
import { z } from 'zod';

/** Texts and artwork that the law prescribes. Nothing shows them yet (packages/legal/official/README.md). */
const OFFICIAL_FILES = [
  'withdrawal-form.fr.txt',
  'withdrawal-form.en.txt',
  'withdrawal-notice.fr.txt',
  'guarantee-goods.fr.txt',
  'guarantee-digital.fr.txt',
  'harmonised-notice.fr.svg',
  'harmonised-notice.fr.txt',
] as const;

/** The facts that the law requires. The other facts of a brand are links. */
const FACTS_OF_LAW = /^(?:seller|host)\.|^(?:mediator|producerIds)$/;

/** Returns the missing facts that the law requires, as paths in the brand, such as `seller.telephone`. */
export const missingFacts = (brand: Brand): string[] =>
  unsetBrandFacts(brand).filter((name) => FACTS_OF_LAW.test(name));

const GAPS = [
  'fact_missing',
  'support_email_missing',
  'official_text_missing',
  'maker_missing',
  'testimonials_samples',
  'counters_without_source',
] as const;

const gapSchema = z.object({
  gap: z.enum(GAPS),
  /** Paths in `packages/domain/src/brand.ts`, file names or items. */
  subjects: z.array(z.string()),
});
type LawGap = z.output<typeof gapSchema>;

/** Returns what the shop lacks to comply with the law (docs/LAW.md). */
export async function findLawGaps(db: Db, brand: Brand): Promise<LawGap[]> {
  const items = await db.item.findMany({
    where: { publishedAt: { not: null }, makerName: null },
    select: { id: true, titleFr: true },
    orderBy: { id: 'asc' },
  });
  const subjects: Record<(typeof GAPS)[number], string[]> = {
    fact_missing: missingFacts(brand),
    support_email_missing: isPlaceholder(brand.supportEmail) ? ['supportEmail'] : [],
    official_text_missing: [...OFFICIAL_FILES],
    maker_missing: items.map(({ id, titleFr }) => `${titleFr} (${id})`),
    testimonials_samples: brand.testimonials === 'checked' ? [] : ['testimonials'],
    counters_without_source: brand.counterSource === null ? ['counterSource'] : [],
  };
  return GAPS.map((gap) => ({ gap, subjects: subjects[gap] })).filter(
    (one) => one.subjects.length > 0,
  );
}

/**
 * Reports what the shop lacks to comply with the law. docs/LAW.md lists the questions for a lawyer or an
 * accountant.
 */
export const checkLaw = defineRead({
  name: 'checks.law',
  permission: 'checks.run',
  input: z.object({}),
  output: z.object({ gaps: z.array(gapSchema) }),
  run: async ({ db }) => {
    const brand = { ...BRAND, ...(await readShopFacts(db)) };
    return { gaps: await findLawGaps(db, brand) };
  },
});
