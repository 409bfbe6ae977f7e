import { BRAND } from '@agres/domain/brand';
import { LOCALES } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';

import { expect, test } from './fixtures.ts';
import { open } from './open.ts';

const ERROR_PAGE = {
  fr: ['Oups! Erreur 404', "Nous n'avons pas trouvé la page que vous recherchez."],
  en: ['Oops! Error 404', 'We could not find the page you are looking for.'],
} as const;

for (const locale of LOCALES) {
  test(`an unknown address shows the error page with a link home, in ${locale}`, async ({
    page,
  }) => {
    const answer = await page.goto(`/${locale}/nothing-here`);
    expect(answer?.status()).toBe(404);
    await expect(page).toHaveURL(pathOf('error', locale));
    const [title, explanation] = ERROR_PAGE[locale];
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText(explanation, { exact: true })).toBeVisible();
    for (const to of ['shop', 'contact'] as const) {
      await expect(page.getByRole('main').locator(`a[href="${pathOf(to, locale)}"]`)).toBeVisible();
    }
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL(pathOf('home', locale));
  });
}

const TOPICS = ['delivery', 'returns', 'payment', 'subscription', 'app'];

const QUESTIONS = {
  fr: [/récupérer mon mot de passe/, /pas reçu l’e‑mail d’activation/, /consignes d’une séance/],
  en: [/reset my password/, /received the activation email/, /a session’s instructions/],
} as const;

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('the FAQ opens one answer at a time', async ({ page }) => {
      await page.goto(pathOf('faq', 'fr'));
      const entries = page.getByRole('main').locator('details');
      await expect(entries).toHaveCount(8);
      for (const entry of await entries.all()) {
        await expect(entry.locator('p').first()).toBeHidden();
        await entry.locator('summary').click();
        await expect(entry.locator('p').first()).toBeVisible();
        await expect(page.getByRole('main').locator('details[open]')).toHaveCount(1);
      }
      await entries.last().locator('summary').click();
      await expect(page.getByRole('main').locator('details[open]')).toHaveCount(0);
    });
  });
}

for (const locale of LOCALES) {
  test(`the FAQ has three questions, and topics answered in one line, in ${locale}`, async ({
    page,
  }) => {
    await page.goto(pathOf('faq', locale));
    await expect(page.locator('#account summary')).toHaveText([...QUESTIONS[locale]]);
    for (const topic of TOPICS) {
      const answer = page.locator(`details:has(#${topic}) summary`).locator('span');
      await expect(answer.last()).toBeVisible();
      const lines = await answer
        .last()
        .evaluate(
          (one) =>
            one.getBoundingClientRect().height /
            Number.parseFloat(getComputedStyle(one).lineHeight),
        );
      expect(Math.round(lines), topic).toBe(1);
    }
  });
}

test('the footer links have the same order in the DOM as on the screen', async ({ page }) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(pathOf('faq', 'fr'));
    const links = page.getByRole('contentinfo').getByRole('listitem').getByRole('link');
    await expect(links.first()).toHaveText('Blog');
    const places = await links.evaluateAll((all) =>
      all.map((link) => link.getBoundingClientRect()).map(({ x, y }) => [x, y] as const),
    );
    const byColumn = places.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
    expect(places).toEqual(byColumn);
  }
});

test('each legal page has its title, and a table of contents that links to its sections', async ({
  page,
}) => {
  const titles = {
    terms: 'Conditions générales',
    legalNotices: 'Mentions légales',
    accessibility: 'Accessibilité',
  } as const;
  for (const name of ['terms', 'legalNotices', 'accessibility'] as const) {
    await open(page, pathOf(name, 'fr'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles[name]);
    const entries = page.getByRole('main').getByRole('navigation').getByRole('link');
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    expect(await entries.count()).toBe(await headings.count());
    await entries.last().click();
    await expect(headings.last()).toBeInViewport();
  }
});

test('on a phone the table of contents stays in sight, and closes after a choice @phone', async ({
  page,
}) => {
  await open(page, pathOf('terms', 'fr'));
  const contents = page.getByRole('main').getByRole('navigation');
  const opener = contents.locator('summary');
  await expect(contents.getByRole('link')).toHaveCount(0);
  await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded();
  await expect(opener).toBeInViewport();

  await opener.click();
  await contents.getByRole('link').nth(3).click();
  await expect(page).toHaveURL(/#section-4$/);
  await expect(page.getByRole('heading', { level: 2 }).nth(3)).toBeInViewport();
  await expect(contents.getByRole('link')).toHaveCount(0);
});

test('the accessibility statement names the standard, the missing audit and the contacts', async ({
  page,
}) => {
  await page.goto(pathOf('accessibility', 'fr'));
  const statement = page.getByRole('main');
  await expect(statement).toContainText('WCAG 2.2, niveau AA');
  await expect(statement).toContainText('aucun organisme extérieur n’a encore audité le site');
  await expect(statement).toContainText('formulaire de contact');
  await expect(statement).toContainText('Défenseur des droits');
  await expect(statement.getByRole('link', { name: BRAND.supportEmail })).toHaveAttribute(
    'href',
    `mailto:${BRAND.supportEmail}`,
  );
  for (const place of [
    { name: 'formulaire de contact', href: pathOf('contact', 'fr') },
    { name: 'defenseurdesdroits.fr', href: 'https://defenseurdesdroits.fr' },
    { name: 'signal.conso.gouv.fr', href: 'https://signal.conso.gouv.fr' },
  ]) {
    await expect(statement.getByRole('link', { name: place.name })).toHaveAttribute(
      'href',
      place.href,
    );
  }
  await statement.getByRole('link', { name: 'Un obstacle ? Dites-le-nous' }).first().click();
  await expect(
    statement.getByRole('heading', { name: /Un obstacle.*Dites-le-nous/ }),
  ).toBeInViewport();
  await expect(statement).toHaveText(/Par Agrès, le \d+\s\p{L}+\s\d{4}/u);
  await page.goto(pathOf('accessibility', 'en'));
  await expect(statement).toContainText('WCAG 2.2, level AA');
  await expect(statement).toContainText('no one from outside has audited the site yet');
  await expect(statement).toContainText('contact form');
});

test('the address of a FAQ topic unfolds it, and the delivery topic shows the shop’s delivery fees', async ({
  page,
}) => {
  const expected = {
    fr: {
      returns: 'Retours et remboursements',
      europe: /10,00\s€/,
      withdraw: 'Renoncer au contrat ici',
    },
    en: {
      returns: 'Returns and refunds',
      europe: '€10.00',
      withdraw: 'Withdraw from contract here',
    },
  } as const;
  for (const locale of LOCALES) {
    const words = expected[locale];
    await open(page, `${pathOf('faq', locale)}#returns`);
    await expect(page.locator('details[open]')).toContainText(words.returns);
    await expect(page.locator('#returns')).toBeInViewport();
    await expect(page.locator('#delivery')).toContainText(words.europe);
    await page.locator('#returns').getByRole('link', { name: words.withdraw }).click();
    await expect(page).toHaveURL(pathOf('withdrawal', locale));
  }
});
