import { Trans } from '@lingui/react/macro';
import { useState } from 'react';

import { api } from '../../lib/data.ts';
import { LiveData } from '../../lib/live-data.tsx';
import { EmailRequestForm } from '../../ui/email-request-form.tsx';
import type { StockRequestProps } from './stock-request.tsx';

/** Requests a stock alert without an account. */
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
  const [isAsked, setIsAsked] = useState(true);
  return (
    <div ref={focusField} className="border-t border-line pt-5">
      <h2 className="mb-3 font-display text-title-s font-bold">
        <Trans>Email me when it’s back ({name})</Trans>
      </h2>
      <EmailRequestForm
        look={look === 'primary' ? look : 'secondary'}
        action={<Trans>Send me the link</Trans>}
        success={
          isAsked ? (
            <Trans>Check your inbox: open the link that we sent to confirm your alert.</Trans>
          ) : (
            <Trans>Good news: it has just come back in stock. Reload the page to buy it.</Trans>
          )
        }
        send={async (request) => {
          const asked = await client.stockRequests.ask.mutate({
            ...request,
            itemId,
            optionIndex,
          });
          setIsAsked(asked.isAsked);
        }}
      >
        <Trans>
          No account needed. We’ll send you a link to confirm, then one email as soon as it’s back.
        </Trans>
      </EmailRequestForm>
    </div>
  );
}
