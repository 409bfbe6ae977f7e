import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { AccountFrame, Point } from '../../ui/account-frame.tsx';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { Name, type LinkPageProps } from './link-page.tsx';

/** The page behind "Stop these emails". Opening the link changes nothing; the button unsubscribes. */
export function EndStockRequestsPage({ link, name }: LinkPageProps) {
  const ending = api.stockRequests.end.useMutation();
  if (ending.isSuccess) {
    return (
      <AccountFrame title={<Trans>Your stock alerts are off</Trans>} cover="juggling" isAnswer>
        <p>
          {name === null ? (
            <Trans>
              We will no longer email you when something is back in stock. You can set a new alert
              on any item’s page.
            </Trans>
          ) : (
            <Trans>
              We will no longer email you when <Name>{name}</Name> or anything else is back in
              stock. Ask again on the page of an item whenever you like.
            </Trans>
          )}
        </p>
        <Link to="/shop" className={`self-start ${BUTTON.secondary}`}>
          <Trans>See the shop</Trans>
        </Link>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={<Trans>Stop my stock alerts</Trans>} cover="juggling">
      <p className="text-lead text-ink-soft">
        {name === null ? (
          <Trans>
            You asked us to email you when something is back in stock. One click stops all your
            alerts.
          </Trans>
        ) : (
          <Trans>
            You asked us to email you when <Name>{name}</Name> is back in stock. One click stops
            this alert and any other you have set.
          </Trans>
        )}
      </p>
      <ul className="flex flex-col gap-3">
        <Point>
          <Trans>Nothing else changes.</Trans>
        </Point>
        <Point>
          <Trans>You can ask again on any item page.</Trans>
        </Point>
      </ul>
      {ending.isError && <CodeAlert kind="error" code={callErrorOf(ending.error).code} />}
      <div className="flex flex-wrap gap-4">
        <button
          type="button"
          disabled={ending.isPending}
          onClick={() => ending.mutate({ id: Number(link.id), nonce: link.nonce })}
          className={`grow sm:grow-0 ${BUTTON.primary}`}
        >
          <Trans>Stop these emails</Trans>
        </button>
        <Link to="/shop" className={`grow sm:grow-0 ${BUTTON.secondary}`}>
          <Trans>Keep them</Trans>
        </Link>
      </div>
    </AccountFrame>
  );
}
