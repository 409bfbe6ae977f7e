import { LOCALES } from '@shop/domain/locale';

import { expect, test } from './fixtures.ts';
import { open, untilAlive } from './open.ts';
import { openItem } from './purchase-steps.ts';

const WORDS = {
  fr: {
    item: 'Parallettes en hêtre',
    related: 'À associer',
    beside: [
      'Bandes de poignet',
      'Magnésie liquide',
      'Anneaux de gymnastique',
      'Paire de blocs en liège',
    ],
    ofSameUse: ['Anneaux de gymnastique', 'Barre de traction pour porte', 'Magnésie liquide'],
    band: 'Élastique de résistance',
  },
  en: {
    item: 'Beech parallettes',
    related: 'Goes well with it',
    beside: ['Wrist wraps', 'Liquid chalk', 'Gymnastic rings', 'Pair of cork blocks'],
    ofSameUse: ['Gymnastic rings', 'Doorway pull-up bar', 'Liquid chalk'],
    band: 'Resistance band',
  },
} as const;

for (const locale of LOCALES) {
  const words = WORDS[locale];

  test(`an item shows what goes with it, in ${locale}`, async ({ page }) => {
    await openItem(page, locale, words.item);
    const titles = page.getByRole('region', { name: words.related }).getByRole('heading', {
      level: 3,
    });
    await expect(titles).toHaveText([...words.beside]);
    await openItem(page, locale, words.band);
    await expect(titles).toHaveText([...words.ofSameUse]);
    await titles.first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.ofSameUse[0]);
  });
}

test('a picture is looked at closer by keyboard alone, and its part comes only then', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await openItem(page, 'en', 'Set of three juggling balls');
  await untilAlive(page);
  await page.waitForLoadState('networkidle');
  const before = scripts.length;

  const enlarge = page.getByRole('button', { name: 'Enlarge the picture' });
  await enlarge.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Set of three juggling balls' });
  const picture = dialog.locator('img');
  await expect(picture).toHaveAttribute('src', /juggling-balls-1\.webp$/);
  expect(scripts.length).toBeGreaterThan(before);

  await page.keyboard.press('ArrowRight');
  await expect(picture).toHaveAttribute('src', /juggling-balls-2\.webp$/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(picture).toHaveAttribute('src', /juggling-balls-3\.webp$/);

  const widthOf = () => picture.evaluate((image) => image.getBoundingClientRect().width);
  const whole = await widthOf();
  await dialog.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect.poll(widthOf).toBeGreaterThan(whole * 1.5);
  await dialog.getByRole('button', { name: 'Zoom out' }).press('Enter');
  await expect.poll(widthOf).toBe(whole);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(enlarge).toBeFocused();
  // The page shows the picture that was looked at last.
  await expect(
    page.getByRole('main').getByRole('img', { name: 'Set of three juggling balls' }),
  ).toHaveAttribute('src', /juggling-balls-3\.webp$/);
});

test('a press brings the spot of the picture that was pressed nearer @phone', async ({ page }) => {
  await openItem(page, 'fr', 'Anneaux de gymnastique');
  await untilAlive(page);
  await page.getByRole('button', { name: 'Agrandir la photo' }).click();
  const picture = page.getByRole('dialog').locator('img');
  const box = await picture.boundingBox();
  if (box === null) throw new Error('There is no picture.');
  await page.mouse.click(box.x + box.width * 0.9, box.y + box.height * 0.5);
  await expect(page.getByRole('button', { name: 'Éloigner' })).toBeVisible();
  const scrolled = () => picture.evaluate((image) => image.closest('div')?.scrollLeft);
  await expect.poll(scrolled).toBeGreaterThan(box.width * 0.5);
  await picture.click();
  await expect(page.getByRole('button', { name: 'Rapprocher' })).toBeVisible();
});

test('an article says how long it takes, and ends with its item', async ({ page }) => {
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
  await page.getByRole('link', { name: 'Rest days are part of the training' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Rest days are part of the training',
  );
  await expect(page.getByText(/^\d+-minute read$/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('complementary')).toHaveCount(0);
});
