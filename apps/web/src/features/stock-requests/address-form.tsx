import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { api } from '../../lib/data.ts';
import { LiveData } from '../../lib/live-data.tsx';
import { EmailRequestForm } from '../../ui/email-request-form.tsx';
import type { StockRequestProps } from './stock-request.tsx';

/** Requests a stock alert without an account: a form with one email field. */
export function AddressForm(props: StockRequestProps) {
  return (
    <LiveData>
      <VisitorsRequest {...props} />
    </LiveData>
  );
}

/** The click that loads the form continues in its field. */
const focusField = (form: HTMLElement | null) => form?.querySelector('input')?.focus();

function VisitorsRequest({ itemId, optionIndex, name, look }: StockRequestProps) {
  const { client } = api.useUtils();
  const [sent, setSent] = useState({ email: '', isAsked: true });
  const { email } = sent;
  return (
    <div ref={focusField} className="rounded-card bg-surface p-6 shadow-card">
      <h2 className="mb-3 font-display text-title-s font-bold">
        <Trans>Email me when it’s back: {name}</Trans>
      </h2>
      <EmailRequestForm
        look={look}
        action={<Trans>Send me the link</Trans>}
        success={
          sent.isAsked ? (
            <Trans>
              Almost done: open the email that is on its way to {email} and confirm your alert.
            </Trans>
          ) : (
            <Trans>Good news: it has just come back in stock. Reload the page to buy it.</Trans>
          )
        }
        send={async (request) => {
          const { isAsked } = await client.stockRequests.ask.mutate({
            ...request,
            itemId,
            optionIndex,
          });
          setSent({ ...request, isAsked });
        }}
      >
        <Trans>
          No account needed: you confirm by a link, then we email you once, as soon as it’s back.
        </Trans>
      </EmailRequestForm>
    </div>
  );
}
