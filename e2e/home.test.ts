import { BRAND } from '@agres/domain/brand';
import { LOCALES } from '@agres/domain/locale';
import type { Page } from '@playwright/test';

import { expect, test } from './fixtures.ts';
import { open } from './open.ts';

const WORDS = {
  fr: {
    figures: [
      'plus de 10 000 téléchargements',
      'plus de 100 avis à 5 étoiles',
      'plus de 6 000 utilisateurs actifs',
      'plus de 1 000 membres premium',
      'plus de 15 programmes',
      'plus de 40 séances à l’unité',
      '46 variations de jonglage',
    ],
    reviews: 'Ce que vous en dites',
    stars: '5 étoiles sur 5',
    plans: 'Votre programme, chaque jour dans l’application',
    terms: [
      'Sans engagement',
      'résiliez quand vous voulez',
      'gardez l’accès jusqu’à la fin de la période payée',
      'Paiement par carte (Visa, Mastercard)',
      '19,99 €',
      'Un prélèvement par mois',
      '16,66 €',
      'Un seul prélèvement par an : 199,99 €',
      '17 % d’économie',
    ],
    perMonth: 'par mois',
    badges: { appStore: 'Télécharger sur l’App Store', googlePlay: 'Disponible sur Google Play' },
    bestSellers: 'Meilleures ventes',
    toShop: 'Voir la boutique',
    shop: '/fr/boutique',
    article: 'Votre premier équilibre sur les mains',
    readArticle: 'Lire l’article',
  },
  en: {
    figures: [
      'over 10,000 downloads',
      'over 100 five-star reviews',
      'over 6,000 active users',
      'over 1,000 premium members',
      'over 15 programmes',
      'over 40 individual sessions',
      '46 juggling variations',
    ],
    reviews: 'What our members say',
    stars: '5 stars out of 5',
    plans: 'Your programme, every day in the app',
    terms: [
      'No commitment',
      'cancel at any time',
      'keep your access until the end of the period you’ve paid for',
      'Visa or Mastercard',
      '€19.99',
      'Billed every month',
      '€16.66',
      'Billed once a year: €199.99',
      'Save 17%',
    ],
    perMonth: 'per month',
    badges: { appStore: 'Download on the App Store', googlePlay: 'Get it on Google Play' },
    bestSellers: 'Best sellers',
    toShop: 'Visit the shop',
    shop: '/en/shop',
    article: 'Your first handstand',
    readArticle: 'Read the article',
  },
} as const;

/** Returns a part's text with figures before their names, and with ordinary spaces. */
const spokenBy = async (page: Page, selector: string) => {
  const texts = await page.locator(selector).evaluateAll((parts) =>
    parts.map((part) => {
      const [name, figure] = [part.querySelector('dt'), part.querySelector('dd')];
      return figure && name ? `${figure.innerText} ${name.innerText}` : part.textContent;
    }),
  );
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
};

/** The button beside the best sellers. */
const toShop = (page: Page) =>
  page
    .locator('section')
    .filter({ hasText: WORDS.fr.bestSellers })
    .getByRole('link', { name: WORDS.fr.toShop });

for (const locale of LOCALES) {
  const words = WORDS[locale];
  test.describe(`the home page in ${locale}`, () => {
    test.beforeEach(({ page }) => open(page, `/${locale}`));

    test('shows figures, three reviews, the plans, store badges and four best sellers', async ({
      page,
    }) => {
      expect(await spokenBy(page, 'main dl > div')).toEqual(words.figures);
      const reviews = page.getByRole('region', { name: words.reviews });
      await expect(reviews.locator('blockquote')).toHaveCount(3);
      await expect(reviews.locator('figcaption')).toHaveCount(3);
      await expect(reviews.getByText(words.stars)).toHaveCount(3);

      const plans = page.locator('section').filter({ hasText: words.plans });
      for (const term of words.terms) await expect(plans).toContainText(term);
      await expect(plans.getByText(words.perMonth, { exact: true })).toHaveCount(2);

      for (const [name, href, picture] of [
        [words.badges.appStore, BRAND.appStoreUrl[locale], `/brand/app-store-${locale}.svg`],
        [words.badges.googlePlay, BRAND.playStoreUrl[locale], `/brand/google-play-${locale}.svg`],
      ] as const) {
        const link = page.getByRole('link', { name });
        await expect(link).toHaveAttribute('href', href);
        const badge = link.getByRole('img', { name });
        await expect(badge).toHaveAttribute('src', picture);
        await badge.scrollIntoViewIfNeeded();
        await expect
          .poll(() => badge.evaluate((image: HTMLImageElement) => image.naturalWidth))
          .toBeGreaterThan(0);
      }

      const strip = page.locator('section').filter({ hasText: words.bestSellers });
      await expect(strip.getByRole('article')).toHaveCount(4);
      await strip.getByRole('link', { name: words.toShop }).click();
      await expect(page).toHaveURL(words.shop);
    });

    test('shows an excerpt of the last article in plain text, and links to it', async ({
      page,
    }) => {
      const section = page.locator('section').filter({ hasText: words.readArticle });
      await expect(section.getByRole('heading')).toHaveText(words.article);
      const excerpt = section.locator('p').last();
      await expect(excerpt).toHaveText(/[.…]$/);
      expect(await excerpt.innerHTML()).not.toMatch(/[<>]|&lt;/);
      await section.getByRole('link', { name: words.readArticle }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.article);
    });
  });
}

test.describe('the best sellers', () => {
  test('show a loading indicator while the rest of the page is visible', async ({ page }) => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/trpc/home.get*', async (route) => {
      await answered;
      await route.continue();
    });
    await goHomeInThePage(page);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Chargement…');
    await expect(page.getByRole('heading', { name: 'Meilleures ventes' })).toBeHidden();
    answer();
    await expect(page.getByRole('heading', { name: 'Meilleures ventes' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toBeHidden();
    await expect(page.getByText('À lire sur le blog')).toBeVisible();
  });

  test('show an error banner if they fail to load, and can be retried', async ({ page }) => {
    let isAway = true;
    await page.route('**/trpc/home.get*', (route) => (isAway ? route.abort() : route.continue()));
    await page.route('**/assets/codes-*.js', (route) => route.abort());
    await goHomeInThePage(page);
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'Nos meilleures ventes n’ont pas pu être chargées. Vérifiez votre connexion, puis réessayez.',
    );
    await expect(page.getByRole('heading', { name: 'Meilleures ventes' })).toBeVisible();
    await expect(toShop(page)).toBeHidden();
    await expect(page.getByText('À lire sur le blog')).toBeHidden();
    isAway = false;
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(toShop(page)).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toBeHidden();
  });

  test('show a message if there are none, with the button to the shop', async ({ page }) => {
    await page.route('**/trpc/home.get*', (route) =>
      route.fulfill({ json: [{ result: { data: { items: [], lastArticle: null } } }] }),
    );
    await goHomeInThePage(page);
    await expect(page.getByText('Aucun article en vente.', { exact: true })).toBeVisible();
    await expect(toShop(page)).toBeVisible();
    await expect(page.getByText('À lire sur le blog')).toBeHidden();
  });
});

/** Navigates to the home page from another page, so that the browser fetches its data. */
async function goHomeInThePage(page: Page): Promise<void> {
  await open(page, '/fr/faq');
  await page.getByRole('navigation').getByRole('link', { name: 'Accueil' }).click();
}

test('orders its sections: programmes, app with plans, reviews, best sellers, blog', async ({
  page,
}) => {
  await open(page, '/fr');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    /^Choisissez un programme/,
    /^Votre programme, chaque\sjour/,
    'Ce que vous en dites',
    'Meilleures ventes',
    'Votre premier équilibre sur les mains',
  ]);
});

test('the ring is drawn once, at once with reduced motion, and the app is in front of it', async ({
  page,
}) => {
  const animations = () =>
    page.locator('.hero-ring').evaluate((ring) =>
      ring.getAnimations({ subtree: true }).map((animation) => {
        const { duration, iterations } = animation.effect?.getTiming() ?? {};
        return { duration, iterations };
      }),
    );
  await page.goto('/fr');
  expect(await animations()).toEqual([{ duration: 1200, iterations: 1 }]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/fr');
  expect(await animations()).toEqual([{ duration: 1, iterations: 1 }]);

  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const screen = page.locator('.hero-app');
    await expect(screen).toBeInViewport({ ratio: 1 });
    await expect(screen).not.toHaveJSProperty('naturalWidth', 0);
  }
});

test('a figure stands before or above its label, at every width', async ({ page }) => {
  await open(page, '/fr');
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const rows = page
      .locator('dl > div')
      .filter({ hasText: /séances à l’unité|programmes|jonglage/ });
    const isBelow = await rows.evaluateAll((all) =>
      all.map((row) => {
        const [words, figure] = [row.querySelector('dt'), row.querySelector('dd')];
        if (words === null || figure === null) return 'missing';
        const [of, to] = [figure.getBoundingClientRect(), words.getBoundingClientRect()];
        return of.top >= to.bottom;
      }),
    );
    expect({ width, isBelow }).toEqual({ width, isBelow: [false, false, false] });
  }
});

test('shows all content without JavaScript, every slide within reach of a scroll', async ({
  browser,
  site,
}) => {
  for (const width of [390, 1280]) {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: site.origin,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    await page.goto('/fr');
    await expect(page.getByRole('heading', { name: 'Meilleures ventes' })).toBeVisible();
    await expect(page.getByText('À lire sur le blog')).toBeVisible();
    const carousels = page.locator('[aria-roledescription="carrousel"]');
    await expect(carousels).toHaveCount(2);
    await expect(carousels.getByRole('button')).toHaveCount(0);
    for (const name of ['Récupération', 'Force', 'Jonglage']) {
      const slide = page.getByRole('heading', { level: 3, name, exact: true });
      await slide.scrollIntoViewIfNeeded();
      await expect(slide).toBeInViewport();
    }
    await context.close();
  }
});
