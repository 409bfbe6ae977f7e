import { OWNER_COMMANDS } from '@agres/office/owner-commands';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { give } from '../support/command.ts';
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
    { status: 'held' },
    { from: '2026-01-01' },
    { status: 'delivered', from: '2026-01-01', to: '2099-01-01', limit: '2' },
  ],
  order: [{ order: '1' }],
  'order:prepare': [{ orders: '1' }],
  'order:send': [{ orders: '1', carrier: 'colissimo', tracking: '6A12345678901' }],
  'order:undo-sending': [{ order: '1' }],
  'order:track': [{ order: '2', tracking: '12345678' }],
  'order:release': [{ order: '3' }],
  'order:deliver': [{ orders: '1' }],
  'order:undo-delivery': [{ order: '1' }],
  'order:refund': [{ order: '2', amount: '5,00', reason: 'Une rayure', 'unit-back': 'yes' }],
  'order:cancel': [{ order: '3', reason: 'Rétractation' }],
  'order:transfer': [{ order: '4', reference: 'VIR 42' }],
  'order:recipient': [{ order: '4', why: 'accounts' }],
  refunds: [{}, { all: 'yes', limit: '10' }],
  'payment:refund': [{ payment: 'pi_failed_once' }],
  'payment:transfer': [{ payment: 'pi_failed', reference: 'VIR 43' }],
  declarations: [{}, { all: 'yes' }],
  declaration: [{ declaration: '1' }, { declaration: '4' }],
  'declaration:record': [
    { kind: 'withdrawal', name: 'Ada', reference: 'commande 5', on: '2026-01-02' },
  ],
  'declaration:accept': [
    { declaration: '2' },
    { declaration: '3', order: '5' },
    { declaration: '5', subscription: '1' },
  ],
  'declaration:contest': [{ declaration: '6', reason: 'Le délai a pris fin il y a un an.' }],
  'declaration:goods-back': [
    { declaration: '1', keep: '1,00', reason: 'La toile porte une tache d’huile.' },
  ],
  'declaration:close': [{ declaration: '4', reason: 'Une autre boutique' }],
  'orders:export': [{}, { from: '2026-01-01', to: '2099-01-01' }],
  'books:export': [{ from: '2026-01-01', to: '2099-01-01' }],
  messages: [{}],
  'message:answered': [{ messages: '1' }],
  'gift:send': [{ member: '1' }],
  money: [{}],
  stock: [{}, { low: 'yes' }],
  'stock:adjust': [
    { option: '1', units: '+1', reason: 'Livraison' },
    { option: '1', units: '+1', reason: 'Retour', kind: 'return', order: '1' },
  ],
  'stock:count': [{ option: '1', units: '9', reason: 'Inventaire' }],
  'stock:log': [{}, { option: '1' }],
  items: [{}],
  item: [{ item: '1' }],
  'item:create': [
    { 'title-fr': 'Un', 'title-en': 'One', ...TEXTS, price: '9,99', option: 'a | a | 1' },
  ],
  'item:set': [{ item: '1', price: '8,99', yes: 'yes' }],
  'item:relate': [
    { item: '1', with: '2' },
    { item: '1', with: 'none' },
  ],
  'item:publish': [{ item: '1' }],
  'item:unpublish': [{ item: '1' }],
  'option:add': [{ item: '1', 'title-fr': 'b', 'title-en': 'b', stock: '2' }],
  'option:set': [{ option: '1', 'title-fr': 'c', 'title-en': 'c' }],
  'relays:import': [
    {
      csv: 'id,country,name,number,street,postcode,town,hours\nA1,FR,Tabac,1,rue Un,69001,Lyon,8-19',
    },
  ],
  articles: [{}],
  article: [{ article: '1' }],
  'article:create': [{ 'title-fr': 'Deux', 'title-en': 'Two', ...TEXTS }],
  'article:set': [{ article: '1', 'title-fr': 'Trois', 'title-en': 'Three' }],
  'article:publish': [{ article: '1' }],
  'article:unpublish': [{ article: '1' }],
  members: [{}],
  member: [{ email: 'jeanne@example.fr' }],
  contract: [{ subscription: '1' }],
  'member:export': [{ who: 'jeanne@example.fr' }],
  'member:erase': [
    { who: 'jeanne@example.fr', again: 'jeanne@example.fr', identity: 'order-facts' },
  ],
};

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
  const { id } = await addItem(shop.app.db);
  await addArticle(shop.app.db);
  const { client, userId } = await shop.app.member({ email: 'jeanne@example.fr' });
  await addSubscription(shop.app.db, userId);
  // The first is to be sent, the second was, the third is held, of the fourth a refund failed.
  for (let count = 0; count < 4; count += 1) {
    await buy(client, { id, stripeToken: await shop.cardToken() });
  }
  await shop.app.db.order.update({ where: { id: 2 }, data: { sentAt: new Date() } });
  await addDeclarations();
  await shop.app.db.order.update({ where: { id: 3 }, data: { heldFor: 'late' } });
  await shop.app.db.$executeRaw`
    INSERT INTO refund (stripe_account, payment_intent_id, order_id, amount_cents, paid_cents, reason,
      by, key, origin, state, settled_at)
    SELECT o.stripe_account, a.payment_intent_id, o.id, 500, o.amount_cents, 'goodwill', 'Jeanne',
      'one', 'office', 'failed', now()
    FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id WHERE o.id = 4`;
  await shop.app.db.$executeRaw`
    INSERT INTO refund (stripe_account, payment_intent_id, amount_cents, paid_cents, reason, by, key,
      origin, state, settled_at)
    SELECT 'main', intent_id, 500, 500, 'paid for nothing', 'audit', 'orphan', 'audit', 'failed', now()
    FROM unnest(ARRAY['pi_failed', 'pi_failed_once']) intent_id`;
  await shop.app.db.contactMessage.create({
    data: { email: 'ada@example.fr', subject: 'Ma barre', message: 'Bonjour', locale: 'fr' },
  });
  const earned = { ownerId: userId, kind: 'credit', amountCents: 1000 };
  await shop.app.db.referralCredit.createMany({
    data: [earned, earned, earned, { ownerId: userId, kind: 'gift', amountCents: 0 }],
  });
  await shop.app.db.$executeRaw`
    INSERT INTO order_archive (order_id, order_date, first_name, last_name, shipping_address)
    SELECT id, order_date, first_name, last_name, shipping_address FROM orders WHERE id = 4`;
});
afterAll(() => shop.close());

/** Of order 6, sent; of orders 7 and 8, late; three without a contract. One is accepted for order 5. */
async function addDeclarations(): Promise<void> {
  const { id } = await addItem(shop.app.db);
  const { client } = await shop.app.member();
  for (let count = 0; count < 4; count += 1) {
    await buy(client, { id, stripeToken: await shop.cardToken() });
  }
  const late = { status: 'delivered', postDate: new Date('2024-01-10T12:00:00Z') };
  await shop.app.db.order.update({ where: { id: 6 }, data: { sentAt: new Date() } });
  await shop.app.db.order.updateMany({
    where: { id: { in: [7, 8] } },
    data: { ...late, orderDate: new Date('2024-01-02T12:00:00Z') },
  });
  const named = [
    { orderId: 6 },
    { orderId: 7 },
    { reference: 'un' },
    { reference: 'deux' },
    { reference: 'trois' },
    { orderId: 8 },
  ];
  for (const [index, contract] of named.entries()) {
    const email = `declarer${index}@example.fr`;
    const answer = await client.post('/api/withdrawals', { name: 'Ada', email, ...contract });
    expect(answer.body).toMatchObject({ number: index + 1 });
  }
}

// `adopt` needs a database that no other process has open (installation.test.ts), `law:check` ends with what
// is missing (law-check.test.ts).
const ELSEWHERE: ReadonlySet<string> = new Set(['adopt', 'law:check']);
const commands = OWNER_COMMANDS.map(({ name }) => name).filter((name) => !ELSEWHERE.has(name));

test.each(commands)('%s answers', async (command) => {
  const given = GIVEN[command] ?? [];
  expect(given.length).toBeGreaterThan(0);
  for (const values of given) {
    const answer = await give(shop, command, values);
    expect(answer).toMatchObject({ kind: 'done' });
  }
});
