import { defineChange } from '@agres/core/operations/operation';
import { refuse, refuseEach } from '@agres/core/operations/refuse';
import type { Tx } from '@agres/db/db';
import { TRACKING_NUMBER, trackingNumberOf } from '@agres/domain/carriers';
import type { Refusal } from '@agres/domain/refusals';
import { replacementReference } from '@agres/domain/replacements';
import { recheckDeclarationsOf } from '@agres/money/declarations/declaration';
import {
  findObstacles,
  lockOrders,
  shownState,
  type OrderState,
} from '@agres/money/orders/order-state';
import { z } from 'zod';

import { changeReplacementTracking, markReplacementAsSent } from './replace-orders.ts';
import {
  carrierSchema,
  changeTracking,
  isDoubtful,
  markAsSent,
  sentSchema,
  trackedParcel,
} from './send-orders.ts';

type TrackedLine = {
  line: number;
  id: number;
  isReplacement: boolean;
  /** The order number, or the reference of a replacement. */
  reference: number | string;
  tracking: string;
};

/**
 * Imports tracking numbers from a carrier's file, with the order or replacement and the number in its first
 * two columns. Marks unsent parcels as sent and updates sent ones: all, or none if a line is invalid.
 */
export const readTracking = defineChange({
  name: 'orders.readTracking',
  permission: 'orders.send',
  kind: 'change',
  input: z.object({ csv: z.string().min(1).max(200_000), carrier: carrierSchema.nullable() }),
  output: sentSchema.extend({ replacements: z.array(z.int()) }),
  run: async ({ tx, clock, journal }, { csv, carrier }) => {
    const lines = readLines(csv);
    const replaced = await findReplacements(
      tx,
      lines.filter(({ isReplacement }) => isReplacement),
    );
    const known = await lockKnown(
      tx,
      lines.filter(({ isReplacement }) => !isReplacement),
      replaced.map(({ orderId }) => orderId),
    );
    const parcels = lines.map((line) => {
      const rows = line.isReplacement ? replaced : known;
      const stored = rows.find(({ id }) => id === line.id)?.carrier ?? null;
      return { ...line, parcel: trackedParcel(stored, carrier, line.tracking) };
    });
    const sentAt = clock();
    const unsent = known.filter((order) => order.sentAt === null);
    refuseEach(await findObstacles(tx, unsent, { held: false, isBatch: lines.length > 1 }));
    await recheckDeclarationsOf(
      tx,
      unsent.map(({ id }) => id),
    );
    const changed: OrderState[] = [];
    for (const { id, isReplacement, parcel } of parcels) {
      const order = known.find((one) => one.id === id);
      if (isReplacement || order === undefined) continue;
      changed.push(
        order.sentAt === null
          ? await markAsSent({ tx, journal }, order, { parcel, sentAt })
          : await changeTracking({ tx, journal }, order, parcel),
      );
    }
    for (const { id, isReplacement, tracking, parcel } of parcels) {
      if (!isReplacement) continue;
      const isSent = replaced.some((one) => one.id === id && one.sentAt !== null);
      const work = { tx, clock, journal };
      await (isSent
        ? changeReplacementTracking(work, id, { carrier, tracking })
        : markReplacementAsSent(work, id, parcel));
    }
    return {
      orders: changed.map(shownState),
      replacements: replaced.map(({ id }) => id),
      doubtful: parcels.flatMap(({ id, isReplacement, parcel }) => {
        if (!isDoubtful(parcel)) return [];
        const order = replaced.find((one) => one.id === id)?.orderId;
        return isReplacement && order !== undefined ? [order] : [id];
      }),
    };
  },
});

/** Parses every line and reports all invalid ones. A first line of two words or more is a header. */
function readLines(csv: string): TrackedLine[] {
  const faults: Refusal[] = [];
  const lines: TrackedLine[] = [];
  for (const [index, text] of csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const line = index + 1;
    const cells = text.split(/[;,\t]/).map((cell) => cell.replaceAll('"', ''));
    const [number = '', typed = ''] = cells;
    const found = /^\s*(R?)([1-9]\d{0,8})\s*$/i.exec(number);
    const tracking = trackingNumberOf(typed);
    if (text.trim() === '' || (line === 1 && isHeader(cells))) continue;
    const id = Number(found?.[2]);
    const isReplacement = found?.[1] !== '';
    const reference = isReplacement ? replacementReference(id) : id;
    if (found === null || !TRACKING_NUMBER.test(tracking)) {
      faults.push({ code: 'tracking_line_unreadable', line, text: text.slice(0, 80) });
    } else if (lines.some((one) => one.reference === reference)) {
      faults.push({ code: 'tracking_line_twice', line, order: reference });
    } else {
      lines.push({ line, id, isReplacement, reference, tracking });
    }
  }
  refuseEach(faults);
  if (lines.length === 0) refuse({ code: 'tracking_file_empty' });
  return lines;
}

/** Whether the cells are titles: at least two, without digits. */
const isHeader = (cells: readonly string[]) =>
  cells.length > 1 && cells.every((cell) => !/\d/.test(cell)) && /\p{L}/u.test(cells[0] ?? '');

/** Finds the replacements of a file; `lockKnown` locks them through their orders. */
async function findReplacements(tx: Tx, lines: readonly TrackedLine[]) {
  const rows = await tx.replacement.findMany({
    where: { id: { in: lines.map(({ id }) => id) } },
    select: { id: true, orderId: true, sentAt: true, carrier: true },
  });
  refuseUnknownLines(lines, new Set(rows.map(({ id }) => id)));
  return rows;
}

/** Locks the orders of a file and those of its replacements. Returns only the former. */
async function lockKnown(
  tx: Tx,
  lines: readonly TrackedLine[],
  replaced: readonly number[],
): Promise<OrderState[]> {
  const ids = lines.map(({ id }) => id);
  const there = await tx.order.findMany({ where: { id: { in: ids } }, select: { id: true } });
  refuseUnknownLines(lines, new Set(there.map(({ id }) => id)));
  const locked = await lockOrders(tx, [...ids, ...replaced]);
  return locked.slice(0, ids.length);
}

function refuseUnknownLines(lines: readonly TrackedLine[], known: ReadonlySet<number>): void {
  refuseEach(
    lines.flatMap(({ line, id, reference }) =>
      known.has(id) ? [] : [{ code: 'tracking_line_unknown', line, order: reference }],
    ),
  );
}
