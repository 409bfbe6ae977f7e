import { randomUUID } from 'node:crypto';

import type { JobDeps } from '@agres/core/jobs/job';
import { inTransaction } from '@agres/db/transaction';
import { parisDayOf } from '@agres/domain/days';
import { REFERRAL_CREDIT_CENTS, REFERRALS_FOR_GIFT } from '@agres/domain/subscription';
import { applyReferralDecision, IS_WAITING, recordReferral } from '@agres/money/referral/ledger';
import { reconcileCredits } from '@agres/money/referral/reconcile-credits';
import { reverseCredits } from '@agres/money/referral/reverse-credits';
import { findOrCreateCustomer } from '@agres/money/subscription/ensure-customer';
import { findGiftsToSend } from '@agres/office/referral/gifts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { tryJob } from '../support/jobs.ts';
import { addUser } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { SHORT_CALL_MS, startTestShop } from '../support/shop.ts';

type Event =
  /** The first invoice of one of five people is paid, or reported as paid again. */
  | { kind: 'paid'; person: number }
  | { kind: 'referrer_gets_a_customer' }
  /** A job transfers a credit; the provider may fail before or after it has done so. */
  | { kind: 'pass_on'; credit: number; fault: 'none' | 'before' | 'after' }
  /** A process dies in the transaction of the first paid invoice. */
  | { kind: 'paid_and_killed'; person: number }
  /** Ends a withdrawal period, possibly twice; the process may die during it. */
  | { kind: 'due'; person: number; outcome: 'counts' | 'falls_away' | 'killed' }
  | { kind: 'forgotten_are_found' }
  /** The first payment of one of them is refunded. */
  | { kind: 'undone'; person: number }
  /** Undone credits are reversed at the provider; the provider may fail before or after it has done so. */
  | { kind: 'reversed'; fault: 'none' | 'before' | 'after' };

const person = fc.nat({ max: 4 });
const eventArbitrary: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('paid' as const), person }),
  fc.record({ kind: fc.constant('paid_and_killed' as const), person }),
  fc.record({
    kind: fc.constant('due' as const),
    person,
    outcome: fc.constantFrom('counts', 'falls_away', 'killed'),
  }),
  fc.record({ kind: fc.constant('referrer_gets_a_customer' as const) }),
  fc.record({
    kind: fc.constant('pass_on' as const),
    credit: fc.nat({ max: 4 }),
    fault: fc.constantFrom('none', 'before', 'after'),
  }),
  fc.record({ kind: fc.constant('forgotten_are_found' as const) }),
  fc.record({ kind: fc.constant('undone' as const), person }),
  fc.record({
    kind: fc.constant('reversed' as const),
    fault: fc.constantFrom('none', 'before', 'after'),
  }),
);

describe('the referral ledger', () => {
  const shop = useRunning(() => startTestShop({ callTimeoutMs: SHORT_CALL_MS }));

  const startStory = async () => {
    const { db } = shop.app;
    const referrer = await addUser(db);
    const people: number[] = [];
    for (let count = 0; count < 5; count += 1) people.push((await addUser(db)).id);
    return { referrerId: referrer.id, people };
  };
  type Story = Awaited<ReturnType<typeof startStory>>;

  const creditsOf = (referrerId: number) =>
    shop.app.db.referralCredit.findMany({
      where: { ownerId: referrerId, kind: 'credit' },
      orderBy: { id: 'asc' },
    });

  const happen = async ({ referrerId, people }: Story, event: Event): Promise<void> => {
    const { db } = shop.app;
    const earn = (index: number, isKilled: boolean) =>
      inTransaction(db, async (tx) => {
        await recordReferral(tx, {
          referrerId,
          referredUserId: people[index] ?? 0,
          subscriptionId: people[index] ?? 0,
          lastDay: parisDayOf(new Date()),
          payment: { account: 'main', intentId: intentOf(people[index]) },
        });
        if (isKilled) throw new Error('killed');
      });
    switch (event.kind) {
      case 'paid':
        return earn(event.person, false);
      case 'paid_and_killed':
        return earn(event.person, true).catch(() => undefined);
      case 'due':
        return decide({ referrerId, people }, event).catch(() => undefined);
      case 'referrer_gets_a_customer':
        await findOrCreateCustomer(shop.jobDeps, {
          userId: referrerId,
          account: 'main',
          attempt: { id: randomUUID(), beginning: '0' },
        });
        return;
      case 'pass_on':
        return passOn(referrerId, event);
      case 'forgotten_are_found':
        await db.$executeRaw`DELETE FROM job WHERE kind = 'pass_credit_on'`;
        return reconcileCredits(shop.jobDeps);
      case 'undone':
        await undo(people[event.person]);
        return;
      case 'reversed':
        return reverse(referrerId, event.fault);
    }
  };

  const intentOf = (userId: number | undefined) => `pi_first_${userId}`;
  const undo = async (userId: number | undefined) => {
    const payment = { stripeAccount: 'main', paymentIntentId: intentOf(userId), paidCents: 1999 };
    await shop.app.db.refund.createMany({
      data: [
        {
          ...payment,
          amountCents: 1999,
          reason: 'goodwill',
          by: 'Jeanne',
          key: 'whole',
          origin: 'office',
          state: 'transferred',
          transferReference: 'VIR 1',
          settledAt: new Date(),
        },
      ],
      skipDuplicates: true,
    });
  };
  const reverse = async (referrerId: number, fault: 'none' | 'before' | 'after') => {
    await reverseCredits(shop.jobDeps);
    if (fault !== 'none') {
      const operation = 'customers.create_balance_transaction';
      shop.provider.addFault({ operation, effect: 'reset', moment: fault, times: 2 });
    }
    for (const { id: creditId } of await creditsOf(referrerId)) {
      await tryJob(shop.jobDeps, { kind: 'recover_credit', payload: { creditId } });
    }
    shop.provider.clearFaults();
  };

  const decide = async (
    { referrerId, people }: Story,
    { person: index, outcome }: Extract<Event, { kind: 'due' }>,
  ) => {
    const where = { kind: 'referral', referredUserId: people[index] ?? 0 };
    const referral = await shop.app.db.referralCredit.findFirst({ where });
    if (referral === null) return;
    const decision =
      outcome === 'falls_away'
        ? { outcome }
        : { outcome: 'counts' as const, cardHash: new TextEncoder().encode(`${people[index]}`) };
    await inTransaction(shop.app.db, async (tx) => {
      await applyReferralDecision(tx, { id: referral.id, referrerId }, decision);
      if (outcome === 'killed') throw new Error('killed');
    });
  };

  const passOn = async (
    referrerId: number,
    { credit: index, fault }: Extract<Event, { kind: 'pass_on' }>,
  ) => {
    const credit = (await creditsOf(referrerId))[index];
    const customer = await shop.app.db.paymentCustomer.findFirst({ where: { userId: referrerId } });
    if (credit === undefined || customer === null) return;
    if (fault !== 'none') {
      const operation = 'customers.create_balance_transaction';
      shop.provider.addFault({ operation, effect: 'reset', moment: fault, times: 2 });
    }
    const deps: JobDeps = shop.jobDeps;
    const { stripeCustomerId: customerId } = customer;
    const payload = { creditId: credit.id, account: 'main', customerId };
    await tryJob(deps, { kind: 'pass_credit_on', payload });
    shop.provider.clearFaults();
  };

  /** The people who have paid, and those for whom it was decided whether they count. */
  type Known = {
    paid: Set<number>;
    counting: Set<number>;
    lapsed: Set<number>;
    undone: Set<number>;
    reversed: Set<number>;
  };

  const remember = ({ paid, counting, lapsed, undone, reversed }: Known, event: Event) => {
    if (event.kind === 'undone') undone.add(event.person);
    if (event.kind === 'reversed') {
      for (const one of counting) if (undone.has(one)) reversed.add(one);
    }
    if (event.kind === 'paid') paid.add(event.person);
    if (event.kind !== 'due' || event.outcome === 'killed' || !paid.has(event.person)) return;
    if (counting.has(event.person) || lapsed.has(event.person)) return;
    (event.outcome === 'counts' ? counting : lapsed).add(event.person);
  };

  const wrongs = async (
    { referrerId, people }: Story,
    { paid, counting, lapsed, reversed, everThree }: Known & { everThree: boolean },
  ) => {
    const rows = await shop.app.db.referralCredit.findMany({ where: { ownerId: referrerId } });
    const sum = (kind: string) =>
      rows.reduce((cents, row) => cents + (row.kind === kind ? row.amountCents : 0), 0);
    const wrong: string[] = [];
    const balance = sum('credit') - sum('debit');
    if (balance < 0) wrong.push(`balance ${balance}`);
    const brought = [...paid].map((index) => people[index] ?? 0).toSorted((a, b) => a - b);
    const noted = rows.flatMap(({ referredUserId: id }) => (id === null ? [] : [id]));
    if (noted.toSorted((a, b) => a - b).join(' ') !== brought.join(' ')) {
      wrong.push(`referrals of ${noted.join(' ')}, paid by ${brought.join(' ')}`);
    }
    const sums = {
      referral: paid.size,
      credit: counting.size,
      lapse: lapsed.size,
      reversal: reversed.size,
    };
    for (const [kind, count] of Object.entries(sums)) {
      if (sum(kind) !== count * REFERRAL_CREDIT_CENTS) wrong.push(`${kind} ${sum(kind)}`);
    }
    const gifts = rows.filter(({ kind }) => kind === 'gift').length;
    if (gifts !== (everThree ? 1 : 0)) wrong.push(`${gifts} gifts`);
    const toSend = (await findGiftsToSend(shop.app.db)).some(({ member }) => member === referrerId);
    if (toSend !== counting.size - reversed.size >= REFERRALS_FOR_GIFT && gifts === 1) {
      wrong.push(`a gift is ${toSend ? '' : 'not '}to be sent`);
    }
    const customer = await shop.app.db.paymentCustomer.findFirst({ where: { userId: referrerId } });
    if (customer === null) return wrong;
    const read = await shop.payments.readCustomer('main', customer.stripeCustomerId);
    const atProvider = read.outcome === 'known' ? (read.value?.creditCents ?? 0) : -1;
    // A lost answer leaves the provider ahead of the ledger, at most by the earned or undone credits.
    if (
      atProvider < sum('debit') - sum('reversal') ||
      atProvider > sum('credit') - sum('recovery')
    ) {
      wrong.push(`${atProvider} at the provider, ${sum('debit')} passed on`);
    }
    return wrong;
  };

  test('keeps a non-negative balance and counts each event once, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(eventArbitrary, { maxLength: 14 }), async (events) => {
        const story = await startStory();
        const known: Known = {
          paid: new Set(),
          counting: new Set(),
          lapsed: new Set(),
          undone: new Set(),
          reversed: new Set(),
        };
        let everThree = false;
        for (const event of events) {
          await happen(story, event);
          remember(known, event);
          everThree ||= known.counting.size - known.reversed.size >= REFERRALS_FOR_GIFT;
          expect(await wrongs(story, { ...known, everThree })).toEqual([]);
        }
        const { counting, reversed } = known;
        // In the end every earned credit has been transferred, once.
        await happen(story, { kind: 'referrer_gets_a_customer' });
        for (let credit = 0; credit < counting.size; credit += 1) {
          await happen(story, { kind: 'pass_on', credit, fault: 'none' });
        }
        await happen(story, { kind: 'reversed', fault: 'none' });
        for (const one of counting) if (known.undone.has(one)) reversed.add(one);
        const earned = counting.size - reversed.size;
        const waiting = await shop.app.db.$queryRaw<unknown[]>`
          SELECT FROM referral_credit c
          WHERE c.owner_id = ${story.referrerId}::int AND ${IS_WAITING}`;
        expect(waiting).toEqual([]);
        const { stripeCustomerId } = await shop.app.db.paymentCustomer.findFirstOrThrow({
          where: { userId: story.referrerId },
        });
        const read = await shop.payments.readCustomer('main', stripeCustomerId);
        expect(read).toMatchObject({ value: { creditCents: earned * REFERRAL_CREDIT_CENTS } });
      }),
      { numRuns: 25, endOnFailure: false },
    );
  }, 120_000);

  test('passes on the amount of the credit, even if it differs from the current reward', async () => {
    const { referrerId } = await startStory();
    const data = { ownerId: referrerId, kind: 'credit', amountCents: 700 };
    const { id } = await shop.app.db.referralCredit.create({ data });
    const customer = await findOrCreateCustomer(shop.jobDeps, {
      userId: referrerId,
      account: 'main',
      attempt: { id: randomUUID(), beginning: '0' },
    });
    const customerId = customer.outcome === 'known' ? customer.value : '';
    await tryJob(shop.jobDeps, {
      kind: 'pass_credit_on',
      payload: { creditId: id, account: 'main', customerId },
    });
    const read = await shop.payments.readCustomer('main', customerId);
    expect(read).toMatchObject({ value: { creditCents: 700 } });
  });

  test('is append-only: no row can be changed, deleted or overdrawn', async () => {
    const { db } = shop.app;
    const story = await startStory();
    await happen(story, { kind: 'paid', person: 0 });
    await happen(story, { kind: 'due', person: 0, outcome: 'counts' });
    const [credit] = await creditsOf(story.referrerId);
    const id = credit?.id ?? 0;
    const referralId = credit?.referralId ?? 0;
    const debit = (change: object) =>
      db.referralCredit.create({
        data: {
          ownerId: story.referrerId,
          kind: 'debit',
          amountCents: REFERRAL_CREDIT_CENTS,
          creditId: id,
          stripeAccount: 'main',
          stripeTransactionId: `cbtxn_${story.referrerId}`,
          ...change,
        },
      });
    await expect(
      db.referralCredit.update({ where: { id }, data: { amountCents: 1 } }),
    ).rejects.toThrow(/rows are only added/);
    await expect(db.referralCredit.delete({ where: { id } })).rejects.toThrow(/never removed/);
    const changes = [
      { id, data: { cardHash: null } },
      { id, data: { referralId: null } },
      { id: referralId, data: { dueAt: new Date(0) } },
      { id: referralId, data: { addressHash: new Uint8Array(32) } },
    ];
    for (const { id: changed, data } of changes) {
      await expect(db.referralCredit.update({ where: { id: changed }, data })).rejects.toThrow(
        /rows are only added|hashes are kept/,
      );
    }
    const decided = { ownerId: story.referrerId, amountCents: REFERRAL_CREDIT_CENTS, referralId };
    await expect(db.referralCredit.create({ data: { ...decided, kind: 'lapse' } })).rejects.toThrow(
      /referral_id/,
    );
    await expect(
      db.referralCredit.create({ data: { ...decided, kind: 'lapse', amountCents: 1 } }),
    ).rejects.toThrow(/one referral is settled/);
    await expect(
      db.referralCredit.create({ data: { ...decided, kind: 'lapse', referralId: id } }),
    ).rejects.toThrow(/one referral is settled/);
    await expect(debit({ creditId: referralId })).rejects.toThrow(/passes on one credit/);
    await expect(debit({ amountCents: 2000 })).rejects.toThrow(/passes on one credit/);
    await expect(debit({ creditId: null })).rejects.toThrow(/passes|debit/);
    await expect(debit({ ownerId: story.people[1] })).rejects.toThrow(/passes on one credit/);
    await debit({});
    await expect(debit({ stripeTransactionId: 'cbtxn_other' })).rejects.toThrow(/credit_id/);
    const about = (change: object) =>
      db.referralCredit.create({
        data: {
          ownerId: story.referrerId,
          kind: 'reversal',
          amountCents: REFERRAL_CREDIT_CENTS,
          aboutId: id,
          ...change,
        },
      });
    const recovery = { kind: 'recovery', stripeAccount: 'main', stripeTransactionId: 'cbtxn_back' };
    await expect(about({ ...recovery })).rejects.toThrow(/is about a row/);
    await expect(about({ amountCents: 1 })).rejects.toThrow(/is about a row/);
    await expect(about({ aboutId: referralId })).rejects.toThrow(/is about a row/);
    await expect(about({ ownerId: story.people[1] })).rejects.toThrow(/is about a row/);
    await expect(about({ aboutId: null })).rejects.toThrow(/is_about_a_row/);
    await expect(about({ kind: 'gift_sent', amountCents: 0 })).rejects.toThrow(/is about a row/);
    const { id: reversalId } = await about({});
    await expect(about({})).rejects.toThrow(/about_id/);
    await expect(about({ ...recovery, amountCents: 2000 })).rejects.toThrow(/is about a row/);
    await expect(about({ ...recovery, stripeTransactionId: null })).rejects.toThrow(/debit_passes/);
    await about(recovery);
    await expect(
      db.referralCredit.update({ where: { id: reversalId }, data: { aboutId: null } }),
    ).rejects.toThrow(/rows are only added/);
    await expect(
      db.referralCredit.update({ where: { id: referralId }, data: { subscriptionId: 7 } }),
    ).rejects.toThrow(/rows are only added/);
  });
});
