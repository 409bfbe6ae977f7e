import { randomUUID } from 'node:crypto';

import { decideReferrals } from '@agres/money/referral/decide-referrals';
import { reconcileCredits } from '@agres/money/referral/reconcile-credits';
import { findOrCreateCustomer } from '@agres/money/subscription/ensure-customer';
import { afterEach, describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { useRunning } from '../support/running.ts';
import { SHORT_CALL_MS, startMailedShop } from '../support/shop.ts';
import { CARDS, DIFFERENT_CARDS, subscribe, reconcileNow } from '../support/subscribing.ts';

const INVALID = { status: 400, body: { message: 'invalid_fields' } };
const SUBSCRIBED = { status: 200, body: { message: 'subscribed' } };
const CREDITED = /^10(?:,00)?\s€ de moins sur votre prochain prélèvement$/u;
const GIFT = 'Une paire de parallettes est à vous';

describe('a referral', () => {
  const shop = useRunning(() =>
    startMailedShop({ callTimeoutMs: SHORT_CALL_MS, clock: 'provider' }),
  );
  afterEach(() => {
    shop.provider.clearFaults();
    shop.provider.clearJournal();
  });

  const referrer = async (kind: 'member' | 'subscriber') => {
    const member = await shop.app.member();
    const { personalDiscountCode: code } = await shop.app.db.user.findUniqueOrThrow({
      where: { id: member.userId },
    });
    if (kind === 'subscriber') {
      const stripeToken = await shop.cardToken();
      expect(await subscribe(member.client, { stripeToken })).toMatchObject(SUBSCRIBED);
    }
    return { ...member, code };
  };
  let cards = 0;
  const bring = async (discountCode: string, number?: string) => {
    const member = await shop.app.member();
    const stripeToken = await shop.cardToken(
      number ?? DIFFERENT_CARDS[cards++ % DIFFERENT_CARDS.length],
    );
    return { ...member, answer: await subscribe(member.client, { stripeToken, discountCode }) };
  };
  /** Moves the clock until the referred member counts, and runs the jobs that follow. */
  const counted = async () => {
    shop.provider.moveClock({ bySeconds: 20 * 86_400 });
    await decideReferrals(shop.jobDeps);
    await shop.jobsDone();
  };
  const creditCents = async (userId: number) => {
    const customer = await shop.app.db.paymentCustomer.findFirst({ where: { userId } });
    const read = await shop.payments.readCustomer('main', customer?.stripeCustomerId ?? '');
    return read.outcome === 'known' ? (read.value?.creditCents ?? 0) : null;
  };
  const ledgerOf = (referrerId: number) =>
    shop.app.db.referralCredit.findMany({ where: { ownerId: referrerId }, orderBy: { id: 'asc' } });
  const kindsOf = async (referrerId: number) =>
    (await ledgerOf(referrerId)).map(({ kind }) => kind);
  const emailsTo = (email: string) => shop.emailsTo(email).map(({ subject }) => subject);

  test('credits the referrer ten euros at the provider once, with one email', async () => {
    const { code, userId, email } = await referrer('subscriber');
    const { answer } = await bring(code);
    expect(answer).toMatchObject(SUBSCRIBED);
    await shop.jobsDone();
    expect(await creditCents(userId)).toBe(0);
    expect(emailsTo(email).filter((subject) => CREDITED.test(subject))).toEqual([]);
    await counted();
    expect(await creditCents(userId)).toBe(1000);
    expect(await ledgerOf(userId)).toMatchObject([
      { kind: 'referral', amountCents: 1000 },
      { kind: 'credit', amountCents: 1000 },
      { kind: 'debit', amountCents: 1000, stripeAccount: 'main' },
    ]);
    expect(emailsTo(email).filter((subject) => CREDITED.test(subject))).toHaveLength(1);
  });

  test('is recorded for a code pasted with invisible characters', async () => {
    const { code, userId } = await referrer('member');
    const pasted = `\uFEFF${code.slice(0, 4)}\u200B${code.slice(4)}\u2060`;
    const { answer } = await bring(pasted, '4242424242424242');
    expect(answer).toMatchObject(SUBSCRIBED);
    expect(await ledgerOf(userId)).toMatchObject([{ kind: 'referral' }]);
  });

  test('reduces the next debit, and its remainder the debits after that', async () => {
    const { code, userId } = await referrer('subscriber');
    for (let person = 0; person < 3; person += 1) await bring(code);
    await counted();
    expect(await creditCents(userId)).toBe(3000);
    shop.provider.moveClock({ bySeconds: 32 * 86_400 });
    expect(await creditCents(userId)).toBe(3000 - 1999);
    shop.provider.moveClock({ bySeconds: 32 * 86_400 });
    expect(await creditCents(userId)).toBe(0);
  });

  test('stays in the ledger until the referrer subscribes', async () => {
    const { client, code, userId } = await referrer('member');
    await bring(code);
    await counted();
    expect(await kindsOf(userId)).toEqual(['referral', 'credit']);
    const stripeToken = await shop.cardToken();
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    await shop.jobsDone();
    expect(await kindsOf(userId)).toEqual(['referral', 'credit', 'debit']);
    expect(await creditCents(userId)).toBe(1000);
  });

  test('with a declined card earns nothing, and the code can be used again', async () => {
    const { code, userId } = await referrer('member');
    const { client, answer } = await bring(code, CARDS.declined);
    expect(answer.status).toBe(402);
    expect(await ledgerOf(userId)).toEqual([]);
    const again = { stripeToken: await shop.cardToken(), discountCode: code };
    expect(await subscribe(client, again)).toMatchObject(SUBSCRIBED);
    expect(await kindsOf(userId)).toEqual(['referral']);
  });

  test('is recorded when 3-D Secure succeeds, and not before', async () => {
    const { code, userId } = await referrer('member');
    await bring(code, CARDS.secure);
    expect(await ledgerOf(userId)).toEqual([]);
    shop.answerChallenges('succeed');
    await reconcileNow(shop);
    expect(await kindsOf(userId)).toEqual(['referral']);
  });

  test.each([
    ['as it is stored', (code: string) => code],
    ['in lower case', (code: string) => code.toLowerCase()],
    ['with spaces and hyphens', (code: string) => ` ${code.slice(0, 4)}-${code.slice(4)} `],
  ])('accepts the code %s', async (_name, type) => {
    const { code, userId } = await referrer('member');
    expect((await bring(type(code), CARDS.visa)).answer).toMatchObject(SUBSCRIBED);
    expect(await kindsOf(userId)).toEqual(['referral']);
  });

  describe('is refused before any charge', () => {
    test('with an unknown code', async () => {
      const { client } = await shop.app.member();
      const stripeToken = await shop.cardToken();
      shop.provider.clearJournal();
      const answer = await subscribe(client, { stripeToken, discountCode: 'NOBODYS2' });
      expect(answer).toMatchObject(INVALID);
      expect(answer.body).toMatchObject({
        issues: [{ path: 'discountCode', message: 'invalid_fields' }],
      });
      expect(shop.provider.journal()).toEqual([]);
    });

    test('with the member’s own code', async () => {
      const { client, code } = await referrer('member');
      const stripeToken = await shop.cardToken();
      shop.provider.clearJournal();
      const answer = await subscribe(client, { stripeToken, discountCode: code });
      expect(answer).toMatchObject(INVALID);
      expect(shop.provider.journal()).toEqual([]);
    });

    test('with any code, for a member already referred', async () => {
      const first = await referrer('member');
      const second = await referrer('member');
      const { client, userId } = await bring(first.code, CARDS.visa);
      await shop.app.db.subscription.updateMany({ where: { userId }, data: { state: 'ended' } });
      for (const { code } of [first, second]) {
        const call = { stripeToken: await shop.cardToken(), discountCode: code };
        expect(await subscribe(client, call)).toMatchObject(INVALID);
      }
      const without = { stripeToken: await shop.cardToken() };
      expect(await subscribe(client, without)).toMatchObject(SUBSCRIBED);
      expect(await kindsOf(first.userId)).toEqual(['referral']);
      expect(await kindsOf(second.userId)).toEqual([]);
    });
  });

  test('of a third member earns the parallettes once, with one email', async () => {
    const { code, userId, email } = await referrer('member');
    await bring(code);
    await bring(code);
    await counted();
    expect(await kindsOf(userId)).not.toContain('gift');
    await bring(code);
    expect(await kindsOf(userId)).not.toContain('gift');
    await counted();
    expect((await kindsOf(userId)).slice(-2)).toEqual(['credit', 'gift']);
    await bring(code);
    await counted();
    expect((await kindsOf(userId)).filter((kind) => kind === 'gift')).toHaveLength(1);
    expect(emailsTo(email).filter((subject) => subject === GIFT)).toHaveLength(1);
    expect(emailsTo(email).filter((subject) => CREDITED.test(subject))).toHaveLength(4);
  });

  test.each([
    ['the response is lost', { effect: 'reset', moment: 'after', times: 2 }],
    ['the request is lost', { effect: 'reset', moment: 'before', times: 2 }],
    ['the provider returns 500 after crediting', { effect: 'server_error', moment: 'after' }],
    ['the response times out', { effect: 'hang', moment: 'after', times: 2 }],
  ] as const)('is credited at the provider once when %s', async (_name, how) => {
    const { code, userId } = await referrer('subscriber');
    shop.provider.addFault({ operation: 'customers.create_balance_transaction', ...how });
    await bring(code);
    shop.provider.moveClock({ bySeconds: 20 * 86_400 });
    await decideReferrals(shop.jobDeps);
    await shop.jobsRun(
      async () => (await shop.app.db.job.count({ where: { doneAt: null } })) === 0,
    );
    expect(await creditCents(userId)).toBe(1000);
    expect(await kindsOf(userId)).toEqual(['referral', 'credit', 'debit']);
  });

  test('whose transfer job was lost is found by the reconciler', async () => {
    const { code, userId } = await referrer('subscriber');
    await bring(code);
    shop.provider.moveClock({ bySeconds: 20 * 86_400 });
    await decideReferrals(shop.jobDeps);
    await shop.app.db.$executeRaw`
      DELETE FROM job WHERE kind = 'pass_credit_on' AND done_at IS NULL`;
    await reconcileCredits(shop.jobDeps);
    await shop.jobsDone();
    expect(await kindsOf(userId)).toEqual(['referral', 'credit', 'debit']);
  });

  describe('reaches the referrer’s later customer', () => {
    /**
     * Creates a member who counts for a referrer whose customer was deleted at the provider; the job has
     * not run.
     */
    const earnWithoutCustomer = async () => {
      const { client, code, userId } = await referrer('member');
      const made = await findOrCreateCustomer(shop.jobDeps, {
        userId,
        account: 'main',
        attempt: { id: randomUUID(), beginning: '0' },
      });
      await bring(code);
      shop.provider.moveClock({ bySeconds: 20 * 86_400 });
      const gone = made.outcome === 'known' ? made.value : '';
      await fetch(`${shop.providerUrl}/v1/customers/${gone}`, {
        method: 'DELETE',
        headers: { authorization: 'Bearer sk_test_main' },
      });
      await decideReferrals(shop.jobDeps);
      return { client, userId };
    };
    const subscribeAnew = async (client: TestClient) => {
      const stripeToken = await shop.cardToken();
      expect((await subscribe(client, { stripeToken })).status).toBe(503);
      expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    };
    const deadJobs = () => shop.app.db.job.count({ where: { deadAt: { not: null } } });

    test('after its transfer job was given up', async () => {
      const before = await deadJobs();
      const { client, userId } = await earnWithoutCustomer();
      await shop.jobsDone();
      expect(await deadJobs()).toBe(before + 1);
      expect(await kindsOf(userId)).toEqual(['referral', 'credit']);
      await reconcileCredits(shop.jobDeps);
      expect(await deadJobs()).toBe(before + 1);
      await subscribeAnew(client);
      await shop.jobsDone();
      expect(await kindsOf(userId)).toEqual(['referral', 'credit', 'debit']);
      expect(await creditCents(userId)).toBe(1000);
    });

    test('while its transfer job for the deleted customer is still queued', async () => {
      const { client, userId } = await earnWithoutCustomer();
      await subscribeAnew(client);
      await shop.jobsDone();
      expect(await kindsOf(userId)).toEqual(['referral', 'credit', 'debit']);
      expect(await creditCents(userId)).toBe(1000);
    });
  });

  test('earns nothing when its referrer’s account is deleted before the payment', async () => {
    const { client, code, userId } = await referrer('member');
    const { client: brought, userId: broughtId } = await shop.app.member();
    const stripeToken = await shop.cardToken(CARDS.secure);
    await subscribe(brought, { stripeToken, discountCode: code });
    await client.delete('/api/users');
    shop.answerChallenges('succeed');
    const answer = await subscribe(brought, { stripeToken, discountCode: code });
    expect(answer).toMatchObject(SUBSCRIBED);
    expect(await ledgerOf(userId)).toEqual([]);
    expect(await shop.app.db.referralCredit.count({ where: { referredUserId: broughtId } })).toBe(
      0,
    );
  });

  test('stays in the ledger without user ids after both accounts are deleted', async () => {
    const { client, code, userId } = await referrer('subscriber');
    const { client: brought } = await bring(code);
    await counted();
    const rows = (await ledgerOf(userId)).map(({ id }) => id);
    expect(rows).toHaveLength(3);
    await brought.delete('/api/users');
    await client.delete('/api/users');
    const kept = await shop.app.db.referralCredit.findMany({ where: { id: { in: rows } } });
    expect(kept).toMatchObject([
      { ownerId: null, referredUserId: null, amountCents: 1000 },
      { ownerId: null, referredUserId: null, amountCents: 1000 },
      { ownerId: null, referredUserId: null, amountCents: 1000 },
    ]);
  });
});
