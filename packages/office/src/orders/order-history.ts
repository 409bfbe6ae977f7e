import { defineRead } from '@agres/core/operations/operation';
import { formatDocumentNumber } from '@agres/money/invoices/invoice';
import { refuseUnknown } from '@agres/money/orders/order-state';
import { z } from 'zod';

import { MAX_LISTED } from '../operations/values.ts';

/**
 * Journal names of an order's events. `orders.prepareAgain` and the disputes exist only here: the bank opens
 * and decides those.
 */
const ORDER_EVENTS = [
  'orders.prepare',
  'orders.prepareAgain',
  'orders.send',
  'orders.undoSending',
  'orders.track',
  'orders.readTracking',
  'orders.hold',
  'orders.release',
  'orders.deliver',
  'orders.undoDelivery',
  'orders.cancel',
  'orders.correctAddress',
  'orders.setNote',
  'orders.readArchived',
  'orders.askForDelivery',
  'orders.askToCancel',
  'replacements.create',
  'replacements.prepare',
  'replacements.send',
  'replacements.undoSending',
  'replacements.track',
  'replacements.deliver',
  'replacements.undoDelivery',
  'replacements.correctAddress',
  'replacements.cancel',
  'refunds.request',
  'refunds.transfer',
  'payments.rebuild',
  'disputes.open',
  'disputes.win',
  'disputes.lose',
  'disputes.close',
  'other',
] as const;
type OrderEvent = (typeof ORDER_EVENTS)[number];

/** The journal records only that these personal fields changed. */
const CHANGED = ['firstName', 'lastName', 'shippingAddress'] as const;

const changesSchema = z.record(z.string(), z.unknown()).catch({});
const pairSchema = z.tuple([z.unknown(), z.unknown()]).catch([null, null]);

/** Whether an entry prepares a parcel whose slip was printed before. */
export const isRepeated = (operation: string, changes: unknown): boolean =>
  operation === 'orders.prepare' &&
  pairSchema.parse(changesSchema.parse(changes)['printedAt'])[0] !== null;

const eventOf = (operation: string, changes: unknown): OrderEvent =>
  isRepeated(operation, changes)
    ? 'orders.prepareAgain'
    : (ORDER_EVENTS.find((event) => event === operation) ?? 'other');

/** Reads what staff, the buyer or a job did to an order, oldest first. */
export const readOrderHistory = defineRead({
  name: 'orders.history',
  permission: 'orders.read',
  input: z.object({ order: z.int().positive() }),
  output: z.object({
    /** The order's invoice, then its credit notes; empty without the permission `payments.read`. */
    invoices: z.array(
      z.object({ id: z.int(), number: z.string(), kind: z.enum(['invoice', 'credit_note']) }),
    ),
    events: z.array(
      z.object({
        at: z.iso.datetime(),
        event: z.enum(ORDER_EVENTS),
        /** Null for the buyer. */
        by: z.string().nullable(),
        isAutomatic: z.boolean(),
        changed: z.array(z.enum(CHANGED)),
        tracking: z.string().nullable(),
        heldFor: z.string().nullable(),
        amountCents: z.int().nullable(),
        /** Whether the refund that it requested has succeeded, and the id of its credit note. */
        isRefunded: z.boolean(),
        creditNote: z.int().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  }),
  run: async ({ db, has }, { order: id }) => {
    const maySeeMoney = has('payments.read');
    const order = await db.order.findUnique({
      where: { id },
      select: {
        cancelReason: true,
        refunds: { select: { id: true, amountCents: true, reason: true, state: true } },
        disputes: {
          select: { openedAt: true, closedAt: true, status: true, amountCents: true },
        },
      },
    });
    if (order === null) refuseUnknown([id]);
    const entries = await db.journalEntry.findMany({
      where: { subjectKind: 'order', subjectId: String(id) },
      select: { at: true, operation: true, actorKind: true, actorName: true, changes: true },
      orderBy: { id: 'desc' },
      take: MAX_LISTED,
    });
    const invoices = has('books.read')
      ? await db.invoice.findMany({ where: { orderId: id }, orderBy: { id: 'asc' } })
      : [];
    return {
      invoices: invoices.map((row) => ({
        id: row.id,
        number: formatDocumentNumber(row),
        kind: row.kind === 'invoice' ? ('invoice' as const) : ('credit_note' as const),
      })),
      events: [
        ...entries.toReversed().map(({ at, operation, actorKind, actorName, changes }) => {
          const kept = changesSchema.parse(changes);
          const [held, heldSince] = pairSchema.parse(kept['heldFor']);
          const [, refundId] = pairSchema.parse(kept['refund']);
          const refund = order.refunds.find((one) => one.id === refundId);
          const event = eventOf(operation, changes);
          return {
            at: at.toISOString(),
            event,
            by: actorKind === 'member' ? null : actorName,
            isAutomatic: actorKind === 'system',
            changed: CHANGED.filter((field) => field in kept),
            tracking: textOrNull(pairSchema.parse(kept['trackingNumber'])[1]),
            heldFor: textOrNull(heldSince ?? held),
            amountCents: maySeeMoney ? (refund?.amountCents ?? null) : null,
            isRefunded: maySeeMoney && DONE.has(refund?.state ?? ''),
            creditNote:
              refund === undefined
                ? null
                : (invoices.find((one) => one.refundId === refund.id)?.id ?? null),
            reason:
              event === 'orders.cancel'
                ? order.cancelReason
                : maySeeMoney
                  ? (refund?.reason ?? null)
                  : null,
          };
        }),
        ...order.disputes.flatMap((dispute) => disputeEvents(dispute, maySeeMoney)),
      ].toSorted((one, other) => one.at.localeCompare(other.at)),
    };
  },
});

/** The states of a refund whose money has arrived. */
const DONE: ReadonlySet<string> = new Set(['succeeded', 'transferred']);

type Dispute = { openedAt: Date; closedAt: Date | null; status: string; amountCents: number };

/** Returns the opening of a dispute and, once the bank has decided, its end. */
function disputeEvents({ openedAt, closedAt, status, amountCents }: Dispute, maySeeMoney: boolean) {
  const common = {
    by: null,
    isAutomatic: false,
    changed: [],
    tracking: null,
    heldFor: null,
    isRefunded: false,
    creditNote: null,
    amountCents: maySeeMoney ? amountCents : null,
    reason: null,
  };
  const end =
    status === 'won' ? 'disputes.win' : status === 'lost' ? 'disputes.lose' : 'disputes.close';
  return [
    { ...common, at: openedAt.toISOString(), event: 'disputes.open' as const },
    ...(closedAt === null ? [] : [{ ...common, at: closedAt.toISOString(), event: end } as const]),
  ];
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
