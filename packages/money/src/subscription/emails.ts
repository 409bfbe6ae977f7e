import { readContractBasis } from '@agres/core/contract-texts';
import { aboutAccount, defineEmail } from '@agres/core/jobs/email';
import type { JobDeps } from '@agres/core/jobs/job';
import { pathOf } from '@agres/domain/paths';
import { PLANS } from '@agres/domain/shape-values';
import { z } from 'zod';

import { findDeclaration } from '../declarations/declaration.ts';
import { lastWithdrawalDay } from './withdrawal-day.ts';

/** Reads an email's recipient when it is written; null if the account was deleted. */
async function findReader({ db }: JobDeps, userId: number) {
  return db.user.findUnique({
    where: { id: userId },
    select: { email: true, firstName: true, personalDiscountCode: true },
  });
}

/** Confirms a new subscription, with the accepted terms. */
export const subscriptionStartedEmail = defineEmail({
  letter: 'subscriptionStarted',
  request: aboutAccount.extend({ subscriptionId: z.int() }),
  address: async (deps, { userId, locale, subscriptionId }) => {
    const { db, config, writeEmail } = deps;
    const reader = await findReader(deps, userId);
    const row = await db.subscription.findUnique({
      where: { id: subscriptionId },
      select: { plan: true, subscriptionDate: true, immediateStartAt: true, contractTextId: true },
    });
    if (reader === null || row?.subscriptionDate == null) return null;
    const { subscriptionDate, contractTextId } = row;
    const { publicUrl } = config;
    const data = {
      firstName: reader.firstName,
      plan: PLANS.find((plan) => plan === row.plan) ?? 'monthly',
      subscriptionDate: subscriptionDate.toISOString(),
      hasImmediateStart: row.immediateStartAt !== null,
      withdrawalLastDay: lastWithdrawalDay({ subscriptionDate, contractTextId }),
      discountCode: reader.personalDiscountCode,
      profileLink: publicUrl + pathOf('profile', locale),
      cancelLink: publicUrl + pathOf('cancelContract', locale),
      ...(await readContractBasis(deps, { contractTextId, locale, publicUrl })),
    };
    return { to: reader.email, content: writeEmail({ kind: 'subscriptionStarted', locale, data }) };
  },
});

/**
 * Confirms the end of a subscription, with its last day; also the receipt of the declaration, if there is
 * one.
 */
export const subscriptionEndedEmail = defineEmail({
  letter: 'subscriptionEnded',
  request: aboutAccount.extend({
    accessEndsOn: z.iso.datetime(),
    // Absent from jobs of the previous release.
    declarationId: z.int().nullish(),
  }),
  address: async (deps, { userId, locale, accessEndsOn, declarationId }) => {
    const reader = await findReader(deps, userId);
    if (reader === null) return null;
    const subscribeLink = deps.config.publicUrl + pathOf('subscribe', locale);
    const declared = declarationId == null ? null : await findDeclaration(deps.db, declarationId);
    const declaration =
      declared?.statement == null
        ? null
        : {
            number: declared.id,
            declaredAt: declared.declaredAt.toISOString(),
            statement: declared.statement,
          };
    const isOver = Date.parse(accessEndsOn) <= deps.clock().getTime();
    const data = { firstName: reader.firstName, accessEndsOn, isOver, subscribeLink, declaration };
    const content = deps.writeEmail({ kind: 'subscriptionEnded', locale, data });
    return { to: reader.email, content };
  },
});

/** Announces a yearly renewal before it is charged. */
export const renewalAheadEmail = defineEmail({
  letter: 'renewalAhead',
  request: aboutAccount.extend({ renewsOn: z.iso.datetime() }),
  address: async (deps, { userId, locale, renewsOn }) => {
    const reader = await findReader(deps, userId);
    if (reader === null) return null;
    const cancelLink = deps.config.publicUrl + pathOf('cancelContract', locale);
    const data = { firstName: reader.firstName, renewsOn, cancelLink };
    return { to: reader.email, content: deps.writeEmail({ kind: 'renewalAhead', locale, data }) };
  },
});

/** Announces that the subscription has ended because the provider stopped retrying the card. */
export const subscriptionStoppedEmail = defineEmail({
  letter: 'subscriptionStopped',
  request: aboutAccount,
  address: async (deps, { userId, locale }) => {
    const reader = await findReader(deps, userId);
    if (reader === null) return null;
    const link = deps.config.publicUrl + pathOf('subscribe', locale);
    const data = { firstName: reader.firstName, link };
    const content = deps.writeEmail({ kind: 'subscriptionStopped', locale, data });
    return { to: reader.email, content };
  },
});

/** Requests another card after a declined debit. */
export const paymentFailedEmail = defineEmail({
  letter: 'paymentFailed',
  request: aboutAccount,
  address: async (deps, { userId, locale }) => {
    const reader = await findReader(deps, userId);
    if (reader === null) return null;
    const link = deps.config.publicUrl + pathOf('updatePaymentMethod', locale);
    const data = { firstName: reader.firstName, link };
    return { to: reader.email, content: deps.writeEmail({ kind: 'paymentFailed', locale, data }) };
  },
});
