import type { Deps } from '@agres/core/context';
import { parisDayOf } from '@agres/domain/days';

/**
 * The version of the public content. It changes with every write of an item, an option's stock, an
 * image or an article, and when one becomes due for publication. Each row holds the id of the transaction
 * that wrote it (`xmin`), so this needs no shared counter that purchases would queue for. Of reviews, which
 * have no bound, a trigger writes the item.
 * It changes with the day too: pages say by when what is ordered today arrives.
 * One statement over small tables. What is due is decided by the clock that the content is read with: the
 * database's clock may be ahead of it.
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
  // A version that is known is that of facts that are in force.
  await contractTexts.follow(row?.settings ?? '');
  return `${parisDayOf(now)}.${row?.version ?? ''}`;
}
