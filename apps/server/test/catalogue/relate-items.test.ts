import { beforeAll, describe, expect, test } from 'vitest';

import { give as giveTo } from '../support/command.ts';
import { addArticle, addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';

describe('the related items of an item', () => {
  const shop = useRunning(startTestShop);
  let ids: number[];
  beforeAll(async () => {
    ids = [];
    for (let count = 0; count < 3; count += 1) ids.push((await addItem(shop.app.db)).id);
  });

  const give = (command: string, values: Record<string, string>) => giveTo(shop, command, values);
  const shown = async (id = ids[0]): Promise<unknown> => {
    return (await shop.app.client().get(`/api/items/${id}`)).body;
  };
  const entries = () => shop.app.db.journalEntry.findMany({ orderBy: { id: 'asc' } });
  const entriesOf = async (kind: string, id: string) =>
    (await entries()).filter((entry) => entry.subjectKind === kind && entry.subjectId === id);

  test('are set in the given order, and removed again; both are journalled', async () => {
    const [first, second, third] = ids.map(String);
    await expect(shown()).resolves.toMatchObject({ use: null, relatedItemIds: [] });
    expect(
      await give('items.relate', { item: first ?? '', related: `${third} ${second}` }),
    ).toMatchObject({ kind: 'done' });
    await expect.poll(() => shown()).toMatchObject({ relatedItemIds: [ids[2], ids[1]] });
    expect(await give('items.relate', { item: first ?? '', related: '' })).toMatchObject({
      kind: 'done',
    });
    await expect.poll(() => shown()).toMatchObject({ relatedItemIds: [] });
    const subject = { operation: 'items.relate', subjectKind: 'item', subjectId: first };
    expect(await entries()).toMatchObject([
      { ...subject, changes: { relatedItemIds: ['', `${third}, ${second}`] } },
      { ...subject, changes: { relatedItemIds: [`${third}, ${second}`, ''] } },
    ]);
  });

  test('cannot be the item itself, an unknown one, or more than four', async () => {
    const item = String(ids[0]);
    const before = (await entries()).length;
    expect(await give('items.relate', { item, related: item })).toMatchObject({
      kind: 'misused',
      codes: ['item_related_to_itself'],
    });
    for (const unknown of [
      { item, related: '999' },
      { item: '999', related: item },
    ]) {
      expect(await give('items.relate', unknown)).toMatchObject({
        kind: 'refused',
        codes: ['item_unknown'],
        text: 'There is no item 999.',
      });
    }
    expect(await give('items.relate', { item, related: '1 2 3 4 5' })).toMatchObject({
      kind: 'misused',
      text: expect.stringMatching(/^--related/),
    });
    expect((await entries()).length).toBe(before);
    await expect(shown()).resolves.toMatchObject({ relatedItemIds: [] });
  });

  test('the use of an item is one of a fixed list, and its changes are journalled', async () => {
    const item = String(ids[1]);
    expect(await give('items.set', { item, use: 'juggling' })).toMatchObject({ kind: 'done' });
    await expect.poll(() => shown(ids[1])).toMatchObject({ use: 'juggling' });
    expect(await give('items.set', { item, use: 'cooking' })).toMatchObject({
      kind: 'misused',
      text: expect.stringMatching(/^--use must be one of /),
    });
    expect(await give('items.set', { item, use: '' })).toMatchObject({ kind: 'done' });
    await expect.poll(() => shown(ids[1])).toMatchObject({ use: null });
    const told = { operation: 'items.set', subjectKind: 'item', subjectId: item };
    expect(await entriesOf('item', item)).toMatchObject([
      { ...told, changes: { use: [null, 'juggling'] } },
      { ...told, changes: { use: ['juggling', null] } },
    ]);
  });

  test('an article links to an existing item, or to none', async () => {
    const { id } = await addArticle(shop.app.db);
    const itemOf = async () => (await shop.app.client().get(`/api/blog/${id}`)).body;
    const article = String(id);
    await expect(itemOf()).resolves.toMatchObject({ itemId: null });
    expect(await give('articles.set', { article, 'item-id': String(ids[2]) })).toMatchObject({
      kind: 'done',
    });
    await expect.poll(itemOf).toMatchObject({ itemId: ids[2] });
    expect(await give('articles.set', { article, 'item-id': '999' })).toMatchObject({
      kind: 'refused',
      codes: ['item_unknown'],
    });
    expect(await give('articles.set', { article, 'item-id': '' })).toMatchObject({ kind: 'done' });
    await expect.poll(itemOf).toMatchObject({ itemId: null });
    expect(await entriesOf('article', article)).toMatchObject([
      { operation: 'articles.set', changes: { itemId: [null, ids[2]] } },
      { operation: 'articles.set', changes: { itemId: [ids[2], null] } },
    ]);
  });
});
