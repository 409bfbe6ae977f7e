import type { Db } from '@agres/db/db';
import { paymentAccountOfName, type PaymentAccount } from '@agres/domain/shapes';
import { reconcileSubscriptions } from '@agres/money/subscription/reconcile-subscriptions';
import { findSubscriptionViolations } from '@agres/money/subscription/subscription-invariants';
import type { Payments } from '@agres/payments/payments';
import type { ProviderSubscription } from '@agres/payments/shapes';
import { subscribeWithCard } from '@agres/payments/testing/paid-subscription';
import { valueOf } from '@agres/payments/testing/running-payments';

import type { Answer, TestClient } from './client.ts';
import { addSubscription } from './rows.ts';
import type { TestShop } from './shop.ts';

export const SUBSCRIBE = '/api/programsPerso/subscribe';
export const PROGRAMME = '/api/programsPerso';
export const UNSUBSCRIBE = '/api/programsPerso/unsubscribe';

export const CARDS = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  short: '4000000000009995',
  secure: '4000000000003220',
  /** Can be saved, and is refused when it is charged. */
  failsLater: '4000000000000341',
} as const;

/** Valid cards with different fingerprints, for people who must count separately. */
export const DIFFERENT_CARDS = [
  '4000056655665556',
  '2223003122003222',
  '5200828282828210',
  '5105105105105100',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '6011000990139424',
  '30569309025904',
  '38520000023237',
  '4000002500000003',
  '4000000560000004',
  '4000007560000009',
  '4000002760000016',
  '4000007240000007',
  '4000008260000000',
  '4000003800000008',
] as const;

export type Subscribing = {
  stripeToken?: unknown;
  plan?: unknown;
  discountCode?: unknown;
  contractText?: unknown;
  immediateStart?: unknown;
  /** Sent as `Idempotency-Key`. */
  key?: string;
};

/** Subscribes over REST; monthly by default. */
export function subscribe(
  client: TestClient,
  { key, plan = 'monthly', ...input }: Subscribing,
): Promise<Answer> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return client.post(SUBSCRIBE, { plan, ...input }, { headers });
}

/**
 * Creates a member who subscribes, by default to the monthly plan with a valid card. The provider reports no
 * card for its documented token, so an earlier withdrawal with that card does not refuse this one.
 */
export async function newSubscriber(shop: TestShop, input: Partial<Subscribing> = {}) {
  const member = await shop.app.member();
  const answer = await subscribe(member.client, { stripeToken: 'tok_visa', ...input });
  if (answer.status !== 200) throw new Error(`not subscribed: ${answer.text}`);
  return member;
}

type Person = { userId: number; email: string };

/** Returns a person's customer at the provider; creates it as the shop does. */
export async function customerOf(
  { app, payments }: TestShop,
  { userId, email }: Person,
  account: PaymentAccount = 'main',
): Promise<string> {
  const { id: installation } = app.deps.installation;
  return valueOf(await payments.ensureCustomer(account, { userId, email, installation })).id;
}

/** Gives a person credit at the provider, which pays for the next invoices; returns the customer. */
export async function addCredit(
  shop: TestShop,
  person: Person,
  amountCents: number,
): Promise<string> {
  const customerId = await customerOf(shop, person);
  const description = 'for a test';
  const reference = `credit_${person.userId}`;
  const credit = { customerId, amountCents, description, reference };
  valueOf(await shop.payments.creditBalance('main', credit));
  return customerId;
}

/** Creates a subscriber of an account: those who subscribe now are all of the main one. */
export async function newSubscriberOf(shop: TestShop, account: PaymentAccount) {
  const member = await shop.app.member();
  const { userId } = member;
  const customerId = await customerOf(shop, member, account);
  const { id: stripeSubscriptionId } = await subscribeWithCard(shop.payments, account, {
    customerId,
    token: 'tok_visa',
    idempotencyKey: `sub_${userId}_1`,
  });
  await addSubscription(shop.app.db, userId, {
    stripeAccount: account,
    stripeCustomerId: customerId,
    stripeSubscriptionId,
  });
  return { ...member, customerId, stripeSubscriptionId };
}

/** Puts another card on a person's subscription at the provider. */
export async function putCard(shop: TestShop, userId: number, number: string): Promise<void> {
  const row = await shop.app.db.subscription.findFirstOrThrow({
    where: { userId },
    orderBy: { id: 'desc' },
  });
  const account = paymentAccountOfName(row.stripeAccount);
  const put = await shop.payments.updateCard(account, {
    customerId: row.stripeCustomerId,
    subscriptionId: row.stripeSubscriptionId ?? '',
    token: await shop.cardToken(number, account),
    idempotencyKey: `${number}_${userId}`,
  });
  if (valueOf(put).state !== 'updated') throw new Error(`not updated: ${JSON.stringify(put)}`);
}

/** Returns the names of the emails that were written to a person, sent or not. */
export async function lettersTo(shop: TestShop, userId: number): Promise<string[]> {
  const jobs = await shop.app.db.job.findMany({
    where: { kind: 'mail', payload: { path: ['userId'], equals: userId } },
  });
  return jobs.map(({ payload }) => Object(payload).letter);
}

/** Reconciles everything that is open, as if every pause, lease and hold had expired. */
export async function reconcileNow({ app, jobDeps }: TestShop): Promise<void> {
  await app.db.$executeRaw`
    UPDATE subscription_attempt
    SET next_check_at = now() - interval '1 second', lease_until = NULL, hold_until = NULL
    WHERE kind = 'subscribe' AND state IN ('started', 'requires_action')`;
  await app.db.$executeRaw`
    UPDATE subscription SET next_check_at = now() - interval '1 second' WHERE state IN ('active', 'past_due')`;
  while ((await reconcileSubscriptions(jobDeps)) === 'more');
}

export async function subscriptionsAtProvider(
  { db, payments }: { db: Db; payments: Payments },
  userId: number,
): Promise<ProviderSubscription[]> {
  const customers = await db.paymentCustomer.findMany({ where: { userId } });
  const found: ProviderSubscription[] = [];
  for (const { stripeAccount, stripeCustomerId } of customers) {
    const account = paymentAccountOfName(stripeAccount);
    found.push(...valueOf(await payments.findSubscriptions(account, stripeCustomerId)));
  }
  return found;
}

const OVER = new Set(['canceled', 'incomplete_expired']);

/**
 * Finds the invariants violated when nothing is pending: no member has two subscriptions, the provider's live
 * subscriptions are exactly those that give access here, and no paid one was given up.
 */
export async function brokenSubscriptionInvariants(parts: {
  db: Db;
  payments: Payments;
}): Promise<string[]> {
  const seen = await findSubscriptionViolations(parts.db, new Date(0));
  const broken = seen.map(({ invariant, subject, detail }) => `${invariant} ${subject}: ${detail}`);
  const open = await parts.db.subscriptionAttempt.findMany({
    where: { kind: 'subscribe', state: { in: ['started', 'requires_action'] } },
  });
  for (const { id, state } of open) broken.push(`attempt ${id} is still ${state}`);
  const customers = await parts.db.paymentCustomer.findMany({ distinct: ['userId'] });
  for (const { userId } of customers) {
    const atProvider = await subscriptionsAtProvider(parts, userId);
    const living = atProvider.filter(({ status }) => !OVER.has(status)).map(({ id }) => id);
    const rows = await parts.db.subscription.findMany({ where: { userId } });
    const active = rows.filter(({ state }) => state === 'active' || state === 'past_due');
    const expected = active.map(({ stripeSubscriptionId }) => stripeSubscriptionId);
    if (living.length > 1) broken.push(`user ${userId} has ${living.length} subscriptions`);
    if (living.toString() !== expected.toString()) {
      broken.push(
        `user ${userId} has [${living.join(' ')}] at the provider, [${expected.join(' ')}] here`,
      );
    }
    for (const { id, state } of rows) {
      if (state === 'pending') broken.push(`subscription ${id} is pending`);
    }
    const begun = new Set(
      rows.flatMap((row) => (row.subscriptionDate === null ? [] : [row.stripeSubscriptionId])),
    );
    for (const { id, customerId, latestInvoiceId } of atProvider) {
      const invoice = await parts.payments.readInvoice('main', latestInvoiceId ?? '');
      const isCharged = invoice.outcome === 'known' && (invoice.value?.paidCents ?? 0) > 0;
      if (isCharged && !begun.has(id) && !(await isRefunded(parts, id)))
        broken.push(`${customerId} paid for ${id}, and has nothing`);
    }
  }
  return broken;
}

async function isRefunded(
  { db, payments }: { db: Db; payments: Payments },
  stripeSubscriptionId: string,
): Promise<boolean> {
  const attempt = await db.subscriptionAttempt.findFirst({
    where: { subscription: { stripeSubscriptionId } },
  });
  const intent = await payments.readIntent('main', attempt?.stripeIntentId ?? '');
  return intent.outcome === 'known' && intent.value.refundedCents === intent.value.amountCents;
}
