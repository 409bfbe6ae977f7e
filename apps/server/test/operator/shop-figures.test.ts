import { readShopFigures } from '@agres/shop/shop-figures';
import { expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';

const DECLINED = '4000000000000002';
const CHALLENGED = '4000000000003220';

const shop = useRunning(startTestShop);

test('the shop metrics count purchases, open attempts and jobs, with a fixed set of labels', async () => {
  const cards = ['4242424242424242', DECLINED, CHALLENGED];
  for (const card of cards) {
    const { client, item } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken(card) });
  }
  await shop.app.db.$executeRaw`
    INSERT INTO job (kind, payload, run_at) VALUES ('of_tomorrow', '{}', now() - interval '1 minute')`;
  await shop.app.db.$executeRaw`
    INSERT INTO job (kind, payload, attempts, last_error, dead_at) VALUES
      ('mail', '{}', 12, 'smtp_451', now()), ('mail', '{}', 1, 'smtp_550', now()),
      ('mail', '{}', 2, 'address', now())`;
  await shop.app.db.$executeRaw`
    INSERT INTO job_schedule (name, next_run_at, locked_until) VALUES
      ('failing', now() - interval '2 hours', now()), ('of yesterday', now() - interval '1 day', NULL)`;

  const figures = await readShopFigures(shop.app.db);
  expect(figures.recentPurchases).toEqual(
    expect.arrayContaining([
      { outcome: 'paid', count: 1 },
      { outcome: 'invalid_card', count: 1 },
      { outcome: 'requires_action', count: 1 },
    ]),
  );
  expect(figures.openAttempts).toEqual([
    {
      noun: 'purchase',
      state: 'requires_action',
      count: 1,
      oldestSeconds: expect.any(Number),
    },
  ]);
  // Not those that their recipients refused.
  expect(figures.failedJobs).toBe(1);
  expect(figures.schedules).toEqual(
    expect.arrayContaining([
      { name: 'failing', overdueSeconds: expect.closeTo(7200, -2) },
      { name: 'of yesterday', overdueSeconds: 0 },
    ]),
  );
  const jobOf = (kind: string) => figures.jobs.find((job) => job.kind === kind);
  expect(jobOf('mail')?.count).toBe(1);
  expect(jobOf('other')?.count).toBe(1);
  expect(jobOf('other')?.oldestDueSeconds).toBeGreaterThanOrEqual(60);
  expect(figures.jobs.some(({ kind }) => kind === 'of_tomorrow')).toBe(false);
});
