import { expect, test } from './fixtures.ts';
import { untilAlive } from './open.ts';
import {
  BALLS,
  CARDS,
  DELIVERY,
  fillDelivery,
  openItemByCard,
  ordersOf,
  payWith,
  WORDS,
} from './purchase-steps.ts';
import { logInWith } from './user-steps.ts';

const SAND = { fr: 'Sable', en: 'Sand' } as const;
const OFFLINE = /hors connexion\. Rien n’a été débité/;

test('a purchase survives log-in, offline, 3-D Secure and a reload @phone', async ({
  page,
  context,
  member,
}) => {
  // A whole purchase including the log-in.
  test.slow();
  const words = WORDS.fr;
  await openItemByCard(page, 'fr', BALLS.fr);
  const option = page.getByRole('radio', { name: SAND.fr });
  await option.check();
  await page.getByRole('button', { name: words.buy }).click();
  await logInWith(page, 'fr', member);
  await expect(page.getByRole('heading', { name: words.form })).toBeVisible();
  await expect(option).toBeChecked();
  await fillDelivery(page, 'fr');
  await untilAlive(page);

  await context.setOffline(true);
  const confirm = page.getByRole('button', { name: words.confirm });
  await confirm.click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(OFFLINE);
  await expect(page.getByRole('dialog')).toBeHidden();
  await context.setOffline(false);

  await payWith(page, 'fr', CARDS.confirmedAtBank);
  const complete = page.getByRole('button', { name: 'Complete authentication' });
  await complete.waitFor();
  await page.reload();
  await complete.click();
  await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();

  const orders = await ordersOf(page);
  expect(orders).toHaveLength(1);
  expect(orders[0]?.chosenOptionTitle).toEqual(SAND);
  expect(orders[0]?.shippingAddress).toContain(DELIVERY.relayName);
  expect(orders[0]?.firstName).toBe(DELIVERY.firstName);
});
