import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import { sendRefunds } from '@agres/money/refund/send-refunds';
import { answerCommand } from '@agres/office/owner-commands';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { COMMAND_LINE, giveAndSend } from '../support/command.ts';
import { startRefund } from '../support/refunds.ts';
import { startTestShop, type TestShop } from '../support/shop.ts';

let mailbox: Mailbox;
let shop: TestShop;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  shop = await startTestShop({ smtpUrl: mailbox.smtpUrl });
});
afterEach(async () => {
  shop.provider.clearFaults();
  expect(await shop.brokenInvariants()).toEqual([]);
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});

const give = (command: string, values: Record<string, string>) =>
  giveAndSend(shop, command, values);
const told = (email: string) => mailbox.emails().filter(({ to }) => to.includes(email));
const send = (id: number) =>
  shop.app.db.order.update({ where: { id }, data: { sentAt: new Date() } });

describe('order:refund', () => {
  test('gives all that is left back, once however often it is asked for, with one email', async () => {
    const { orderId, given, order, rows, email } = await startRefund(shop);
    await send(orderId);
    const values = { order: String(orderId), reason: 'Sent back' };
    const [one, other] = await Promise.all([
      give('order:refund', values),
      give('order:refund', values),
    ]);
    expect([one.kind, other.kind]).toEqual(['done', 'done']);
    expect(one.text).toContain('29.99 € went back to the card');
    expect(await given()).toMatchObject([{ amountCents: 2999, state: 'succeeded' }]);
    expect(await rows()).toHaveLength(1);
    expect(await order()).toMatchObject({ refundedCents: 2999, cancelledAt: null });
    await shop.inBackground(async () =>
      told(email).some(({ text }) => text.includes('Nous vous remboursons intégralement')),
    );
    expect(
      told(email).filter(({ text }) => text.includes('Nous vous remboursons intégralement')),
    ).toHaveLength(1);
  });

  test('gives parts back, and never more than was paid', async () => {
    const { orderId, item, given } = await startRefund(shop);
    const id = String(orderId);
    const left = () => shop.app.db.itemOption.findFirstOrThrow({ where: { itemId: item.id } });
    const { remaining } = await left();
    const part = { order: id, amount: '20,00', reason: 'A scratch' };
    expect((await give('order:refund', part)).text).toContain('20.00 € went back');
    expect(await give('order:refund', { ...part, reason: 'Another' })).toEqual({
      kind: 'refused',
      text: `Order ${id}: That is more than is left of what was paid. Nothing was changed.`,
    });
    await send(orderId);
    const rest = { order: id, reason: 'Sent back', 'unit-back': 'yes' };
    expect((await give('order:refund', rest)).text).toContain('9.99 € went back');
    expect((await left()).remaining).toBe(remaining + 1);
    expect(await give('order:refund', { ...rest, reason: 'Once more' })).toMatchObject({
      kind: 'refused',
      text: expect.stringContaining('given back in full'),
    });
    expect((await given()).map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)).toEqual(
      [999, 2000],
    );
  });

  test('of an order that was not sent wants a cancellation, or a part', async () => {
    const { orderId, rows } = await startRefund(shop);
    const answer = await give('order:refund', { order: String(orderId), reason: 'Goodwill' });
    expect(answer.kind).toBe('refused');
    expect(answer.text).toContain(`pnpm shop order:cancel ${orderId}`);
    expect(await rows()).toEqual([]);
  });

  test('says what failed, and order:transfer that the bank sent it instead', async () => {
    const { orderId, order, rows, email } = await startRefund(shop);
    await send(orderId);
    const id = String(orderId);
    const nothing = await give('order:transfer', { order: id, reference: 'VIR 41' });
    expect(nothing.kind).toBe('refused');
    shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
    const failed = await give('order:refund', { order: id, reason: 'Sent back' });
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
    expect(failed.text).toMatch(/The refund of 29\.99 € failed/);
    expect(await order()).toMatchObject({ refundedCents: null });

    const sent = await give('order:transfer', { order: id, reference: 'VIR 42' });
    expect(sent).toEqual({
      kind: 'done',
      text: `Order ${id}: 29.99 € sent by bank transfer; the buyer is written to.`,
    });
    expect(await rows()).toMatchObject([{ state: 'transferred', transferReference: 'VIR 42' }]);
    expect(await order()).toMatchObject({ refundedCents: 2999 });
    expect((await give('order:transfer', { order: id, reference: 'VIR 43' })).kind).toBe('refused');
    await shop.inBackground(async () => told(email).some(({ text }) => text.includes('virement')));
  });

  test('what went back by another refund since is not transferred too', async () => {
    const { orderId, rows } = await startRefund(shop);
    await send(orderId);
    const id = String(orderId);
    shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
    await give('order:refund', { order: id, reason: 'Sent back' });
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
    const again = await give('order:refund', { order: id, reason: 'Sent back' });
    expect(again.text).toContain('29.99 € went back to the card');
    expect((await give('order:transfer', { order: id, reference: 'VIR 44' })).kind).toBe('refused');
    expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
  });
});

describe('demonstration data, for which nobody has paid', () => {
  /** An order with a payment as the seed invents them; put back at the end, for the invariants. */
  const asDemonstration = async (work: (id: number) => Promise<void>) => {
    const { orderId, intentId } = await startRefund(shop);
    const pay = (from: string, to: string) =>
      shop.app.db.purchaseAttempt.update({
        where: { paymentIntentId: from },
        data: { paymentIntentId: to },
      });
    await pay(intentId, `pi_demo_${orderId}`);
    await work(orderId);
    await pay(`pi_demo_${orderId}`, intentId);
  };
  const written = async (orderId: number) => ({
    refunds: await shop.app.db.refund.count({ where: { orderId } }),
    entries: await shop.app.db.journalEntry.count({
      where: { subjectKind: 'order', subjectId: String(orderId), operation: 'refunds.request' },
    }),
  });

  test('a refund of a demonstration order is refused, and nothing is written', async () => {
    await asDemonstration(async (orderId) => {
      await send(orderId);
      const answer = await give('order:refund', { order: String(orderId), reason: 'Sent back' });
      expect(answer).toEqual({
        kind: 'refused',
        text: `Order ${orderId}: It is one of the demonstration data: nobody has paid, so nothing can be given back. Nothing was changed.`,
      });
      expect(await written(orderId)).toEqual({ refunds: 0, entries: 0 });
    });
  });

  test('is cancelled without a refund that would wait for ever', async () => {
    await asDemonstration(async (orderId) => {
      const answer = await give('order:cancel', { order: String(orderId), reason: 'Too late' });
      expect(answer.text).toContain('Nothing of its money was left to give back.');
      expect(await written(orderId)).toEqual({ refunds: 0, entries: 0 });
      const order = await shop.app.db.order.findUniqueOrThrow({ where: { id: orderId } });
      expect(order.cancelledAt).not.toBeNull();
    });
  });
});

describe('order:cancel', () => {
  test('gives everything back and keeps parcel and unit, also of a held order, and again', async () => {
    const { orderId, item, order, given } = await startRefund(shop);
    const id = String(orderId);
    const left = () => shop.app.db.itemOption.findFirstOrThrow({ where: { itemId: item.id } });
    const { remaining } = await left();
    await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: 'late' } });
    const values = { order: id, reason: 'Too late' };
    const answer = await give('order:cancel', values);
    expect(answer.text).toContain(`Order ${id} is cancelled`);
    expect(answer.text).toContain('29.99 € went back to the card');
    expect((await give('order:cancel', values)).kind).toBe('done');
    expect(await given()).toHaveLength(1);
    expect(await order()).toMatchObject({
      cancelledAt: expect.any(Date),
      cancelReason: 'Too late',
      heldFor: null,
      refundedCents: 2999,
    });
    expect((await left()).remaining).toBe(remaining + 1);
    const refund = await shop.app.db.refund.findFirstOrThrow({ where: { orderId } });
    expect(refund.origin).toBe('late');
    const written = await shop.app.db.journalEntry.findMany({
      where: { subjectKind: 'order', subjectId: id },
    });
    expect(written.map(({ operation }) => operation)).toContain('orders.cancel');
  });

  test('is refused once the parcel has left, and of an order that is not there', async () => {
    const { orderId, rows } = await startRefund(shop);
    await send(orderId);
    const answer = await give('order:cancel', { order: String(orderId), reason: 'Too late' });
    expect(answer.kind).toBe('refused');
    expect(answer.text).toContain('Its parcel has left');
    expect(await rows()).toEqual([]);
    expect((await give('order:cancel', { order: '99999', reason: 'x' })).text).toContain(
      'There is no order 99999',
    );
  });

  test('says that nobody sends it while no process of the site runs', async () => {
    const { orderId } = await startRefund(shop);
    const answer = await answerCommand(
      {
        ...COMMAND_LINE,
        db: shop.app.db,
        clock: () => new Date(),
        provider: async () => shop.jobDeps,
      },
      { command: 'order:cancel', values: { order: String(orderId), reason: 'x' }, by: 'Jeanne' },
    );
    expect(JSON.stringify(answer)).toContain('no process of the site has taken it up yet');
    await sendRefunds(shop.jobDeps);
  }, 40_000);
});

describe('refunds', () => {
  const listed = async (orderId: number, values: Record<string, string> = {}) => {
    const answer = await answerCommand(
      {
        ...COMMAND_LINE,
        db: shop.app.db,
        clock: () => new Date(),
        provider: async () => shop.jobDeps,
      },
      { command: 'refunds', values, by: 'Jeanne' },
    );
    if (answer.kind !== 'done') throw new Error(answer.reason);
    const rows = answer.report.flatMap((block) => (block.kind === 'table' ? block.rows : []));
    const text = answer.report.flatMap((block) => (block.kind === 'lines' ? block.lines : []));
    return {
      states: rows.filter(([what]) => what === `order ${orderId}`).map((row) => row[3]),
      text: text.join('\n'),
    };
  };

  test('lists what is on its way, and what failed until it went back otherwise; with --all everything', async () => {
    const { orderId, request, reconcile } = await startRefund(shop);
    await send(orderId);
    await request();
    expect((await listed(orderId)).states).toEqual(['on its way']);
    shop.provider.answerRefunds({ account: 'main', outcome: 'failed' });
    await reconcile();
    shop.provider.answerRefunds({ account: 'main', outcome: 'succeeded' });
    const owed = await listed(orderId);
    expect(owed.states).toEqual([expect.stringMatching(/^failed \(.+\), still owed$/)]);
    expect(owed.text).toContain('pnpm shop order:transfer');
    await request({ amountCents: 2999, key: 'whole' });
    await reconcile();
    expect((await listed(orderId)).states).toEqual([]);
    expect((await listed(orderId, { all: 'yes' })).states).toEqual([
      'arrived',
      expect.stringContaining('settled otherwise'),
    ]);
  });

  test('says when there are more, and what a limit may be', async () => {
    await (await startRefund(shop)).request();
    await (await startRefund(shop)).request();
    expect((await listed(0, { limit: '1' })).text).toContain('more than 1 refund: give a --limit');
    await expect(listed(0, { limit: '0' })).rejects.toThrow('--limit must be from 1 to 1000.');
  });
});
