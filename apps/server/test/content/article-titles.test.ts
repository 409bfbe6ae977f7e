import { expect, test } from 'vitest';
import { z } from 'zod';

import { give, type CommandAnswer } from '../support/command.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';

const shop = useRunning(startTestShop);

const TEXTS = { 'content-fr': '<p>Un texte.</p>', 'content-en': '<p>A text.</p>' };
const titled = (fr: string, en: string) => ({ 'title-fr': fr, 'title-en': en });

const create = (fr: string, en: string) =>
  give(shop, 'articles.create', { ...titled(fr, en), ...TEXTS });
const idIn = (answer: CommandAnswer) =>
  String(z.object({ output: z.object({ id: z.int() }) }).parse(answer).output.id);

test('a former title can be reused, and two titles with the same slug can coexist', async () => {
  const first = idIn(await create('Le repos', 'Rest'));
  expect(await create('Le repos', 'Resting')).toMatchObject({
    kind: 'refused',
    codes: ['article_title_taken'],
    text: expect.stringContaining('Another article has that title.'),
  });

  const renamed = await give(shop, 'articles.set', {
    article: first,
    ...titled('Dormir', 'Sleep'),
  });
  expect(renamed.kind).toBe('done');
  const second = idIn(await create('Le repos', 'Rest'));
  const third = idIn(await create('Le repos !', 'Rest?'));
  expect(new Set([first, second, third]).size).toBe(3);

  for (const article of [first, second, third]) await give(shop, 'articles.publish', { article });
  const { body } = await shop.app.client().get('/api/blog');
  const titles = (body as { title: { fr: string } }[]).map(({ title }) => title.fr);
  expect(titles.toSorted()).toEqual(['Dormir', 'Le repos', 'Le repos !']);
});
