import type { Order, OrderInvoices as Listed } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';

import { api } from '../../lib/data.ts';

type Document = Listed['invoices'][number];

/** Links to the invoice and credit notes, or says that the invoice will follow. */
export function OrderInvoices({ order: { id, amountCents } }: { order: Order }) {
  const { data } = api.orders.invoices.useQuery({ id });
  // An order without a payment has no invoice.
  if (data === undefined || amountCents === 0) return null;
  if (data.invoices.length === 0) {
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
          <a
            href={`/invoices/${document.id}`}
            target="_blank"
            rel="noopener"
            className={BUTTON.quiet}
          >
            <DocumentName document={document} />
          </a>
        </li>
      ))}
    </ul>
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
