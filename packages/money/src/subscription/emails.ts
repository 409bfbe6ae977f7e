import { readContractBasis } from '@agres/core/contract-texts';
import { aboutAccount, defineEmail, defineMemberEmail } from '@agres/core/jobs/email';
import { pathOf } from '@agres/domain/paths';
import { PLANS } from '@agres/domain/shape-values';
import { z } from 'zod';

import { findDeclaration } from '../declarations/declaration.ts';
import { lastWithdrawalDay } from './withdrawal-day.ts';

/** Confirms a new subscription, with the accepted terms. */
export const subscriptionStartedEmail = defineEmail({
  kind: 'subscriptionStarted',
  request: aboutAccount.extend({ subscriptionId: z.int() }),
  address: async (deps, { userId, locale, subscriptionId }) => {
    const { db, config } = deps;
    const reader = await db.user.findUnique({
      where: { id: userId },
      select: { email: true, firstName: true, personalDiscountCode: true },
    });
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
    return { to: reader.email, locale, data };
  },
});

/** Confirms the end of a subscription, with its last day; also the receipt of a declaration. */
export const subscriptionEndedEmail = defineMemberEmail({
  kind: 'subscriptionEnded',
  request: aboutAccount.extend({
    accessEndsOn: z.iso.datetime(),
    // Jobs enqueued by the previous release have no declaration.
    declarationId: z.int().nullish(),
  }),
  dataOf: async ({ db, config, clock }, { locale, accessEndsOn, declarationId }, firstName) => {
    const declared = declarationId == null ? null : await findDeclaration(db, declarationId);
    return {
      firstName,
      accessEndsOn,
      isOver: Date.parse(accessEndsOn) <= clock().getTime(),
      subscribeLink: config.publicUrl + pathOf('subscribe', locale),
      declaration:
        declared?.statement == null
          ? null
          : {
              number: declared.id,
              declaredAt: declared.declaredAt.toISOString(),
              statement: declared.statement,
            },
    };
  },
});

/** Announces a yearly renewal before the charge (article L215-1 of the French consumer code). */
export const renewalAheadEmail = defineMemberEmail({
  kind: 'renewalAhead',
  request: aboutAccount.extend({ renewsOn: z.iso.datetime() }),
  dataOf: ({ config }, { locale, renewsOn }, firstName) => ({
    firstName,
    renewsOn,
    cancelLink: config.publicUrl + pathOf('cancelContract', locale),
  }),
});

/** Announces that the subscription has ended because the provider stopped retrying the card. */
export const subscriptionStoppedEmail = defineMemberEmail({
  kind: 'subscriptionStopped',
  request: aboutAccount,
  dataOf: ({ config }, { locale }, firstName) => ({
    firstName,
    link: config.publicUrl + pathOf('subscribe', locale),
  }),
});

export const paymentFailedEmail = defineMemberEmail({
  kind: 'paymentFailed',
  request: aboutAccount,
  dataOf: ({ config }, { locale }, firstName) => ({
    firstName,
    link: config.publicUrl + pathOf('updatePaymentMethod', locale),
  }),
});
