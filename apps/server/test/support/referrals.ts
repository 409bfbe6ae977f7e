import { decideReferrals } from '@agres/money/referral/decide-referrals';
import { expect } from 'vitest';

import type { TestShop } from './shop.ts';
import { subscribe } from './subscribing.ts';

const SUBSCRIBED = { status: 200, body: { message: 'subscribed' } };
const DAY_SECONDS = 86_400;

export function referralCast(shop: TestShop) {
  const { db } = shop.app;

  /** Creates a member with a code; with a card, also a subscriber. */
  const referrer = async (card?: string) => {
    const member = await shop.app.member();
    const { personalDiscountCode: code } = await db.user.findUniqueOrThrow({
      where: { id: member.userId },
    });
    if (card !== undefined) {
      const stripeToken = await shop.cardToken(card);
      expect(await subscribe(member.client, { stripeToken })).toMatchObject(SUBSCRIBED);
    }
    return { ...member, code };
  };

  const bring = async (discountCode: string, card: string, email?: string) => {
    const member = await shop.app.member(email === undefined ? {} : { email });
    const stripeToken = await shop.cardToken(card);
    const answer = await subscribe(member.client, { stripeToken, discountCode });
    expect(answer).toMatchObject(SUBSCRIBED);
    return member;
  };

  /** Lets the waiting period pass, and runs the work that is due then. */
  const waitOver = async () => {
    shop.provider.moveClock({ bySeconds: 20 * DAY_SECONDS });
    await decide();
  };
  const decide = async () => {
    await decideReferrals(shop.jobDeps);
    await shop.inBackground(
      async () => (await db.job.count({ where: { kind: 'pass_credit_on', doneAt: null } })) === 0,
    );
  };

  const kindsOf = async (referrerId: number) => {
    const rows = await db.referralCredit.findMany({
      where: { ownerId: referrerId },
      orderBy: { id: 'asc' },
    });
    return rows.map(({ kind }) => kind);
  };
  const countOf = async (referrerId: number, kind: string) =>
    (await kindsOf(referrerId)).filter((one) => one === kind).length;
  const creditCents = async (userId: number) => {
    const customer = await db.paymentCustomer.findFirst({ where: { userId } });
    if (customer === null) return 0;
    const read = await shop.payments.readCustomer('main', customer.stripeCustomerId);
    return read.outcome === 'known' ? (read.value?.creditCents ?? 0) : null;
  };
  const paymentOf = async (userId: number) => {
    const attempt = await db.subscriptionAttempt.findFirstOrThrow({
      where: { userId, state: 'done', kind: 'subscribe' },
    });
    return attempt.stripeIntentId ?? '';
  };
  return { referrer, bring, waitOver, decide, kindsOf, countOf, creditCents, paymentOf };
}
