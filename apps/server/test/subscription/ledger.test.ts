import { randomUUID } from 'node:crypto';

import type { JobDeps } from '@shop/api/inside/jobs/job';
import { recordReferral, applyReferralDecision } from '@shop/api/inside/referral/ledger';
import { reconcileCredits } from '@shop/api/inside/referral/reconcile-credits';
import { findOrMakeCustomer } from '@shop/api/inside/subscription/ensure-customer';
import { inTransaction } from '@shop/db/transaction';
import { REFERRAL_CREDIT_CENTS, REFERRALS_FOR_GIFT } from '@shop/domain/subscription';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { tryJob } from '../support/jobs.ts';
import { addUser } from '../support/rows.ts';
import { SHORT_CALL_MS, startTestShop, type TestShop } from '../support/shop.ts';

/** What may happen around one referrer, in any order and as often as you like. */
type Event =
  /** The first invoice of one of five people is paid, or told to be paid again. */
  | { kind: 'paid'; person: number }
  | { kind: 'referrer_gets_a_customer' }
  /** A job passes a credit on; the provider may fail before or after it has done so. */
  | { kind: 'pass_on'; credit: number; fault: 'none' | 'before' | 'after' }
  /** A process dies in the transaction of the first paid invoice. */
  | { kind: 'paid_and_killed'; person: number }
  /** Somebody's withdrawal period is over, or is found to be over again; a process may die of it. */
  | { kind: 'due'; person: number; outcome: 'counts' | 'falls_away' | 'killed' }
  | { kind: 'forgotten_are_found' };

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
);

describe('the referral ledger', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop({ callTimeoutMs: SHORT_CALL_MS });
  });
  afterAll(() => shop.close());

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
          contractFrom: new Date(),
          payment: null,
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
        await findOrMakeCustomer(shop.jobDeps, {
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
    }
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

  /** Who has paid, and of whom it was decided whether they count. */
  type Known = { paid: Set<number>; counting: Set<number>; lapsed: Set<number> };

  const remember = ({ paid, counting, lapsed }: Known, event: Event) => {
    if (event.kind === 'paid') paid.add(event.person);
    if (event.kind !== 'due' || event.outcome === 'killed' || !paid.has(event.person)) return;
    if (counting.has(event.person) || lapsed.has(event.person)) return;
    (event.outcome === 'counts' ? counting : lapsed).add(event.person);
  };

  /** What is wrong with the ledger of a referrer, given what happened. */
  const wrongs = async ({ referrerId, people }: Story, { paid, counting, lapsed }: Known) => {
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
    const sums = { referral: paid.size, credit: counting.size, lapse: lapsed.size };
    for (const [kind, count] of Object.entries(sums)) {
      if (sum(kind) !== count * REFERRAL_CREDIT_CENTS) wrong.push(`${kind} ${sum(kind)}`);
    }
    const gifts = rows.filter(({ kind }) => kind === 'gift').length;
    if (gifts !== (counting.size >= REFERRALS_FOR_GIFT ? 1 : 0)) wrong.push(`${gifts} gifts`);
    const customer = await shop.app.db.paymentCustomer.findFirst({ where: { userId: referrerId } });
    if (customer === null) return wrong;
    const read = await shop.payments.readCustomer('main', customer.stripeCustomerId);
    const atProvider = read.outcome === 'known' ? (read.value?.creditCents ?? 0) : -1;
    // An answer that was lost leaves the provider ahead of the ledger, by no more than was earned.
    if (atProvider < sum('debit') || atProvider > sum('credit')) {
      wrong.push(`${atProvider} at the provider, ${sum('debit')} passed on`);
    }
    return wrong;
  };

  test('is credits less debits, never below zero, and no event counts twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(eventArbitrary, { maxLength: 14 }), async (events) => {
        const story = await startStory();
        const known: Known = { paid: new Set(), counting: new Set(), lapsed: new Set() };
        for (const event of events) {
          await happen(story, event);
          remember(known, event);
          expect(await wrongs(story, known)).toEqual([]);
        }
        const earned = known.counting.size;
        // In the end everything that was earned has been passed on, once.
        await happen(story, { kind: 'referrer_gets_a_customer' });
        for (let credit = 0; credit < earned; credit += 1) {
          await happen(story, { kind: 'pass_on', credit, fault: 'none' });
        }
        const debits = await shop.app.db.referralCredit.count({
          where: { ownerId: story.referrerId, kind: 'debit' },
        });
        expect(debits).toBe(earned);
        const { stripeCustomerId } = await shop.app.db.paymentCustomer.findFirstOrThrow({
          where: { userId: story.referrerId },
        });
        const read = await shop.payments.readCustomer('main', stripeCustomerId);
        expect(read).toMatchObject({ value: { creditCents: earned * REFERRAL_CREDIT_CENTS } });
      }),
      { numRuns: 25, endOnFailure: false },
    );
  }, 120_000);

  test('passes on what was promised, whatever a referral earns by then', async () => {
    const { referrerId } = await startStory();
    const data = { ownerId: referrerId, kind: 'credit', amountCents: 700 };
    const { id } = await shop.app.db.referralCredit.create({ data });
    const customer = await findOrMakeCustomer(shop.jobDeps, {
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

  test('takes rows in, and lets none be changed, removed or overdrawn', async () => {
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
  });
});
