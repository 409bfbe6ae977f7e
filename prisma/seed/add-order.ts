import { createHash } from 'node:crypto';

import { openContractTexts } from '@agres/core/contract-texts';
import type { Prisma, Tx } from '@agres/db/db';
import { deliveryFeeCents } from '@agres/domain/delivery-fees';
import { DEMO_PAYMENT_PREFIX } from '@agres/domain/demonstration';
import { localeOf } from '@agres/domain/locale';
import { chargedCents } from '@agres/domain/prices';
import { emailKeyOf } from '@agres/domain/users';

import { daysBefore } from './days-before.ts';
import { ITEMS } from './items.ts';
import type { DemoOrder } from './orders.ts';

type Adding = { order: DemoOrder; key: string; now: Date };

/**
 * Adds the rows of a completed purchase whose email was sent: a paid attempt on the current terms, one unit
 * less in stock, the order, the audit trail and the job. Returns false if the key exists or the item is
 * sold out.
 */
export async function addOrder(tx: Tx, { order, key, now }: Adding): Promise<boolean> {
  const bought = await findBought(tx, order);
  if (bought === null) return false;
  const { user, option } = bought;
  const userId_idempotencyKey = { userId: user.id, idempotencyKey: key };
  if (await tx.purchaseAttempt.findUnique({ where: { userId_idempotencyKey } })) return false;
  const taken = await tx.itemOption.updateMany({
    where: { id: option.id, remaining: { gte: 1 } },
    data: { remaining: { decrement: 1 } },
  });
  if (taken.count === 0) return false;

  const at = daysBefore(now, order.boughtDaysAgo);
  const { own } = await openContractTexts(tx);
  const accepted = { cgvAt: at, contractTextId: own[localeOf(user.locale)].id };
  const { id: attemptId } = await tx.purchaseAttempt.create({
    data: {
      ...userId_idempotencyKey,
      ...attemptOf(bought, order),
      ...accepted,
      ...timesOf(at),
      ...proofOf(key),
    },
  });
  const { id: orderId } = await tx.order.create({
    data: {
      ...orderOf(bought, order),
      attemptId,
      orderDate: at,
      ...accepted,
      ...deliveryOf(order, now),
    },
  });
  await tx.moneyAudit.createMany({ data: auditOf(attemptId, at) });
  await tx.job.create({
    data: {
      kind: 'mail',
      payload: { letter: 'orderConfirmed', orderId },
      dedupe: `order:${attemptId}`,
      attempts: 1,
      runAt: at,
      createdAt: at,
      doneAt: now,
    },
  });
  return true;
}

const boughtItem = { include: { options: true } } satisfies Prisma.ItemDefaultArgs;

type Bought = {
  user: Prisma.UserGetPayload<object>;
  item: Prisma.ItemGetPayload<typeof boughtItem>;
  option: Prisma.ItemOptionGetPayload<object>;
};

async function findBought(tx: Tx, order: DemoOrder): Promise<Bought | null> {
  const user = await tx.user.findUnique({ where: { emailKey: emailKeyOf(order.email) } });
  const titleEn = ITEMS.find(({ slug }) => slug === order.itemSlug)?.title.en ?? '';
  const item = await tx.item.findFirst({ where: { titleEn }, ...boughtItem });
  const option = item?.options.find(({ position }) => position === order.optionIndex);
  return user === null || item === null || option === undefined ? null : { user, item, option };
}

const recipientOf = ({ user }: Bought, { shippingAddress }: DemoOrder) => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  shippingAddress,
});

const chargeOf = ({ user, item }: Bought, { area }: DemoOrder) => ({
  area,
  amountCents: chargedCents(item.priceCents, deliveryFeeCents(area)),
  stripeAccount: 'main',
  locale: user.locale,
});

function attemptOf(bought: Bought, order: DemoOrder) {
  const { item, option } = bought;
  return {
    ...chargeOf(bought, order),
    state: 'paid',
    optionId: option.id,
    recipient: recipientOf(bought, order),
    itemSnapshot: {
      itemId: item.id,
      priceCents: item.priceCents,
      titleFr: item.titleFr,
      titleEn: item.titleEn,
      descriptionFr: item.descriptionFr,
      descriptionEn: item.descriptionEn,
      optionTitleFr: item.optionTitleFr,
      optionTitleEn: item.optionTitleEn,
      chosenTitleFr: option.titleFr,
      chosenTitleEn: option.titleEn,
    },
  };
}

const timesOf = (at: Date) => ({ responseSentAt: at, createdAt: at, updatedAt: at });

const proofOf = (key: string) => ({
  requestHash: createHash('sha256').update(key).digest(),
  paymentIntentId: `${DEMO_PAYMENT_PREFIX}${key.replace(':', '_')}`,
});

function orderOf(bought: Bought, order: DemoOrder) {
  const { user, item, option } = bought;
  return {
    ...chargeOf(bought, order),
    ...recipientOf(bought, order),
    userId: user.id,
    itemTitleFr: item.titleFr,
    itemTitleEn: item.titleEn,
    itemDescriptionFr: item.descriptionFr,
    itemDescriptionEn: item.descriptionEn,
    itemOptionTitleFr: item.optionTitleFr,
    itemOptionTitleEn: item.optionTitleEn,
    chosenOptionTitleFr: option.titleFr,
    chosenOptionTitleEn: option.titleEn,
    priceCents: item.priceCents,
    feeCents: deliveryFeeCents(order.area),
  };
}

function deliveryOf({ deliveredDaysAgo }: DemoOrder, now: Date) {
  return deliveredDaysAgo === undefined
    ? { status: 'waiting' }
    : {
        status: 'delivered',
        sentAt: daysBefore(now, deliveredDaysAgo + 3),
        postDate: daysBefore(now, deliveredDaysAgo),
      };
}

function auditOf(attemptId: string, at: Date) {
  const moves = [
    { fromState: null, toState: 'reserved' },
    { fromState: 'reserved', toState: 'charging' },
    { fromState: 'charging', toState: 'paid' },
  ];
  return moves.map((move) => ({ attemptId, ...move, by: 'seed', at }));
}
