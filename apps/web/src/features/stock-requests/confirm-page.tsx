import { RETENTION } from '@agres/domain/retention';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { AccountFrame, Point } from '../../ui/account-frame.tsx';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { Name, type LinkPageProps } from './link-page.tsx';

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
    <AccountFrame title={<Trans>Confirm your stock alert</Trans>} cover="juggling">
      <p className="text-lead text-ink-soft">
        {name === null ? (
          <Trans>One click, and we’ll email you when your item is back in stock.</Trans>
        ) : (
          <Trans>
            One click, and we’ll email you when <Name>{name}</Name> is back in stock.
          </Trans>
        )}
      </p>
      <ul className="flex flex-col gap-3">
        <Point>
          <Trans>A single email, with a link to stop your alerts.</Trans>
        </Point>
        <Point>
          <Trans>
            Your address is used for nothing else, and deleted the day after that email or after{' '}
            {days} days.
          </Trans>
        </Point>
      </ul>
      {confirming.isError && <CodeAlert kind="error" code={callErrorOf(confirming.error).code} />}
      <div className="flex flex-wrap gap-4">
        <button
          type="button"
          disabled={confirming.isPending}
          onClick={() => confirming.mutate({ id: Number(link.id), nonce: link.nonce })}
          className={`grow sm:grow-0 ${BUTTON.primary}`}
        >
          <Trans>Confirm my alert</Trans>
        </button>
        <Link to="/shop" className={`grow sm:grow-0 ${BUTTON.secondary}`}>
          <Trans>Not now</Trans>
        </Link>
      </div>
    </AccountFrame>
  );
}
