import type { Order } from '@agres/domain/shapes';

export type Stage = 'waiting' | 'delivered' | 'cancelled';

/** Returns the stage to show. A cancelled order keeps its status, so check the cancellation first. */
export function stageOf({ status, cancelledDate }: Order): Stage {
  return cancelledDate === null ? status : 'cancelled';
}

/** Whether the parcel is expected by the promised day. */
export function isExpected(order: Order): boolean {
  const { status, cancelledDate, refundedCents, amountCents } = order;
  const isOver = cancelledDate !== null || refundedCents >= amountCents;
  return status === 'waiting' && !isOver;
}

/** Whether the parcel is expected and not sent yet. */
export function isNotSent(order: Order): boolean {
  return isExpected(order) && order.sentDate === null;
}

/** The id of the review on the order's page. */
export const REVIEW_ID = 'review';

/** Whether the order qualifies for a review, judged by the order alone. */
export function isReviewable(order: Order): boolean {
  return (
    order.itemId !== null &&
    stageOf(order) === 'delivered' &&
    order.refundedCents < order.amountCents
  );
}
