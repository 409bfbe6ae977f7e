import { answerCommand } from '@shop/api/owner/answer-command';
import { OWNER_COMMANDS } from '@shop/api/owner/commands';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addArticle, addItem, addSubscription } from '../support/rows.ts';
import { buy, startTestShop, type TestShop } from '../support/shop.ts';

// Each command once with each of its options, in the process of the test: so that the statements that
// it sends are noted (decision 059). What they answer is the subject of scripts/shop.test.ts.

const TEXTS = { 'text-fr': '<p>Un texte.</p>', 'text-en': '<p>A text.</p>' };

/** By name, in the order in which they are given. A row that a command changes is number 1. */
const GIVEN: Readonly<Record<string, readonly Record<string, string>[]>> = {
  today: [{}],
  check: [{}],
  orders: [
    {},
    { status: 'waiting' },
    { from: '2026-01-01' },
    { status: 'delivered', from: '2026-01-01', to: '2099-01-01', limit: '2' },
  ],
  order: [{ order: '1' }],
  'order:deliver': [{ orders: '1' }],
  'order:undo-delivery': [{ order: '1' }],
  'order:refund': [{ order: '1' }],
  'orders:export': [{}, { from: '2026-01-01', to: '2099-01-01' }],
  money: [{}],
  stock: [{}, { low: 'yes' }],
  'stock:adjust': [{ option: '1', units: '+1', reason: 'Livraison' }],
  'stock:log': [{}, { option: '1' }],
  items: [{}],
  item: [{ item: '1' }],
  'item:create': [
    { 'title-fr': 'Un', 'title-en': 'One', ...TEXTS, price: '9,99', option: 'a | a | 1' },
  ],
  'item:set': [{ item: '1', price: '8,99' }],
  'item:publish': [{ item: '1' }],
  'item:unpublish': [{ item: '1' }],
  'option:add': [{ item: '1', 'title-fr': 'b', 'title-en': 'b', stock: '2' }],
  'option:set': [{ option: '1', 'title-fr': 'c', 'title-en': 'c' }],
  articles: [{}],
  article: [{ article: '1' }],
  'article:create': [{ 'title-fr': 'Deux', 'title-en': 'Two', ...TEXTS }],
  'article:set': [{ article: '1', 'title-fr': 'Trois', 'title-en': 'Three' }],
  'article:publish': [{ article: '1' }],
  'article:unpublish': [{ article: '1' }],
  members: [{}],
  member: [{ email: 'jeanne@example.fr' }],
};

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
  const { id } = await addItem(shop.app.db);
  await addArticle(shop.app.db);
  const { client, userId } = await shop.app.member({ email: 'jeanne@example.fr' });
  await addSubscription(shop.app.db, userId);
  await buy(client, { id, stripeToken: await shop.cardToken() });
});
afterAll(() => shop.close());

// `adopt` wants a database that nobody else has open (installation.test.ts).
const commands = OWNER_COMMANDS.map(({ name }) => name).filter((name) => name !== 'adopt');

test.each(commands)('%s answers', async (command) => {
  const given = GIVEN[command] ?? [];
  expect(given.length).toBeGreaterThan(0);
  for (const values of given) {
    const answer = await answerCommand(
      { db: shop.app.db, clock: () => new Date(), provider: async () => shop.jobDeps },
      { command, values, by: 'Jeanne' },
    );
    expect(answer).toMatchObject({ kind: 'done' });
  }
});
