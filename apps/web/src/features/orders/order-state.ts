import type { Order } from '@agres/domain/shapes';

export type Stage = 'waiting' | 'delivered' | 'cancelled';

/** A cancelled order keeps its status, so the cancellation comes first. */
export function stageOf({ status, cancelledDate }: Order): Stage {
  return cancelledDate === null ? status : 'cancelled';
}

/** Whether the parcel is still to arrive: not delivered, cancelled or fully refunded. */
export function isExpected(order: Order): boolean {
  const { status, cancelledDate, refundedCents, amountCents } = order;
  const isOver = cancelledDate !== null || refundedCents >= amountCents;
  return status === 'waiting' && !isOver;
}

export function isNotSent(order: Order): boolean {
  return isExpected(order) && order.sentDate === null;
}

export const REVIEW_ID = 'review';

/** Whether the order alone allows a review. */
export function isReviewable(order: Order): boolean {
  return (
    order.itemId !== null &&
    stageOf(order) === 'delivered' &&
    order.refundedCents < order.amountCents
  );
}
