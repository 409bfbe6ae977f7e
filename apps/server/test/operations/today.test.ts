import { sendRefunds } from '@agres/money/refund/send-refunds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { give, giveAndSend, said } from '../support/command.ts';
import { startRefund } from '../support/refunds.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.close());

const today = async () => said(await give(shop, 'today'));
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const dayOf = (moment: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(moment);

describe('today', () => {
  test('tells a refund that failed until its money is sent by transfer', async () => {
    const { orderId } = await startRefund(shop);
    await give(shop, 'order:send', { orders: String(orderId) });
    shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
    const reason = 'La barre est rayée.';
    await giveAndSend(shop, 'order:refund', { order: String(orderId), reason });
    const owed = `29.99 € of order ${orderId} are owed, their refund failed on ${dayOf(new Date())}`;
    expect(await today()).toContain(owed);
    expect(await today()).toContain(`pnpm shop order:refund ${orderId} --reason`);
    // A second try that fails too is still one debt.
    await giveAndSend(shop, 'order:refund', { order: String(orderId), reason: 'Encore.' });
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
    expect((await today()).split(owed)).toHaveLength(2);
    await give(shop, 'order:transfer', { order: String(orderId), reference: 'VIR 42' });
    expect(await today()).not.toContain('are owed');
  });

  test('tells a refund of a payment without an order by its payment', async () => {
    await shop.app.db.$executeRaw`
      INSERT INTO refund (stripe_account, payment_intent_id, amount_cents, paid_cents, reason, by, key,
        origin, state, failure_code, settled_at)
      VALUES ('main', 'pi_alone', 500, 500, 'paid for nothing', 'audit', 'orphan', 'audit', 'failed',
        'expired_or_canceled_card', now())`;
    expect(await today()).toMatch(
      /^5\.00 € of pi_alone are owed.*\(expired_or_canceled_card\): `pnpm shop payment:refund pi_alone`/m,
    );
    expect(await today()).toContain('pnpm shop payment:transfer pi_alone --reference');
    await give(shop, 'payment:transfer', { payment: 'pi_alone', reference: 'VIR 43' });
    expect(await today()).not.toContain('pi_alone');
  });

  test('tells an open dispute with the day by which to answer, also once its hold is over', async () => {
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
    await dispute('needs_response', null);
    const told = `The payment of order ${orderId} is disputed since 2026-11-20: 29.99 €, fraudulent.`;
    const answer = 'in the dashboard of the payment provider by 2026-12-01.';
    expect(await today()).toContain(`${told} Answer ${answer}`);
    await dispute('under_review', null);
    expect(await today()).toContain(`${told} The bank decides`);
    await dispute('warning_needs_response', null);
    expect(await today()).toContain(`${told} order:refund ${orderId} ends it, or answer ${answer}`);
    await dispute('won', new Date());
    expect(await today()).not.toContain('is disputed');
  });

  test('tells a message that nobody has answered for two days, until somebody says so', async () => {
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
    const told = await today();
    expect(told).toContain(`${old} (Ma barre). `);
    expect(told).toContain(`pnpm shop message:answered ${old}`);
    expect(told).toContain('1 message of the last 2 days to answer');
    const listed = said(await give(shop, 'messages'));
    expect(listed).toMatch(
      new RegExp(`^${old} \\|.*ada@example\\.fr \\| Ma barre\n${recent} \\|`, 'm'),
    );
    expect(said(await give(shop, 'message:answered', { messages: `${old} 999` }))).toContain('999');
    expect(await today()).toContain(`message:answered ${old}`);
    await give(shop, 'message:answered', { messages: `${old} ${recent}` });
    // Twice is once: the first moment stays.
    const { answeredAt } = await shop.app.db.contactMessage.findUniqueOrThrow({
      where: { id: old },
    });
    await give(shop, 'message:answered', { messages: String(old) });
    expect(
      await shop.app.db.contactMessage.findUniqueOrThrow({ where: { id: old } }),
    ).toMatchObject({ answeredAt });
    expect(await today()).not.toContain('message:answered');
    expect(await today()).toContain('No message of the last 2 days waits for an answer.');
    expect(said(await give(shop, 'messages'))).toBe('No message waits for an answer.');
  });

  test('tells parcels that were sent more than eight days ago, and one command delivers them all', async () => {
    const sent = async (days: number) => {
      const { orderId } = await startRefund(shop);
      await give(shop, 'order:send', { orders: String(orderId), tracking: `TRACK${orderId}` });
      await shop.app.db.order.update({
        where: { id: orderId },
        data: { sentAt: daysAgo(days), orderDate: daysAgo(days + 1) },
      });
      return orderId;
    };
    const [long, longer, recent, refunded] = [
      await sent(8.1),
      await sent(40),
      await sent(7.9),
      await sent(20),
    ];
    await giveAndSend(shop, 'order:refund', { order: String(refunded), reason: 'Perdu' });
    await sendRefunds(shop.jobDeps);
    const told = await today();
    expect(told).toMatch(new RegExp(`^${long} \\|.*TRACK${long}$`, 'm'));
    const [, ids] = /pnpm shop order:deliver ([\d ]+)$/m.exec(told) ?? [];
    expect(ids).toBe(`${longer} ${long}`);
    expect(told).not.toContain(`TRACK${recent}`);
    expect(said(await give(shop, 'order:deliver', { orders: ids ?? '' }))).toContain(
      '2 orders delivered',
    );
    expect(await today()).not.toContain('order:deliver');
  });

  test('tells why a job was given up', async () => {
    const { db } = shop.app;
    await db.job.create({
      data: { kind: 'mail', payload: {}, deadAt: new Date(), lastError: 'smtp_550' },
    });
    expect(await today()).toMatch(/^1 job given up, the newest first: \d+ \(mail: smtp_550\)\.$/m);
    await db.job.deleteMany({ where: { deadAt: { not: null } } });
    expect(await today()).toContain('No email and no job was given up.');
  });
});
