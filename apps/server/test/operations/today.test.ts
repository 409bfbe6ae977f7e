import { sendRefunds } from '@agres/money/refund/send-refunds';
import { readToday } from '@agres/office/today';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { give, giveAndSend } from '../support/command.ts';
import { startRefund } from '../support/refunds.ts';
import { useRunning } from '../support/running.ts';
import { startTestShop } from '../support/shop.ts';

const shop = useRunning(startTestShop);

const today = async () =>
  z.object({ output: readToday.output }).parse(await give(shop, 'today.read')).output;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const dayOf = (moment: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(moment);

describe('today', () => {
  test('lists a failed refund until its money is sent by transfer', async () => {
    const { orderId } = await startRefund(shop);
    await give(shop, 'orders.send', { orders: String(orderId) });
    shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
    const reason = 'La barre est rayée.';
    await giveAndSend(shop, 'refunds.request', { order: String(orderId), reason });
    const { failedRefunds } = await today();
    expect(failedRefunds).toMatchObject([{ orderId, amountCents: 2999 }]);
    expect(dayOf(new Date(failedRefunds[0]?.settledDate ?? 0))).toBe(dayOf(new Date()));
    // A second failed try is still one debt.
    await giveAndSend(shop, 'refunds.request', { order: String(orderId), reason: 'Encore.' });
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
    expect((await today()).failedRefunds).toMatchObject([{ orderId, amountCents: 2999 }]);
    await give(shop, 'refunds.transfer', { order: String(orderId), reference: 'VIR 42' });
    expect((await today()).failedRefunds).toEqual([]);
  });

  test('counts the orders of this day and what their buyers paid', async () => {
    const before = await today();
    const { orderId } = await startRefund(shop);
    expect(await today()).toMatchObject({
      ordersToday: before.ordersToday + 1,
      salesTodayCents: before.salesTodayCents + 2999,
    });
    await shop.app.db.order.update({ where: { id: orderId }, data: { orderDate: daysAgo(2) } });
    expect(await today()).toMatchObject({
      ordersToday: before.ordersToday,
      salesTodayCents: before.salesTodayCents,
    });
  });

  test('lists a failed refund without an order by its payment', async () => {
    await shop.app.db.$executeRaw`
      INSERT INTO refund (stripe_account, payment_intent_id, amount_cents, paid_cents, reason, by, key,
        origin, state, failure_code, settled_at)
      VALUES ('main', 'pi_alone', 500, 500, 'paid for nothing', 'audit', 'orphan', 'audit', 'failed',
        'expired_or_canceled_card', now())`;
    expect((await today()).failedRefunds).toMatchObject([
      {
        orderId: null,
        subscriptionId: null,
        intentId: 'pi_alone',
        amountCents: 500,
        failureCode: 'expired_or_canceled_card',
      },
    ]);
    await give(shop, 'refunds.transferPayment', { payment: 'pi_alone', reference: 'VIR 43' });
    expect((await today()).failedRefunds).toEqual([]);
  });

  test('lists an open dispute with its response deadline, until it is closed', async () => {
    const { orderId, intentId } = await startRefund(shop);
    const dispute = (status: string, closedAt: Date | null) =>
      shop.app.db.dispute.upsert({
        where: { id: 'dp_1' },
        create: {
          id: 'dp_1',
          stripeAccount: 'main',
          paymentIntentId: intentId,
          orderId,
          status,
          amountCents: 2999,
          reason: 'fraudulent',
          answerBy: new Date('2026-12-01T12:00:00Z'),
          openedAt: new Date('2026-11-20T12:00:00Z'),
          closedAt,
        },
        update: { status, closedAt },
      });
    for (const status of ['needs_response', 'under_review', 'warning_needs_response']) {
      await dispute(status, null);
      expect((await today()).disputes).toEqual([
        {
          orderId,
          subscriptionId: null,
          intentId,
          amountCents: 2999,
          status,
          reason: 'fraudulent',
          openedDate: '2026-11-20T12:00:00.000Z',
          answerByDate: '2026-12-01T12:00:00.000Z',
        },
      ]);
    }
    await dispute('won', new Date());
    expect((await today()).disputes).toEqual([]);
  });

  test('lists a message unanswered for two days, until it is marked as answered', async () => {
    const message = async (subject: string, createdAt: Date) =>
      (
        await shop.app.db.contactMessage.create({
          data: { email: 'ada@example.fr', subject, message: 'Bonjour', locale: 'fr', createdAt },
        })
      ).id;
    const [old, recent] = [
      await message('Ma barre', daysAgo(3)),
      await message('Merci', daysAgo(1)),
    ];
    const late = { id: old, subject: 'Ma barre', email: 'ada@example.fr' };
    expect(await today()).toMatchObject({ lateMessages: [late], messages: 1 });
    expect(await give(shop, 'messages.list')).toMatchObject({
      output: { messages: [late, { id: recent }] },
    });
    expect(await give(shop, 'messages.markAnswered', { messages: `${old} 999` })).toMatchObject({
      kind: 'refused',
      codes: ['messages_unknown'],
      text: expect.stringContaining('999'),
    });
    expect(await today()).toMatchObject({ lateMessages: [late] });
    await give(shop, 'messages.markAnswered', { messages: `${old} ${recent}` });
    const { answeredAt } = await shop.app.db.contactMessage.findUniqueOrThrow({
      where: { id: old },
    });
    await give(shop, 'messages.markAnswered', { messages: String(old) });
    expect(
      await shop.app.db.contactMessage.findUniqueOrThrow({ where: { id: old } }),
    ).toMatchObject({ answeredAt });
    expect(await today()).toMatchObject({ lateMessages: [], messages: 0, oldestMessage: null });
    expect(await give(shop, 'messages.list')).toMatchObject({ output: { messages: [] } });
  });

  test('lists parcels sent more than eight days ago; one command marks all as delivered', async () => {
    const sent = async (days: number) => {
      const { orderId } = await startRefund(shop);
      await give(shop, 'orders.send', { orders: String(orderId), tracking: `TRACK${orderId}` });
      await shop.app.db.order.update({
        where: { id: orderId },
        data: { sentAt: daysAgo(days), orderDate: daysAgo(days + 1) },
      });
      return orderId;
    };
    const [long, longer, _recent, refunded] = [
      await sent(8.1),
      await sent(40),
      await sent(7.9),
      await sent(20),
    ];
    await giveAndSend(shop, 'refunds.request', { order: String(refunded), reason: 'Perdu' });
    await sendRefunds(shop.jobDeps);
    const { underway } = await today();
    expect(underway).toMatchObject(
      [longer, long].map((id) => ({ id, tracking: { number: `TRACK${id}` } })),
    );
    const orders = underway.map(({ id }) => String(id));
    expect(await give(shop, 'orders.deliver', { orders })).toMatchObject({
      kind: 'done',
      output: {
        orders: [
          { id: longer, status: 'delivered' },
          { id: long, status: 'delivered' },
        ],
      },
    });
    expect((await today()).underway).toEqual([]);
  });

  test('gives the error of a dead job', async () => {
    const { db } = shop.app;
    await db.job.create({
      data: { kind: 'mail', payload: {}, deadAt: new Date(), lastError: 'smtp_550' },
    });
    expect(await today()).toMatchObject({
      deadJobs: 1,
      deadJobErrors: [{ id: expect.any(Number), kind: 'mail', error: 'smtp_550' }],
    });
    await db.job.deleteMany({ where: { deadAt: { not: null } } });
    expect(await today()).toMatchObject({ deadJobs: 0, deadJobErrors: [] });
  });
});
