import type { JobDeps } from '@shop/api/jobs/handlers';
import { earnReferral } from '@shop/api/referral/ledger';
import { passCreditOn } from '@shop/api/referral/pass-credit-on';
import { sweepCredits } from '@shop/api/referral/sweep';
import { customerOf } from '@shop/api/subscription/customer';
import { inTransaction } from '@shop/db/transaction';
import { REFERRAL_CREDIT_CENTS, REFERRALS_FOR_GIFT } from '@shop/domain/subscription';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addUser } from '../testing/rows.ts';
import { SHORT_CALL_MS, startTestShop, type TestShop } from '../testing/shop.ts';

/** What may happen around one owner, in any order and as often as you like. */
type Event =
  /** The first invoice of one of five people is paid, or told to be paid again. */
  | { kind: 'paid'; person: number }
  | { kind: 'owner_gets_a_customer' }
  /** A job passes a credit on; the provider may fail before or after it has done so. */
  | { kind: 'pass_on'; credit: number; fault: 'none' | 'before' | 'after' }
  /** A process dies in the transaction of the first paid invoice. */
  | { kind: 'paid_and_killed'; person: number }
  | { kind: 'forgotten_are_found' };

const person = fc.nat({ max: 4 });
const eventArbitrary: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('paid' as const), person }),
  fc.record({ kind: fc.constant('paid_and_killed' as const), person }),
  fc.record({ kind: fc.constant('owner_gets_a_customer' as const) }),
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
    const owner = await addUser(db);
    const people: number[] = [];
    for (let count = 0; count < 5; count += 1) people.push((await addUser(db)).id);
    return { ownerId: owner.id, people };
  };
  type Story = Awaited<ReturnType<typeof startStory>>;

  const creditsOf = (ownerId: number) =>
    shop.app.db.referralCredit.findMany({
      where: { ownerId, kind: 'credit' },
      orderBy: { id: 'asc' },
    });

  const happen = async ({ ownerId, people }: Story, event: Event): Promise<void> => {
    const { db } = shop.app;
    const earn = (index: number, isKilled: boolean) =>
      inTransaction(db, async (tx) => {
        await earnReferral(tx, { ownerId, referredUserId: people[index] ?? 0 });
        if (isKilled) throw new Error('killed');
      });
    switch (event.kind) {
      case 'paid':
        return earn(event.person, false);
      case 'paid_and_killed':
        return earn(event.person, true).catch(() => undefined);
      case 'owner_gets_a_customer':
        await customerOf(shop.jobDeps, { userId: ownerId, account: 'main' });
        return;
      case 'pass_on':
        return passOn(ownerId, event);
      case 'forgotten_are_found':
        await db.$executeRaw`DELETE FROM job WHERE kind = 'pass_credit_on'`;
        return sweepCredits(shop.jobDeps);
    }
  };

  const passOn = async (
    ownerId: number,
    { credit: index, fault }: Extract<Event, { kind: 'pass_on' }>,
  ) => {
    const credit = (await creditsOf(ownerId))[index];
    const customer = await shop.app.db.paymentCustomer.findFirst({ where: { userId: ownerId } });
    if (credit === undefined || customer === null) return;
    if (fault !== 'none') {
      const operation = 'customers.create_balance_transaction';
      shop.provider.addFault({ operation, effect: 'reset', moment: fault, times: 2 });
    }
    const deps: JobDeps = shop.jobDeps;
    const { stripeCustomerId: customerId } = customer;
    await passCreditOn(deps, { creditId: credit.id, account: 'main', customerId });
    shop.provider.clearFaults();
  };

  /** What is wrong with the ledger of an owner, given who has paid. */
  const wrongs = async ({ ownerId, people }: Story, paid: ReadonlySet<number>) => {
    const rows = await shop.app.db.referralCredit.findMany({ where: { ownerId } });
    const sum = (kind: string) =>
      rows.reduce((cents, row) => cents + (row.kind === kind ? row.amountCents : 0), 0);
    const wrong: string[] = [];
    const balance = sum('credit') - sum('debit');
    if (balance < 0) wrong.push(`balance ${balance}`);
    const earned = [...paid].map((index) => people[index] ?? 0).toSorted((a, b) => a - b);
    const credited = rows.flatMap(({ referredUserId: id }) => (id === null ? [] : [id]));
    if (credited.toSorted((a, b) => a - b).join(' ') !== earned.join(' ')) {
      wrong.push(`credits for ${credited.join(' ')}, paid by ${earned.join(' ')}`);
    }
    if (sum('credit') !== paid.size * REFERRAL_CREDIT_CENTS) wrong.push(`earned ${sum('credit')}`);
    const gifts = rows.filter(({ kind }) => kind === 'gift').length;
    if (gifts !== (paid.size >= REFERRALS_FOR_GIFT ? 1 : 0)) wrong.push(`${gifts} gifts`);
    const customer = await shop.app.db.paymentCustomer.findFirst({ where: { userId: ownerId } });
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
        const paid = new Set<number>();
        for (const event of events) {
          await happen(story, event);
          if (event.kind === 'paid') paid.add(event.person);
          expect(await wrongs(story, paid)).toEqual([]);
        }
        // In the end everything that was earned has been passed on, once.
        await happen(story, { kind: 'owner_gets_a_customer' });
        for (let credit = 0; credit < paid.size; credit += 1) {
          await happen(story, { kind: 'pass_on', credit, fault: 'none' });
        }
        const debits = await shop.app.db.referralCredit.count({
          where: { ownerId: story.ownerId, kind: 'debit' },
        });
        expect(debits).toBe(paid.size);
        const { stripeCustomerId } = await shop.app.db.paymentCustomer.findFirstOrThrow({
          where: { userId: story.ownerId },
        });
        const read = await shop.payments.readCustomer('main', stripeCustomerId);
        expect(read).toMatchObject({ value: { creditCents: paid.size * REFERRAL_CREDIT_CENTS } });
      }),
      { numRuns: 25, endOnFailure: false },
    );
  }, 120_000);

  test('takes rows in, and lets none be changed, removed or overdrawn', async () => {
    const { db } = shop.app;
    const story = await startStory();
    await happen(story, { kind: 'paid', person: 0 });
    const [credit] = await creditsOf(story.ownerId);
    const id = credit?.id ?? 0;
    const debit = (change: object) =>
      db.referralCredit.create({
        data: {
          ownerId: story.ownerId,
          kind: 'debit',
          amountCents: REFERRAL_CREDIT_CENTS,
          creditId: id,
          stripeAccount: 'main',
          stripeTransactionId: `cbtxn_${story.ownerId}`,
          ...change,
        },
      });
    await expect(
      db.referralCredit.update({ where: { id }, data: { amountCents: 1 } }),
    ).rejects.toThrow(/rows are only added/);
    await expect(db.referralCredit.delete({ where: { id } })).rejects.toThrow(/never removed/);
    await expect(debit({ amountCents: 2000 })).rejects.toThrow(/passes on one credit/);
    await expect(debit({ creditId: null })).rejects.toThrow(/passes|debit/);
    await expect(debit({ ownerId: story.people[1] })).rejects.toThrow(/passes on one credit/);
    await debit({});
    await expect(debit({ stripeTransactionId: 'cbtxn_other' })).rejects.toThrow(/credit_id/);
  });
});
