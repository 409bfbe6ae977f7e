import { beforeAll, expect, test } from 'vitest';

import { startTestOffice, type Person } from '../support/office.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';

const shop = useRunning(startTestShop);
const office = useRunning(() => startTestOffice(shop.app.database));
let owner: Person;
beforeAll(async () => {
  owner = await office.enter(['owner']);
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

const created = async (name: string, input: object): Promise<number> =>
  (await owner.done(name, input)).id;

test('unsafe HTML is removed from an article before it is stored', async () => {
  const contentFr = '<h2>Titre</h2><p onclick="x()">b<script>alert(1)</script></p>';
  const made = await owner.change('articles.create', {
    ...TEXTS,
    contentFr,
    contentEn: '<p><a href="javascript:x()">a</a><a href="http://a.example">b</a></p>',
  });
  expect(made.body.result?.data).toMatchObject({ removed: ['script'] });
  const { id } = Object(made.body.result?.data);
  const kept = await shop.app.db.article.findUniqueOrThrow({ where: { id } });
  expect(kept.contentFr).toBe('<h2>Titre</h2><p>b</p>');
  expect(kept.contentEn).not.toMatch(/javascript|http:/);
  const only = await owner.change('articles.set', {
    article: id,
    changes: { contentFr: '<script>alert(1)</script>' },
  });
  expect(only).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(only.body.error?.data).toMatchObject({
    fields: { 'changes.contentFr': expect.any(String) },
  });
});

test('a draft is deleted with a journal entry; an article once published is not', async () => {
  const draft = await created('articles.create', {
    ...TEXTS,
    titleFr: 'Brouillon',
    titleEn: 'Draft',
  });
  await owner.change('articles.publish', { article: draft, from: '2099-01-01T00:00:00.000Z' });
  const planned = await owner.change('articles.delete', { article: draft });
  expect(planned.body.error?.data).toMatchObject({ codes: ['article_shown'] });
  await owner.change('articles.unpublish', { article: draft });
  expect((await owner.change('articles.delete', { article: draft })).status).toBe(200);
  expect(await shop.app.db.article.count({ where: { id: draft } })).toBe(0);
  const entry = await shop.app.db.journalEntry.findFirstOrThrow({
    where: { operation: 'articles.delete', subjectId: String(draft) },
  });
  expect(entry).toMatchObject({ actorName: owner.name, changes: { titleFr: ['Brouillon', ''] } });

  const shown = await created('articles.create', {
    ...TEXTS,
    titleFr: 'Montré',
    titleEn: 'Shown',
  });
  await owner.change('articles.publish', { article: shown, from: null });
  await owner.change('articles.unpublish', { article: shown });
  const refused = await owner.change('articles.delete', { article: shown });
  expect(refused).toMatchObject({ status: 409, code: 'refused' });
  expect(await shop.app.db.article.count({ where: { id: shown } })).toBe(1);
});

test('a draft item is deleted with its stock and a journal entry; one once on the site is not', async () => {
  const { db } = shop.app;
  const draft = await created('items.create', { ...ITEM, titleFr: 'Essai' });
  const { options } = await owner.read('items.get', { item: draft });
  const option = options[0].id;
  await owner.change('stock.count', { option, units: 4, reason: 'Comptage' });
  const { actions } = await owner.read('journal.list', {
    before: null,
    person: null,
    until: null,
    topic: null,
    locale: 'fr',
  });
  expect(actions[0]).toMatchObject({
    text: [expect.any(String), expect.any(String), '\u00A0: 3 avant, 4 maintenant'],
    changes: [],
  });
  expect((await owner.change('items.delete', { item: draft })).status).toBe(200);
  expect(await db.item.count({ where: { id: draft } })).toBe(0);
  expect(await db.stockAdjustment.count({ where: { optionId: option } })).toBe(0);
  const entry = await db.journalEntry.findFirstOrThrow({
    where: { operation: 'items.delete', subjectId: String(draft) },
  });
  expect(entry).toMatchObject({ actorName: owner.name, changes: { titleFr: ['Essai', ''] } });

  const shown = await created('items.create', ITEM);
  await owner.change('items.publish', { item: shown, from: null });
  const refuse = async () => (await owner.change('items.delete', { item: shown })).body.error?.data;
  expect(await refuse()).toMatchObject({ codes: ['item_shown'] });
  await owner.change('items.unpublish', { item: shown });
  expect(await refuse()).toMatchObject({ codes: ['item_shown'] });
});

test.each([
  ['items', ITEM, 'item'],
  ['articles', { ...TEXTS, titleFr: 'Deux', titleEn: 'Two' }, 'article'],
])(
  'a concurrent save of %s is refused with the name of the first editor',
  async (noun, given, key) => {
    const second = await office.enter(['owner']);
    const id = await created(`${noun}.create`, given);
    const set = (person: Person, titleFr: string, version: number | null) =>
      person.change(`${noun}.set`, { [key]: id, changes: { titleFr }, version, isSure: false });
    const { version } = await owner.read(`${noun}.get`, { [key]: id });
    // Publishing does not edit the fields.
    await owner.change(`${noun}.publish`, { [key]: id, from: null });
    expect((await set(owner, 'Première', version)).status).toBe(200);
    const late = await set(second, 'Seconde', version);
    expect(late).toMatchObject({ status: 409, code: 'refused' });
    expect(late.body.error?.data).toMatchObject({
      codes: ['changed_since'],
      message: expect.stringContaining(owner.name),
    });
    const now = await second.read(`${noun}.get`, { [key]: id });
    expect(now).toMatchObject({ titleFr: 'Première' });
    expect((await set(second, 'Seconde', now.version)).status).toBe(200);
    expect((await set(owner, 'Troisième', null)).status).toBe(200);
  },
);

test('the order of the shop and of the best sellers is set in one call', async () => {
  const ids: number[] = [];
  for (const titleFr of ['A', 'B', 'C']) {
    ids.push(await created('items.create', { ...ITEM, titleFr, titleEn: titleFr }));
  }
  const [a = 0, b = 0, c = 0] = ids;
  const listed = async () =>
    Object((await owner.read('items.list', {})).items).filter(({ id }: { id: number }) =>
      ids.includes(id),
    );
  await owner.change('items.arrange', { items: [c, a] });
  expect(await listed()).toMatchObject([{ id: c, position: 0 }, { id: a, position: 1 }, { id: b }]);
  await owner.change('items.setBestSellers', { items: [b, c] });
  await owner.change('items.setBestSellers', { items: [c, b] });
  expect(await listed()).toMatchObject([
    { id: c, bestSellerRank: 1 },
    { id: a, bestSellerRank: null },
    { id: b, bestSellerRank: 2, options: [{ titleFr: 'Unique', remaining: 3 }] },
  ]);
  expect((await owner.change('items.setBestSellers', { items: [c, b] })).status).toBe(200);
  const twice = await owner.change('items.arrange', { items: [c, c] });
  expect(twice.body.error?.data).toMatchObject({ codes: ['item_repeated'] });
  const unknown = await owner.change('items.arrange', { items: [999_999] });
  expect(unknown.body.error?.data).toMatchObject({ codes: ['item_unknown'] });
});
