import { expect, signIn, test } from './fixtures.ts';
import { loseSession } from './open.ts';
import { CARDS, fillDelivery, payWith, reopenOrderForm, WORDS } from './purchase-steps.ts';
import { hold } from './screens/screen.ts';

test('a purchase in progress is neither resumed nor kept for the next member in the tab', async ({
  page,
  member,
  members,
}) => {
  const keptIn = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('pending')));
  let calls = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('shop.buy')) calls += 1;
  });
  await signIn(page.context(), member);
  await hold(page, 'shop.buy');
  await reopenOrderForm(page, { locale: 'fr' });
  await fillDelivery(page, 'fr');
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await keptIn()).toHaveLength(1);

  await loseSession(page);
  await signIn(page.context(), members.next().value);
  await reopenOrderForm(page, { locale: 'fr' });
  await expect(page.getByRole('button', { name: WORDS.fr.confirm })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  expect(await keptIn()).toEqual([]);
  expect(calls).toBe(1);
});
