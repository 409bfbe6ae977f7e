import type { Db } from '@shop/db/db';

/**
 * The version of the public content: another one whenever an item, an option's stock, an image or an
 * article was written by anybody, or became due for publication. Each row holds the id of the
 * transaction that wrote it (`xmin`), so that no trigger is needed, and no shared counter that
 * purchases would queue for. One statement over small tables.
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
