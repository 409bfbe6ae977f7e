/** The goods of a withdrawn order: none to return, awaited, or back. */
export const GOODS_RETURNS = ['none', 'awaited', 'back'] as const;
type GoodsReturn = (typeof GOODS_RETURNS)[number];

export type OrderMark =
  | 'to_send'
  | 'prepared'
  | 'sent'
  | 'delivered'
  | 'held'
  | 'cancelled'
  | 'return_expected'
  | 'returned'
  | 'refunded_in_part'
  | 'refunded';

export type MarkedOrder = {
  status: string;
  preparedDate: string | null;
  sentDate: string | null;
  cancelledDate: string | null;
  heldFor: string | null;
  refundedCents: number;
  amountCents: number;
  /** Null if no withdrawal was declared. */
  withdrawal: { goods: GoodsReturn } | null;
};

/**
 * Returns the marks of an order, its main state first. A refund in full replaces “to send” and “sent”, and
 * returned goods also replace “delivered”, because nothing is left to do with the parcel.
 */
export function orderMarksOf(order: MarkedOrder): readonly OrderMark[] {
  const stage = stageOf(order);
  const marks: OrderMark[] = [stage];
  const isReturnExpected = order.withdrawal?.goods === 'awaited';
  if (isReturnExpected && !isRefunded(order)) marks.push('return_expected');
  if (order.refundedCents > 0 && stage !== 'refunded') {
    marks.push(isRefunded(order) ? 'refunded' : 'refunded_in_part');
  }
  return marks;
}

function stageOf(order: MarkedOrder): OrderMark {
  const { status, preparedDate, sentDate, cancelledDate, heldFor, withdrawal } = order;
  if (cancelledDate !== null) return 'cancelled';
  if (heldFor !== null) return 'held';
  if (withdrawal?.goods === 'back') return 'returned';
  if (status === 'delivered') return 'delivered';
  if (isRefunded(order)) return 'refunded';
  if (sentDate !== null) return 'sent';
  return preparedDate === null ? 'to_send' : 'prepared';
}

/** Returns the next step of an order; null if there is none, or if a decision holds the order. */
export function nextOrderStepOf(
  order: MarkedOrder,
): 'prepare' | 'send' | 'deliver' | 'cancel' | null {
  switch (stageOf(order)) {
    case 'to_send':
      return 'prepare';
    case 'prepared':
      return 'send';
    case 'sent':
      return order.withdrawal?.goods === 'awaited' ? null : 'deliver';
    case 'refunded':
      return order.sentDate === null ? 'cancel' : null;
    default:
      return null;
  }
}

const isRefunded = ({ refundedCents, amountCents }: MarkedOrder) => refundedCents >= amountCents;

/** Whether a withdrawal leads to a refund, or still may: it is open, or its goods are back. */
export const mayBeRefunded = ({ stand, goods }: { stand: string; goods: GoodsReturn }): boolean =>
  stand !== 'closed' || goods === 'back';
