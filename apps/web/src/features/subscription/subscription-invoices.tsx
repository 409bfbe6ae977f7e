import { formatDate, formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { ChevronDown } from 'lucide';

import { api } from '../../lib/data.ts';

/** The invoices of all subscriptions, current and past. Renders nothing without a paid invoice. */
export function SubscriptionInvoices() {
  const { locale } = useRouteContext({ from: '__root__' });
  const invoices = api.programmes.invoices.useQuery().data?.invoices ?? [];
  if (invoices.length === 0) return null;
  return (
    <details className="group border-t border-line pt-2 text-small">
      <summary className="inline-flex min-h-touch list-none items-center gap-2 font-medium hover:text-accent-strong">
        <Trans>Invoices</Trans>
        <Icon
          of={ChevronDown}
          className="size-4 shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul>
        {invoices.map(({ id, paidAt, amountCents }) => {
          const day = formatDate(locale, paidAt);
          const price = formatPrice(locale, amountCents);
          return (
            <li key={id}>
              <a
                href={`/invoices/subscription/${id}`}
                target="_blank"
                rel="noopener"
                className={BUTTON.quiet}
              >
                <Trans>
                  Invoice of {day}: {price}
                  <span className="sr-only"> (new tab)</span>
                </Trans>
              </a>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
