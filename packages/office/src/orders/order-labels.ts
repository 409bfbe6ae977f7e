import { defineRead } from '@agres/core/operations/operation';
import { addressesOf } from '@agres/domain/delivery';
import { replacementReference } from '@agres/domain/replacements';
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

/** The number of columns for address lines; further lines are joined in the last one. */
const ADDRESS_LINES = 5;

const COLUMNS = [
  'order',
  'first_name',
  'last_name',
  ...Array.from({ length: ADDRESS_LINES }, (_, index) => `address_${index + 1}`),
  'email',
  'pickup_point',
  'pickup_point_name',
  'pickup_point_address',
  'item',
  'option',
];

const idsSchema = z.array(z.int().positive()).max(100);

/** Exports the file from which a carrier makes labels, a line for each parcel of an order or replacement. */
export const labelOrders = defineRead({
  name: 'orders.labels',
  permission: 'orders.send',
  input: z.object({ orders: idsSchema, replacements: idsSchema.nullable(), ...styleInput }),
  output: csvSchema,
  run: async ({ db }, { orders: ids, replacements, style: name }) => {
    const style = styleOf(name);
    const lines = [csvLine(COLUMNS, style)];
    const parcels = [];
    for (const id of ids) {
      parcels.push({ reference: String(id), order: await readSendableOrder(db, id) });
    }
    const replaced = await db.replacement.findMany({
      where: { id: { in: replacements ?? [] } },
      orderBy: { id: 'asc' },
    });
    for (const row of replaced) {
      const reference = replacementReference(row.id);
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
            order.buyer?.email ?? '',
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

/** Returns the names of the item and its option, in the language of the file. */
const namesOf = (item: BoughtItem, { locale }: CsvStyle): string[] =>
  locale === 'en' ? [item.titleEn, item.optionEn ?? ''] : [item.title, item.option ?? ''];

/** Splits an address text into the recipient's and, if it has one, the pickup point's. */
function placesOf(shippingAddress: string): { recipient: string; pickupPoint: string } {
  return addressesOf(shippingAddress) ?? { recipient: shippingAddress, pickupPoint: '' };
}

function addressCells(address: string): string[] {
  const lines = address.split('\n');
  return Array.from({ length: ADDRESS_LINES }, (_, index) =>
    index < ADDRESS_LINES - 1 ? (lines[index] ?? '') : lines.slice(ADDRESS_LINES - 1).join(', '),
  );
}

function pickupCells(address: string): [name: string, place: string] {
  const [name = '', ...place] = address.split('\n');
  return [name, place.join(', ')];
}
