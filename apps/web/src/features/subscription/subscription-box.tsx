import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@shop/domain/shapes';
import { formatDate } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';
import { BUTTON } from '../../ui/button.ts';
import { usePlanNames, usePlanPrices } from './plan-names.ts';

/** The subscription at a glance, and what can be done about it. */
export function SubscriptionBox({ subscription }: { subscription: Subscription }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const names = usePlanNames();
  const { plan, subscriptionDate, accessEndsOn, contractText } = subscription;
  const since = formatDate(locale, subscriptionDate);
  return (
    <section className="rounded-card bg-surface p-7 shadow-card">
      <h2 className="font-display text-title-s font-bold">
        <Trans>My programme</Trans>
      </h2>
      <p className="mt-3 font-medium">{names[plan]}</p>
      <p className="text-ink-soft">
        <Trans>Since {since}</Trans>
      </p>
      {accessEndsOn === null ? (
        <>
          <NextDebit plan={plan} />
          <div className="mt-4 flex flex-col items-start gap-1">
            <Link to="/update-payment-method" className={BUTTON.quiet}>
              <Trans>Update my bank details</Trans>
            </Link>
            <Link to="/cancel-your-contract" className={`text-small ${BUTTON.quiet}`}>
              <Trans>Cancel your contract</Trans>
            </Link>
            <Link to="/withdrawal" className={`text-small ${BUTTON.quiet}`}>
              <Trans>Withdraw from the contract</Trans>
            </Link>
          </div>
        </>
      ) : (
        <Cancelled accessEndsOn={accessEndsOn} />
      )}
      {contractText !== null && (
        <p className="mt-4 border-t border-line pt-4">
          <Link
            to="/terms-of-use/$hash"
            params={{ hash: contractText.slice(0, 12) }}
            className={`text-small ${BUTTON.quiet}`}
          >
            <Trans>The terms as you accepted them</Trans>
          </Link>
        </p>
      )}
    </section>
  );
}

/** When the card is debited next; a refused debit is said here too. */
function NextDebit({ plan }: Pick<Subscription, 'plan'>) {
  const { locale } = useRouteContext({ from: '__root__' });
  const price = usePlanPrices()[plan];
  const contract = api.programmes.current.useQuery();
  if (!contract.isSuccess) return null;
  const { paidUntil, isPastDue, referrals } = contract.data;
  if (isPastDue) {
    return (
      <p className="mt-4 rounded-control bg-warning-ground px-4 py-3 font-medium text-warning">
        <Trans>
          The last payment was refused. We will try again over the next few days: please check your
          bank details.
        </Trans>
      </p>
    );
  }
  const date = formatDate(locale, paidUntil);
  return (
    <p className="mt-3">
      {referrals === 0 ? (
        <Trans>
          Next payment on {date}: {price}.
        </Trans>
      ) : (
        <Trans>
          Next payment on {date}: {price}, less what your referrals earned.
        </Trans>
      )}
    </p>
  );
}

function Cancelled({ accessEndsOn }: { accessEndsOn: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const end = formatDate(locale, accessEndsOn);
  return (
    <>
      <p className="mt-4 rounded-control bg-warning-ground px-4 py-3 font-medium text-warning">
        <Trans>Cancelled: your access lasts until {end}.</Trans>
      </p>
      <Link to="/subscribe" className={`mt-5 ${BUTTON.primary}`}>
        <Trans>Resume my subscription</Trans>
      </Link>
    </>
  );
}
