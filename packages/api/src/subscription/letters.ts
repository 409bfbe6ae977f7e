import { pathOf } from '@shop/domain/paths';
import { PLANS } from '@shop/domain/shapes';

import type { Addressed } from '../jobs/addressed.ts';
import type { JobDeps } from '../jobs/handlers.ts';
import type { RequestOf } from '../jobs/letter-request.ts';

/** Whom a letter goes to, as they are when it is written; null once the account is gone. */
async function findReader({ db }: JobDeps, userId: number) {
  return db.user.findUnique({
    where: { id: userId },
    select: { email: true, firstName: true, personalDiscountCode: true },
  });
}

/** Confirms a subscription to whoever has just begun it. */
export async function addressSubscriptionStarted(
  deps: JobDeps,
  { userId, locale, subscriptionId }: RequestOf<'subscriptionStarted'>,
): Promise<Addressed | null> {
  const { db, config, writeLetter } = deps;
  const reader = await findReader(deps, userId);
  const row = await db.subscription.findUnique({
    where: { id: subscriptionId },
    select: { plan: true, subscriptionDate: true },
  });
  if (reader === null || row?.subscriptionDate == null) return null;
  const data = {
    firstName: reader.firstName,
    plan: PLANS.find((plan) => plan === row.plan) ?? 'monthly',
    subscriptionDate: row.subscriptionDate.toISOString(),
    discountCode: reader.personalDiscountCode,
    profileLink: config.publicUrl + pathOf('profile', locale),
    termsLink: config.publicUrl + pathOf('terms', locale),
  };
  return { to: reader.email, letter: writeLetter({ kind: 'subscriptionStarted', locale, data }) };
}

/** Confirms an unsubscription, with the last day. */
export async function addressSubscriptionEnded(
  deps: JobDeps,
  { userId, locale, accessEndsOn }: RequestOf<'subscriptionEnded'>,
): Promise<Addressed | null> {
  const reader = await findReader(deps, userId);
  if (reader === null) return null;
  const subscribeLink = deps.config.publicUrl + pathOf('subscribe', locale);
  const data = { firstName: reader.firstName, accessEndsOn, subscribeLink };
  const letter = deps.writeLetter({ kind: 'subscriptionEnded', locale, data });
  return { to: reader.email, letter };
}

/** Tells of a yearly renewal before it is debited. */
export async function addressRenewalAhead(
  deps: JobDeps,
  { userId, locale, renewsOn }: RequestOf<'renewalAhead'>,
): Promise<Addressed | null> {
  const reader = await findReader(deps, userId);
  if (reader === null) return null;
  const cancelLink = deps.config.publicUrl + pathOf('cancelContract', locale);
  const data = { firstName: reader.firstName, renewsOn, cancelLink };
  return { to: reader.email, letter: deps.writeLetter({ kind: 'renewalAhead', locale, data }) };
}

/** Tells that the provider gave up debiting a subscription. */
export async function addressSubscriptionStopped(
  deps: JobDeps,
  { userId, locale }: RequestOf<'subscriptionStopped'>,
): Promise<Addressed | null> {
  const reader = await findReader(deps, userId);
  if (reader === null) return null;
  const subscribeLink = deps.config.publicUrl + pathOf('subscribe', locale);
  const data = { firstName: reader.firstName, subscribeLink };
  const letter = deps.writeLetter({ kind: 'subscriptionStopped', locale, data });
  return { to: reader.email, letter };
}

/** Asks for another card after a debit that was refused. */
export async function addressPaymentFailed(
  deps: JobDeps,
  { userId, locale }: RequestOf<'paymentFailed'>,
): Promise<Addressed | null> {
  const reader = await findReader(deps, userId);
  if (reader === null) return null;
  const updateLink = deps.config.publicUrl + pathOf('updatePaymentMethod', locale);
  const data = { firstName: reader.firstName, updateLink };
  return { to: reader.email, letter: deps.writeLetter({ kind: 'paymentFailed', locale, data }) };
}

/** Announces to a referrer what somebody's subscription takes off the next debit. */
export async function addressReferralCredited(
  deps: JobDeps,
  { userId, locale, referrals }: RequestOf<'referralCredited'>,
): Promise<Addressed | null> {
  const reader = await findReader(deps, userId);
  if (reader === null) return null;
  const data = { firstName: reader.firstName, referrals };
  return { to: reader.email, letter: deps.writeLetter({ kind: 'referralCredited', locale, data }) };
}

/** Announces to a referrer the pair of parallettes. */
export async function addressGiftEarned(
  deps: JobDeps,
  { userId, locale }: RequestOf<'giftEarned'>,
): Promise<Addressed | null> {
  const reader = await findReader(deps, userId);
  if (reader === null) return null;
  const contactLink = deps.config.publicUrl + pathOf('contact', locale);
  const data = { firstName: reader.firstName, contactLink };
  return { to: reader.email, letter: deps.writeLetter({ kind: 'giftEarned', locale, data }) };
}
