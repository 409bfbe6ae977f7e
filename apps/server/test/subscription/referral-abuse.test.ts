import { createDb } from '@agres/db/db';
import { createTestDatabase } from '@agres/db/testing';
import { subscriptionWithdrawalDay } from '@agres/domain/consumer-rights';
import { addDays, startOfDay } from '@agres/domain/days';
import { decideReferrals } from '@agres/money/referral/decide-referrals';
import { reconcileCredits } from '@agres/money/referral/reconcile-credits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp } from '../support/app.ts';
import { tryJob } from '../support/jobs.ts';
import { referralCast } from '../support/referrals.ts';
import { useRunning } from '../support/running.ts';
import { SHORT_CALL_MS, startTestShop, type TestShop } from '../support/shop.ts';
import { CARDS, PROGRAMME, subscribe } from '../support/subscribing.ts';

const SUBSCRIBED = { status: 200, body: { message: 'subscribed' } };
const DAY_SECONDS = 86_400;

/** Different valid cards. */
const OTHERS = ['4000056655665556', '5200828282828210', '378282246310005', '6011111111111117'];

describe('an abusive referral', () => {
  const shop = useRunning(() => startTestShop({ callTimeoutMs: SHORT_CALL_MS, clock: 'provider' }));
  let cast: ReturnType<typeof referralCast>;
  beforeAll(async () => {
    cast = referralCast(shop);
  });

  test('with the same address and card, the account deleted in between, counts once without a gift', async () => {
    const { userId, code } = await cast.referrer(CARDS.mastercard);
    for (let round = 0; round < 3; round += 1) {
      const { client } = await cast.bring(code, CARDS.visa, 'the.same@example.fr');
      expect(await client.delete('/api/users')).toMatchObject({ status: 200 });
    }
    expect(await cast.kindsOf(userId)).toEqual(['referral']);
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit', 'debit']);
    expect(await cast.countOf(userId, 'gift')).toBe(0);
  });

  test('with one card under different addresses counts once, across referrers', async () => {
    const first = await cast.referrer();
    const second = await cast.referrer();
    await cast.bring(first.code, OTHERS[0] ?? '');
    await cast.bring(second.code, OTHERS[0] ?? '');
    await cast.bring(first.code, OTHERS[0] ?? '');
    await cast.waitOver();
    expect(await cast.kindsOf(first.userId)).toEqual(['referral', 'referral', 'credit', 'lapse']);
    expect(await cast.kindsOf(second.userId)).toEqual(['referral', 'lapse']);
  });

  test('with one address and different cards counts once, regardless of case', async () => {
    const { userId, code } = await cast.referrer();
    const first = await cast.bring(code, OTHERS[1] ?? '', 'Other.cards@example.fr');
    await first.client.delete('/api/users');
    await cast.bring(code, OTHERS[2] ?? '', 'other.CARDS@example.fr');
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit']);
  });

  test('with the referrer’s own card lapses and earns nothing', async () => {
    const { userId, code } = await cast.referrer(OTHERS[3]);
    await cast.bring(code, OTHERS[3] ?? '');
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'lapse']);
    expect(await cast.creditCents(userId)).toBe(0);
  });

  test('with an address that the referrer has taken since lapses', async () => {
    const { userId, code } = await cast.referrer();
    const { client, email } = await cast.bring(code, '2223003122003222');
    await client.delete('/api/users');
    await shop.app.db.user.update({
      where: { id: userId },
      data: { email, emailKey: email.toLowerCase() },
    });
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'lapse']);
  });

  test.each([
    ['with their first accounts', false],
    ['with one account recreated in between', true],
  ])(
    'between two members who refer each other, %s, counts for the first only',
    async (_name, isAnew) => {
      const anna = await cast.referrer();
      const ben = await cast.bring(anna.code, isAnew ? '30569309025904' : '38520000023237');
      const { personalDiscountCode: benCode } = await shop.app.db.user.findUniqueOrThrow({
        where: { id: ben.userId },
      });
      if (isAnew) await anna.client.delete('/api/users');
      const again = isAnew ? await shop.app.member({ email: anna.email }) : anna;
      const stripeToken = await shop.cardToken('371449635398431');
      const call = { stripeToken, discountCode: benCode };
      expect(await subscribe(again.client, call)).toMatchObject(SUBSCRIBED);
      await cast.waitOver();
      expect(await cast.kindsOf(ben.userId)).toEqual([]);
    },
  );

  test('stores no address or card fingerprint, and its hashes survive a change of APP_SECRET', async () => {
    const { userId, code } = await cast.referrer();
    const { client, email, userId: referredId } = await cast.bring(code, '4000002500000003');
    const intent = await shop.payments.readIntent('main', await cast.paymentOf(referredId));
    await client.delete('/api/users');
    await cast.waitOver();
    const fingerprint = intent.outcome === 'known' ? (intent.value.cardFingerprint ?? '') : '';
    expect(fingerprint).not.toBe('');
    const rows = await shop.app.db.$queryRaw<{ text: string }[]>`
      SELECT encode(address_hash, 'escape') || r::text AS "text" FROM referral_credit r
      WHERE owner_id = ${userId}::int AND address_hash IS NOT NULL`;
    expect(rows).toHaveLength(1);
    for (const { text } of rows) {
      expect(text).not.toContain(email);
      expect(text).not.toContain(fingerprint);
    }
    const before = await cast.kindsOf(userId);
    const later = await startTestApp({
      database: shop.app.database,
      config: { appSecret: 'another secret, of thirty-two characters and more' },
      deps: { payments: shop.payments, clock: shop.app.deps.clock },
    });
    const again = await later.member({ email });
    const stripeToken = await shop.cardToken('4000000560000004');
    expect(await subscribe(again.client, { stripeToken, discountCode: code })).toMatchObject(
      SUBSCRIBED,
    );
    await later.close();
    expect(await cast.kindsOf(userId)).toEqual(before);
  });
});

describe('a referral', () => {
  const shop = useRunning(() => startTestShop({ callTimeoutMs: SHORT_CALL_MS, clock: 'provider' }));
  let cast: ReturnType<typeof referralCast>;
  beforeAll(async () => {
    cast = referralCast(shop);
  });

  test('counts once its last withdrawal day is over in Paris, and not before', async () => {
    const { client, userId, code } = await cast.referrer(CARDS.visa);
    const brought = await cast.bring(code, CARDS.mastercard);
    expect((await client.get(PROGRAMME)).body).toMatchObject({ referrals: 0, waitingReferrals: 1 });
    const { subscriptionDate } = await shop.app.db.subscription.findFirstOrThrow({
      where: { userId: brought.userId },
    });
    const lastDay = subscriptionWithdrawalDay({
      subscriptionDate: subscriptionDate ?? new Date(0),
      isInformed: true,
    });
    const dueAt = startOfDay(addDays(lastDay, 1)) ?? new Date(0);
    // The provider's clock keeps running: a slow machine needs some time until it is due.
    shop.provider.moveClock({ to: new Date(dueAt.getTime() - 30 * 60_000).toISOString() });
    await cast.decide();
    expect(await cast.kindsOf(userId)).toEqual(['referral']);
    expect(await cast.creditCents(userId)).toBe(0);
    shop.provider.moveClock({ to: dueAt.toISOString() });
    await cast.decide();
    await cast.decide();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit', 'debit']);
    expect(await cast.creditCents(userId)).toBe(1000);
    expect((await client.get(PROGRAMME)).body).toMatchObject({ referrals: 1, waitingReferrals: 0 });
  });

  test('that is pending is passed on neither by the reconciler nor by a job', async () => {
    const { userId, code } = await cast.referrer(CARDS.visa);
    await cast.bring(code, CARDS.mastercard);
    await reconcileCredits(shop.jobDeps);
    await cast.decide();
    const referral = await shop.app.db.referralCredit.findFirstOrThrow({
      where: { ownerId: userId },
    });
    const customer = await shop.app.db.paymentCustomer.findFirstOrThrow({ where: { userId } });
    const { stripeCustomerId: customerId } = customer;
    const payload = { creditId: referral.id, account: 'main', customerId };
    await tryJob(shop.jobDeps, { kind: 'pass_credit_on', payload });
    expect(await cast.creditCents(userId)).toBe(0);
    expect(await cast.kindsOf(userId)).toEqual(['referral']);
  });

  const spoil: [string, (intentId: string) => Promise<unknown>][] = [
    ['refunded', async (intentId) => shop.provider.refundPayment({ intentId })],
    [
      'lost to a dispute',
      async (intentId) => {
        const disputeId = shop.provider.disputePayment({ intentId });
        shop.provider.turnDispute({ disputeId, turn: 'lost' });
      },
    ],
  ];
  test.each(spoil)('whose first payment is %s while it is pending lapses', async (_name, take) => {
    const { client, userId, code } = await cast.referrer(CARDS.visa);
    const brought = await cast.bring(code, OTHERS[0] ?? '');
    await take(await cast.paymentOf(brought.userId));
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'lapse']);
    expect(await cast.creditCents(userId)).toBe(0);
    expect((await client.get(PROGRAMME)).body).toMatchObject({ referrals: 0, waitingReferrals: 0 });
  });

  test('whose first payment is disputed stays pending, and counts once the shop wins', async () => {
    const { userId, code } = await cast.referrer();
    const brought = await cast.bring(code, '6011000990139424');
    const intentId = await cast.paymentOf(brought.userId);
    const disputeId = shop.provider.disputePayment({ intentId });
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral']);
    shop.provider.turnDispute({ disputeId, turn: 'answered' });
    await cast.decide();
    expect(await cast.kindsOf(userId)).toEqual(['referral']);
    shop.provider.turnDispute({ disputeId, turn: 'won' });
    await cast.decide();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit']);
  });

  test('whose cardholder only inquires about the first payment counts', async () => {
    const { userId, code } = await cast.referrer();
    const brought = await cast.bring(code, '30569309025904');
    const intentId = await cast.paymentOf(brought.userId);
    shop.provider.disputePayment({ intentId, kind: 'inquiry' });
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit']);
  });

  test('stays pending while the provider rate-limits the read', async () => {
    const { userId, code } = await cast.referrer();
    await cast.bring(code, OTHERS[2] ?? '');
    const operation = 'payment_intents.retrieve';
    shop.provider.addFault({ operation, effect: 'rate_limit', times: 20 });
    await cast.waitOver();
    expect(await cast.kindsOf(userId)).toEqual(['referral']);
    shop.provider.clearFaults();
    await cast.decide();
    expect(await cast.kindsOf(userId)).toEqual(['referral', 'credit']);
  });

  test('earns the gift when the third one counts, not when it is recorded', async () => {
    const { userId, code } = await cast.referrer();
    const cards = ['5105105105105100', '2223003122003222', '4000002760000016'];
    for (const card of cards) await cast.bring(code, card);
    expect(await cast.countOf(userId, 'gift')).toBe(0);
    await cast.waitOver();
    expect(await cast.countOf(userId, 'credit')).toBe(3);
    expect(await cast.countOf(userId, 'gift')).toBe(1);
  });

  test('earns nothing once the referrer’s account is deleted', async () => {
    const { client, code } = await cast.referrer();
    const { userId: broughtId } = await cast.bring(code, '4000007240000007');
    await client.delete('/api/users');
    await cast.waitOver();
    const where = { referredUserId: broughtId };
    const { id } = await shop.app.db.referralCredit.findFirstOrThrow({ where });
    expect(await shop.app.db.referralCredit.count({ where: { referralId: id } })).toBe(0);
  });
});

describe('concurrent referrals', () => {
  let shop: TestShop;
  let cast: ReturnType<typeof referralCast>;
  let closeDatabase: () => Promise<void>;
  beforeAll(async () => {
    const database = await createTestDatabase();
    const handle = createDb(database.url);
    shop = await startTestShop({ database: handle, clock: 'provider' });
    cast = referralCast(shop);
    closeDatabase = async () => {
      await handle.close();
      await database.close();
    };
  });
  afterAll(async () => {
    await shop.close();
    await closeDatabase();
  });

  test('three with one card, decided concurrently, count once', async () => {
    const referrers = [await cast.referrer(), await cast.referrer(), await cast.referrer()];
    await Promise.all(referrers.map(({ code }) => cast.bring(code, CARDS.visa)));
    shop.provider.moveClock({ bySeconds: 20 * DAY_SECONDS });
    await Promise.all(Array.from({ length: 4 }, () => decideReferrals(shop.jobDeps)));
    const kinds = (await Promise.all(referrers.map(({ userId }) => cast.kindsOf(userId)))).flat();
    expect(kinds.toSorted()).toEqual([
      'credit',
      'lapse',
      'lapse',
      ...referrers.map(() => 'referral'),
    ]);
  });

  test('mutual referrals made concurrently are recorded for one member only', async () => {
    const [anna, ben] = [await cast.referrer(), await cast.referrer()];
    const tokens = [await shop.cardToken(OTHERS[0]), await shop.cardToken(OTHERS[1])];
    const answers = await Promise.all([
      subscribe(anna.client, { stripeToken: tokens[0], discountCode: ben.code }),
      subscribe(ben.client, { stripeToken: tokens[1], discountCode: anna.code }),
    ]);
    expect(answers).toMatchObject([SUBSCRIBED, SUBSCRIBED]);
    const kinds = [await cast.kindsOf(anna.userId), await cast.kindsOf(ben.userId)].flat();
    expect(kinds).toEqual(['referral']);
  });

  test('three decided concurrently for one referrer earn one gift', async () => {
    const { userId, code } = await cast.referrer();
    const cards = ['5105105105105100', '2223003122003222', '4000002760000016'];
    await Promise.all(cards.map((card) => cast.bring(code, card)));
    shop.provider.moveClock({ bySeconds: 20 * DAY_SECONDS });
    await Promise.all(Array.from({ length: 3 }, () => decideReferrals(shop.jobDeps)));
    expect(await cast.countOf(userId, 'credit')).toBe(3);
    expect(await cast.countOf(userId, 'gift')).toBe(1);
  });
});
