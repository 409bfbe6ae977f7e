import { inTransaction } from '@agres/db/transaction';
import { parisDayOf } from '@agres/domain/days';
import { decideReferrals } from '@agres/money/referral/decide-referrals';
import { reverseCredits } from '@agres/money/referral/reverse-credits';
import { auditRefunds } from '@agres/money/refund/audit-refunds';
import { requestRefund } from '@agres/money/refund/request-refund';
import { readToday } from '@agres/office/today';
import { valueOf } from '@agres/payments/testing/running-payments';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

import { give } from '../support/command.ts';
import { tryJob } from '../support/jobs.ts';
import { referralCast } from '../support/referrals.ts';
import { PASSWORD } from '../support/rows.ts';
import {
  type MailedShop,
  SHORT_CALL_MS,
  startMailedShop,
  startTestProvider,
} from '../support/shop.ts';
import { addCredit, CARDS, DIFFERENT_CARDS, PROGRAMME, subscribe } from '../support/subscribing.ts';

const DAY_MS = 86_400_000;
const WITHDRAWALS = '/api/withdrawals';

let shop: MailedShop;
let cast: ReturnType<typeof referralCast>;
let cards = 0;
const nextCard = () => DIFFERENT_CARDS[cards++] ?? '';
const start = async (options: Parameters<typeof startMailedShop>[0] = {}) => {
  cards = 0;
  shop = await startMailedShop({ callTimeoutMs: SHORT_CALL_MS, clock: 'provider', ...options });
  cast = referralCast(shop);
};
afterEach(() => shop.provider.clearFaults());

type Member = Awaited<ReturnType<ReturnType<typeof referralCast>['bring']>>;

/** Logs in again, because a session expires within weeks. */
const comeBack = ({ client, email }: Member) =>
  client.post('/api/connect', { email, mdp: PASSWORD });
const withdraw = async (member: Member) => {
  await comeBack(member);
  const declared = { name: 'Ada Lovelace', email: member.email, subscription: true };
  const answer = await member.client.post(WITHDRAWALS, declared);
  expect(answer.status).toBe(200);
  return (answer.body as { number: number }).number;
};
/** Has the cardholder's bank dispute a payment and decide against the shop. */
const loseDispute = (intentId: string) =>
  shop.provider.turnDispute({
    disputeId: shop.provider.disputePayment({ intentId }),
    turn: 'lost',
  });
/** Delivers the provider's events about refunds and disputes, and runs the work that follows. */
const told = async () => {
  await auditRefunds(shop.jobDeps);
  await reverseCredits(shop.jobDeps);
  await shop.jobsDone();
};
const alertsAbout = async (memberId: number) => {
  const jobs = await shop.app.db.job.findMany({
    where: { kind: 'mail', payload: { path: ['letter'], equals: 'alert' } },
  });
  return jobs
    .map(({ payload }) => Object(payload).facts)
    .filter((facts) => facts.memberId === memberId);
};
/** Returns the members who are to be sent parallettes. */
const toSend = async () =>
  z
    .object({ output: readToday.output })
    .parse(await give(shop, 'today.read'))
    .output.gifts.map(({ member }) => member);
const subjectsTo = (email: string) => shop.emailsTo(email).map(({ subject }) => subject);
const ledgerOf = (ownerId: number) =>
  shop.app.db.referralCredit.findMany({ where: { ownerId }, orderBy: { id: 'asc' } });

describe('a referral whose contract started on a Saturday', () => {
  beforeAll(() => start());
  afterAll(() => shop.close());

  /** Moves the clock to ten in the morning of the next Saturday, whose fourteenth day is a Saturday too. */
  const moveToSaturday = () => {
    const nowMs = Date.parse(shop.provider.now());
    const days = (6 - new Date(nowMs).getUTCDay() + 7) % 7 || 7;
    const to = new Date(Math.floor(nowMs / DAY_MS) * DAY_MS + days * DAY_MS + 9 * 3_600_000);
    shop.provider.moveClock({ to: to.toISOString() });
    return to;
  };
  const moveToDay = (from: Date, days: number) =>
    shop.provider.moveClock({ to: new Date(from.getTime() + days * DAY_MS).toISOString() });

  test('stays pending until Monday, and earns nothing when its three subscribers withdraw then', async () => {
    const { userId, code } = await cast.referrer(CARDS.visa);
    const saturday = moveToSaturday();
    const brought = [];
    for (let one = 0; one < 3; one += 1) brought.push(await cast.bring(code, nextCard()));
    const rights = (await brought[0]?.client.get('/api/rights'))?.body as {
      rights: { lastDay: string; isOpen: boolean }[];
    };
    const monday = parisDayOf(new Date(saturday.getTime() + 16 * DAY_MS));
    expect(rights.rights[0]?.isOpen).toBe(true);
    const { lastDay = '' } = rights.rights[0] ?? {};
    // A holiday may move it further.
    expect(lastDay >= monday).toBe(true);
    for (const days of [14, 15, 16]) {
      moveToDay(saturday, days);
      await cast.decide();
      expect(await cast.countOf(userId, 'credit')).toBe(0);
    }
    for (const member of brought) await withdraw(member);
    moveToDay(saturday, 22);
    await cast.decide();
    expect((await cast.kindsOf(userId)).toSorted()).toEqual([
      'lapse',
      'lapse',
      'lapse',
      'referral',
      'referral',
      'referral',
    ]);
    expect(await cast.creditCents(userId)).toBe(0);
  });

  test('stays pending until then if the previous release stored a flat 14-day period', async () => {
    const { userId } = await cast.referrer();
    const saturday = moveToSaturday();
    const brought = await shop.app.member();
    const call = { stripeToken: await shop.cardToken(nextCard()) };
    expect((await subscribe(brought.client, call)).status).toBe(200);
    const hash = new TextEncoder().encode(`address of ${brought.userId}`);
    await shop.app.db.referralCredit.create({
      data: {
        ownerId: userId,
        referredUserId: brought.userId,
        kind: 'referral',
        amountCents: 1000,
        addressHash: hash,
        ownerAddressHash: new TextEncoder().encode(`of ${userId}`),
        firstPaymentAccount: 'main',
        firstPaymentId: await cast.paymentOf(brought.userId),
        dueAt: new Date(saturday.getTime() + 14.6 * DAY_MS),
      },
    });
    moveToDay(saturday, 16);
    await cast.decide();
    expect(await cast.kindsOf(userId)).toEqual(['referral']);
    moveToDay(saturday, 20);
    await cast.decide();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit']);
  });

  test('counts after the withdrawal period, and is reversed when its payment is refunded', async () => {
    const { client, userId, email, code } = await cast.referrer(CARDS.visa);
    const saturday = moveToSaturday();
    const brought = [];
    for (let one = 0; one < 3; one += 1) brought.push(await cast.bring(code, nextCard()));
    moveToDay(saturday, 20);
    await cast.decide();
    expect(await cast.creditCents(userId)).toBe(3000);
    expect(await toSend()).toContain(userId);
    const intentId = await cast.paymentOf(brought[0]?.userId ?? 0);
    shop.provider.refundPayment({ intentId });
    await told();
    await told();
    const rows = await ledgerOf(userId);
    expect(rows.slice(-2)).toMatchObject([
      { kind: 'reversal', amountCents: 1000 },
      { kind: 'recovery', amountCents: 1000, stripeAccount: 'main' },
    ]);
    expect(rows.filter(({ kind }) => kind === 'reversal')).toHaveLength(1);
    expect(await cast.creditCents(userId)).toBe(2000);
    await client.post('/api/connect', { email, mdp: PASSWORD });
    expect((await client.get(PROGRAMME)).body).toMatchObject({ referrals: 2, waitingReferrals: 0 });
    expect(await toSend()).toEqual([]);
    expect(await give(shop, 'gifts.send', { member: String(userId) })).toMatchObject({
      kind: 'refused',
      codes: ['gift_not_earned'],
    });
    expect(subjectsTo(email)).toContain('Un de vos parrainages ne compte plus');
    expect(await alertsAbout(userId)).toEqual([]);
  });
});

describe('a referral with a declared withdrawal', () => {
  beforeAll(() => start());
  afterAll(() => shop.close());

  test('stays pending while its subscriber’s declaration is open, and lapses with it', async () => {
    const { userId, code } = await cast.referrer();
    const brought = await cast.bring(code, nextCard());
    // The provider does not end the subscription, so the declaration stays open.
    shop.provider.addFault({ operation: 'subscriptions.cancel', effect: 'reset', times: 1000 });
    const number = await withdraw(brought);
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral']);
    shop.provider.clearFaults();
    await shop.app.db.$executeRaw`
      UPDATE declaration SET next_check_at = now() - interval '1 second' WHERE id = ${number}`;
    await shop.inBackground(
      async () =>
        (await shop.app.db.declaration.count({ where: { id: number, closedAt: null } })) === 0,
    );
    await cast.decide();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'lapse']);
  });

  test('lapses after a withdrawal without a card refund', async () => {
    const { userId, code } = await cast.referrer();
    // Credit pays for the first invoice: there is no payment that could be refunded.
    const member = await shop.app.member();
    await addCredit(shop, member, 5000);
    const call = { stripeToken: await shop.cardToken(nextCard()), discountCode: code };
    expect((await subscribe(member.client, call)).status).toBe(200);
    await withdraw(member);
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'lapse']);
  });

  test('is not held back by a stranger’s declaration', async () => {
    const { userId, code } = await cast.referrer();
    const { email } = await cast.bring(code, nextCard());
    const stranger = { name: 'Ada Lovelace', email, reference: 'mon abonnement' };
    expect((await shop.app.client().post(WITHDRAWALS, stranger)).status).toBe(200);
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit']);
  });
});

describe('a counted referral', () => {
  beforeAll(() => start());
  afterAll(() => shop.close());

  const counted = async (card?: string) => {
    const referrer = await cast.referrer(card);
    const brought = await cast.bring(referrer.code, nextCard());
    await cast.waitOver();
    return { ...referrer, brought, intentId: await cast.paymentOf(brought.userId) };
  };

  test('is reversed by a lost dispute, not by an inquiry or an open dispute', async () => {
    const { userId, intentId } = await counted(CARDS.visa);
    shop.provider.disputePayment({ intentId, kind: 'inquiry' });
    await told();
    expect(await cast.countOf(userId, 'reversal')).toBe(0);
    const { id: disputeId } = await shop.app.db.dispute.findFirstOrThrow({
      where: { paymentIntentId: intentId },
    });
    shop.provider.turnDispute({ disputeId, turn: 'escalated' });
    await told();
    expect(await cast.countOf(userId, 'reversal')).toBe(0);
    shop.provider.turnDispute({ disputeId, turn: 'lost' });
    await told();
    expect(await cast.kindsOf(userId)).toEqual([
      'referral',
      'credit',
      'debit',
      'reversal',
      'recovery',
    ]);
    expect(await cast.creditCents(userId)).toBe(0);
  });

  test('stays after a dispute that the shop won', async () => {
    const { userId, intentId } = await counted();
    const disputeId = shop.provider.disputePayment({ intentId });
    await told();
    shop.provider.turnDispute({ disputeId, turn: 'won' });
    await told();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit']);
  });

  test('is reversed by a refund from the shop', async () => {
    const { userId, brought, intentId } = await counted(CARDS.visa);
    const { id: subscriptionId } = await shop.app.db.subscription.findFirstOrThrow({
      where: { userId: brought.userId },
    });
    await inTransaction(shop.app.db, (tx) =>
      requestRefund(tx, {
        account: 'main',
        intentId,
        subscriptionId,
        paidCents: 1999,
        amountCents: 1999,
        reason: 'goodwill',
        key: 'goodwill',
        origin: 'office',
        actor: { kind: 'system', name: 'test' },
      }),
    );
    await reverseCredits(shop.jobDeps);
    expect(await cast.countOf(userId, 'reversal')).toBe(1);
  });

  test('stays when only a renewal is refunded', async () => {
    const { userId, brought } = await counted(CARDS.visa);
    shop.provider.moveClock({ bySeconds: 32 * 86_400 });
    const { stripeSubscriptionId } = await shop.app.db.subscription.findFirstOrThrow({
      where: { userId: brought.userId },
    });
    const invoices = await shop.payments.listInvoices('main', stripeSubscriptionId ?? '');
    for (const { reason, paymentIntentId } of valueOf(invoices)) {
      if (reason === 'renewal') shop.provider.refundPayment({ intentId: paymentIntentId ?? '' });
    }
    await told();
    expect(await cast.countOf(userId, 'reversal')).toBe(0);
  });

  test('is reversed by a dispute after the referred member’s account is deleted', async () => {
    const { userId, brought, intentId } = await counted(CARDS.visa);
    await comeBack(brought);
    expect((await brought.client.delete('/api/users')).status).toBe(200);
    loseDispute(intentId);
    await told();
    expect(await cast.countOf(userId, 'reversal')).toBe(1);
    expect(await cast.creditCents(userId)).toBe(0);
  });

  test('is not passed on if it is reversed before its referrer has a customer', async () => {
    const { client, email, userId, intentId } = await counted();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit']);
    loseDispute(intentId);
    await told();
    await client.post('/api/connect', { email, mdp: PASSWORD });
    expect((await subscribe(client, { stripeToken: await shop.cardToken() })).status).toBe(200);
    await shop.jobsDone();
    // A job from before the reversal may still exist.
    const [credit, customer] = await Promise.all([
      shop.app.db.referralCredit.findFirstOrThrow({ where: { ownerId: userId, kind: 'credit' } }),
      shop.app.db.paymentCustomer.findFirstOrThrow({ where: { userId } }),
    ]);
    await tryJob(shop.jobDeps, {
      kind: 'pass_credit_on',
      payload: { creditId: credit.id, account: 'main', customerId: customer.stripeCustomerId },
    });
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit', 'reversal']);
    expect(await cast.creditCents(userId)).toBe(0);
  });

  test('is recovered at the provider if it is reversed while being passed on', async () => {
    const referrer = await cast.referrer(CARDS.visa);
    const { userId: broughtId } = await cast.bring(referrer.code, nextCard());
    shop.provider.moveClock({ bySeconds: 20 * 86_400 });
    await decideReferrals(shop.jobDeps);
    const credit = await shop.app.db.referralCredit.findFirstOrThrow({
      where: { ownerId: referrer.userId, kind: 'credit' },
    });
    const customer = await shop.app.db.paymentCustomer.findFirstOrThrow({
      where: { userId: referrer.userId },
    });
    loseDispute(await cast.paymentOf(broughtId));
    shop.provider.addFault({
      operation: 'customers.create_balance_transaction',
      effect: 'reset',
      moment: 'after',
      times: 2,
      meanwhile: async () => {
        await auditRefunds(shop.jobDeps);
        await reverseCredits(shop.jobDeps);
      },
    });
    await tryJob(shop.jobDeps, {
      kind: 'pass_credit_on',
      payload: { creditId: credit.id, account: 'main', customerId: customer.stripeCustomerId },
    });
    shop.provider.clearFaults();
    await shop.jobsDone();
    await told();
    expect(await cast.kindsOf(referrer.userId)).toEqual([
      'referral',
      'credit',
      'reversal',
      'debit',
      'recovery',
    ]);
    expect(await cast.creditCents(referrer.userId)).toBe(0);
  });

  // A debit of 19.99 € takes all of one credit, and leaves a cent of two.
  test.each([
    [1, 1000],
    [2, 999],
  ])(
    'loses its unused credit and alerts the owner, if a debit used part of %i credits',
    async (people, usedCents) => {
      const referrer = await cast.referrer(CARDS.visa);
      const first = await cast.bring(referrer.code, nextCard());
      if (people === 2) await cast.bring(referrer.code, nextCard());
      await cast.waitOver();
      expect(await cast.creditCents(referrer.userId)).toBe(people * 1000);
      shop.provider.moveClock({ bySeconds: 15 * 86_400 });
      expect(await cast.creditCents(referrer.userId)).toBe(1000 - usedCents);
      loseDispute(await cast.paymentOf(first.userId));
      await told();
      expect(await cast.creditCents(referrer.userId)).toBe(0);
      expect(await alertsAbout(referrer.userId)).toMatchObject([{ usedCents }]);
    },
  );
});

describe('the parallettes gift', () => {
  beforeAll(() => start());
  afterAll(() => shop.close());

  const earned = async () => {
    const referrer = await cast.referrer();
    const brought = [];
    for (let one = 0; one < 3; one += 1) brought.push(await cast.bring(referrer.code, nextCard()));
    await cast.waitOver();
    return { ...referrer, ID: String(referrer.userId), brought };
  };
  const undo = async (member: Member | undefined) => {
    loseDispute(await cast.paymentOf(member?.userId ?? 0));
    await told();
  };

  test('is lost by a reversal before it is sent, and regained with the next counted referral', async () => {
    const { userId, email, code, brought } = await earned();
    await undo(brought[0]);
    expect(await toSend()).not.toContain(userId);
    await cast.bring(code, nextCard());
    await cast.waitOver();
    await shop.jobsDone();
    expect(await toSend()).toContain(userId);
    expect(await cast.countOf(userId, 'gift')).toBe(1);
    const gifts = subjectsTo(email).filter((subject) => subject.includes('parallettes'));
    expect(gifts).toHaveLength(2);
  });

  test('stays after a reversal once it is sent, and the owner gets an alert', async () => {
    const { userId, ID, brought } = await earned();
    expect(await give(shop, 'gifts.send', { member: ID })).toMatchObject({ kind: 'done' });
    expect(await give(shop, 'gifts.send', { member: ID })).toMatchObject({
      kind: 'refused',
      codes: ['gift_sent'],
    });
    expect(await toSend()).not.toContain(userId);
    await undo(brought[0]);
    await undo(brought[1]);
    expect(await alertsAbout(userId)).toMatchObject([{ referrals: 2 }]);
    expect(await cast.countOf(userId, 'gift_sent')).toBe(1);
  });

  test('cannot be sent if it is not earned', async () => {
    const { userId } = await cast.referrer();
    for (const member of [String(userId), '2000000000']) {
      expect(await give(shop, 'gifts.send', { member })).toMatchObject({
        kind: 'refused',
        codes: ['gift_not_earned'],
      });
    }
  });
});

describe('a withdrawal accepted by the owner after the referral has counted', () => {
  test('reverses the referral', async () => {
    // The test cannot move the database's clock, so the provider starts 25 days in the past.
    const provider = await startTestProvider({ minutesBehind: 25 * 24 * 60 });
    await start({ provider });
    const { userId, code } = await cast.referrer(CARDS.visa);
    const brought = await cast.bring(code, nextCard());
    shop.provider.moveClock({ to: new Date().toISOString() });
    await cast.decide();
    expect(await cast.creditCents(userId)).toBe(1000);
    const number = await withdraw(brought);
    await told();
    expect(await cast.countOf(userId, 'reversal')).toBe(0);
    const accepted = await give(shop, 'declarations.accept', { declaration: String(number) });
    expect(accepted).toMatchObject({ kind: 'done' });
    await shop.inBackground(
      async () =>
        (await shop.app.db.declaration.count({ where: { id: number, closedAt: null } })) === 0,
    );
    await told();
    expect(await cast.countOf(userId, 'reversal')).toBe(1);
    expect(await cast.creditCents(userId)).toBe(0);
    await shop.close();
    await provider.close();
  });
});
