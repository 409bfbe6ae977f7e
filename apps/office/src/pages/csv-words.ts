import { useLingui } from '@lingui/react/macro';

/** Words of a file for the accountant: its operation names columns and kinds for programs. */
export function useCsvWords(): (csv: string) => string {
  const { t } = useLingui();
  const columns: Readonly<Record<string, string>> = {
    order: t`Order`,
    bought: t`Bought on`,
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
  return (csv) => {
    const [head = '', ...lines] = csv.split('\r\n');
    return [
      head.replaceAll(/[a-z_]+/g, (name) => columns[name] ?? name),
      // State and kind stand before any text: behind a number and a day, or a day.
      ...lines.map((line) =>
        line.replace(
          /^((?:[\d-]+[;,]){1,2})([a-z_]+)/,
          (_line, before: string, name: string) => `${before}${kinds[name] ?? name}`,
        ),
      ),
    ].join('\r\n');
  };
}
