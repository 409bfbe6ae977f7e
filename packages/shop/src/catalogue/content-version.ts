import type { Deps } from '@agres/core/context';
import { parisDayOf } from '@agres/domain/days';

/**
 * The version of the public content. It changes with every write of an item, an option's stock, an
 * image or an article, and when one becomes due for publication. Each row holds the id of the transaction
 * that wrote it (`xmin`), so this needs no trigger, and no shared counter that purchases would queue for.
 * It changes with the day too: pages say by when what is ordered today arrives.
 * One statement over small tables. What is due is decided by the clock that the content is read with: the
 * database's clock may be ahead of it.
 */
export async function readContentVersion({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<string> {
  const now = clock();
  const [row] = await db.$queryRaw<{ version: string }[]>`
    SELECT concat_ws('.',
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint),
         count(*) FILTER (WHERE published_at <= ${now})) FROM item),
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint)) FROM item_option),
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint)) FROM item_image),
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint),
         count(*) FILTER (WHERE published_at <= ${now})) FROM article)) AS version`;
  return `${parisDayOf(now)}.${row?.version ?? ''}`;
}
