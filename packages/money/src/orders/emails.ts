import { readContractBasis } from '@agres/core/contract-texts';
import { defineEmail, takeBackEmail } from '@agres/core/jobs/email';
import { localizedOrNull } from '@agres/core/localized';
import type { Db } from '@agres/db/db';
import { trackingOf } from '@agres/domain/carriers';
import { lateCancellationDay } from '@agres/domain/consumer-rights';
import { parisDayOf } from '@agres/domain/days';
import { DEFAULT_LOCALE, localeOf } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';
import { z } from 'zod';

import { findOptionPicture } from '../catalogue/items.ts';
import { CONTACT, contactOf } from './contact.ts';
import { isFullyRefunded, sentEmailKey } from './order-state.ts';
import { ORDER_COLUMNS, orderOf, promisedByOf, type OrderRow } from './read-order.ts';

/** Confirms an order to its buyer, with the accepted terms. */
export const orderConfirmedEmail = defineEmail({
  kind: 'orderConfirmed',
  request: z.object({ orderId: z.int() }),
  address: async (deps, { orderId }) => {
    const { db, config } = deps;
    const [row] = await db.$queryRaw<(OrderRow & { locale: string; email: string | null })[]>`
      SELECT ${ORDER_COLUMNS}, o.locale, coalesce(u.email, o.contact_email) AS email
      FROM orders o JOIN purchase_attempt a ON a.id = o.attempt_id
        LEFT JOIN users u ON u.id = o.user_id
      WHERE o.id = ${orderId}::int`;
    if (row === undefined || row.email === null) return null;
    const locale = localeOf(row.locale);
    const order = orderOf(row);
    return {
      to: row.email,
      locale,
      data: {
        orderId: order.id,
        orderDate: order.orderDate,
        itemTitle: order.item.title,
        optionTitle: order.item.optionTitle,
        chosenOptionTitle: order.chosenOptionTitle,
        pictureUrl: await findOptionPicture(deps, { id: row.optionId, itemId: row.itemId }),
        priceCents: row.priceCents,
        amountCents: row.amountCents,
        firstName: order.firstName,
        lastName: order.lastName,
        shippingAddress: order.shippingAddress,
        promisedBy: order.promisedBy,
        orderLink: config.publicUrl + pathOf('order', locale, { id: order.id }),
        ...(await readContractBasis(deps, {
          contractTextId: row.contractTextId,
          locale,
          publicUrl: config.publicUrl,
        })),
      },
    };
  },
});

const PARCEL = {
  id: true,
  itemTitleFr: true,
  itemTitleEn: true,
  firstName: true,
  shippingAddress: true,
  carrier: true,
  trackingNumber: true,
  locale: true,
  ...CONTACT,
} as const;

const SENT_PARCEL = {
  ...PARCEL,
  status: true,
  amountCents: true,
  refundedCents: true,
  orderDate: true,
  area: true,
  promisedBy: true,
  itemOptionTitleFr: true,
  itemOptionTitleEn: true,
  chosenOptionTitleFr: true,
  chosenOptionTitleEn: true,
  attempt: { select: { option: { select: { id: true, itemId: true } } } },
} as const;

const aboutSending = z.object({ orderId: z.int(), sentAt: z.iso.datetime() });

/**
 * Notifies a buyer that the parcel was handed to the carrier, with its tracking. The email is not sent once
 * the order was delivered or fully refunded: the buyer has the parcel, or has returned it.
 */
export const orderSentEmail = defineEmail({
  kind: 'orderSent',
  request: aboutSending,
  address: async (deps, { orderId, sentAt }) => {
    const { db, config } = deps;
    const row = await db.order.findUnique({ where: { id: orderId }, select: SENT_PARCEL });
    const to = row === null ? null : contactOf(row);
    if (row === null || to === null) return null;
    if (row.status === 'delivered' || isFullyRefunded(row)) return null;
    const locale = localeOf(row.locale);
    return {
      to,
      locale,
      data: {
        orderId: row.id,
        itemTitle: { fr: row.itemTitleFr, en: row.itemTitleEn },
        optionTitle: localizedOrNull(row.itemOptionTitleFr, row.itemOptionTitleEn),
        chosenOptionTitle: localizedOrNull(row.chosenOptionTitleFr, row.chosenOptionTitleEn),
        pictureUrl: await findOptionPicture(deps, row.attempt.option),
        promisedBy: promisedByOf(row),
        firstName: row.firstName,
        sentDate: sentAt,
        tracking: trackingOf(row.carrier, row.trackingNumber),
        shippingAddress: row.shippingAddress,
        orderLink: config.publicUrl + pathOf('order', locale, { id: row.id }),
        withdrawalLink: config.publicUrl + pathOf('withdrawal', locale),
      },
    };
  },
});

/**
 * Corrects an email that announced a sent parcel. Fails, and is retried, while that email is being sent, so
 * that the buyer gets both or none.
 */
export const sendingUndoneEmail = defineEmail({
  kind: 'sendingUndone',
  request: aboutSending,
  address: async ({ db, config }, { orderId, sentAt }) => {
    const fate = await takeBackEmail(db, sentEmailKey(orderId, new Date(sentAt)));
    if (fate === 'under_way')
      throw new Error(`the 'order sent' email of order ${orderId} is being delivered`);
    if (fate !== 'left') return null;
    const row = await db.order.findUnique({ where: { id: orderId }, select: PARCEL });
    const to = row === null ? null : contactOf(row);
    if (row === null || to === null) return null;
    const locale = localeOf(row.locale);
    return {
      to,
      locale,
      data: {
        orderId: row.id,
        itemTitle: { fr: row.itemTitleFr, en: row.itemTitleEn },
        firstName: row.firstName,
        orderLink: config.publicUrl + pathOf('order', locale, { id: row.id }),
      },
    };
  },
});

/**
 * Notifies a buyer that a replacement was handed to the carrier, with its tracking. The email is not sent
 * once the handover was undone, the replacement was delivered, or the order was fully refunded.
 */
export const replacementSentEmail = defineEmail({
  kind: 'replacementSent',
  request: z.object({ orderId: z.int(), replacementId: z.int() }),
  address: async ({ db, config }, { replacementId }) => {
    const row = await db.replacement.findUnique({
      where: { id: replacementId },
      include: {
        order: {
          select: {
            id: true,
            itemTitleFr: true,
            itemTitleEn: true,
            itemOptionTitleFr: true,
            itemOptionTitleEn: true,
            amountCents: true,
            refundedCents: true,
            locale: true,
            ...CONTACT,
          },
        },
      },
    });
    if (row === null || row.sentAt === null || row.deliveredAt !== null) return null;
    const { order } = row;
    const to = contactOf(order);
    if (to === null || isFullyRefunded(order)) return null;
    const locale = localeOf(order.locale);
    return {
      to,
      locale,
      data: {
        orderId: order.id,
        itemTitle: { fr: order.itemTitleFr, en: order.itemTitleEn },
        optionTitle: localizedOrNull(order.itemOptionTitleFr, order.itemOptionTitleEn),
        chosenOptionTitle: localizedOrNull(row.optionTitleFr, row.optionTitleEn),
        firstName: row.firstName,
        sentDate: row.sentAt.toISOString(),
        tracking: trackingOf(row.carrier, row.trackingNumber),
        shippingAddress: row.shippingAddress,
        orderLink: config.publicUrl + pathOf('order', locale, { id: order.id }),
      },
    };
  },
});

const aboutLateOrder = z.object({ orderId: z.int(), asked: z.enum(['delivery', 'cancellation']) });
type AboutLateOrder = z.output<typeof aboutLateOrder>;

/** Acknowledges a buyer's request about a late order, with its time. */
export const lateOrderAskedEmail = defineEmail({
  kind: 'lateOrderAsked',
  request: aboutLateOrder,
  address: async ({ db, config }, about) => {
    const order = await findLateOrder(db, about);
    if (order === null || order.to === null) return null;
    const locale = localeOf(order.locale);
    return {
      to: order.to,
      locale,
      data: {
        ...order.data,
        firstName: order.firstName,
        orderLink: config.publicUrl + pathOf('order', locale, { id: about.orderId }),
      },
    };
  },
});

/** Notifies the shop of a request about a late order, and of the possible actions. */
export const lateOrderToldEmail = defineEmail({
  kind: 'lateOrderTold',
  request: aboutLateOrder,
  address: async ({ db, config }, about) => {
    const order = await findLateOrder(db, about);
    if (order === null) return null;
    return { to: config.contactEmail, locale: DEFAULT_LOCALE, data: order.data };
  },
});

async function findLateOrder(db: Db, { orderId, asked }: AboutLateOrder) {
  const row = await db.order.findUnique({
    where: { id: orderId },
    select: {
      orderDate: true,
      promisedBy: true,
      itemTitleFr: true,
      itemTitleEn: true,
      firstName: true,
      locale: true,
      notices: { select: { kind: true, at: true } },
      ...CONTACT,
    },
  });
  const notice = row?.notices.find(({ kind }) => kind === asked);
  if (row == null || notice === undefined) return null;
  const { orderDate, itemTitleFr, itemTitleEn, firstName, locale } = row;
  const promisedBy = promisedByOf(row);
  const data = {
    orderId,
    isCancellation: asked === 'cancellation',
    askedAt: notice.at.toISOString(),
    orderDate: orderDate.toISOString(),
    itemTitle: { fr: itemTitleFr, en: itemTitleEn },
    promisedBy,
    cancellableFrom: lateCancellationDay(promisedBy, parisDayOf(notice.at)),
  };
  return { data, firstName, locale, to: contactOf(row) };
}
