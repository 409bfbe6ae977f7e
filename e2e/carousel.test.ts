import type { Locator, Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { open } from './open.ts';

const INTERVAL_MS = 30_000;

const STOP = 'Arrêter le défilement automatique';
const START = 'Lancer le défilement automatique';

const carousel = (page: Page, name: string) => page.getByRole('region', { name });
const programmesOf = (page: Page) => carousel(page, 'Choisissez un programme. Il s’adapte à vous.');
const reviewsOf = (page: Page) => carousel(page, 'Ce que vous en dites');

const positionOf = (region: Locator) => region.locator('[aria-live]');
const press = (region: Locator, name: string) => region.getByRole('button', { name }).click();

/** Opens the page with a paused clock, which the test advances. */
async function openWithClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-03-02T10:00:00Z' });
  await page.clock.pauseAt('2026-03-02T10:01:00Z');
  await open(page, '/fr');
}

/** Expects that a carousel does not advance within a time, although it could have. */
async function expectToRest(page: Page, region: Locator, forMs = 3 * INTERVAL_MS): Promise<void> {
  await expect(positionOf(region)).not.toBeEmpty();
  const position = await positionOf(region).textContent();
  await page.clock.runFor(forMs);
  await page.waitForTimeout(500);
  await expect(positionOf(region)).toHaveText(position ?? '');
}

/** Waits until a carousel advances by itself, or is stopped. */
const expectToGoOn = (region: Locator) =>
  expect(positionOf(region)).toHaveAttribute('aria-live', 'off');
const expectToWait = (region: Locator) =>
  expect(positionOf(region)).toHaveAttribute('aria-live', 'polite');

test.describe('a carousel', () => {
  test('shows one to three programmes and one or two reviews, by viewport width', async ({
    page,
  }) => {
    for (const [width, programmes, reviews] of [
      [390, '1 sur 8', '1 sur 3'],
      [768, '1 à 2 sur 8', '1 sur 3'],
      [1280, '1 à 3 sur 8', '1 à 2 sur 3'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/fr');
      await expect(positionOf(programmesOf(page))).toHaveText(programmes);
      await expect(positionOf(reviewsOf(page))).toHaveText(reviews);
    }
  });

  test('advances every thirty seconds, and wraps from its last slide to the first', async ({
    page,
  }) => {
    await openWithClock(page);
    for (const [programmes, reviews] of [
      ['1 à 3 sur 8', '1 à 2 sur 3'],
      ['4 à 6 sur 8', '3 sur 3'],
      ['7 à 8 sur 8', '1 à 2 sur 3'],
      ['1 à 3 sur 8', '3 sur 3'],
    ] as const) {
      await expect(positionOf(programmesOf(page))).toHaveText(programmes);
      await expect(positionOf(reviewsOf(page))).toHaveText(reviews);
      await expectToRest(page, programmesOf(page), INTERVAL_MS - 1);
      await page.clock.runFor(1);
    }
  });

  test('pauses on the stop button, and resumes on the start button', async ({ page }) => {
    await openWithClock(page);
    const region = programmesOf(page);
    await expect(positionOf(region)).toHaveText('1 à 3 sur 8');
    await expectToGoOn(region);
    // Ends the replay of clicks from before hydration.
    await page.clock.runFor(1);
    await press(region, STOP);
    await expectToWait(region);
    await expectToRest(page, region);

    await press(region, START);
    await expectToGoOn(region);
    await page.clock.runFor(INTERVAL_MS);
    await expect(positionOf(region)).toHaveText('4 à 6 sur 8');
  });

  test('pauses while hovered or focused', async ({ page }) => {
    await openWithClock(page);
    const region = programmesOf(page);
    await expect(positionOf(region)).toHaveText('1 à 3 sur 8');
    await region.getByRole('heading', { name: 'Force' }).hover();
    await expectToWait(region);
    await expectToRest(page, region);
    await page.mouse.move(0, 0);
    await expectToGoOn(region);
    await page.clock.runFor(INTERVAL_MS);
    await expect(positionOf(region)).toHaveText('4 à 6 sur 8');

    await region.getByRole('button', { name: 'Vue suivante' }).focus();
    await expectToWait(region);
    await expectToRest(page, region);
    await region.getByRole('button', { name: 'Vue suivante' }).blur();
    await expectToGoOn(region);
    await page.clock.runFor(INTERVAL_MS);
    await expect(positionOf(region)).toHaveText('7 à 8 sur 8');
  });

  test('works by keyboard alone', async ({ page }) => {
    await open(page, '/fr');
    const region = programmesOf(page);
    await expect(positionOf(region)).toHaveText('1 à 3 sur 8');
    await region.getByRole('button', { name: STOP }).focus();
    for (const [key, position] of [
      ['Enter', '1 à 3 sur 8'],
      ['Tab', '1 à 3 sur 8'],
      // On the previous button: wraps around to the end.
      ['Enter', '7 à 8 sur 8'],
      ['Tab', '7 à 8 sur 8'],
      // On the next button: wraps around to the beginning.
      ['Enter', '1 à 3 sur 8'],
      ['Enter', '4 à 6 sur 8'],
      // On the slides themselves.
      ['Tab', '4 à 6 sur 8'],
      ['ArrowRight', '7 à 8 sur 8'],
      ['ArrowLeft', '4 à 6 sur 8'],
      ['Home', '1 à 3 sur 8'],
      ['End', '7 à 8 sur 8'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(positionOf(region), key).toHaveText(position);
    }
  });

  test('announces its role and the position of each slide', async ({ page }) => {
    await page.goto('/fr');
    for (const [region, count] of [
      [programmesOf(page), 8],
      [reviewsOf(page), 3],
    ] as const) {
      await expect(region).toHaveAttribute('aria-roledescription', 'carrousel');
      const slides = region.locator('[aria-roledescription="vue"]');
      await expect(slides).toHaveCount(count);
      await expect(slides.last()).toHaveAttribute('aria-label', `${count} sur ${count}`);
      await expect(slides.first()).toHaveRole('group');
      const first = region.locator('button, [tabindex="0"]').first();
      await expect(first).toHaveAccessibleName(STOP);
    }
  });

  test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('does not advance by itself, and jumps without animation', async ({ page }) => {
      await openWithClock(page);
      const region = programmesOf(page);
      await expect(region.getByRole('button', { name: START })).toBeVisible();
      await expectToRest(page, region);
      const row = region.locator('[tabindex="0"]');
      await press(region, 'Vue suivante');
      expect(await row.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(1000);
    });
  });

  test('follows a swipe, and shows the new slide for a full interval @phone', async ({ page }) => {
    await openWithClock(page);
    const region = programmesOf(page);
    await expect(positionOf(region)).toHaveText('1 sur 8');
    await page.clock.runFor(INTERVAL_MS - 1);
    await swipe(page, region.getByRole('heading', { name: 'Force' }));
    await expect(positionOf(region)).toHaveText('2 sur 8');
    // React restarts its timer a moment after the text appears, while the page's own clock is paused.
    await page.waitForTimeout(500);
    await expectToRest(page, region, INTERVAL_MS - 1);
    await page.clock.runFor(1);
    await expect(positionOf(region)).toHaveText('3 sur 8');
  });
});

/** Swipes to the left across an element, as far as a thumb does. */
async function swipe(page: Page, element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to swipe.');
  const session = await page.context().newCDPSession(page);
  const y = box.y + box.height / 2;
  const touch = (type: 'touchStart' | 'touchMove', x: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  const [from, to, step] = [box.x + 260, box.x + 20, 20];
  await touch('touchStart', from);
  for (let x = from; x >= to; x -= step) await touch('touchMove', x);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
