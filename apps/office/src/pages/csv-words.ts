import { useLingui } from '@lingui/react/macro';

import { useAreaNames } from '../lib/facts.ts';

/** Translates a CSV file: the operations write columns, kinds and areas as codes. */
export function useCsvWords(): (csv: string) => string {
  const { t } = useLingui();
  const columns: Readonly<Record<string, string>> = {
    order: t`Order`,
    bought: t`Ordered on`,
    state: t`State`,
    sent: t`Sent on`,
    delivered: t`Delivered on`,
    cancelled: t`Cancelled on`,
    item: t`Item`,
    option: t`Option`,
    area: t`Delivery area`,
    price: t`Price`,
    delivery_fee: t`Delivery`,
    paid: t`Paid`,
    refunded: t`Refunded`,
    currency: t`Currency`,
    stripe_account: t`Stripe account`,
    payment: t`Payment`,
    date: t`Date`,
    kind: t`Kind`,
    subscription: t`Subscription`,
    net: t`Without VAT`,
    vat_percent: t`VAT rate (%)`,
    vat: t`VAT`,
    gross: t`With VAT`,
    stripe_fee: t`Stripe fee`,
    balance: t`Change of the balance`,
    stripe_source: t`Stripe source`,
    stripe_transaction: t`Stripe transaction`,
    first_name: t`First name`,
    last_name: t`Last name`,
    street: t`Street`,
    postcode: t`Postcode`,
    town: t`Town`,
    country: t`Country`,
    email: t`Email`,
    pickup_point: t`Number of the pickup point`,
    pickup_point_name: t`Pickup point`,
    pickup_point_street: t`Street of the pickup point`,
    pickup_point_postcode: t`Postcode of the pickup point`,
    pickup_point_town: t`Town of the pickup point`,
    pickup_point_country: t`Country of the pickup point`,
  };
  const kinds: Readonly<Record<string, string>> = {
    waiting: t`To send`,
    sent: t`Sent`,
    delivered: t`Delivered`,
    cancelled: t`Cancelled`,
    charge: t`Payment`,
    refund: t`Refund of a payment`,
    refund_failure: t`Failed refund`,
    dispute: t`Dispute`,
    dispute_reversal: t`Dispute won`,
    payout: t`Payout`,
    fee: t`Fee`,
  };
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    state: kinds,
    kind: kinds,
    currency: { eur: 'EUR' },
    stripe_account: { main: t`main account`, bis: t`second account` },
    area: useAreaNames(),
  };
  return (csv) => {
    const [head = '', ...lines] = csv.split('\r\n');
    const separator = head.includes(';') ? ';' : ',';
    const names = head.replace(BYTE_ORDER_MARK, '').split(separator);
    return [
      head.replaceAll(/[a-z_]+/g, (name) => columns[name] ?? name),
      ...lines.map((line) =>
        cellsOf(line, separator)
          .map((cell, index) => words[names[index] ?? '']?.[cell] ?? cell)
          .join(separator),
      ),
    ].join('\r\n');
  };
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Returns raw cells. A separator within quotes is part of its cell. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (const part of line.split(separator)) {
    const open = cells.at(-1) ?? '';
    // An odd number of quotes so far: the cell continues after the separator.
    if (open.split('"').length % 2 === 0) cells.splice(-1, 1, `${open}${separator}${part}`);
    else cells.push(part);
  }
  return cells;
}
