/**
 * Compares a large shop with a small one (`pnpm bench scale`): a million orders of 200,000 members, filled in by
 * SQL, measured in alternate turns in one run. `--size 0.1` takes a tenth.
 */
import type { Db } from '@agres/db/db';
import { addressOf, runOn } from '@agres/db/testing/test-servers';

import { startBenchSite, type BenchSite } from './content.ts';
import { GOALS, type Figure } from './figures.ts';
import { BUSIEST, compareCalls, type SiteToAsk } from './scale-calls.ts';
import { fillShop, largeShop, SMALL_SHOP, type ShopSize } from './scale-fill.ts';

export async function measureScale(serverUrl: string, args: readonly string[]): Promise<Figure[]> {
  const share = readShare(args);
  const start = (size: ShopSize, say: (line: string) => void) =>
    startBenchSite(serverUrl, async (db: Db) => {
      const [at] = await db.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`;
      await fillShop(addressOf(serverUrl, at?.name ?? ''), size, { busiest: BUSIEST, say });
    });
  const small = await start(SMALL_SHOP, () => undefined);
  console.log('Filling the large shop …');
  const large = await start(largeShop(share), console.log);
  try {
    const calls = await compareCalls(await siteToAsk(large), await siteToAsk(small));
    return calls.map(({ name, ratio, largeMs, smallMs }) => ({
      name: `${name}, p95 large ÷ small`,
      value: ratio,
      unit: '',
      goal: GOALS.largeToSmall,
      detail: `${largeMs.toFixed(1)} ms; ${smallMs.toFixed(1)} ms`,
    }));
  } finally {
    await large.close();
    await small.close();
  }
}

function readShare(args: readonly string[]): number {
  const at = args.indexOf('--size');
  const share = at === -1 ? 1 : Number(args[at + 1]);
  if (share > 0 && share <= 1) return share;
  throw new Error('--size takes a part of the large shop, more than 0 and at most 1: --size 0.1');
}

async function siteToAsk({ site }: BenchSite): Promise<SiteToAsk> {
  const [row] = await runOn(site.databaseUrl, "SELECT id FROM item WHERE title_en = 'Item 1'");
  return { site, itemId: Number(row?.['id']) };
}
