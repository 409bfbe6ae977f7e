import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { LinkActionPage, Name } from '../../ui/link-action-page.tsx';
import type { LinkPageProps } from './named-item.ts';

/** The page behind "Stop these emails". Opening the link changes nothing; the button unsubscribes. */
export function EndStockRequestsPage({ link, name }: LinkPageProps) {
  const ending = api.stockRequests.end.useMutation();
  if (ending.isSuccess) {
    return (
      <AccountFrame title={<Trans>Your stock alerts are off</Trans>} cover="juggling" isAnswer>
        <p>
          {name === null ? (
            <Trans>You won’t get any more alerts. You can set a new one on any item’s page.</Trans>
          ) : (
            <Trans>
              You won’t get any more alerts, for <Name>{name}</Name> or anything else. You can set a
              new one on any item’s page.
            </Trans>
          )}
        </p>
        <Link to="/shop" className={`self-start ${BUTTON.secondary}`}>
          <Trans>Visit the shop</Trans>
        </Link>
      </AccountFrame>
    );
  }
  return (
    <LinkActionPage
      title={<Trans>Stop my stock alerts</Trans>}
      cover="juggling"
      lead={
        name === null ? (
          <Trans>
            You asked us to email you when something is back in stock. One click stops all your
            alerts.
          </Trans>
        ) : (
          <Trans>
            You asked us to email you when <Name>{name}</Name> is back in stock. One click stops
            this alert and any other you have set.
          </Trans>
        )
      }
      action={<Trans>Stop these emails</Trans>}
      onAct={() => ending.mutate({ id: Number(link.id), nonce: link.nonce })}
      acting={ending}
      failure={
        <>
          <Trans>Your alerts are still on.</Trans>{' '}
        </>
      }
      decline={{ to: '/shop', text: <Trans>Keep them</Trans> }}
    >
      <Trans>Nothing else changes.</Trans>
      <Trans>You can set a new alert on any item’s page.</Trans>
    </LinkActionPage>
  );
}
