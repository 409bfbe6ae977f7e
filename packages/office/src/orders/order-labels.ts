import { defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { addressesOf } from '@agres/domain/delivery';
import { replacementReference } from '@agres/domain/replacements';
import { findContact } from '@agres/money/orders/contact';
import { z } from 'zod';

import {
  CSV_HEAD,
  csvLine,
  csvSchema,
  csvText,
  styleInput,
  styleOf,
  type CsvStyle,
} from '../operations/csv.ts';
import { readSendableOrder, readSendableReplacement, type BoughtItem } from './find-orders.ts';
import { shownReplacement } from './read-replacements.ts';

const COLUMNS = [
  'order',
  'first_name',
  'last_name',
  'street',
  'postcode',
  'town',
  'country',
  'email',
  'pickup_point',
  'pickup_point_name',
  'pickup_point_street',
  'pickup_point_postcode',
  'pickup_point_town',
  'pickup_point_country',
  'item',
  'option',
];

const idsSchema = z.array(z.int().positive()).max(100);

/**
 * Exports the file from which a carrier makes labels: one line per parcel of an order or replacement. A preparer
 * exports prepared parcels only, because the file has the names and addresses of buyers.
 */
export const labelOrders = defineRead({
  name: 'orders.labels',
  permission: 'orders.send',
  input: z.object({ orders: idsSchema, replacements: idsSchema.nullable(), ...styleInput }),
  output: csvSchema,
  run: async ({ db, has }, { orders: ids, replacements, style: name }) => {
    const style = styleOf(name);
    const lines = [csvLine(COLUMNS, style)];
    const parcels = [];
    const isLimited = !has('orders.release');
    for (const id of ids) {
      const order = await readSendableOrder(db, id);
      if (isLimited) requirePrepared(id, order);
      parcels.push({ reference: String(id), order });
    }
    const replaced = await db.replacement.findMany({
      where: { id: { in: replacements ?? [] } },
      orderBy: { id: 'asc' },
    });
    for (const row of replaced) {
      const reference = replacementReference(row.id);
      if (isLimited) requirePrepared(row.orderId, shownReplacement(row));
      parcels.push({ reference, order: await readSendableReplacement(db, row) });
    }
    for (const { reference, order } of parcels) {
      const { recipient, pickupPoint } = placesOf(order.shippingAddress);
      lines.push(
        csvLine(
          [
            reference,
            order.firstName,
            order.lastName,
            ...addressCells(recipient),
            order.buyer?.email ?? (await findContact(db, order.id)) ?? '',
            order.relayId ?? '',
            ...pickupCells(pickupPoint),
            ...namesOf(order.item, style),
          ].map(csvText),
          style,
        ),
      );
    }
    return { csv: CSV_HEAD + lines.join('') };
  },
});

type Stages = Record<'preparedDate' | 'sentDate' | 'cancelledDate', string | null>;

function requirePrepared(order: number, { preparedDate, sentDate, cancelledDate }: Stages): void {
  if (preparedDate === null || sentDate !== null || cancelledDate !== null) {
    refuse({ code: 'order_not_prepared', order });
  }
}

const namesOf = (item: BoughtItem, { locale }: CsvStyle): string[] =>
  locale === 'en' ? [item.titleEn, item.optionEn ?? ''] : [item.title, item.option ?? ''];

/**
 * Splits an address into its two parts. Without a pickup point, the whole text is the recipient's address.
 */
function placesOf(shippingAddress: string): { recipient: string; pickupPoint: string } {
  return addressesOf(shippingAddress) ?? { recipient: shippingAddress, pickupPoint: '' };
}

/** A postcode, which may have a space (“SW1A 1AA”), and a town. */
const POSTCODE_AND_TOWN = /^([A-Z]{1,2}\d\w? \d\w{2}|\S*\d\S*) +(.+)$/i;

/** Returns street, postcode, town and country. Without a postcode, the whole address is the street. */
function addressCells(address: string): [string, string, string, string] {
  const lines = address.split('\n');
  const at = lines.findLastIndex((line, index) => index > 0 && POSTCODE_AND_TOWN.test(line));
  const [, postcode, town] = POSTCODE_AND_TOWN.exec(lines[at] ?? '') ?? [];
  if (postcode === undefined || town === undefined) return [lines.join(', '), '', '', ''];
  return [lines.slice(0, at).join(', '), postcode, town, lines.slice(at + 1).join(', ')];
}

function pickupCells(address: string): string[] {
  const [name = '', ...place] = address.split('\n');
  return [name, ...addressCells(place.join('\n'))];
}
