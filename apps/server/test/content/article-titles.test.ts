import { afterAll, beforeAll, expect, test } from 'vitest';

import { give, said } from '../support/command.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

const TEXTS = { 'text-fr': '<p>Un texte.</p>', 'text-en': '<p>A text.</p>' };
const titled = (fr: string, en: string) => ({ 'title-fr': fr, 'title-en': en });

const create = (fr: string, en: string) =>
  give(shop, 'article:create', { ...titled(fr, en), ...TEXTS });
const idIn = (text: string) => /^Article (\d+)/.exec(text)?.[1] ?? '';

test('a title that an article had is free for another, and two that make the same address live beside each other', async () => {
  const first = idIn(said(await create('Le repos', 'Rest')));
  expect(said(await create('Le repos', 'Resting'))).toContain('has that title already');

  const renamed = await give(shop, 'article:set', { article: first, ...titled('Dormir', 'Sleep') });
  expect(renamed.kind).toBe('done');
  const second = idIn(said(await create('Le repos', 'Rest')));
  const third = idIn(said(await create('Le repos !', 'Rest?')));
  expect(new Set([first, second, third]).size).toBe(3);

  for (const article of [first, second, third]) await give(shop, 'article:publish', { article });
  const { body } = await shop.app.client().get('/api/blog');
  const titles = (body as { title: { fr: string } }[]).map(({ title }) => title.fr);
  expect(titles.toSorted()).toEqual(['Dormir', 'Le repos', 'Le repos !']);
});
