import { describe, expect, test } from 'vitest';

import { startTestApp } from '../../test/support/app.ts';
import { addArticle, addItem, addSubscription } from '../../test/support/rows.ts';
import { useRunning } from '../../test/support/running.ts';

describe('public reads', () => {
  const app = useRunning(startTestApp);

  /** Calls the procedure itself: with a query parameter the server skips its cached response. */
  const unprepared = async (name: string): Promise<unknown> => {
    const { body } = await app.client().get(`/trpc/${name}?prepared=no`);
    return (body as { result: { data: unknown } }).result.data;
  };

  test('the shop lists its published items in order', async () => {
    const first = await addItem(app.db, { stocks: [2, 3], priceCents: 3000 });
    await addItem(app.db, { publishedAt: null });
    await addItem(app.db, { publishedAt: new Date(Date.now() + 60_000) });
    const { status, body } = await app.client().get('/api/items');
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: first.id,
        title: { fr: first.titleFr, en: first.titleEn },
        description: { fr: first.descriptionFr, en: first.descriptionEn },
        price: 30,
        images: [{ url: '/assets/item.avif', optionIndex: null }],
        optionTitle: { fr: 'Taille', en: 'Size' },
        maker: null,
        warnings: null,
        use: null,
        relatedItemIds: [],
        rating: null,
        options: [
          { title: { fr: 'Option 0', en: 'Choice 0' }, remainingStock: 2 },
          { title: { fr: 'Option 1', en: 'Choice 1' }, remainingStock: 3 },
        ],
        remainingStock: 5,
      },
    ]);
  });

  test('the home page has the best sellers, best first, and the newest article', async () => {
    const second = await addItem(app.db, { bestSellerRank: 2 });
    const best = await addItem(app.db, { bestSellerRank: 1 });
    await addArticle(app.db, { creationDate: new Date('2026-01-01') });
    const newest = await addArticle(app.db, { creationDate: new Date('2026-03-01') });
    await addArticle(app.db, { creationDate: new Date('2026-05-01'), publishedAt: null });
    const body = await unprepared('home.get');
    expect(body).toMatchObject({
      items: [{ id: best.id }, { id: second.id }],
      lastArticle: {
        id: newest.id,
        content: { fr: newest.contentFr, en: newest.contentEn },
        tags: ['force'],
        coverPictureUrl: null,
        itemId: null,
        creationDate: '2026-03-01T00:00:00.000Z',
      },
    });
    expect(await unprepared('blog.list')).toMatchObject([
      { id: newest.id },
      { creationDate: '2026-01-01T00:00:00.000Z' },
    ]);
  });

  test.each([
    ['/api/items', 'shop.items'],
    ['/api/home', 'home.get'],
    ['/api/blog', 'blog.list'],
  ])('%s answers the same over REST and tRPC, prepared or not', async (path, name) => {
    const client = app.client();
    const body = await unprepared(name);
    // The server does not know of the rows that earlier tests wrote.
    await expect.poll(async () => (await client.get(path)).body).toEqual(body);
    expect((await client.query(name)).body).toEqual({ result: { data: body } });
    expect((await client.get(`/trpc/${name}?batch=1&input=%7B%7D`)).body).toEqual([
      { result: { data: body } },
    ]);
    expect((await client.get(`/trpc/${name}?batch=1&input=%7b%7d`)).body).toEqual([
      { result: { data: body } },
    ]);
  });

  test('F1: HTML from the database is sanitized in responses', async () => {
    const { id } = await addItem(app.db, {
      descriptionFr:
        '<p onclick="x()">ok</p><script>alert(1)</script><xmp><img src=x onerror=alert(1)></xmp><a href="java&#10;script:alert(1)">l</a><img src="data:image/svg+xml,x"><a href="https://a.fr">a</a>',
    });
    const body = await unprepared('shop.items');
    const item = (body as { id: number; description: { fr: string } }[]).find(
      (found) => found.id === id,
    );
    expect(item?.description.fr).toBe(
      '<p>ok</p><a rel="noopener nofollow">l</a><img alt="" loading="lazy" /><a href="https://a.fr" rel="noopener nofollow">a</a>',
    );
  });

  test('the publishable key belongs to the payment account that will charge', async () => {
    const visitor = await app.client().get('/api/payment/config');
    expect(visitor.body).toEqual({ publishableKey: 'pk_test_main' });
    const { client, userId } = await app.member();
    await addSubscription(app.db, userId, { stripeAccount: 'bis' });
    expect((await client.query('payments.config')).body).toEqual({
      result: { data: { publishableKey: 'pk_test_bis' } },
    });
  });
});
