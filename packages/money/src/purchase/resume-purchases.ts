import { setTimeout as sleep } from 'node:timers/promises';

import type { ProviderDeps } from '@agres/core/operations/operation';
import { secondsFromNow } from '@agres/db/database-clock';

import { IS_LEASED } from '../checkout/lease.ts';
import { reconcilePurchases } from './open-purchases.ts';
import { IS_IN_FLIGHT } from './purchase-attempt.ts';

/** Start-up waits this long for a provider that does not answer; the reconciler continues afterwards. */
const MAX_WAIT_MS = 5000;

/**
 * Reconciles purchases without a lease holder before the process accepts requests. Throws if the database
 * does not answer; a slow provider only delays it.
 */
export async function resumePurchases(deps: ProviderDeps): Promise<void> {
  const { db, log } = deps;
  const open = await db.$executeRaw`
    UPDATE purchase_attempt SET next_check_at = ${secondsFromNow(0)}
    WHERE ${IS_IN_FLIGHT} AND NOT ${IS_LEASED}`;
  if (open > 0) log.info({ open }, 'open purchases of an earlier process, reconciling them');

  const work = async () => {
    while ((await reconcilePurchases(deps)) === 'more');
  };
  const timeout = new AbortController();
  const done = work()
    .catch((error: unknown) =>
      log.warn({ err: error }, 'could not resume open purchases; the reconciler will retry'),
    )
    .finally(() => timeout.abort());
  await Promise.race([done, sleep(MAX_WAIT_MS, undefined, timeout).catch(() => undefined)]);
}
