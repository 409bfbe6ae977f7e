import type { Db } from '@shop/db/db';

/**
 * A name of the public content as it is now: another one whenever an item, an option's stock, an
 * image or an article was written by anybody, or became due for publication. The transaction that
 * wrote a row stands in the row itself (`xmin`), so that no trigger and no shared counter is needed
 * that purchases would queue for. One statement over small tables.
 */
export async function readContentVersion(db: Db): Promise<string> {
  const [row] = await db.$queryRaw<{ version: string }[]>`
    SELECT concat_ws('.',
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint),
         count(*) FILTER (WHERE published_at <= now())) FROM item),
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint)) FROM item_option),
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint)) FROM item_image),
      (SELECT concat_ws('-', count(*), sum(xmin::text::bigint),
         count(*) FILTER (WHERE published_at <= now())) FROM article)) AS version`;
  return row?.version ?? '';
}
