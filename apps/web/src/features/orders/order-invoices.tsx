import type { OrderInvoices as Listed } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';

import { api } from '../../lib/data.ts';

type Document = Listed['invoices'][number];

/** The ways to the invoice and credit notes of an order; nothing until they are made. */
export function OrderInvoices({ id }: { id: number }) {
  const { data } = api.orders.invoices.useQuery({ id });
  if (data === undefined || data.invoices.length === 0) return null;
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
