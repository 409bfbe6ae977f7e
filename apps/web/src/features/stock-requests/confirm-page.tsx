import { RETENTION } from '@agres/domain/retention';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { LinkActionPage, Name } from '../../ui/link-action-page.tsx';
import type { LinkPageProps } from './named-item.ts';

/**
 * Confirms a stock alert without an account. Opening the link of the email changes nothing; the button confirms.
 */
export function ConfirmStockRequestPage({ link, name }: LinkPageProps) {
  const confirming = api.stockRequests.confirm.useMutation();
  const days = RETENTION.stockRequestDays;
  if (confirming.isSuccess) {
    const { itemId, optionIndex } = confirming.data;
    return (
      <AccountFrame title={<Trans>Your stock alert is set</Trans>} cover="juggling" isAnswer>
        <p>
          {name === null ? (
            <Trans>We’ll email you once, as soon as the item is back in stock.</Trans>
          ) : (
            <Trans>
              We’ll email you once, as soon as <Name>{name}</Name> is back in stock.
            </Trans>
          )}
        </p>
        <Link
          to="/shop/item/$id"
          params={{ id: String(itemId) }}
          search={{ option: optionIndex }}
          className={`self-start ${BUTTON.secondary}`}
        >
          <Trans>See the item</Trans>
        </Link>
      </AccountFrame>
    );
  }
  return (
    <LinkActionPage
      title={<Trans>Confirm your stock alert</Trans>}
      cover="juggling"
      lead={
        name === null ? (
          <Trans>One click, and we’ll email you when your item is back in stock.</Trans>
        ) : (
          <Trans>
            One click, and we’ll email you when <Name>{name}</Name> is back in stock.
          </Trans>
        )
      }
      action={<Trans>Confirm my alert</Trans>}
      onAct={() => confirming.mutate({ id: Number(link.id), nonce: link.nonce })}
      acting={confirming}
      decline={{ to: '/shop', text: <Trans>Not now</Trans> }}
    >
      <Trans>A single email, with a link to stop your alerts.</Trans>
      <Trans>
        We use your address for nothing else and delete it the day after that email, or after {days}{' '}
        days at the latest.
      </Trans>
    </LinkActionPage>
  );
}
