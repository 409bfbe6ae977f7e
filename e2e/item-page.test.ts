import { latestDeliveryDay } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import { type Locale, LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { formatDate } from '@agres/i18n/formats';
import type { Locator, Page } from '@playwright/test';

import { LAST_UNIT, OF_ONE_PICTURE } from './content.ts';
import { expect, test } from './fixtures.ts';
import { expectNoShift, observeLayoutShift } from './layout-shift.ts';
import { open } from './open.ts';
import { openItem, openOrderForm } from './purchase-steps.ts';

const WORDS = {
  fr: {
    item: 'Parallettes en hêtre',
    related: 'À découvrir aussi',
    beside: [
      'Bandes de poignet',
      'Magnésie liquide',
      'Anneaux de gymnastique',
      'Paire de blocs en liège',
    ],
    ofSameUse: ['Anneaux de gymnastique', 'Barre de traction pour porte', 'Magnésie liquide'],
    band: 'Élastique de musculation',
  },
  en: {
    item: 'Beech parallettes',
    related: 'You may also like',
  },
} as const;

test('an item shows related items', async ({ page }) => {
  const words = WORDS.fr;
  await openItem(page, 'fr', words.item);
  const titles = page.getByRole('region', { name: words.related }).getByRole('heading', {
    level: 3,
  });
  await expect(titles).toHaveText([...words.beside]);
  await openItem(page, 'fr', words.band);
  await expect(titles).toHaveText([...words.ofSameUse]);
  await titles.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.ofSameUse[0]);
});

for (const locale of LOCALES) {
  test(`a review in another language is labelled as such, in ${locale}`, async ({ page }) => {
    await openItem(page, locale, WORDS[locale].item);
    const foreign = locale === 'fr' ? 'en' : 'fr';
    const note = { fr: 'en français', en: 'en anglais' } as const;
    const noteInEnglish = { fr: 'in French', en: 'in English' } as const;
    const mark = (locale === 'fr' ? note : noteInEnglish)[foreign];
    const reviews = page.locator('section').filter({ has: page.locator('#reviews') });
    for (const [language, marks] of [
      [foreign, 1],
      [locale, 0],
    ] as const) {
      const written = reviews
        .getByRole('article')
        .filter({ has: page.locator(`p[lang="${language}"]`) })
        .first();
      await expect(written).toBeVisible();
      await expect(written.getByText(mark)).toHaveCount(marks);
    }
  });
}

test('on a desktop the buy button stays in sight past the description, on a low screen too', async ({
  page,
}) => {
  for (const height of [900, 700]) {
    await page.setViewportSize({ width: 1440, height });
    await openItem(page, 'fr', 'Parallettes en hêtre');
    await page.getByRole('heading', { name: 'Fabricant' }).evaluate((heading) => {
      window.scrollTo({ top: heading.getBoundingClientRect().top + window.scrollY - 500 });
    });
    await expect(page.getByRole('button', { name: 'Acheter cet article' })).toBeInViewport({
      ratio: 1,
    });
  }
});

test('the zoom works by keyboard alone, and its code loads on demand', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await openItem(page, 'en', 'Set of three juggling balls');
  await page.waitForLoadState('networkidle');
  const before = scripts.length;

  const enlarge = page.getByRole('button', { name: 'Enlarge the picture' });
  await enlarge.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set of three juggling balls' });
  await expectZoomed(dialog, 1);
  expect(scripts.length).toBeGreaterThan(before);

  await page.keyboard.press('ArrowRight');
  await expectZoomed(dialog, 2);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expectZoomed(dialog, 5);

  const picture = () => dialog.locator('img[src$="juggling-balls-size.webp"]');
  const widthOf = () => picture().evaluate((image) => image.getBoundingClientRect().width);
  const whole = await widthOf();
  await dialog.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect.poll(widthOf).toBeGreaterThan(whole * 1.5);
  await dialog.getByRole('button', { name: 'Zoom out' }).press('Enter');
  await expect.poll(widthOf).toBe(whole);
  await expectZoomed(dialog, 5);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(enlarge).toBeFocused();
  // The page shows the last viewed picture.
  await expect(
    page.getByRole('main').getByRole('img', { name: 'Set of three juggling balls' }),
  ).toHaveAttribute('src', /juggling-balls-size\.webp$/);
});

for (const { locale, item, views } of [
  { locale: 'fr', item: WORDS.fr.item, views: ['', ', en situation', ', détail', ', dimensions'] },
  { locale: 'en', item: WORDS.en.item, views: ['', ', in use', ', detail', ', dimensions'] },
] as const) {
  test(`the pictures of an item show one at a time, named after their view, in ${locale}`, async ({
    page,
  }) => {
    await openItem(page, locale, item);
    const number = { fr: 'Photo', en: 'Picture' }[locale];
    const files = ['1', 'use', '2', 'size'];
    for (const [index, view] of views.entries()) {
      const name = `${number} ${index + 1}${view}`;
      const button = page.getByRole('button', { name, exact: true });
      await button.click();
      const shown = `${item}${view.replace(', ', ' · ')}`;
      const picture = page.getByRole('img', { name: shown, exact: true });
      await expect(picture).toBeVisible();
      await expect(picture).toHaveAttribute(
        'src',
        new RegExp(`parallettes-${files[index]}\\.webp$`),
      );
      await expect(button).toHaveAttribute('aria-pressed', 'true');
    }
  });
}

test('the largest file of a picture loads only when it is zoomed', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => {
    const [, file] = /\/pictures\/items\/(.+)$/.exec(request.url()) ?? [];
    if (file !== undefined) files.push(file);
  });
  await openItem(page, 'fr', WORDS.fr.item);
  await page.waitForLoadState('networkidle');
  expect(files).toContain('parallettes-size-400.avif');
  expect(files.filter((file) => file.includes('-2400'))).toEqual([]);
  await page.getByRole('button', { name: ZOOM.fr.enlarge }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Zoomer' }).press('Enter');
  await expect.poll(() => files).toContain('parallettes-1-2400.avif');
  expect(files.filter((file) => file.includes('-2400'))).toHaveLength(1);
});

const ZOOM = {
  fr: {
    item: 'Trois balles de jonglage',
    option: 'Sable',
    enlarge: 'Agrandir la photo',
    previous: 'Photo précédente',
    next: 'Photo suivante',
  },
  en: {
    enlarge: 'Enlarge the picture',
  },
} as const;

test('zoomed pictures turn by buttons and by swipe, and the option stays @phone', async ({
  page,
}) => {
  const words = ZOOM.fr;
  await openItem(page, 'fr', words.item);
  await page.getByRole('radio', { name: words.option }).check();
  await page.getByRole('button', { name: words.enlarge }).click();
  const dialog = page.getByRole('dialog');
  await expectZoomed(dialog, 3);
  await dialog.getByRole('button', { name: words.next }).click();
  await expectZoomed(dialog, 4);
  await dialog.getByRole('button', { name: words.previous }).click();
  await dialog.getByRole('button', { name: words.previous }).click();
  await expectZoomed(dialog, 2);
  // Snaps to the nearest picture, as after a swipe.
  await dialog.locator('.overflow-x-auto').evaluate((strip) => {
    strip.scrollBy({ left: -strip.clientWidth * 0.8, behavior: 'smooth' });
  });
  await expectZoomed(dialog, 1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: words.enlarge })).toBeFocused();
  await expect(page.getByRole('radio', { name: words.option })).toBeChecked();
});

async function openZoom(page: Page, locale: Locale, title: string): Promise<Locator> {
  await openItem(page, locale, title);
  await page.getByRole('button', { name: ZOOM[locale].enlarge }).click();
  return page.getByRole('dialog');
}

/** Waits until the dialog's animations end, so that it can be measured. */
async function untilArrived(dialog: Locator): Promise<void> {
  await dialog.evaluate(async (element) => {
    await Promise.all(element.getAnimations().map(({ finished }) => finished));
  });
}

const VIEWS = ['1', '2', '3', 'use', 'size'];

async function expectZoomed(dialog: Locator, number: number): Promise<void> {
  await expect(dialog.getByText(`${number} / ${VIEWS.length}`)).toBeVisible();
  const picture = dialog.locator(`img[src$="juggling-balls-${VIEWS[number - 1]}.webp"]`);
  await expect(picture).toBeInViewport({ ratio: 0.99 });
}

test('the buttons of a zoomed picture stand beside it, halfway down, with a margin above', async ({
  page,
}) => {
  const dialog = await openZoom(page, 'fr', ZOOM.fr.item);
  await untilArrived(dialog);
  const boxOf = async (one: Locator) =>
    (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const picture = await boxOf(dialog.locator('img').first());
  expect(picture.y).toBeGreaterThanOrEqual(24);
  const middleOf = ({ y, height }: { y: number; height: number }) => y + height / 2;
  const [previous, next] = [
    await boxOf(dialog.getByRole('button', { name: ZOOM.fr.previous })),
    await boxOf(dialog.getByRole('button', { name: ZOOM.fr.next })),
  ];
  expect(previous.x + previous.width).toBeLessThan(picture.x);
  expect(next.x).toBeGreaterThan(picture.x + picture.width);
  for (const button of [previous, next]) {
    expect(Math.abs(middleOf(button) - middleOf(picture))).toBeLessThan(24);
  }
});

test('an item without related items or a picture shows other items in stock, a placeholder and no zoom button', async ({
  page,
}) => {
  await openItem(page, 'en', LAST_UNIT.title.en);
  const cards = page.getByRole('region', { name: WORDS.en.related }).getByRole('article');
  await expect(cards).toHaveCount(4);
  await expect(cards.filter({ hasText: 'Out of stock' })).toHaveCount(0);
  await expect(page.getByRole('img', { name: LAST_UNIT.title.en })).toHaveAttribute(
    'src',
    /default\.webp$/,
  );
  await expect(page.getByText('Photo coming soon')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enlarge the picture' })).toHaveCount(0);
});

test('an item without a picture shows a placeholder in the list', async ({ page }) => {
  await open(page, pathOf('shop', 'fr'));
  await expect(page.getByText('Photo à venir')).toHaveCount(1);
  const card = page.getByRole('article').filter({ hasText: LAST_UNIT.title.fr });
  await expect(card).toContainText('Photo à venir');
});

test('a pinch zooms to the point between the fingers, and back out @phone', async ({ page }) => {
  const dialog = await openZoom(page, 'fr', WORDS.fr.item);
  const picture = dialog.locator('img').first();
  await expect(picture).toBeInViewport({ ratio: 0.99 });
  const box = () => picture.evaluate((image) => image.getBoundingClientRect().toJSON());
  await untilArrived(dialog);
  const whole = await box();
  const middle = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 };
  const browser = await page.context().newCDPSession(page);
  const pinch = async (from: number, to: number) => {
    const fingers = (apart: number) => [
      { ...middle, x: middle.x - apart / 2, id: 0 },
      { ...middle, x: middle.x + apart / 2, id: 1 },
    ];
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      browser.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: apart === undefined ? [] : fingers(apart),
      });
    await send('touchStart', from);
    await send('touchMove', (from + to) / 2);
    await send('touchMove', to);
    await send('touchEnd');
  };
  await pinch(60, 180);
  await expect.poll(async () => (await box()).width).toBeCloseTo(whole.width * 3, 0);
  const near = await box();
  // The point under the fingers is still between them.
  expect(near.x + near.width / 2).toBeCloseTo(middle.x, -1);
  await expect(page.getByRole('button', { name: 'Dézoomer' })).toBeVisible();
  await pinch(180, 40);
  await expect(page.getByRole('button', { name: 'Zoomer' })).toBeVisible();
  await expect.poll(box).toEqual(whole);
});

test('on a phone the caption of a zoomed picture is shown, and the buttons at the foot @phone', async ({
  page,
}) => {
  const dialog = await openZoom(page, 'fr', ZOOM.fr.item);
  await expect(dialog.getByText('Corail')).toBeVisible();
  await dialog.getByRole('button', { name: ZOOM.fr.next }).click();
  await expect(dialog.getByText('Bleu nuit')).toBeVisible();
  const height = await page.evaluate(() => window.innerHeight);
  for (const name of [ZOOM.fr.previous, ZOOM.fr.next]) {
    const box = await dialog.getByRole('button', { name }).boundingBox();
    expect(box?.y).toBeGreaterThan(height * 0.75);
  }
});

test('an item with one picture has no buttons to turn pages', async ({ page }) => {
  const dialog = await openZoom(page, 'en', OF_ONE_PICTURE);
  await expect(dialog.locator('img')).toBeInViewport();
  await expect(dialog.getByRole('button', { name: /picture/ })).toHaveCount(0);
});

test('a zoomed picture opens whole, and a tap zooms to the point that was tapped @phone', async ({
  page,
}) => {
  const dialog = await openZoom(page, 'fr', 'Anneaux de gymnastique');
  await untilArrived(dialog);
  const picture = dialog.locator('img').first();
  const scrolled = () => picture.evaluate((image) => image.closest('div')?.scrollLeft);
  await expect(picture).toBeInViewport({ ratio: 0.99 });
  const box = await picture.boundingBox();
  if (box === null) throw new Error('There is no picture.');
  await page.mouse.click(box.x + box.width * 0.9, box.y + box.height * 0.5);
  await expect(page.getByRole('button', { name: 'Dézoomer' })).toBeVisible();
  await expect.poll(scrolled).toBeGreaterThan(box.width * 0.5);
  await picture.click();
  await expect(page.getByRole('button', { name: 'Zoomer' })).toBeVisible();
});

test('an item shows the same latest delivery day as its purchase form', async ({
  page,
  member,
}) => {
  const latest = latestDeliveryDay(parisDayOf(new Date()), 0);
  const day = formatDate('fr', latest);
  const says = {
    fr: `Livraison en France le ${day} au plus tard`,
    en: `Delivered in France by ${formatDate('en', latest)}`,
  };
  for (const locale of LOCALES) {
    await openItem(page, locale, WORDS[locale].item);
    await expect(page.getByText(says[locale])).toBeVisible();
  }
  await openOrderForm(page, member, { locale: 'fr', item: WORDS.fr.item });
  await expect(page.getByText(day).filter({ visible: true }).first()).toBeVisible();
});

test('on a phone the one buy button stays in sight, and never covers the focus @phone', async ({
  page,
}) => {
  await page.addInitScript(observeLayoutShift);
  await openItem(page, 'fr', WORDS.fr.item);
  const buy = page.getByRole('button', { name: 'Acheter cet article' });
  await expect(buy).toHaveCount(1);
  const bar = page.locator('.buy-bar');
  await expect(bar).toHaveAttribute('data-price', /^64,99\s€$/);
  const bottom = () => bar.evaluate((element) => element.getBoundingClientRect().bottom);
  const height = await page.evaluate(() => window.innerHeight);
  for (const part of [0, 0.3, 0.6, 1]) {
    await page.evaluate((to) => window.scrollTo(0, document.body.scrollHeight * to), part);
    expect(await bottom()).toBeCloseTo(height, 0);
    await expect(buy).toBeInViewport({ ratio: 1 });
  }
  // The bar does not cover the page's last line, and the footer's background continues below it.
  const footer = page.getByRole('contentinfo');
  const top = await bar.evaluate((element) => element.getBoundingClientRect().top);
  const lastLine = await footer.locator('p').last().boundingBox();
  expect((lastLine?.y ?? 0) + (lastLine?.height ?? Infinity)).toBeLessThanOrEqual(top + 1);
  const end = await footer.evaluate((element) => element.getBoundingClientRect().bottom);
  expect(end).toBeGreaterThanOrEqual(height - 1);
  await expectNoShift(page);

  await page.evaluate(() => window.scrollTo(0, 0));
  const hidden: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const { activeElement } = document;
      const cover = document.querySelector('.buy-bar');
      if (activeElement === null || cover === null || cover.contains(activeElement)) return null;
      const box = activeElement.getBoundingClientRect();
      const isWhole = box.height < window.innerHeight / 2;
      return isWhole && box.bottom > cover.getBoundingClientRect().top
        ? activeElement.outerHTML.slice(0, 120)
        : null;
    });
    if (covered !== null) hidden.push(covered);
  }
  expect(hidden).toEqual([]);

  await buy.click();
  await expect(page).toHaveURL(/\/fr\/connexion/);
});

test('on a low screen no bar covers the page @phone', async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 340 });
  await openItem(page, 'fr', WORDS.fr.item);
  await page.evaluate(() => window.scrollTo(0, 1200));
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await expect(page.locator('.buy-bar')).not.toBeInViewport();
  await page.locator('.buy-bar').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'Acheter cet article' }).click();
  await expect(page).toHaveURL(/\/fr\/connexion/);
});

test('on a phone an item out of stock has no buy bar @phone', async ({ page }) => {
  await openItem(page, 'fr', 'Trois massues de jonglage');
  await expect(page.getByText('Cet article est en rupture de stock')).toBeVisible();
  await expect(page.locator('.buy-bar')).toHaveCount(0);
});

test('an article shows its reading time, and ends with its item', async ({ page }) => {
  await open(page, '/fr/blog');
  await page.getByRole('link', { name: 'Votre premier équilibre sur les mains' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Votre premier équilibre sur les mains',
  );
  await expect(page.getByText(/^\d+\smin de lecture$/)).toBeVisible();
  const item = page.getByRole('main').getByRole('complementary');
  await expect(item.getByRole('heading')).toHaveText('Parallettes en hêtre');
  await expect(item).toContainText('64,99 €');
  await item.getByRole('link', { name: 'Voir le matériel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parallettes en hêtre');

  await open(page, '/en/blog');
  await page.getByRole('link', { name: 'Rest days are part of training' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Rest days are part of training',
  );
  await expect(page.getByText(/^\d+ min read$/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('complementary')).toHaveCount(0);
});

test('on a phone all options are on the first screen, above the buy button @phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const locale of LOCALES) {
    await openItem(page, locale, WORDS[locale].item);
    const bar = await page.locator('.buy-bar').boundingBox();
    for (const option of await page.locator('main .option-choice').all()) {
      const box = await option.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(660);
    }
  }
});
