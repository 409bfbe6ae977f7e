import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestOffice, type TestOffice } from '../support/office.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
let office: TestOffice;
beforeAll(async () => {
  shop = await startTestShop();
  office = await startTestOffice(shop.app.database);
});
afterAll(async () => {
  await office.close();
  await shop.close();
});

const TEXTS = { titleFr: 'Un', titleEn: 'One', contentFr: '<p>a</p>', contentEn: '<p>a</p>' };
const ITEM = {
  titleFr: 'Corde',
  titleEn: 'Rope',
  descriptionFr: '<p>Une corde.</p>',
  descriptionEn: '<p>A rope.</p>',
  shownPriceCents: 1999,
  options: [{ titleFr: 'Unique', titleEn: 'Single', stock: 3 }],
  isSure: false,
};

const change = (secret: string, name: string, input: object) =>
  office.call({ name, method: 'POST', input, secret });
const read = async (secret: string, name: string, input: object) =>
  Object((await office.call({ name, input, secret })).body.result?.data);
const created = async (secret: string, name: string, input: object): Promise<number> =>
  Object((await change(secret, name, input)).body.result?.data).id;

test('unsafe HTML is removed from an article before it is stored', async () => {
  const { secret } = await office.enter(['owner']);
  const contentFr = '<h2>Titre</h2><p onclick="x()">b<script>alert(1)</script></p>';
  const made = await change(secret, 'articles.create', {
    ...TEXTS,
    contentFr,
    contentEn: '<p><a href="javascript:x()">a</a><a href="http://a.example">b</a></p>',
  });
  expect(made.body.result?.data).toMatchObject({ removed: ['script'] });
  const { id } = Object(made.body.result?.data);
  const kept = await shop.app.db.article.findUniqueOrThrow({ where: { id } });
  expect(kept.contentFr).toBe('<h2>Titre</h2><p>b</p>');
  expect(kept.contentEn).not.toMatch(/javascript|http:/);
  const only = await change(secret, 'articles.set', {
    article: id,
    changes: { contentFr: '<script>alert(1)</script>' },
  });
  expect(only).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(only.body.error?.data).toMatchObject({
    fields: { 'changes.contentFr': expect.any(String) },
  });
});

test('a draft is deleted with a journal entry; an article once published is not', async () => {
  const { secret, name } = await office.enter(['owner']);
  const draft = await created(secret, 'articles.create', {
    ...TEXTS,
    titleFr: 'Brouillon',
    titleEn: 'Draft',
  });
  await change(secret, 'articles.publish', { article: draft, from: '2099-01-01T00:00:00.000Z' });
  const planned = await change(secret, 'articles.delete', { article: draft });
  expect(planned.body.error?.data).toMatchObject({ codes: ['article_shown'] });
  await change(secret, 'articles.unpublish', { article: draft });
  expect((await change(secret, 'articles.delete', { article: draft })).status).toBe(200);
  expect(await shop.app.db.article.count({ where: { id: draft } })).toBe(0);
  const entry = await shop.app.db.journalEntry.findFirstOrThrow({
    where: { operation: 'articles.delete', subjectId: String(draft) },
  });
  expect(entry).toMatchObject({ actorName: name, changes: { titleFr: ['Brouillon', ''] } });

  const shown = await created(secret, 'articles.create', {
    ...TEXTS,
    titleFr: 'Montré',
    titleEn: 'Shown',
  });
  await change(secret, 'articles.publish', { article: shown, from: null });
  await change(secret, 'articles.unpublish', { article: shown });
  const refused = await change(secret, 'articles.delete', { article: shown });
  expect(refused).toMatchObject({ status: 409, code: 'refused' });
  expect(await shop.app.db.article.count({ where: { id: shown } })).toBe(1);
});

test.each([
  ['items', ITEM, 'item'],
  ['articles', { ...TEXTS, titleFr: 'Deux', titleEn: 'Two' }, 'article'],
])(
  'a concurrent save of %s is refused with the name of the first editor',
  async (noun, given, key) => {
    const first = await office.enter(['owner']);
    const second = await office.enter(['owner']);
    const id = await created(first.secret, `${noun}.create`, given);
    const set = (secret: string, titleFr: string, version: number | null) =>
      change(secret, `${noun}.set`, { [key]: id, changes: { titleFr }, version, isSure: false });
    const { version } = await read(first.secret, `${noun}.get`, { [key]: id });
    // Publishing does not edit the fields.
    await change(first.secret, `${noun}.publish`, { [key]: id, from: null });
    expect((await set(first.secret, 'Première', version)).status).toBe(200);
    const late = await set(second.secret, 'Seconde', version);
    expect(late).toMatchObject({ status: 409, code: 'refused' });
    expect(late.body.error?.data).toMatchObject({
      codes: ['changed_since'],
      message: expect.stringContaining(first.name),
    });
    const now = await read(second.secret, `${noun}.get`, { [key]: id });
    expect(now).toMatchObject({ titleFr: 'Première' });
    expect((await set(second.secret, 'Seconde', now.version)).status).toBe(200);
    expect((await set(first.secret, 'Troisième', null)).status).toBe(200);
  },
);

test('the order of the shop and of the best sellers is set in one call', async () => {
  const { secret } = await office.enter(['owner']);
  const ids: number[] = [];
  for (const titleFr of ['A', 'B', 'C']) {
    ids.push(await created(secret, 'items.create', { ...ITEM, titleFr, titleEn: titleFr }));
  }
  const [a = 0, b = 0, c = 0] = ids;
  const listed = async () =>
    Object((await read(secret, 'items.list', {})).items).filter(({ id }: { id: number }) =>
      ids.includes(id),
    );
  await change(secret, 'items.arrange', { items: [c, a] });
  expect(await listed()).toMatchObject([{ id: c, position: 0 }, { id: a, position: 1 }, { id: b }]);
  await change(secret, 'items.setBestSellers', { items: [b, c] });
  await change(secret, 'items.setBestSellers', { items: [c, b] });
  expect(await listed()).toMatchObject([
    { id: c, bestSellerRank: 1 },
    { id: a, bestSellerRank: null },
    { id: b, bestSellerRank: 2, options: [{ titleFr: 'Unique', remaining: 3 }] },
  ]);
  expect((await change(secret, 'items.setBestSellers', { items: [c, b] })).status).toBe(200);
  const twice = await change(secret, 'items.arrange', { items: [c, c] });
  expect(twice.body.error?.data).toMatchObject({ codes: ['item_repeated'] });
  const unknown = await change(secret, 'items.arrange', { items: [999_999] });
  expect(unknown.body.error?.data).toMatchObject({ codes: ['item_unknown'] });
});
