import type { Deps } from '@agres/core/context';
import { parisDayOf } from '@agres/domain/days';

/**
 * Reads the version of the public content. It changes with every write of an item, an option's stock, an
 * image, an article or a setting, when a publication date passes, and every day, because pages show the
 * delivery date of an order placed today.
 *
 * Each row holds the id of the transaction that wrote it (`xmin`), so purchases do not queue for a shared
 * counter. Reviews are unbounded and not counted: a trigger updates the row of their item. The clock that
 * reads the content also decides publication, because the database's clock may be ahead of it.
 */
export async function readContentVersion({
  db,
  clock,
  contractTexts,
}: Pick<Deps, 'db' | 'clock' | 'contractTexts'>): Promise<string> {
  const now = clock();
  const [row] = await db.$queryRaw<{ version: string; settings: string }[]>`
    SELECT settings, concat_ws('.', settings,
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint),
         count(*) FILTER (WHERE published_at <= ${now})) FROM item),
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint)) FROM item_option),
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint)) FROM item_image),
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint),
         count(*) FILTER (WHERE published_at <= ${now})) FROM article)) AS version
    FROM (SELECT concat_ws('-', count(*), sum(xmin::text::bigint)) AS settings FROM setting) s`;
  // Follow the settings first, so that a known version implies that its settings are in force.
  await contractTexts.follow(row?.settings ?? '');
  return `${parisDayOf(now)}.${row?.version ?? ''}`;
}
