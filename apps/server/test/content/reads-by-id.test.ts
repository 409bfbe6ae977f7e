import { articleSchema, itemSchema } from '@agres/domain/shapes.schema';
import { expect, test } from 'vitest';

import { startBuiltSite } from '../support/built-web.ts';
import { addArticle, addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';

const app = useRunning(startBuiltSite);

const TOMORROW = new Date(Date.now() + 24 * 60 * 60 * 1000);

test('an item is returned by its id as in the list', async () => {
  const item = await addItem(app.db, { stocks: [2, 0] });
  const { status, body } = await app.client().get(`/api/items/${item.id}`);
  expect(status).toBe(200);
  expect(itemSchema.strict().parse(body)).toMatchObject({ id: item.id, remainingStock: 2 });
  const { body: items } = await app.client().get('/api/items');
  expect(items).toContainEqual(body);
  const rpc = await app.client().query('shop.item', { id: item.id });
  expect(rpc).toMatchObject({ status: 200, body: { result: { data: body } } });
});

test('an article is returned by its id as in the list', async () => {
  const article = await addArticle(app.db);
  const { status, body } = await app.client().get(`/api/blog/${article.id}`);
  expect(status).toBe(200);
  expect(articleSchema.strict().parse(body)).toMatchObject({ id: article.id });
  const { body: articles } = await app.client().get('/api/blog');
  expect(articles).toContainEqual(body);
  const rpc = await app.client().query('blog.article', { id: article.id });
  expect(rpc).toMatchObject({ status: 200, body: { result: { data: body } } });
});

test('an unpublished or unknown item or article gets 404', async () => {
  const item = await addItem(app.db);
  const article = await addArticle(app.db);
  await app.db.item.update({ where: { id: item.id }, data: { publishedAt: TOMORROW } });
  await app.db.article.update({ where: { id: article.id }, data: { publishedAt: TOMORROW } });
  for (const path of [
    `/items/${item.id}`,
    `/blog/${article.id}`,
    '/items/0',
    '/items/2000000000',
    '/items/99999999999',
    '/items/first',
    '/blog/1e3',
    '/blog/%31',
  ]) {
    const answer = await app.client().get(`/api${path}`);
    expect([path, answer.status, answer.body]).toEqual([
      path,
      404,
      { message: 'not_found', code: 'not_found' },
    ]);
  }
  expect(await app.client().query('shop.item', { id: item.id })).toMatchObject({ status: 404 });
});

test('GET /api/items/buy gets 405, not an item', async () => {
  const answer = await app.client().get('/api/items/buy');
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
});
