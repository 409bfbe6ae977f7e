import { defineEmail } from '@agres/core/jobs/email';
import type { JobDeps } from '@agres/core/jobs/job';
import { localeOf, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { z } from 'zod';

import { findWithdrawalLocale } from '../declarations/declaration.ts';
import { contactOf } from '../orders/contact.ts';

const aboutRefund = z.object({ refundId: z.uuid() });

/** Announces a refund of an order to its buyer, at the address that `contactOf` returns. */
export const orderRefundedEmail = defineEmail({
  kind: 'orderRefunded',
  request: aboutRefund,
  address: async ({ db, config }, { refundId }) => {
    const refund = await db.refund.findUnique({
      where: { id: refundId },
      include: { order: { include: { user: { select: { email: true } } } } },
    });
    const order = refund?.order ?? null;
    const to = order === null ? null : contactOf(order);
    if (refund === null || order === null || to === null) return null;
    const declaredIn = await findRefundLocale(db, { ...refund, orderId: order.id });
    const locale = declaredIn ?? localeOf(order.locale);
    return {
      to,
      locale,
      data: {
        firstName: order.firstName,
        orderId: order.id,
        itemTitle: { fr: order.itemTitleFr, en: order.itemTitleEn },
        amountCents: refund.amountCents,
        paidCents: refund.paidCents,
        isCancelled: order.cancelledAt !== null,
        isTransfer: refund.transferReference !== null,
        orderLink: config.publicUrl + pathOf('order', locale, { id: order.id }),
      },
    };
  },
});

/** Announces a refund of a subscription's payment, or of a payment without an order. */
export const paymentRefundedEmail = defineEmail({
  kind: 'paymentRefunded',
  request: aboutRefund,
  address: async (deps, { refundId }) => {
    const refund = await deps.db.refund.findUnique({
      where: { id: refundId },
      select: {
        amountCents: true,
        transferReference: true,
        paymentIntentId: true,
        origin: true,
        subscriptionId: true,
        subscription: { select: { userId: true } },
      },
    });
    if (refund === null) return null;
    const reader = await findRefunded(deps, refund);
    if (reader === null) return null;
    return {
      to: reader.email,
      locale: (await findRefundLocale(deps.db, refund)) ?? localeOf(reader.locale),
      data: {
        firstName: reader.firstName,
        amountCents: refund.amountCents,
        isOfSubscription: refund.subscription !== null,
        isTransfer: refund.transferReference !== null,
      },
    };
  },
});

type Origin = { origin: string; orderId?: number | null; subscriptionId: number | null };

/**
 * Returns the language of the withdrawal that a refund follows, so that all its emails are in one language.
 * Null for another refund.
 */
async function findRefundLocale(
  db: JobDeps['db'],
  { origin, orderId, subscriptionId }: Origin,
): Promise<Locale | null> {
  if (origin !== 'withdrawal') return null;
  if (orderId != null) return findWithdrawalLocale(db, { orderId });
  return subscriptionId === null ? null : findWithdrawalLocale(db, { subscriptionId });
}

type PaymentRef = { paymentIntentId: string; subscription: { userId: number | null } | null };

async function findRefunded({ db }: JobDeps, { paymentIntentId, subscription }: PaymentRef) {
  const attempt =
    subscription === null
      ? await db.purchaseAttempt.findUnique({
          where: { paymentIntentId },
          select: { userId: true },
        })
      : null;
  const userId = subscription?.userId ?? attempt?.userId ?? null;
  if (userId === null) return null;
  return db.user.findUnique({
    where: { id: userId },
    select: { email: true, firstName: true, locale: true },
  });
}
