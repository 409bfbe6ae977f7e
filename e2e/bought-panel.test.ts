import type { Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { formatDate, formatPrice } from '@agres/i18n/formats';

import { expect, signIn, test } from './fixtures.ts';
import { expectNoShift, observeLayoutShift } from './layout-shift.ts';
import { loseSession, open } from './open.ts';
import {
  BALLS,
  CARDS,
  DELIVERY,
  openOrderForm,
  ordersOf,
  payWith,
  WORDS,
} from './purchase-steps.ts';

const SAYS = {
  fr: {
    heading: (id: number) => new RegExp(String.raw`^Commande n°\s${id}$`),
    link: /^Voir la commande/,
    paid: /Préparation et livraison\s*offertes\s*Payé par carte\s*TTC/,
    steps: [/^Commande reçue/, /^Colis expédié/, /^Colis livré/],
  },
  en: {
    heading: (id: number) => new RegExp(`^Order no. ${id}$`),
    link: /^See order/,
    paid: /Packing and delivery\s*free\s*Paid by card\s*all taxes included/,
    steps: [/^Order received/, /^Parcel sent/, /^Parcel delivered/],
  },
} as const;

test('a purchase ends with a summary that only its buyer sees', async ({
  page,
  member,
  members,
}) => {
  const words = WORDS.fr;
  const stranger = members.next().value;
  await openOrderForm(page, member, { locale: 'fr', isFilled: true });
  await payWith(page, 'fr', CARDS.good);
  await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();

  const [order] = await ordersOf(page);
  const id = order?.id ?? 0;
  const bought = `${words.shop}?notice=purchase_validated&order=${id}`;
  await expect(page).toHaveURL(bought);
  const panelIn = (language: Locale) =>
    page.getByRole('main').locator('section').filter({ hasText: BALLS[language] }).first();
  const expectPanel = async (language: Locale) => {
    const panel = panelIn(language);
    await expect(panel.getByRole('heading')).toHaveText(SAYS[language].heading(id));
    await expect(panel).toContainText(order?.chosenOptionTitle?.[language] ?? '');
    await expect(panel).toContainText(`${DELIVERY.relayName} ${DELIVERY.number} `);
    await expect(panel).toContainText(formatPrice(language, order?.amountCents ?? 0));
    await expect(panel).toContainText(SAYS[language].paid);
    await expect(panel.locator('img').first()).toBeVisible();
    await expect(panel).toContainText(member.email);
    await expect(panel.getByRole('listitem')).toHaveText(SAYS[language].steps);
    await expect(panel).toContainText(formatDate(language, order?.promisedBy ?? ''));
  };
  await expectPanel('fr');

  await page.addInitScript(observeLayoutShift);
  await page.reload({ waitUntil: 'networkidle' });
  await expectPanel('fr');
  await expectNoShift(page);

  await open(page, bought.replace(words.shop, WORDS.en.shop));
  await expectPanel('en');
  await expect(panelIn('en').getByRole('link', { name: SAYS.en.link })).toBeVisible();
  await open(page, bought);
  await panelIn('fr').getByRole('link', { name: SAYS.fr.link }).click();
  await expect(page).toHaveURL(pathOf('order', 'fr', { id }));

  for (const who of ['somebody else', 'a visitor']) {
    await loseSession(page);
    if (who === 'somebody else') await signIn(page.context(), stranger);
    await open(page, bought);
    await expect(page.getByRole('status').filter({ hasText: words.bought })).toBeVisible();
    // A visitor reads the number of their own address; another member none.
    const headings = page.getByText(SAYS.fr.heading(id));
    await expect(headings, who).toHaveCount(who === 'a visitor' ? 1 : 0);
    await expect(page.getByText(DELIVERY.relayName), who).toHaveCount(0);
    await expect(page.locator(`main a[href="${pathOf('profile', 'fr')}"]`)).toBeVisible();
  }
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`the success ring closes into its tick, motion: ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await open(page, '/fr/boutique?notice=purchase_validated');
    const notice = page.getByRole('status').filter({ hasText: WORDS.fr.bought });
    const moments = await notice.locator('svg > *').evaluateAll((strokes) =>
      strokes.map((stroke) => {
        const { animationName, animationDelay, animationDuration } = getComputedStyle(stroke);
        const endMs =
          1000 * (Number.parseFloat(animationDelay) + Number.parseFloat(animationDuration));
        return animationName === 'none' ? 0 : Math.round(endMs);
      }),
    );
    expect(moments).toEqual(reducedMotion === 'reduce' ? [0, 0] : [400, 600]);
  });
}

test('an invalid order number in the URL is ignored, and the success message stays', async ({
  page,
  member,
}) => {
  await signIn(page.context(), member);
  for (const number of ['abc', '-1', '1.5', '99999999999', '1e3x', '0']) {
    await open(page, `/fr/boutique?notice=purchase_validated&order=${number}`);
    await expect(page.getByText(WORDS.fr.bought)).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Commande/ })).toHaveCount(0);
  }
});
