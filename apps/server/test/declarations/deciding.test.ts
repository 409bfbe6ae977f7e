import { setTimeout as sleep } from 'node:timers/promises';

import { inTransaction } from '@agres/db/transaction';
import { addDays, parisDayOf } from '@agres/domain/days';
import type { RefusalCode } from '@agres/domain/refusals';
import { lockOrders } from '@agres/money/orders/order-state';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { CONTRACTS } from '@agres/shop/contracts';
import { reconcileDeclarations } from '@agres/shop/declarations/reconcile-declarations';
import { afterEach, describe, expect, test } from 'vitest';

import { give, giveAndSend, giveTo, outputOf, type Typed } from '../support/command.ts';
import { startRefund, withdraw } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { startMailedShop } from '../support/shop.ts';
import { newSubscriber } from '../support/subscribing.ts';

const REASON = 'La toile porte une tache d’huile de dix centimètres.';
const NAME = 'Ada Lovelace';

const shop = useRunning(startMailedShop);
afterEach(async () => {
  shop.provider.clearFaults();
  expect(await shop.brokenInvariants()).toEqual([]);
});

const say = (command: string, values: Typed) => give(shop, command, values);
const DONE = { kind: 'done' };
const done = (output: object) => ({ kind: 'done', output });
const refusal = (code: RefusalCode, words = '') => ({
  kind: 'refused',
  codes: [code],
  text: expect.stringContaining(words),
});
const including = (row: object) => expect.arrayContaining([expect.objectContaining(row)]);

const startReturn = async (changes: object = {}) => {
  const buyer = await startRefund(shop);
  const { orderId, client } = buyer;
  await shop.app.db.order.update({
    where: { id: orderId },
    data: { sentAt: new Date(), ...changes },
  });
  const id = await withdraw(client, { orderId });
  return { ...buyer, id, ID: String(id) };
};

/** Dates after the last day, so that nothing follows automatically. */
const LATE = {
  status: 'delivered',
  orderDate: new Date('2024-01-02T12:00:00Z'),
  postDate: new Date('2024-01-10T12:00:00Z'),
};

const eventsOf = async (declarationId: number) =>
  (
    await shop.app.db.declarationEvent.findMany({
      // The receipt leaves at a varying time.
      where: { declarationId, kind: { not: 'receipt_sent' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ kind }) => kind);
const rowOf = (id: number) => shop.app.db.declaration.findUniqueOrThrow({ where: { id } });
const untilFollowed = (id: number) =>
  shop.inBackground(async () => {
    const { nextCheckAt } = await rowOf(id);
    return nextCheckAt === null || nextCheckAt > new Date();
  });
const untilTold = async (email: string, text: string) => {
  const texts = () =>
    shop.emailsTo(email).map((one) => `${one.subject}\n${one.text}`.replaceAll(/\s/g, ' '));
  await shop.inBackground(async () => texts().some((one) => one.includes(text)));
  return texts();
};
const journalOf = (id: number) =>
  shop.app.db.journalEntry.findMany({
    where: { subjectKind: 'declaration', subjectId: String(id) },
    orderBy: { id: 'asc' },
  });

describe('declarations.noteGoods', () => {
  test('as new: refunds the card in full, returns the unit to stock and emails the buyer', async () => {
    const { id, ID, orderId, item, email, given } = await startReturn();
    const option = () => shop.app.db.itemOption.findFirstOrThrow({ where: { itemId: item.id } });
    const { remaining } = await option();
    expect(await say('declarations.noteGoods', { declaration: ID, kind: 'asNew' })).toMatchObject(
      done({ refundCents: 2999, keptCents: 0 }),
    );
    await untilFollowed(id);
    await sendRefunds(shop.jobDeps);
    expect(await given()).toMatchObject([{ amountCents: 2999, state: 'succeeded' }]);
    expect((await option()).remaining).toBe(remaining + 1);
    expect(await eventsOf(id)).toEqual([
      'return_asked',
      'goods_back',
      'refund_requested',
      'closed',
    ]);
    expect(await untilTold(email, 'nous est revenu')).toContainEqual(
      expect.stringContaining('29,99 €'),
    );
    expect(await journalOf(id)).toMatchObject([
      { operation: 'declarations.noteGoods', actorName: 'Jeanne' },
    ]);
    const again = await say('declarations.noteGoods', { declaration: ID, kind: 'asNew' });
    expect(again).toEqual(refusal('goods_noted', `request ${id} `));
    expect(await shop.app.db.refund.count({ where: { orderId } })).toBe(1);
  });

  test('handled: keeps a sum, and emails the buyer the sum, the reason and how to get a review', async () => {
    const { id, ID, email, given, item } = await startReturn();
    const option = () => shop.app.db.itemOption.findFirstOrThrow({ where: { itemId: item.id } });
    const { remaining } = await option();
    const values = { declaration: ID, kind: 'keep', kept: '5,00', reason: REASON };
    expect(await say('declarations.noteGoods', values)).toMatchObject(
      done({ refundCents: 2499, keptCents: 500 }),
    );
    await untilFollowed(id);
    await sendRefunds(shop.jobDeps);
    expect(await given()).toMatchObject([{ amountCents: 2499 }]);
    expect((await option()).remaining).toBe(remaining);
    const texts = await untilTold(email, 'tache d’huile');
    const told = texts.find((text) => text.includes('tache d’huile'));
    expect(told).toContain('5,00 €');
    expect(told).toContain('notre équipe réexamine');
  });

  test('refuses to keep more than the goods cost or than is left, or without a reason', async () => {
    const { id, ID, request, reconcile } = await startReturn({ feeCents: 1000, priceCents: 2000 });
    const keep = (sum: string, reason = REASON) =>
      say('declarations.noteGoods', { declaration: ID, kind: 'keep', kept: sum, reason });
    expect(await keep('20,00')).toEqual(refusal('goods_kept_over_price', '19.99'));
    expect(await keep('5,00', 'Trop court')).toMatchObject({ kind: 'misused' });
    expect(
      await say('declarations.noteGoods', { declaration: ID, kind: 'keep', kept: '5,00' }),
    ).toMatchObject({ kind: 'misused', text: expect.stringContaining('--reason') });
    expect(await say('declarations.noteGoods', { declaration: ID })).toMatchObject({
      kind: 'misused',
    });
    await request({ amountCents: 2000 });
    await reconcile();
    expect(await keep('15,00')).toEqual(refusal('goods_kept_over_rest', '9.99'));
    expect(await eventsOf(id)).toEqual(['return_asked']);
    expect(await journalOf(id)).toEqual([]);
  });

  test('refuses to keep a sum for goods that are as new', async () => {
    const { ID } = await startReturn();
    expect(
      await say('declarations.noteGoods', { declaration: ID, kind: 'asNew', kept: '5,00' }),
    ).toMatchObject({ kind: 'misused' });
  });

  test('not ours: contests with a reason, and refunds when the right goods come later', async () => {
    const { id, ID, email, given } = await startReturn();
    const values = { declaration: ID, kind: 'notOurs', reason: REASON };
    expect(await say('declarations.noteGoods', values)).toMatchObject(DONE);
    await untilFollowed(id);
    expect(await given()).toEqual([]);
    expect(await untilTold(email, 'tache d’huile')).toContainEqual(
      expect.stringContaining('ne pouvons pas donner suite'),
    );
    expect((await rowOf(id)).closedAt).toBeNull();
    await say('declarations.noteGoods', { declaration: ID, kind: 'asNew' });
    await untilFollowed(id);
    await sendRefunds(shop.jobDeps);
    expect(await given()).toMatchObject([{ amountCents: 2999 }]);
  });

  test('refunds a parcel that arrives after the declaration was closed', async () => {
    const { id, ID, given } = await startReturn();
    const closing = { declaration: ID, reason: 'Never came' };
    expect(await say('declarations.close', closing)).toMatchObject(DONE);
    expect(await say('declarations.close', closing)).toEqual(refusal('declaration_closed'));
    expect(await say('declarations.noteGoods', { declaration: ID, kind: 'asNew' })).toMatchObject(
      DONE,
    );
    await untilFollowed(id);
    await sendRefunds(shop.jobDeps);
    expect(await given()).toMatchObject([{ amountCents: 2999 }]);
    expect((await eventsOf(id)).filter((kind) => kind === 'closed')).toHaveLength(1);
  });

  test('refuses an unsent order, a missing order and a second note for one order', async () => {
    const { client, orderId } = await startRefund(shop);
    await shop.app.db.order.update({ where: { id: orderId }, data: { printedAt: new Date() } });
    const unsent = await withdraw(client, { orderId });
    const back = (id: number) =>
      say('declarations.noteGoods', { declaration: String(id), kind: 'asNew' });
    expect(await back(unsent)).toEqual(refusal('goods_not_sent'));
    const none = await withdraw(shop.app.client(), { reference: 'rien du tout' });
    expect(await back(none)).toEqual(refusal('goods_of_no_order'));
    expect(await back(2_000_000_000)).toEqual(refusal('declaration_unknown', '2000000000'));

    const first = await startReturn();
    await say('declarations.close', { declaration: first.ID, reason: 'Never came' });
    const second = await withdraw(first.client, { orderId: first.orderId });
    expect(second).not.toBe(first.id);
    await say('declarations.noteGoods', {
      declaration: first.ID,
      kind: 'keep',
      kept: '5,00',
      reason: REASON,
    });
    expect(await back(second)).toEqual(
      refusal(
        'goods_noted_elsewhere',
        `order ${first.orderId} was recorded with request ${first.id}.`,
      ),
    );
  });

  test('concurrent calls note the goods once, with one refund', async () => {
    const { id, ID, orderId } = await startReturn();
    const answers = await Promise.all([
      say('declarations.noteGoods', { declaration: ID, kind: 'asNew' }),
      say('declarations.noteGoods', {
        declaration: ID,
        kind: 'keep',
        kept: '5,00',
        reason: REASON,
      }),
      say('declarations.noteGoods', { declaration: ID, kind: 'notOurs', reason: REASON }),
      say('declarations.noteGoods', { declaration: ID, kind: 'asNew' }),
    ]);
    // A contested declaration can be refunded by the second person; the goods are recorded once.
    const noted = answers.filter(
      (answer) =>
        answer.kind === 'done' && (answer.output as { refundCents: number }).refundCents > 0,
    );
    expect(noted).toHaveLength(1);
    await untilFollowed(id);
    expect((await eventsOf(id)).filter((kind) => kind === 'goods_back')).toHaveLength(1);
    expect(await shop.app.db.refund.count({ where: { orderId } })).toBe(1);
  });
});

test('a decision waits for the lock on its order, and sees the change made under it', async () => {
  const { ID, orderId } = await startReturn();
  let decided: Promise<unknown> = Promise.resolve();
  await inTransaction(shop.app.db, async (tx) => {
    await lockOrders(tx, [orderId]);
    decided = say('declarations.noteGoods', { declaration: ID, kind: 'asNew' });
    await sleep(300);
    await tx.order.update({ where: { id: orderId }, data: { sentAt: null } });
  });
  expect(await decided).toEqual(refusal('goods_not_sent'));
});

test('declarations.close refuses a declaration that proceeds automatically', async () => {
  const { client, orderId, intentId } = await startRefund(shop);
  await shop.app.db.order.update({
    where: { id: orderId },
    data: { promisedBy: new Date('2099-01-01'), sentAt: new Date() },
  });
  const id = await withdraw(client, { orderId });
  // A refund is pending, so the refund of the goods waits for it.
  await shop.app.db.$executeRaw`
    INSERT INTO refund (stripe_account, payment_intent_id, order_id, amount_cents, paid_cents, reason,
      by, key, origin, state, next_check_at)
    VALUES ('main', ${intentId}, ${orderId}::int, 100, 2999, 'goodwill', 'Jeanne', 'part', 'office',
      'requested', now() + interval '1 hour')`;
  await say('declarations.noteGoods', { declaration: String(id), kind: 'asNew' });
  expect(await say('declarations.close', { declaration: String(id), reason: 'Enough' })).toEqual(
    refusal('declaration_goes_on'),
  );
  await shop.app.db.$executeRaw`
    UPDATE refund SET next_check_at = now() - interval '1 second' WHERE payment_intent_id = ${intentId}`;
  await sendRefunds(shop.jobDeps);
  await shop.app.db
    .$executeRaw`UPDATE declaration SET next_check_at = now() - interval '1 second' WHERE id = ${id}`;
  await shop.inBackground(async () => (await rowOf(id)).closedAt !== null);
  await sendRefunds(shop.jobDeps);
});

describe('a declaration after the withdrawal period', () => {
  test('is accepted once, with an email, and proceeds like one in time', async () => {
    const { id, ID, email } = await startReturn(LATE);
    expect(await eventsOf(id)).toEqual(['owner_told']);
    expect(await say('declarations.noteGoods', { declaration: ID, kind: 'asNew' })).toEqual(
      refusal('goods_not_accepted'),
    );
    expect(await say('declarations.accept', { declaration: ID })).toMatchObject(DONE);
    await untilFollowed(id);
    expect(await eventsOf(id)).toEqual(['owner_told', 'accepted', 'return_asked']);
    await untilTold(email, 'Comment renvoyer');
    expect(await untilTold(email, 'Nous acceptons votre déclaration')).toBeTruthy();
    expect(await say('declarations.accept', { declaration: ID })).toEqual(
      refusal('declaration_accepted'),
    );
    expect(await journalOf(id)).toMatchObject([{ operation: 'declarations.accept' }]);
  });

  test('is contested with a reason sent to the buyer, and proceeds if it is accepted later', async () => {
    const { id, ID, email, given } = await startReturn(LATE);
    expect(
      await say('declarations.contest', { declaration: ID, reason: 'Trop tard' }),
    ).toMatchObject({ kind: 'misused', text: expect.stringContaining('20 characters') });
    const contest = { declaration: ID, reason: 'Le délai a pris fin le 24 janvier 2025.' };
    expect(await say('declarations.contest', contest)).toMatchObject(DONE);
    expect(await say('declarations.contest', contest)).toEqual(refusal('declaration_contested'));
    await untilFollowed(id);
    const texts = await untilTold(email, '24 janvier 2025');
    expect(texts.find((text) => text.includes('24 janvier'))).toContain('notre équipe réexamine');
    expect(await given()).toEqual([]);
    expect(await say('declarations.accept', { declaration: ID })).toMatchObject(DONE);
    await untilFollowed(id);
    expect(await eventsOf(id)).toEqual(['owner_told', 'contested', 'accepted', 'return_asked']);
  });

  test('one in time can be neither accepted nor contested', async () => {
    const { id, ID } = await startReturn();
    expect(await say('declarations.accept', { declaration: ID })).toEqual(
      refusal('declaration_nothing_to_accept'),
    );
    expect(await say('declarations.contest', { declaration: ID, reason: REASON })).toEqual(
      refusal('declaration_is_followed'),
    );
    expect(await eventsOf(id)).toEqual(['return_asked']);
  });

  test('of a subscription ends it once it is accepted', async () => {
    const { client, userId } = await newSubscriber(shop);
    const subscription = () => shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
    await shop.app.db.subscription.update({
      where: { id: (await subscription()).id },
      data: { subscriptionDate: new Date(Date.now() - 30 * 86_400_000), contractTextId: null },
    });
    const id = await withdraw(client, { subscription: true });
    expect(await say('declarations.get', { declaration: String(id) })).toMatchObject(DONE);
    await say('declarations.accept', { declaration: String(id) });
    await untilFollowed(id);
    expect(await subscription()).toMatchObject({ state: 'ended' });
    expect(await eventsOf(id)).toEqual([
      'owner_told',
      'accepted',
      'ended',
      'refund_requested',
      'closed',
    ]);
  });
});

describe('a declaration without a log-in', () => {
  const start = async (changes: object = {}) => {
    const buyer = await startRefund(shop);
    const { orderId, email } = buyer;
    await shop.app.db.order.update({
      where: { id: orderId },
      data: { promisedBy: new Date('2099-01-01'), ...changes },
    });
    const id = await withdraw(shop.app.client(), { email, reference: `commande ${orderId}` });
    return { ...buyer, id, ID: String(id) };
  };
  const age = async (id: number, days: number) => {
    await shop.app.db.$executeRaw`ALTER TABLE declaration DISABLE TRIGGER declared_stays`;
    await shop.app.db.$executeRaw`
      UPDATE declaration SET declared_at = declared_at - make_interval(days => ${days}::int),
        next_check_at = now() WHERE id = ${id}`;
    await shop.app.db.$executeRaw`ALTER TABLE declaration ENABLE TRIGGER declared_stays`;
  };
  const toOwner = () =>
    shop.mailbox
      .emails()
      .filter(({ subject }) => subject.includes('Des demandes attendent votre décision'));

  test('shows the contracts it may be about, and is accepted once for an order', async () => {
    const { id, ID, orderId, order, email } = await start();
    const titles = {
      title: expect.stringMatching(/^Article/),
      titleEn: expect.stringMatching(/^Item/),
    };
    const near = [{ noun: 'order', id: orderId, isOfAddress: true, isNumbered: true, ...titles }];
    expect(await say('declarations.get', { declaration: ID })).toMatchObject(done({ near }));
    expect(await say('declarations.accept', { declaration: ID })).toEqual(
      refusal('declaration_unmatched'),
    );
    const accept = { declaration: ID, noun: 'order', contract: orderId };
    expect(await say('declarations.accept', accept)).toMatchObject(DONE);
    expect(await rowOf(id)).toMatchObject({ orderId, proof: 'owner' });
    await untilFollowed(id);
    expect(await order()).toMatchObject({ cancelledAt: expect.any(Date), heldFor: null });
    expect(await eventsOf(id)).toEqual(['owner_told', 'accepted', 'refund_requested', 'closed']);
    // Emails about a contract go to its account.
    await untilTold(email, 'Nous acceptons votre déclaration');
    await untilTold(email, 'est annulée');
    expect(await say('declarations.accept', accept)).toMatchObject({ kind: 'refused' });
    expect(await journalOf(id)).toMatchObject([
      {
        operation: 'declarations.accept',
        changes: { contract: [null, `order ${orderId}`], accepted: [false, true] },
      },
    ]);
  });

  test('counts the withdrawal period and the refund deadline from its own day', async () => {
    const { id, ID, orderId } = await start({
      status: 'delivered',
      orderDate: new Date(Date.now() - 30 * 86_400_000),
      postDate: new Date(Date.now() - 20 * 86_400_000),
    });
    await age(id, 10);
    await say('declarations.accept', { declaration: ID, noun: 'order', contract: orderId });
    await untilFollowed(id);
    expect(await eventsOf(id)).toContain('return_asked');
    await say('declarations.noteGoods', { declaration: ID, kind: 'asNew' });
    const { declaredAt } = await rowOf(id);
    const due = addDays(parisDayOf(declaredAt), 14);
    expect(await say('declarations.get', { declaration: ID })).toMatchObject(
      done({ due: { on: due, increase: { kind: 'none' } } }),
    );
    await untilFollowed(id);
  });

  test('is not accepted for an unknown contract, for the wrong kind, or beside an open one', async () => {
    const { id, ID } = await start();
    const accept = (values: Typed) => say('declarations.accept', { declaration: ID, ...values });
    expect(await accept({ noun: 'order' })).toMatchObject({ kind: 'misused' });
    expect(await accept({ contract: 1 })).toMatchObject({ kind: 'misused' });
    expect(await accept({ noun: 'order', contract: 2_000_000_000 })).toEqual(
      refusal('declaration_contract_unknown', 'order 2000000000'),
    );
    const { id: other, orderId } = await startReturn();
    expect(await accept({ noun: 'order', contract: orderId })).toEqual(
      refusal('declaration_other_open', `Request ${other} is already open for order ${orderId}.`),
    );
    const termination = await shop.app.client().post('/api/terminations', {
      name: NAME,
      email: 'ending@example.fr',
      reference: 'abonnement',
    });
    const { number } = termination.body as { number: number };
    expect(
      await say('declarations.accept', { declaration: number, noun: 'order', contract: orderId }),
    ).toEqual(refusal('declaration_of_other_kind'));
    expect(await rowOf(id)).toMatchObject({ orderId: null, proof: 'none' });
    expect(await journalOf(id)).toEqual([]);
  });

  test('contested or closed, emails the reason and leaves its order unchanged', async () => {
    const contested = await start();
    const contest = { declaration: contested.ID, reason: REASON };
    expect(await say('declarations.contest', contest)).toMatchObject(DONE);
    expect(await say('declarations.contest', contest)).toEqual(refusal('declaration_contested'));
    const { email: declarer } = await rowOf(contested.id);
    await untilTold(declarer ?? '', 'tache d’huile');
    const closed = await start();
    const reason = 'Cette commande est d’une autre boutique.';
    expect(await say('declarations.close', { declaration: closed.ID, reason })).toMatchObject(DONE);
    await untilTold(closed.email, 'autre boutique');
    for (const { order, orderId } of [contested, closed]) {
      expect(await order()).toMatchObject({ heldFor: null, cancelledAt: null });
      expect(await shop.app.db.refund.count({ where: { orderId } })).toBe(0);
    }
  });

  test('keeps its order from being sent or prepared in a batch, and today.read shows it', async () => {
    const { id, orderId } = await start();
    const other = await startRefund(shop);
    const both = { orders: `${orderId} ${other.orderId}` };
    const declared = refusal(
      'order_declared',
      `A withdrawal or cancellation that is still open (request ${id}) may be about order ${orderId}.`,
    );
    expect(await say('orders.send', both)).toEqual(declared);
    expect(await other.order()).toMatchObject({ sentAt: null });
    expect(await say('orders.prepare', both)).toEqual(declared);
    expect(await say('today.read', {})).toMatchObject(
      done({ parcels: including({ id: orderId, declaration: id }) }),
    );
    await say('declarations.contest', { declaration: String(id), reason: REASON });
    expect(await say('orders.send', both)).toMatchObject(DONE);
  });

  test('keeps its order from being sent by a carrier’s file, even beside a sent parcel', async () => {
    const { orderId } = await start();
    const other = await startRefund(shop);
    expect(await say('orders.send', { orders: String(other.orderId) })).toMatchObject(DONE);
    const csv = `${orderId};6A1111111111111\n${other.orderId};6A2222222222222`;
    expect(await say('orders.readTracking', { csv, carrier: 'colissimo' })).toMatchObject({
      kind: 'refused',
      codes: ['order_declared'],
    });
  });

  test('does not keep its order from being sent on its own', async () => {
    const { orderId, order } = await start();
    expect(await say('orders.send', { orders: String(orderId) })).toMatchObject(DONE);
    expect(await order()).toMatchObject({ sentAt: expect.any(Date) });
  });

  test('emails the owner on arrival, on day 7 and on day 12, once an hour at most', async () => {
    const nextHour = () => shop.app.db.$executeRaw`
      DELETE FROM job WHERE dedupe LIKE 'declarations_to_decide:%'`;
    await nextHour();
    const before = toOwner().length;
    const { id } = await start();
    const second = await start();
    await shop.inBackground(async () => toOwner().length > before);
    expect(toOwner()).toHaveLength(before + 1);
    expect(toOwner()[0]?.text).toContain(`request ${id}`);
    // The second one is in the email of the next hour.
    const waiting = { dedupe: { startsWith: 'declarations_to_decide:' }, doneAt: null };
    expect(await shop.app.db.job.count({ where: waiting })).toBe(1);
    const daysTold = async () =>
      (
        await shop.app.db.declarationEvent.findMany({
          where: { declarationId: id, kind: 'owner_told' },
          orderBy: { id: 'asc' },
        })
      ).map(({ facts }) => facts);
    for (const days of [6, 1, 4, 1, 30]) {
      await nextHour();
      await age(id, days);
      await untilFollowed(id);
    }
    expect(await daysTold()).toEqual([{ day: 0 }, { day: 7 }, { day: 12 }]);
    const count = toOwner().length;
    await nextHour();
    await say('declarations.contest', { declaration: String(id), reason: REASON });
    await age(second.id, 7);
    await shop.inBackground(async () => toOwner().length > count);
    expect(toOwner()[0]?.text).toContain(`request ${second.id}`);
    expect(toOwner()[0]?.text).not.toContain(`request ${id} `);
  });

  test('received by post is recorded with its day, and gets a receipt', async () => {
    const { orderId, email } = await startRefund(shop);
    const posted = {
      kind: 'withdrawal',
      name: NAME,
      reference: `votre facture, n° ${orderId}`,
      on: '2026-01-05',
      email,
      locale: 'fr',
    };
    expect(await say('declarations.record', { ...posted, on: '2099-01-01' })).toEqual(
      refusal('day_to_come', '1 Jan 2099'),
    );
    const { id } = (await outputOf(shop, 'declarations.record', posted)) as { id: number };
    expect(await rowOf(id)).toMatchObject({
      proof: 'none',
      declaredAt: new Date('2026-01-04T23:00:00Z'),
      numbers: [orderId],
    });
    const told = await untilTold(email, 'Nous avons reçu votre rétractation');
    const receipt = told.find((text) => text.includes('Nous avons reçu'));
    expect(receipt).toContain('5 janvier 2026');
    expect(receipt).not.toContain('0:00');
    expect(await say('declarations.get', { declaration: id })).toMatchObject(
      done({
        near: [{ noun: 'order', id: orderId }],
        events: including({ kind: 'recorded', by: 'Jeanne' }),
      }),
    );
    expect(await journalOf(id)).toMatchObject([{ operation: 'declarations.record' }]);
  });
});

describe('an order held for a withdrawal', () => {
  const startHeld = async () => {
    const buyer = await startRefund(shop);
    const { orderId, client } = buyer;
    await shop.app.db.order.update({ where: { id: orderId }, data: { printedAt: new Date() } });
    const id = await withdraw(client, { orderId });
    expect(await buyer.order()).toMatchObject({ heldFor: 'withdrawal' });
    await untilFollowed(id);
    return { ...buyer, id, ID: String(id) };
  };

  test('once sent, asks its buyer for the goods at once', async () => {
    const { id, orderId } = await startHeld();
    await say('orders.send', { orders: String(orderId), held: true });
    await untilFollowed(id);
    expect(await eventsOf(id)).toContain('return_asked');
    expect(await say('declarations.get', { declaration: id })).toMatchObject({
      output: { events: including({ kind: 'parcel_gone', by: expect.any(String) }) },
    });
  });

  test('is held again if it was marked as sent by mistake', async () => {
    const { id, orderId, order } = await startHeld();
    await say('orders.send', { orders: orderId, held: true });
    await untilFollowed(id);
    expect(await say('orders.undoSending', { order: orderId })).toMatchObject({
      kind: 'done',
      output: { order: { heldFor: 'withdrawal' } },
    });
    await untilFollowed(id);
    expect(await order()).toMatchObject({ heldFor: 'withdrawal', sentAt: null, cancelledAt: null });
    expect(await say('today.read', {})).toMatchObject({
      output: { held: including({ id: orderId, heldFor: 'withdrawal' }) },
    });
  });

  test('once cancelled, closes its declaration at once', async () => {
    const { id, ID, orderId } = await startHeld();
    expect(await say('declarations.close', { declaration: ID, reason: 'Why not' })).toEqual(
      refusal('declaration_order_undecided'),
    );
    await giveAndSend(shop, 'orders.cancel', { order: String(orderId), reason: 'Still here' });
    await untilFollowed(id);
    expect(await rowOf(id)).toMatchObject({ closedAt: expect.any(Date) });
  });

  test('once released, makes its declaration due at once', async () => {
    const { id, orderId } = await startHeld();
    await say('orders.release', { order: String(orderId) });
    expect((await rowOf(id)).nextCheckAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('a decision made while its declaration is being checked', () => {
  test('is followed up too', async () => {
    const { id, ID } = await startReturn(LATE);
    await shop.app.db
      .$executeRaw`UPDATE declaration SET next_check_at = now() - interval '1 second' WHERE id = ${id}`;
    let isAsked = false;
    // The decision happens between the check and its end.
    const slow = CONTRACTS.map((noun) => ({
      ...noun,
      standings: async (...args: Parameters<typeof noun.standings>) => {
        const known = await noun.standings(...args);
        if (args[1].includes(Number((await rowOf(id)).orderId)) && !isAsked) {
          isAsked = true;
          await say('declarations.accept', { declaration: ID });
        }
        return known;
      },
    }));
    await reconcileDeclarations(shop.jobDeps, slow);
    expect(isAsked).toBe(true);
    await untilFollowed(id);
    expect(await eventsOf(id)).toEqual(['owner_told', 'accepted', 'return_asked']);
  });
});

describe('the lists of declarations', () => {
  test('show a pending declaration, and one with its contract', async () => {
    const { id, ID, orderId } = await startReturn();
    expect(await say('declarations.list', {})).toMatchObject(
      done({ declarations: including({ id, stand: 'awaited' }) }),
    );
    expect(await say('declarations.get', { declaration: ID })).toMatchObject(
      done({ stand: 'awaited', contract: { noun: 'order', id: orderId } }),
    );
    expect(await say('declarations.get', { declaration: '2000000000' })).toEqual(
      refusal('declaration_unknown'),
    );
  });

  test('show the refund deadline, and the surcharge for missing it', async () => {
    const { id, ID } = await startReturn();
    await shop.app.db.declarationEvent.create({
      data: {
        declarationId: id,
        kind: 'return_announced',
        by: 'member',
        at: new Date(Date.now() - 26 * 86_400_000),
      },
    });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const tell = (days: number) =>
      giveTo(
        {
          db: shop.app.db,
          clock: () => inDays(days),
          provider: async () => shop.jobDeps,
        },
        'declarations.get',
        { declaration: ID },
      );
    const owed = (increase: object) =>
      done({ leftCents: 2999, due: { on: expect.any(String), increase } });
    expect(await tell(0)).toMatchObject(owed({ kind: 'none' }));
    expect(await tell(20)).toMatchObject(owed({ kind: 'legal_rate' }));
    expect(await tell(25)).toMatchObject(owed({ kind: 'percent', percent: 5 }));
    expect(await tell(75)).toMatchObject(owed({ kind: 'percent', percent: 50 }));
  });

  test('show a deadline that a corrected tracking number does not move', async () => {
    const { id, ID, client } = await startReturn();
    const announced = await client.put(`/api/declarations/${id}/return`, { tracking: '6A1234' });
    expect(announced.status).toBe(200);
    const correctedAt = new Date(Date.now() + 20 * 86_400_000);
    await shop.app.db.declarationEvent.create({
      data: { declarationId: id, kind: 'return_announced', by: 'member', at: correctedAt },
    });
    const on = addDays(parisDayOf((await rowOf(id)).declaredAt), 14);
    expect(await say('declarations.get', { declaration: ID })).toMatchObject(
      done({ due: { on, increase: { kind: 'none' } } }),
    );
  });

  test('today.read shows them too, and late orders cancelled by their buyers', async () => {
    const { id } = await startReturn(LATE);
    const { orderId } = await startRefund(shop);
    await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: 'late' } });
    await shop.app.db.deliveryNotice.create({
      data: { orderId, kind: 'cancellation', at: new Date(Date.now() - 30 * 86_400_000) },
    });
    const increase = { kind: 'percent', percent: 20 };
    expect(await say('today.read', {})).toMatchObject(
      done({
        declarations: including({ id, stand: 'late' }),
        lateCancellations: including({
          id: orderId,
          leftCents: 2999,
          due: { on: expect.any(String), increase },
        }),
      }),
    );
    await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: null } });
  });

  test('show a failed refund, even of a closed declaration', async () => {
    const { id, ID } = await startReturn();
    shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
    await say('declarations.noteGoods', { declaration: ID, kind: 'asNew' });
    await untilFollowed(id);
    await sendRefunds(shop.jobDeps);
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
    expect((await rowOf(id)).closedAt).not.toBeNull();
    const due = { on: expect.any(String), increase: { kind: 'none' } };
    expect(await say('declarations.list', {})).toMatchObject(
      done({ declarations: including({ id, stand: 'closed', due }) }),
    );
    expect(await say('declarations.get', { declaration: ID })).toMatchObject(
      done({ refunds: [{ amountCents: 2999, state: 'failed' }] }),
    );
  });
});
