import { addDays, parisDayOf, type Day } from '@agres/domain/days';
import type { Order, OrderInvoices as Listed } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';

import { api } from '../../lib/data.ts';
import { stageOf } from './order-state.ts';

/** An order that is over and older than this gets no invoice any more. */
const FOLLOWS_WITHIN_DAYS = 30;

type Document = Listed['invoices'][number];

/** Links to the invoice and credit notes, or says that the invoice will follow. */
export function OrderInvoices({ order, today }: { order: Order; today: Day }) {
  const { id, amountCents } = order;
  const { data } = api.orders.invoices.useQuery({ id });
  // An order without a payment has no invoice.
  if (data === undefined || amountCents === 0) return null;
  if (data.invoices.length === 0) {
    const isOld = addDays(parisDayOf(new Date(order.orderDate)), FOLLOWS_WITHIN_DAYS) < today;
    if (stageOf(order) !== 'waiting' && isOld) return null;
    return (
      <p className="mt-4 border-t border-line pt-4 text-small text-ink-soft">
        <Trans>Your invoice will appear here.</Trans>
      </p>
    );
  }
  return (
    <ul className="mt-4 border-t border-line pt-2 text-small">
      {data.invoices.map((document) => (
        <li key={document.id}>
          <DocumentLink document={document} />
        </li>
      ))}
    </ul>
  );
}

/** The invoice of a delivered order, in the list of orders. */
export function InvoiceLink({ order }: { order: Order }) {
  const { data } = api.orders.invoices.useQuery(
    { id: order.id },
    { enabled: stageOf(order) === 'delivered' },
  );
  const invoice = data?.invoices.find(({ kind }) => kind === 'invoice');
  return invoice ? <DocumentLink document={invoice} /> : null;
}

function DocumentLink({ document }: { document: Document }) {
  return (
    <a
      href={`/invoices/${document.id}`}
      target="_blank"
      rel="noopener"
      className={`print:hidden ${BUTTON.quiet}`}
    >
      <DocumentName document={document} />
    </a>
  );
}

function DocumentName({ document: { kind, number } }: { document: Document }) {
  return kind === 'invoice' ? (
    <Trans>
      Invoice no. {number}
      <span className="sr-only"> (new tab)</span>
    </Trans>
  ) : (
    <Trans>
      Credit note no. {number}
      <span className="sr-only"> (new tab)</span>
    </Trans>
  );
}
