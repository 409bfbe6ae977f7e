import { EVERY_OPERATION } from '@agres/office/operations-router';
import { beforeAll, expect, test } from 'vitest';

import { giveAndSendWithin, type Typed } from '../support/command.ts';
import { addArticle, addItem, addSubscription } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';

// Runs each operation with each of its options in the process of the test, so that its statements are
// recorded (decision 059).

const ITEM = {
  'title-fr': 'Un',
  'title-en': 'One',
  'description-fr': '<p>Un texte.</p>',
  'description-en': '<p>A text.</p>',
  'shown-price': '9,99',
  options: '{"titleFr":"a","titleEn":"a","stock":1}',
};
const ARTICLE = {
  'title-fr': 'Deux',
  'title-en': 'Two',
  'content-fr': '<p>Un texte.</p>',
  'content-en': '<p>A text.</p>',
};
const RELAYS =
  'id,country,name,number,street,postcode,town,hours\nA1,FR,Tabac,1,rue Un,69001,Lyon,8-19';

/** The inputs by operation, in the order of execution. A row that a command changes is number 1. */
const GIVEN: Readonly<Record<string, readonly Typed[]>> = {
  'today.read': [{}],
  'checks.invariants': [{}],
  'checks.law': [{}],
  'orders.list': [
    {},
    { status: 'waiting' },
    { status: 'held' },
    { from: '2026-01-01' },
    { status: 'delivered', from: '2026-01-01', to: '2099-01-01', limit: 2 },
    { status: 'sent', before: 1 },
    { status: 'refunded' },
    { status: 'cancelled' },
    { before: 1 },
    { search: 'jeanne@example.fr' },
    { search: 'Jea dup', status: 'waiting', before: 1 },
  ],
  'orders.get': [{ order: 1 }],
  'orders.labels': [{ orders: '1' }, { orders: '', replacements: '1' }],
  'orders.correctAddress': [
    {
      order: 1,
      'first-name': 'Ada',
      'last-name': 'Byron',
      'shipping-address': '2 rue du Port\n44000 Nantes\nFrance',
    },
  ],
  'orders.setNote': [{ order: 1, note: 'Rappeler lundi' }],
  'orders.prepare': [{ orders: '1' }],
  'orders.send': [{ orders: '1', carrier: 'colissimo', tracking: '6A12345678901' }],
  'orders.undoSending': [{ order: 1 }],
  'orders.track': [{ order: 2, tracking: '12345678' }],
  'orders.readTracking': [{ csv: '2;12345679', carrier: 'colissimo' }],
  'orders.history': [{ order: 1 }],
  'orders.release': [{ order: 3 }],
  'orders.deliver': [{ orders: '1' }],
  'orders.undoDelivery': [{ order: 1 }],
  'replacements.create': [{ order: 2, reason: 'damaged', note: 'Colis écrasé' }],
  'replacements.correctAddress': [
    {
      replacement: 1,
      'first-name': 'Ada',
      'last-name': 'Byron',
      'shipping-address': '2 rue du Port\n44000 Nantes\nFrance',
    },
  ],
  'replacements.prepare': [{ replacement: 1 }],
  'replacements.send': [{ replacement: 1, carrier: 'colissimo', tracking: '6A12345678901' }],
  'replacements.track': [{ replacement: 1, tracking: '12345678' }],
  'replacements.deliver': [{ replacement: 1 }],
  'replacements.undoDelivery': [{ replacement: 1 }],
  'replacements.undoSending': [{ replacement: 1 }],
  'replacements.cancel': [{ replacement: 1 }],
  'refunds.request': [{ order: 2, amount: '5,00', reason: 'Une rayure', 'unit-is-back': true }],
  'orders.cancel': [{ order: 3, reason: 'Rétractation' }],
  'refunds.transfer': [{ order: 4, reference: 'VIR 42' }],
  'orders.readArchived': [{ order: 4, why: 'accounts' }],
  'refunds.list': [{}, { all: true, limit: 10 }],
  'refunds.requestAgain': [{ payment: 'pi_failed_once' }],
  'refunds.transferPayment': [{ payment: 'pi_failed', reference: 'VIR 43' }],
  'declarations.list': [{}, { all: true }],
  'declarations.get': [{ declaration: 1 }, { declaration: 4 }],
  'declarations.record': [
    { kind: 'withdrawal', name: 'Ada', reference: 'commande 5', on: '2026-01-02', locale: 'fr' },
  ],
  'declarations.accept': [
    { declaration: 2 },
    { declaration: 3, noun: 'order', contract: 5 },
    { declaration: 5, noun: 'subscription', contract: 1 },
  ],
  'declarations.contest': [{ declaration: 6, reason: 'Le délai a pris fin il y a un an.' }],
  'declarations.noteGoods': [
    { declaration: 1, kind: 'keep', kept: '1,00', reason: 'La toile porte une tache d’huile.' },
  ],
  'declarations.close': [{ declaration: 4, reason: 'Une autre boutique' }],
  'orders.export': [{}, { from: '2026-01-01', to: '2099-01-01' }],
  'books.export': [{ from: '2026-01-01', to: '2099-01-01' }],
  'books.balance': [{ month: '2026-11' }],
  'books.months': [{}],
  'books.items': [{ month: '2026-11' }],
  'books.invoices': [{ month: '2026-11' }, { month: '2026-11', after: '2026-00001' }],
  'books.readVat': [{}],
  'books.setVat': [{ regime: 'charged', 'rate-percent': '20' }],
  'payments.list': [{}, { since: '2026-01-01' }],
  'payments.rebuild': [{}],
  'payments.openSales': [{}],
  'reviews.list': [{}, { state: 'published' }],
  'reviews.publish': [{ review: 1 }],
  'reviews.decline': [{ review: 1, reason: 'Il parle du transporteur.' }],
  'messages.list': [{}, { state: 'answered' }],
  'messages.get': [{ message: 1 }],
  'messages.answer': [{ message: 1, text: 'Bonjour Ada' }],
  'messages.markAnswered': [{ messages: '1' }],
  'messages.reopen': [{ message: 1 }],
  'gifts.send': [{ member: 1 }],
  'shop.readPause': [{}],
  'shop.setPause': [{ 'sentence-fr': 'Inventaire', 'sentence-en': 'Stocktaking' }],
  'shop.readFacts': [{}],
  'shop.setFacts': [
    {
      'legal-name': 'Agrès SAS',
      form: 'SAS',
      'capital-euros': '1000',
      registration: 'RCS Lyon 123 456 789',
      'vat-number': 'FR12 123 456 789',
      address: '1 rue Neuve, 69001 Lyon',
      'publication-director': 'La présidence',
      host: 'Un hébergeur, Paris',
      'return-paid-by': 'seller',
    },
  ],
  'shop.readDelivery': [{}],
  'shop.setDelivery': [{ area: '1', fee: '12,50', 'from-days': '3', 'to-days': '9' }],
  'faq.list': [{}],
  'faq.add': [
    { 'question-fr': 'Où ?', 'question-en': 'Where?', 'answer-fr': 'Ici.', 'answer-en': 'Here.' },
  ],
  'staff.invite': [
    { email: 'max@example.fr', name: 'Max', roles: 'preparer', locale: 'fr' },
    { email: 'ada@example.fr', name: 'Ada', roles: ['owner', 'preparer'], locale: 'en' },
  ],
  'staff.list': [{}],
  'staff.change': [{ staff: 1, roles: 'preparer', locale: 'fr', suspended: true }],
  'staff.endSessions': [{ staff: 1 }],
  'staff.remove': [{ staff: 1 }],
  'stock.list': [{}, { 'low-only': true }],
  'stock.adjust': [
    { option: 1, units: '+1', kind: 'delivery', reason: 'Livraison' },
    { option: 2, units: 1, reason: 'Retour', kind: 'return', order: 6 },
  ],
  'stock.count': [{ option: 1, units: 9, reason: 'Inventaire' }],
  'stock.log': [{}, { option: 1 }],
  'journal.list': [
    { locale: 'fr' },
    { before: 9, person: 'Camille', until: '2026-11-28', topic: 'orders', locale: 'en' },
  ],
  'items.list': [{}],
  'items.get': [{ item: 1 }],
  'items.create': [ITEM],
  'items.set': [{ item: 1, 'shown-price': '8,99', sure: true }],
  'items.relate': [
    { item: 1, related: '2' },
    { item: 1, related: '' },
  ],
  'items.arrange': [{ items: '1' }],
  'items.setBestSellers': [{ items: '1' }],
  'items.publish': [{ item: 1 }],
  'items.unpublish': [{ item: 1 }],
  'options.add': [{ item: 1, 'title-fr': 'b', 'title-en': 'b', stock: 2 }],
  'items.delete': [{ item: 3 }],
  'options.set': [{ option: 1, 'title-fr': 'c', 'title-en': 'c' }],
  'relays.import': [{ csv: RELAYS, sure: true }],
  'articles.list': [{}],
  'articles.get': [{ article: 1 }],
  'articles.create': [ARTICLE],
  'articles.set': [{ article: 1, 'title-fr': 'Trois', 'title-en': 'Three' }],
  'articles.publish': [{ article: 1 }],
  'articles.unpublish': [{ article: 1 }],
  'articles.delete': [{ article: 2 }],
  'members.list': [{}, { before: 2 }, { search: 'jea', before: 2, 'subscribed-only': true }],
  'members.get': [{ who: 'jeanne@example.fr' }],
  'members.sendRecovery': [{ member: 1 }],
  'members.endSessions': [{ member: 1 }],
  'subscriptions.contracts': [{ named: '1' }],
  'members.export': [{ who: 'jeanne@example.fr' }],
  'members.erase': [
    { who: 'jeanne@example.fr', again: 'jeanne@example.fr', identity: 'order-facts' },
  ],
};

/** Operations that need data of their own tests: a payment without an order, a device, a list's last change. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'payments.refund',
  'staff.removeDevice',
  'faq.set',
  'faq.move',
  'faq.remove',
  'members.sendActivation',
]);

const shop = useRunning(startTestShop);
beforeAll(async () => {
  const { id } = await addItem(shop.app.db);
  await addArticle(shop.app.db);
  const { client, userId } = await shop.app.member({ email: 'jeanne@example.fr' });
  await addSubscription(shop.app.db, userId);
  // The first is to be sent, the second was sent, the third is held, and a refund of the fourth failed.
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
  await shop.app.db.review.create({
    data: {
      itemId: id,
      userId,
      orderId: 2,
      boughtOn: new Date(),
      firstName: 'Jeanne',
      rating: 4,
      text: 'Une belle barre.',
      locale: 'fr',
    },
  });
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

/**
 * Adds declarations: about order 6, which was sent, orders 7 and 8, which are late, and three without a
 * contract. One is accepted for order 5.
 */
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

test('every operation has an input', () => {
  const names = EVERY_OPERATION.map(({ name }) => name);
  expect([...Object.keys(GIVEN), ...ELSEWHERE].toSorted()).toEqual(names.toSorted());
});

// One refund is of a payment that the provider does not have, and stays open.
const giveAndSendSoon = giveAndSendWithin(1000);

test.each(Object.entries(GIVEN))('%s succeeds', async (name, given) => {
  for (const typed of given) {
    expect(await giveAndSendSoon(shop, name, typed)).toMatchObject({ kind: 'done' });
  }
});
