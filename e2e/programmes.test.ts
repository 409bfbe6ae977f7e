import { LOCALES } from '@agres/domain/locale';
import { pathOf, PROGRAMMES } from '@agres/domain/paths';

import { expectAccessible } from './accessible.ts';
import { expect, signIn, test } from './fixtures.ts';
import { expectNoShift, observeLayoutShift } from './layout-shift.ts';
import { open } from './open.ts';

const WORDS = {
  fr: {
    card: 'Équilibre',
    address: '/fr/programmes/equilibre',
    facts: ['Durée12 semaines', 'Séances4 × 20 min par semaine', /^NiveauIntermédiaire/],
    session: 'Séance 4 : au mur',
    step: 'Pompes en carpé3 × 8',
    equipment: 'Le matériel qui va avec',
    items: ['Parallettes en hêtre', 'Bandes de poignet'],
    item: 'Parallettes en hêtre',
    fits: ['Poids du corps', 'Équilibre'],
    start: 'Commencer ce programme',
    chosen: 'Le programme « Équilibre » vous attend dans l’application.',
    other: 'Autres programmes',
    juggling: 'Jonglage',
    pace: 'À votre rythme',
    daily: '10 min par jour',
  },
  en: {
    card: 'Handstand',
    address: '/en/programmes/handstand',
    facts: ['Length12 weeks', 'Sessions4 × 20 min a week', /^LevelIntermediate/],
    session: 'Session 4: at the wall',
    step: 'Pike push-ups3 × 8',
    equipment: 'Equipment for this programme',
    items: ['Beech parallettes', 'Wrist wraps'],
    item: 'Beech parallettes',
    fits: ['Bodyweight', 'Handstand'],
    other: 'Other programmes',
    juggling: 'Juggling',
    pace: 'At your own pace',
    daily: '10 min a day',
  },
} as const;

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test(`a card of the home page opens its programme, with a session and equipment, in ${locale}`, async ({
    page,
  }) => {
    await open(page, pathOf('home', locale));
    const cards = page.locator('#programmes').getByRole('article');
    await expect(cards).toHaveCount(PROGRAMMES.length);
    const card = cards.filter({ has: page.getByRole('heading', { name: words.card }) });
    await card.scrollIntoViewIfNeeded();
    await card.click({ position: { x: 40, y: 60 } });
    await expect(page).toHaveURL(words.address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.card);

    const main = page.getByRole('main');
    await expect(main.locator('dl > div')).toHaveText([...words.facts]);
    await expect(main.getByRole('heading', { name: words.session })).toBeVisible();
    await expect(main.getByRole('listitem').filter({ hasText: words.step })).toBeVisible();
    const equipment = page.getByRole('region', { name: words.equipment });
    await expect(equipment.getByRole('heading', { level: 3 })).toHaveText([...words.items]);

    await equipment.getByRole('link', { name: words.item }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.item);
    const fits = main.locator('a[href*="/programmes/"]');
    await expect(fits).toHaveText([...words.fits]);
    await fits.last().click();
    await expect(page).toHaveURL(words.address);

    await page
      .getByRole('navigation', { name: words.other })
      .getByRole('link', { name: words.juggling })
      .click();
    await expect(main.getByText(words.pace)).toBeVisible();
    await expect(main.getByText(words.daily)).toBeVisible();
  });
}

test('a programme links to the subscription form, which names it', async ({ page, member }) => {
  const words = WORDS.fr;
  await signIn(page.context(), member);
  await page.addInitScript(observeLayoutShift);
  await open(page, words.address);
  await expectNoShift(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: words.start }).click();
  await expect(page).toHaveURL(`${pathOf('subscribe', 'fr')}?plan=monthly&programme=handstand`);
  await expect(page.getByText(words.chosen)).toBeVisible();
});

test('the language switch keeps the programme, and an unknown one gets 404', async ({ page }) => {
  await open(page, '/fr/programmes/barre-de-traction');
  await page.getByText('Français').first().click();
  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL('/en/programmes/pull-up-bar');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pull-up bar');

  const answer = await page.goto('/en/programmes/marathon');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveURL('/en/error');
});

test('a programme opens without its equipment if the shop fails to answer', async ({ page }) => {
  await page.route('**/trpc/shop.items*', (route) => route.abort());
  await open(page, '/fr');
  await page.locator('#programmes').getByRole('link', { name: 'Force' }).click();
  await expect(page.getByRole('heading', { name: 'Séance 4 : pousser et tirer' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Le matériel qui va avec' })).toHaveCount(0);
});
