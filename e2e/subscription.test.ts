import { LOCALES } from '@agres/domain/locale';
import { periodEndOf } from '@agres/domain/subscription';
import { formatDate } from '@agres/i18n/formats';
import type { Locator } from '@playwright/test';

import { signIn } from './calls.ts';
import { withdrawByCall } from './declaration-steps.ts';
import { expect, test } from './fixtures.ts';
import { open, untilAlive } from './open.ts';
import { CARDS, payInDialog, refusalIn, WORDS as SHOP_WORDS } from './purchase-steps.ts';
import { breakOff, holdAfterFirst } from './screens/screen.ts';
import {
  openSubscribePage,
  orderWith,
  subscribeByCall,
  takenCents,
  userOf,
  WITHDRAWING_CARD,
  WORDS,
} from './subscription-steps.ts';
import { emailTo, logInWith, saying } from './user-steps.ts';

test('a visitor chooses the yearly plan, logs in, subscribes and sees it in the profile, in French', async ({
  page,
  member,
  site,
}) => {
  const before = takenCents(site);
  const startedAt = new Date();
  // The date may change during the test.
  const renewal = () =>
    `(?:${[startedAt, new Date()].map((day) => formatDate('fr', periodEndOf('yearly', day))).join('|')})`;
  await open(page, '/fr');
  const plans = page.locator('#plans');
  await expect(plans).toContainText('19,99 €');
  await expect(plans).toContainText('16,66 €');
  await expect(plans).toContainText('199,99 €');
  await expect(plans).toContainText('17 % d’économie');
  await expect(plans).toContainText('Sans engagement : résiliez quand vous voulez');
  await expect(plans).toContainText('Un prélèvement par mois.');
  await expect(plans).toContainText('Un seul prélèvement par an : 199,99 €.');
  await expect(plans).toContainText('Paiement par carte (Visa, Mastercard)');
  const yearly = plans.getByRole('listitem').filter({ hasText: 'Annuel' });
  await yearly.getByRole('link', { name: 'S’abonner' }).click();

  await expect(page).toHaveURL('/fr/s-abonner?plan=yearly');
  await expect(page.getByRole('main')).toContainText('Ce que vous recevez aujourd’hui');
  await expect(page.getByRole('main')).toContainText(/À payer aujourd’hui\s*199,99\s€/);
  await expect(page.getByRole('button', { name: WORDS.fr.order })).toHaveCount(0);
  await page.getByRole('link', { name: WORDS.fr.logInToSubscribe }).click();
  await expect(page).toHaveURL('/fr/connexion?redirect=%2Ffr%2Fs-abonner%3Fplan%3Dyearly');
  await logInWith(page, 'fr', member);

  await expect(page.getByRole('radio', { name: WORDS.fr.plans.yearly })).toBeChecked();
  const form = page.getByRole('main').locator('form');
  await expect(form).toContainText(/À payer aujourd’hui\s*199,99\s€/);
  await expect(form).toContainText(saying(`Puis chaque année199,99 €, dès le ${renewal()}`));
  await untilAlive(page);
  await orderWith(page, 'fr', CARDS.good);

  await expect(page).toHaveURL('/fr/profil?notice=subscribed');
  await expect(page.locator(':focus')).toHaveText(WORDS.fr.subscribed);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'C’est parti : commencez par la séance 1',
  );
  await expect(page.getByRole('main')).toContainText(saying('Abonnement annuel199,99 € par an'));
  await expect(page.getByRole('main')).toContainText(
    saying(`Prochain prélèvement199,99 €, le ${renewal()}`),
  );
  expect(takenCents(site) - before).toBe(19_999);
  expect(await userOf(page.request)).toMatchObject({
    subscription: { plan: 'yearly', isStripeBis: false, accessEndsOn: null },
  });
  const letter = await emailTo(site, member.email, { subject: /a commencé/ });
  expect(letter.text.replaceAll(/\s/g, ' ')).toContain('199,99 € par an');

  await page.goto('/fr');
  await expect(page.locator('#plans')).toContainText('Votre abonnement est actif.');
  await expect(page.locator('#plans').getByRole('link', { name: 'S’abonner' })).toHaveCount(0);
});

test('a failed bank confirmation charges nothing, and a completed one subscribes, in English', async ({
  page,
  member,
  site,
}) => {
  const before = takenCents(site);
  await signIn(page.context(), member);
  await openSubscribePage(page, 'en', 'monthly');
  await expect(page.getByRole('main')).toContainText(/Total today\s*€19\.99/);
  await orderWith(page, 'en', CARDS.confirmedAtBank);
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(refusalIn(page)).toContainText('Your bank couldn’t confirm the payment.');
  await expect(page.locator(':focus')).toContainText('Your bank couldn’t confirm the payment.');
  expect(takenCents(site)).toBe(before);

  await payInDialog(page, 'en', CARDS.confirmedAtBank);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(page.getByRole('status').filter({ hasText: WORDS.en.subscribed })).toBeVisible();
  expect(takenCents(site) - before).toBe(1999);
  expect(await userOf(page.request)).toMatchObject({ subscription: { plan: 'monthly' } });
});

test('declined cards keep dialog and form, and another card subscribes', async ({
  page,
  member,
  site,
}) => {
  const before = takenCents(site);
  await signIn(page.context(), member);
  await openSubscribePage(page, 'fr', 'monthly');
  const alert = refusalIn(page);
  await orderWith(page, 'fr', CARDS.refused);
  // A call may query the provider again before it is certain that nothing was charged.
  const patience = { timeout: 30_000 };
  await expect(alert).toContainText(SHOP_WORDS.fr.refusedCard, patience);
  await payInDialog(page, 'fr', CARDS.withoutFunds);
  await expect(alert).toContainText(SHOP_WORDS.fr.noFunds, patience);
  await page.keyboard.press('Escape');
  expect(takenCents(site)).toBe(before);
  await expect(page.getByRole('checkbox', { name: WORDS.fr.terms })).toBeChecked();

  await page.getByRole('radio', { name: WORDS.fr.plans.yearly }).check();
  await orderWith(page, 'fr', CARDS.good);
  await expect(page.getByText(WORDS.fr.subscribed)).toBeVisible();
  expect(takenCents(site) - before).toBe(19_999);
});

test('an order requires the terms, and closing the dialog returns the focus to its button', async ({
  page,
  member,
}) => {
  const words = WORDS.en;
  await signIn(page.context(), member);
  await openSubscribePage(page, 'en', 'monthly');
  const order = page.getByRole('button', { name: words.order });
  await expect(page.getByRole('checkbox').last()).toHaveAccessibleDescription(words.firstTime);
  await order.click();
  const terms = page.getByRole('checkbox', { name: words.terms });
  await expect(terms).toBeFocused();
  await expect(terms).toHaveAccessibleDescription(words.termsMissing);
  // A click focused the field, which shows a focus ring all the same; the message has the icon of field
  // errors.
  await expect(terms).toHaveCSS('outline-width', '3px');
  await expect(terms).toHaveCSS('outline-style', 'solid');
  await expect(page.locator('p', { hasText: words.termsMissing }).locator('svg')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: words.terms })).toHaveAttribute(
    'href',
    '/en/terms-of-use',
  );

  await terms.check();
  await order.click();
  await expect(page.getByRole('dialog', { name: SHOP_WORDS.en.shopName })).toContainText(
    'Then €19.99 every month, until you cancel.',
  );
  await page.keyboard.press('Escape');
  await expect(order).toBeFocused();
});

test('the total stays in sight down to the order button @phone', async ({ page, member }) => {
  await signIn(page.context(), member);
  await openSubscribePage(page, 'fr', 'yearly');
  await page.setViewportSize({ width: 360, height: 600 });
  const order = page.getByRole('button', { name: WORDS.fr.order });
  await order.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await expect(order).toBeInViewport({ ratio: 1 });
  const total = page.locator('dl').filter({ hasText: 'À payer aujourd’hui' });
  await expect(total).toBeInViewport({ ratio: 1 });
  await expect(total.locator('dd')).toHaveText(/^199,99\s€$/);
});

test('a payment in progress blocks the page, and resumes after a reload with the same key', async ({
  page,
  member,
  site,
}) => {
  const before = takenCents(site);
  await signIn(page.context(), member);
  await openSubscribePage(page, 'fr', 'monthly');
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/trpc/programmes.subscribe')) {
      keys.push(request.headers()['idempotency-key']);
    }
  });
  const resume = await holdAfterFirst(page, 'programmes.subscribe');
  site.provider.setLatency({ minMs: 2500, maxMs: 2500 });
  await orderWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('alertdialog')).toContainText(WORDS.fr.paying);
  await page.reload();
  await expect(page.getByRole('alertdialog')).toContainText(WORDS.fr.paying);
  site.provider.setLatency({ minMs: 0, maxMs: 0 });
  resume();
  await expect(page.getByText(WORDS.fr.subscribed)).toBeVisible({ timeout: 20_000 });
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(takenCents(site) - before).toBe(1999);
});

test('after the payment the page stays blocked until the profile opens', async ({
  page,
  member,
}) => {
  // Records, across documents, whether the page was uncovered after an overlay had covered it.
  await page.addInitScript(() => {
    let wasCovered = false;
    new MutationObserver(() => {
      const isCovered = document.querySelector('[role="alertdialog"]') !== null;
      if (wasCovered && !isCovered) sessionStorage.setItem('bared', location.pathname);
      wasCovered ||= isCovered;
    }).observe(document, { childList: true, subtree: true });
  });
  await signIn(page.context(), member);
  await openSubscribePage(page, 'fr', 'monthly');
  await orderWith(page, 'fr', CARDS.good);
  await expect(page.getByText(WORDS.fr.subscribed)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('bared'))).toBeNull();
});

test('a member with a subscription reads so, and is not charged again', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  await openSubscribePage(page, 'en', 'monthly');
  await subscribeByCall(page.request);
  await orderWith(page, 'en', CARDS.good);
  await expect(
    page.getByRole('heading', { level: 1, name: 'You’re already subscribed' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: WORDS.en.order })).toHaveCount(0);
});

test('the plans, the order and the card work on a phone @phone', async ({ page, member, site }) => {
  const before = takenCents(site);
  await signIn(page.context(), member);
  await open(page, '/en');
  const plans = page.locator('#plans');
  await plans.getByRole('link', { name: 'Subscribe', description: 'Monthly' }).tap();
  await expect(page.getByRole('radio', { name: WORDS.en.plans.monthly })).toBeChecked();
  await orderWith(page, 'en', CARDS.good);
  await expect(page.getByText(WORDS.en.subscribed)).toBeVisible();
  expect(takenCents(site) - before).toBe(1999);
});

for (const locale of LOCALES) {
  test(`on a phone the benefits come before the form, and no choice moves its button, in ${locale} @phone`, async ({
    page,
    member,
  }) => {
    const words = WORDS[locale];
    await signIn(page.context(), member);
    await openSubscribePage(page, locale, 'monthly');
    const main = page.getByRole('main');
    const button = main.getByRole('button', { name: words.order });
    const parts = [
      main.getByRole('complementary'),
      main.getByRole('group').first(),
      main.getByText(words.codeFold),
      main.locator('form dl').first(),
      main.locator('form dl').last(),
      main.getByText(words.payment),
      main.getByText(words.cancellation),
      main.getByRole('checkbox', { name: words.terms }),
      main.getByRole('checkbox').last(),
      button,
    ];
    await expect(main.getByText(words.payment)).toBeVisible();
    await expect(main.getByText(words.cancellation)).toBeVisible();
    // Relative to the page, not the viewport, because a click scrolls.
    const topOf = (part: Locator) =>
      part.evaluate((element) => element.getBoundingClientRect().top + scrollY);
    const tops = await Promise.all(parts.map(topOf));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    await expect(main.locator('form dl').first()).toContainText(/19[,.]99/);

    const before = await topOf(button);
    await main.getByRole('radio', { name: words.plans.yearly }).check();
    await expect(main.locator('form dl').first()).toContainText(/199[,.]99/);
    expect(await topOf(button)).toBe(before);
  });
}

test('the whole order works by keyboard', async ({ page, member }) => {
  const words = WORDS.fr;
  await signIn(page.context(), member);
  await openSubscribePage(page, 'fr', 'monthly');
  await page.getByRole('radio', { name: words.plans.monthly }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: words.plans.yearly })).toBeFocused();
  await expect(page).toHaveURL('/fr/s-abonner?plan=yearly');
  await page.keyboard.press('Tab');
  await expect(page.locator('summary', { hasText: words.codeFold })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel(words.code)).toBeFocused();
  for (const name of [/Comment se rétracter/, /Vos garanties/]) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: words.terms })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: words.immediateStart })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: words.order })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(SHOP_WORDS.fr.card.number)).toBeFocused();
});

test('after an earlier withdrawal immediate start is required, and then subscribes', async ({
  page,
  member,
}) => {
  const words = WORDS.fr;
  await signIn(page.context(), member);
  await subscribeByCall(page.request, { stripeToken: WITHDRAWING_CARD });
  const name = 'Ada Lovelace';
  await withdrawByCall(page.request, { name, email: member.email, subscription: true });

  await openSubscribePage(page, 'fr', 'monthly');
  const box = page.getByRole('checkbox', { name: words.immediateStart });
  await expect(box).toHaveAccessibleDescription(words.withdrawnBefore);
  await untilAlive(page);
  await page.getByRole('button', { name: words.order }).click();
  await expect(box).toHaveAttribute('aria-invalid', 'true');

  // The withdrawal may have been with the card alone, which only the server knows.
  await breakOff(page, 'declarations.rights');
  await openSubscribePage(page, 'fr', 'monthly');
  await expect(box).toHaveAccessibleDescription(words.firstTime);
  await untilAlive(page);
  await orderWith(page, 'fr', CARDS.good);
  await expect(box).toBeFocused();
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(words.withdrawnBefore)).toBeVisible();
  await expect(page.getByText(words.firstTime), 'required, it is no option').toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await box.check();
  await expect(box).toHaveAttribute('aria-invalid', 'false');
  await orderWith(page, 'fr', CARDS.good);
  await expect(page.getByText(words.subscribed)).toBeVisible();
});
