import { inTransaction } from '@agres/db/transaction';
import { auditRefunds } from '@agres/money/refund/audit-refunds';
import { requestRefund } from '@agres/money/refund/request-refund';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { valueOf } from '@agres/payments/testing/running-payments';
import { CONTRACTS } from '@agres/shop/contracts';
import { reconcileDeclarations } from '@agres/shop/declarations/reconcile-declarations';
import type { DisputeTurn } from '@agres/stripe-emulator/payments/disputes';
import { afterEach, describe, expect, test } from 'vitest';

import { give, outputOf } from '../support/command.ts';
import { startRefund, withdraw } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { startMailedShop, startTestShop } from '../support/shop.ts';
import { newSubscriber } from '../support/subscribing.ts';

// A withdrawal whose payment the buyer disputes at their bank: only one of the two returns the money.

const shop = useRunning(startMailedShop);
afterEach(async () => {
  expect(await shop.brokenInvariants()).toEqual([]);
});

const HOUR_SECONDS = 3600;

const audit = () => auditRefunds(shop.jobDeps);
const dispute = async (intentId: string) => {
  const disputeId = shop.provider.disputePayment({ intentId });
  await audit();
  return async (turn: DisputeTurn) => {
    shop.provider.turnDispute({ disputeId, turn });
    await audit();
  };
};

const rowOf = (id: number) => shop.app.db.declaration.findUniqueOrThrow({ where: { id } });
const eventsOf = async (declarationId: number) =>
  shop.app.db.declarationEvent.findMany({
    where: { declarationId, NOT: { kind: 'receipt_sent' } },
    orderBy: { id: 'asc' },
    select: { kind: true, facts: true },
  });
/** Returns the seconds until a declaration is checked again; null while it waits for a decision. */
const nextLook = async (id: number) => {
  const { nextCheckAt } = await rowOf(id);
  return nextCheckAt === null ? null : (nextCheckAt.getTime() - Date.now()) / 1000;
};
/** Waits until the receipt of a declaration is sent, and processes it as if its pause had expired. */
const look = async (id: number) => {
  const dedupe = `declaration_received:${id}`;
  await shop.inBackground(
    async () => (await shop.app.db.job.count({ where: { dedupe, doneAt: { not: null } } })) === 1,
  );
  await shop.app.db.$executeRaw`
    UPDATE declaration SET next_check_at = now() - interval '1 second' WHERE id = ${id}::int`;
  await reconcileDeclarations(shop.jobDeps, CONTRACTS);
};
const untilTold = async (email: string, text: string) => {
  const texts = () =>
    shop.emailsTo(email).map((one) => `${one.subject}\n${one.text}`.replaceAll(/\s/g, ' '));
  await shop.inBackground(async () => texts().some((one) => one.includes(text)));
  return texts().filter((one) => one.includes(text));
};
const remainingOf = async (itemId: number) =>
  (await shop.app.db.itemOption.findFirstOrThrow({ where: { itemId } })).remaining;

const BY_BANK = 'Votre banque vous a rendu 29,99 €';
const BANK_DECIDES = 'Votre banque examine votre contestation';

describe('returned goods of a disputed payment', () => {
  const startReturn = async () => {
    const buyer = await startRefund(shop);
    const { orderId, client } = buyer;
    await shop.app.db.order.update({ where: { id: orderId }, data: { sentAt: new Date() } });
    const id = await withdraw(client, { orderId });
    const turn = await dispute(buyer.intentId);
    const remaining = await remainingOf(buyer.item.id);
    await give(shop, 'declarations.noteGoods', { declaration: String(id), kind: 'asNew' });
    await look(id);
    return { ...buyer, id, turn, remaining };
  };

  test('wait for the bank’s decision, with hourly checks', async () => {
    const { id, rows } = await startReturn();
    expect(await rows()).toEqual([]);
    expect(await nextLook(id)).toBeGreaterThan(HOUR_SECONDS / 2);
    const closing = { declaration: String(id), reason: 'Enough' };
    expect(await give(shop, 'declarations.close', closing)).toMatchObject({
      kind: 'refused',
      codes: ['declaration_goes_on'],
    });
  });

  test('are refunded once if the shop wins', async () => {
    const { id, turn, given, item, remaining } = await startReturn();
    await turn('won');
    await look(id);
    await sendRefunds(shop.jobDeps);
    expect(await given()).toMatchObject([{ amountCents: 2999, state: 'succeeded' }]);
    expect(await remainingOf(item.id)).toBe(remaining + 1);
  });

  test('are not refunded if the shop loses; the unit is restocked and the buyer gets an email', async () => {
    const { id, turn, rows, item, remaining, email } = await startReturn();
    await turn('lost');
    await look(id);
    expect(await rowOf(id)).toMatchObject({ closedAt: expect.any(Date), nextCheckAt: null });
    expect(await rows()).toEqual([]);
    expect(await eventsOf(id)).toContainEqual({
      kind: 'refund_requested',
      facts: { refundCents: 0, keptCents: 0, bankCents: 2999 },
    });
    expect(await remainingOf(item.id)).toBe(remaining + 1);
    expect(await untilTold(email, BY_BANK)).toHaveLength(1);
  });
});

describe('an unsent order of a disputed payment', () => {
  /** Creates an order that the owner has put back on the list of parcels after the dispute. */
  const startUnsent = async () => {
    const buyer = await startRefund(shop);
    const { orderId, client, intentId } = buyer;
    const turn = await dispute(intentId);
    await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: null } });
    const id = await withdraw(client, { orderId });
    return { ...buyer, id, turn };
  };

  test('is cancelled at once, and refunded automatically if the shop wins', async () => {
    const { id, order, rows, turn, email, given } = await startUnsent();
    expect(await order()).toMatchObject({ cancelledAt: expect.any(Date) });
    expect(await rows()).toEqual([]);
    expect(await untilTold(email, BANK_DECIDES)).toHaveLength(1);
    await turn('answered');
    expect(await rows()).toEqual([]);
    await turn('won');
    await audit();
    expect(await rows()).toMatchObject([
      { amountCents: 2999, origin: 'withdrawal', key: `declaration:${id}` },
    ]);
    await sendRefunds(shop.jobDeps);
    expect(await given()).toMatchObject([{ amountCents: 2999, state: 'succeeded' }]);
  });

  test('is cancelled without a refund if the shop loses', async () => {
    const { order, rows, turn } = await startUnsent();
    await turn('lost');
    await audit();
    expect(await rows()).toEqual([]);
    expect(await order()).toMatchObject({ cancelledAt: expect.any(Date), refundedCents: null });
  });

  test('is cancelled too if the dispute was lost before the withdrawal', async () => {
    const { orderId, client, intentId, order, rows, email } = await startRefund(shop);
    await (
      await dispute(intentId)
    )('lost');
    await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: null } });
    await withdraw(client, { orderId });
    expect(await order()).toMatchObject({ cancelledAt: expect.any(Date) });
    expect(await rows()).toEqual([]);
    expect(await untilTold(email, BY_BANK)).toHaveLength(1);
  });

  test('held for a lost dispute stays held, and its declaration is closed as lost_dispute', async () => {
    const { orderId, client, intentId, order, rows, email } = await startRefund(shop);
    await (
      await dispute(intentId)
    )('lost');
    const id = await withdraw(client, { orderId });
    expect(await order()).toMatchObject({ heldFor: 'dispute', cancelledAt: null });
    expect(await rows()).toEqual([]);
    expect(await eventsOf(id)).toEqual([
      { kind: 'closed', facts: { reason: 'lost_dispute', bankCents: 2999 } },
    ]);
    expect(await untilTold(email, BY_BANK)).toHaveLength(1);
  });
});

test('a sent order gets a return request, and its declaration is closed once the dispute is lost', async () => {
  const { orderId, client, intentId, rows, email } = await startRefund(shop);
  await shop.app.db.order.update({ where: { id: orderId }, data: { sentAt: new Date() } });
  const id = await withdraw(client, { orderId });
  expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['return_asked']);
  const turn = await dispute(intentId);
  await look(id);
  expect(await rowOf(id)).toMatchObject({ closedAt: null });
  await turn('lost');
  await look(id);
  expect((await eventsOf(id)).at(-1)).toEqual({
    kind: 'closed',
    facts: { reason: 'lost_dispute', bankCents: 2999 },
  });
  expect(await rows()).toEqual([]);
  expect(await untilTold(email, BY_BANK)).toHaveLength(1);
});

test('the rest of a partial dispute is refunded to the card or, if that fails, by transfer', async () => {
  const { orderId, client, intentId, rows } = await startRefund(shop);
  await shop.app.db.order.update({ where: { id: orderId }, data: { sentAt: new Date() } });
  const id = await withdraw(client, { orderId });
  const turn = await dispute(intentId);
  await turn('lost');
  await shop.app.db.dispute.updateMany({
    where: { paymentIntentId: intentId },
    data: { amountCents: 999 },
  });
  await give(shop, 'declarations.noteGoods', { declaration: String(id), kind: 'asNew' });
  await look(id);
  await sendRefunds(shop.jobDeps);
  expect(await rows()).toMatchObject([
    { amountCents: 2000, state: 'failed', failureCode: 'disputed' },
  ]);
  const sent = await give(shop, 'refunds.transfer', { order: String(orderId), reference: 'VIR 1' });
  expect(sent).toMatchObject({ kind: 'done', output: { order: orderId, amountCents: 2000 } });
});

test('a failed refund is no longer owed once the dispute is lost', async () => {
  const { orderId, intentId, request, reconcile } = await startRefund(shop);
  await shop.app.db.order.update({ where: { id: orderId }, data: { sentAt: new Date() } });
  await request({ amountCents: 2999 });
  shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
  await reconcile();
  shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
  const isOwed = async () => {
    const { refunds } = (await outputOf(shop, 'refunds.list')) as {
      refunds: { orderId: number | null }[];
    };
    return refunds.some((refund) => refund.orderId === orderId);
  };
  expect(await isOwed()).toBe(true);
  const turn = await dispute(intentId);
  await turn('lost');
  expect(await isOwed()).toBe(false);
  const order = String(orderId);
  expect(await give(shop, 'refunds.transfer', { order, reference: 'VIR 2' })).toMatchObject({
    kind: 'refused',
    codes: ['transfer_nothing_owed'],
  });
  expect(await give(shop, 'refunds.request', { order, reason: 'Again' })).toMatchObject({
    kind: 'refused',
    codes: ['refund_by_bank'],
    text: expect.stringContaining('29.99'),
  });
});

test('a late order cancelled during a dispute is refunded if the shop wins', async () => {
  const { orderId, intentId, rows } = await startRefund(shop);
  const turn = await dispute(intentId);
  await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: 'late' } });
  const cancelling = { order: String(orderId), reason: 'Late' };
  expect(await give(shop, 'orders.cancel', cancelling)).toMatchObject({
    kind: 'done',
    output: { refund: null, waitsFor: 'disputed' },
  });
  expect(await rows()).toEqual([]);
  await turn('won');
  expect(await rows()).toMatchObject([{ amountCents: 2999, origin: 'late' }]);
  await sendRefunds(shop.jobDeps);
});

test('today.read does not count a lost dispute as owed for a late order', async () => {
  const { orderId, intentId } = await startRefund(shop);
  await (
    await dispute(intentId)
  )('lost');
  await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: 'late' } });
  await shop.app.db.deliveryNotice.create({ data: { orderId, kind: 'cancellation' } });
  const late = { id: orderId, leftCents: 0, due: expect.anything() };
  expect(await give(shop, 'today.read')).toMatchObject({
    kind: 'done',
    output: { lateCancellations: expect.arrayContaining([expect.objectContaining(late)]) },
  });
  await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: null } });
});

test('a withdrawal from a subscription deducts what the owner has refunded', async () => {
  const { client, userId } = await newSubscriber(shop, { immediateStart: true });
  const { id: subscriptionId, attempts } = await shop.app.db.subscription.findFirstOrThrow({
    where: { userId },
    include: { attempts: true },
  });
  await inTransaction(shop.app.db, (tx) =>
    requestRefund(tx, {
      account: 'main',
      intentId: attempts[0]?.stripeIntentId ?? '',
      subscriptionId,
      paidCents: 1999,
      amountCents: 500,
      reason: 'goodwill',
      actor: { kind: 'operator', name: 'Jeanne' },
      key: 'goodwill',
      origin: 'office',
    }),
  );
  await sendRefunds(shop.jobDeps);
  const id = await withdraw(client, { subscription: true });
  await look(id);
  await sendRefunds(shop.jobDeps);
  const refunds = await shop.app.db.refund.findMany({ where: { subscriptionId } });
  const refundedCents = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const keptCents = 1999 - refundedCents;
  // A day of use is due; earlier refunds do not change that.
  expect(keptCents).toBeGreaterThan(60);
  expect(await eventsOf(id)).toContainEqual({
    kind: 'refund_requested',
    facts: expect.objectContaining({ refundCents: refundedCents - 500, keptCents }),
  });
});

describe('a subscription with a disputed payment', () => {
  const start = async () => {
    const { client, userId, email } = await newSubscriber(shop);
    const { id: subscriptionId, attempts } = await shop.app.db.subscription.findFirstOrThrow({
      where: { userId },
      include: { attempts: true },
    });
    const intentId = attempts[0]?.stripeIntentId ?? '';
    const turn = await dispute(intentId);
    const refunds = () => shop.app.db.refund.findMany({ where: { subscriptionId } });
    return { client, userId, email, subscriptionId, intentId, turn, refunds };
  };

  test('ends at once, and is refunded after the dispute if the shop wins', async () => {
    const { client, subscriptionId, refunds, turn } = await start();
    const id = await withdraw(client, { subscription: true });
    const row = () => shop.app.db.subscription.findUnique({ where: { id: subscriptionId } });
    expect(await row()).toMatchObject({ state: 'ended' });
    await look(id);
    expect(await rowOf(id)).toMatchObject({ closedAt: null });
    expect(await nextLook(id)).toBeGreaterThan(HOUR_SECONDS / 2);
    expect(await refunds()).toEqual([]);
    await turn('won');
    await look(id);
    expect(await refunds()).toMatchObject([{ amountCents: 1999, origin: 'withdrawal' }]);
    await sendRefunds(shop.jobDeps);
  });

  test('has its declaration closed with the amount of the lost dispute, without a refund', async () => {
    const { client, refunds, turn, email } = await start();
    const id = await withdraw(client, { subscription: true });
    await turn('lost');
    await look(id);
    expect(await rowOf(id)).toMatchObject({ closedAt: expect.any(Date), nextCheckAt: null });
    expect(await refunds()).toEqual([]);
    expect(await eventsOf(id)).toContainEqual({
      kind: 'refund_requested',
      facts: expect.objectContaining({ refundCents: 0, bankCents: 1999 }),
    });
    expect(await untilTold(email, 'Votre banque vous a rendu 19,99 €')).toHaveLength(1);
  });

  describe('that renewed after its termination', () => {
    // A separate shop, because these tests move the provider's clock.
    const own = useRunning(() => startTestShop({ smtpUrl: shop.mailbox.smtpUrl }));

    /** Disputes a renewal, unreported by webhook or audit, and then ends the subscription. */
    const startDisputed = async () => {
      const { db } = own.app;
      const { userId, email } = await newSubscriber(own);
      const row = await db.subscription.findFirstOrThrow({ where: { userId } });
      const id = await own.app
        .client()
        .post('/api/terminations', { name: 'Ada', email, reference: 'abonnement' })
        .then(({ body }) => (body as { number: number }).number);
      const hasHappened = async (kind: string) =>
        (await db.declarationEvent.count({ where: { declarationId: id, kind } })) > 0;
      await own.inBackground(() => hasHappened('owner_told'));
      own.provider.moveClock({ bySeconds: 32 * 86_400 });
      const invoices = await own.payments.listInvoices('main', row.stripeSubscriptionId ?? '');
      let disputeId = '';
      for (const { reason, paymentIntentId } of valueOf(invoices)) {
        if (reason !== 'renewal' || paymentIntentId === null) continue;
        disputeId = own.provider.disputePayment({ intentId: paymentIntentId });
      }
      await give(own, 'declarations.accept', {
        declaration: String(id),
        noun: 'subscription',
        contract: row.id,
      });
      await own.inBackground(() => hasHappened('accepted'));
      await reconcileDeclarations(own.jobDeps, CONTRACTS);
      return {
        turn: async (turn: DisputeTurn) => {
          own.provider.turnDispute({ disputeId, turn });
          await db.$executeRaw`
            UPDATE declaration SET next_check_at = now() - interval '1 second' WHERE id = ${id}::int`;
          await own.inBackground(() => hasHappened('closed'));
        },
        declaration: () => db.declaration.findUniqueOrThrow({ where: { id } }),
        refunds: () => db.refund.findMany({ where: { subscriptionId: row.id } }),
        disputes: () => db.dispute.findMany({ where: { subscriptionId: row.id } }),
      };
    };

    test('waits for the dispute with hourly checks, and is not refunded if the shop loses', async () => {
      const { turn, declaration, refunds, disputes } = await startDisputed();
      expect(await refunds()).toEqual([]);
      expect(await disputes()).toMatchObject([{ status: 'needs_response' }]);
      const { nextCheckAt, closedAt } = await declaration();
      expect(closedAt).toBeNull();
      expect(nextCheckAt?.getTime()).toBeGreaterThan(Date.now() + (HOUR_SECONDS / 2) * 1000);
      await turn('lost');
      expect(await refunds()).toEqual([]);
    });

    test('is refunded once if the shop wins', async () => {
      const { turn, refunds } = await startDisputed();
      await turn('won');
      expect(await refunds()).toMatchObject([{ amountCents: 1999, origin: 'withdrawal' }]);
      await own.inBackground(async () => (await refunds())[0]?.state === 'succeeded');
    });
  });
});
