import { sweepCredits } from '@shop/api/referral/sweep';
import { startMailbox, type Mailbox } from '@shop/mail/mailbox';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { SHORT_CALL_MS, startTestShop, type TestShop } from '../testing/shop.ts';
import { CARDS, subscribe, sweep } from '../testing/subscribing.ts';

const INVALID = { status: 400, body: { message: 'invalid_fields' } };
const SUBSCRIBED = { status: 200, body: { message: 'subscribed' } };
const CREDITED = /^10(?:,00)?\s€ de moins sur votre prochain débit$/u;
const GIFT = 'Une paire de parallettes est à vous';

describe('a referral', () => {
  let mailbox: Mailbox;
  let shop: TestShop;
  beforeAll(async () => {
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
    shop = await startTestShop({ smtpUrl: mailbox.smtpUrl, callTimeoutMs: SHORT_CALL_MS });
  });
  afterEach(() => {
    shop.provider.clearFaults();
    shop.provider.clearJournal();
  });
  afterAll(async () => {
    await shop.close();
    await mailbox.close();
  });

  /** Somebody with a code; a subscriber too if told. */
  const owner = async (kind: 'member' | 'subscriber') => {
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
  /** Somebody new who subscribes with a code. */
  const bring = async (discountCode: string, number?: string) => {
    const member = await shop.app.member();
    const stripeToken = await shop.cardToken(number);
    return { ...member, answer: await subscribe(member.client, { stripeToken, discountCode }) };
  };
  const jobsDone = () =>
    shop.inBackground(
      async () => (await shop.app.db.job.count({ where: { doneAt: null, deadAt: null } })) === 0,
    );
  const creditCents = async (userId: number) => {
    const customer = await shop.app.db.paymentCustomer.findFirst({ where: { userId } });
    const read = await shop.payments.readCustomer('main', customer?.stripeCustomerId ?? '');
    return read.outcome === 'known' ? (read.value?.creditCents ?? 0) : null;
  };
  const ledgerOf = (ownerId: number) =>
    shop.app.db.referralCredit.findMany({ where: { ownerId }, orderBy: { id: 'asc' } });
  const kindsOf = async (ownerId: number) => (await ledgerOf(ownerId)).map(({ kind }) => kind);
  const lettersTo = (email: string) =>
    mailbox.letters().flatMap(({ to, subject }) => (to.includes(email) ? [subject] : []));

  test('gives its owner ten euros at the provider, once, and a letter', async () => {
    const { code, userId, email } = await owner('subscriber');
    const { answer } = await bring(code);
    expect(answer).toMatchObject(SUBSCRIBED);
    await jobsDone();
    expect(await creditCents(userId)).toBe(1000);
    expect(await ledgerOf(userId)).toMatchObject([
      { kind: 'credit', amountCents: 1000 },
      { kind: 'debit', amountCents: 1000, stripeAccount: 'main' },
    ]);
    expect(lettersTo(email).filter((subject) => CREDITED.test(subject))).toHaveLength(1);
  });

  test('is taken off the next debit, and what is left off those after it', async () => {
    const { code, userId } = await owner('subscriber');
    for (let person = 0; person < 3; person += 1) await bring(code);
    await jobsDone();
    expect(await creditCents(userId)).toBe(3000);
    shop.provider.moveClock({ bySeconds: 32 * 86_400 });
    expect(await creditCents(userId)).toBe(3000 - 1999);
    shop.provider.moveClock({ bySeconds: 32 * 86_400 });
    expect(await creditCents(userId)).toBe(0);
  });

  test('waits in the ledger until its owner subscribes', async () => {
    const { client, code, userId } = await owner('member');
    await bring(code);
    await jobsDone();
    expect(await kindsOf(userId)).toEqual(['credit']);
    const stripeToken = await shop.cardToken();
    expect(await subscribe(client, { stripeToken })).toMatchObject(SUBSCRIBED);
    await jobsDone();
    expect(await kindsOf(userId)).toEqual(['credit', 'debit']);
    expect(await creditCents(userId)).toBe(1000);
  });

  test('with a card that is refused earns nothing, and the code may be used again', async () => {
    const { code, userId } = await owner('member');
    const { client, answer } = await bring(code, CARDS.declined);
    expect(answer.status).toBe(402);
    expect(await ledgerOf(userId)).toEqual([]);
    const again = { stripeToken: await shop.cardToken(), discountCode: code };
    expect(await subscribe(client, again)).toMatchObject(SUBSCRIBED);
    expect(await kindsOf(userId)).toEqual(['credit']);
  });

  test('earns when 3-D Secure is passed, and not before', async () => {
    const { code, userId } = await owner('member');
    await bring(code, CARDS.secure);
    expect(await ledgerOf(userId)).toEqual([]);
    for (const { intentId } of shop.provider.challenges()) {
      shop.provider.finishChallenge({ intentId, outcome: 'succeed' });
    }
    await sweep(shop);
    expect(await kindsOf(userId)).toEqual(['credit']);
  });

  test.each([
    ['as it is', (code: string) => code],
    ['in small letters', (code: string) => code.toLowerCase()],
    ['with spaces and hyphens', (code: string) => ` ${code.slice(0, 4)}-${code.slice(4)} `],
  ])('takes the code %s', async (_name, type) => {
    const { code, userId } = await owner('member');
    expect((await bring(type(code))).answer).toMatchObject(SUBSCRIBED);
    expect(await kindsOf(userId)).toEqual(['credit']);
  });

  describe('is refused, before anything is charged,', () => {
    test('with a code that nobody has', async () => {
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

    test('with one’s own code', async () => {
      const { client, code } = await owner('member');
      const stripeToken = await shop.cardToken();
      shop.provider.clearJournal();
      const answer = await subscribe(client, { stripeToken, discountCode: code });
      expect(answer).toMatchObject(INVALID);
      expect(shop.provider.journal()).toEqual([]);
    });

    test('a second time, with whatever code', async () => {
      const first = await owner('member');
      const second = await owner('member');
      const { client, userId } = await bring(first.code);
      await shop.app.db.subscription.updateMany({ where: { userId }, data: { state: 'ended' } });
      for (const { code } of [first, second]) {
        const call = { stripeToken: await shop.cardToken(), discountCode: code };
        expect(await subscribe(client, call)).toMatchObject(INVALID);
      }
      const without = { stripeToken: await shop.cardToken() };
      expect(await subscribe(client, without)).toMatchObject(SUBSCRIBED);
      expect(await kindsOf(first.userId)).toEqual(['credit']);
      expect(await kindsOf(second.userId)).toEqual([]);
    });
  });

  test('of a third different person earns the parallettes, once, with a letter', async () => {
    const { code, userId, email } = await owner('member');
    await bring(code);
    await bring(code);
    expect(await kindsOf(userId)).toEqual(['credit', 'credit']);
    await bring(code);
    expect(await kindsOf(userId)).toEqual(['credit', 'credit', 'credit', 'gift']);
    await bring(code);
    await jobsDone();
    expect((await kindsOf(userId)).filter((kind) => kind === 'gift')).toHaveLength(1);
    expect(lettersTo(email).filter((subject) => subject === GIFT)).toHaveLength(1);
    expect(lettersTo(email).filter((subject) => CREDITED.test(subject))).toHaveLength(4);
  });

  test.each([
    ['is lost', { effect: 'reset', moment: 'after', times: 2 }],
    ['does not arrive', { effect: 'reset', moment: 'before', times: 2 }],
    ['fails inside, after it was given', { effect: 'server_error', moment: 'after' }],
    ['is too slow', { effect: 'hang', moment: 'after', times: 2 }],
  ] as const)('reaches the provider once when the answer %s', async (_name, how) => {
    const { code, userId } = await owner('subscriber');
    shop.provider.addFault({ operation: 'customers.create_balance_transaction', ...how });
    await bring(code);
    await shop.inBackground(async () => {
      await shop.app.db.$executeRaw`
        UPDATE job SET run_at = now() WHERE done_at IS NULL AND locked_by IS NULL`;
      return (await shop.app.db.job.count({ where: { doneAt: null } })) === 0;
    });
    expect(await creditCents(userId)).toBe(1000);
    expect(await kindsOf(userId)).toEqual(['credit', 'debit']);
  });

  test('whose passing on was forgotten is found', async () => {
    const { code, userId } = await owner('subscriber');
    await bring(code);
    await shop.app.db.$executeRaw`
      DELETE FROM job WHERE kind = 'pass_credit_on' AND done_at IS NULL`;
    await sweepCredits(shop.jobDeps);
    await jobsDone();
    expect(await kindsOf(userId)).toEqual(['credit', 'debit']);
  });

  test('of an owner who has left earns nothing', async () => {
    const { client, code, userId } = await owner('member');
    const { client: brought, userId: broughtId } = await shop.app.member();
    const stripeToken = await shop.cardToken(CARDS.secure);
    await subscribe(brought, { stripeToken, discountCode: code });
    await client.delete('/api/users');
    for (const { intentId } of shop.provider.challenges()) {
      shop.provider.finishChallenge({ intentId, outcome: 'succeed' });
    }
    const answer = await subscribe(brought, { stripeToken, discountCode: code });
    expect(answer).toMatchObject(SUBSCRIBED);
    expect(await ledgerOf(userId)).toEqual([]);
    expect(await shop.app.db.referralCredit.count({ where: { referredUserId: broughtId } })).toBe(
      0,
    );
  });

  test('stays in the ledger without the people who left', async () => {
    const { client, code, userId } = await owner('subscriber');
    const { client: brought } = await bring(code);
    await jobsDone();
    const rows = (await ledgerOf(userId)).map(({ id }) => id);
    expect(rows).toHaveLength(2);
    await brought.delete('/api/users');
    await client.delete('/api/users');
    const kept = await shop.app.db.referralCredit.findMany({ where: { id: { in: rows } } });
    expect(kept).toMatchObject([
      { ownerId: null, referredUserId: null, amountCents: 1000 },
      { ownerId: null, referredUserId: null, amountCents: 1000 },
    ]);
  });
});
