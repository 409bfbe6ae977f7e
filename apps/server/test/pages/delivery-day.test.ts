import { latestDeliveryDay } from '@agres/domain/consumer-rights';
import { pathOf } from '@agres/domain/paths';
import { formatDate } from '@agres/i18n/formats';
import { afterEach, expect, test, vi } from 'vitest';

import { startBuiltSite } from '../support/built-web.ts';
import { addItem } from '../support/rows.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('an item page shows the delivery date of an order today, and a later one after midnight in Paris', async () => {
  const app = await startBuiltSite();
  const { id } = await addItem(app.db);
  const pageOf = async (locale: 'fr' | 'en') =>
    (await app.client().get(pathOf('item', locale, { id }))).text;
  const shown = (locale: 'fr' | 'en', orderedOn: string) =>
    formatDate(locale, latestDeliveryDay(orderedOn, 0));
  vi.useFakeTimers({ toFake: ['Date'] });

  vi.setSystemTime('2026-11-23T22:59:50Z');
  await expect.poll(() => pageOf('fr')).toContain(shown('fr', '2026-11-23'));
  expect(await pageOf('en')).toContain(shown('en', '2026-11-23'));

  vi.setSystemTime('2026-11-23T23:00:10Z');
  await expect.poll(() => pageOf('fr')).toContain(shown('fr', '2026-11-24'));
  await expect.poll(() => pageOf('en')).toContain(shown('en', '2026-11-24'));
  await app.close();
});
