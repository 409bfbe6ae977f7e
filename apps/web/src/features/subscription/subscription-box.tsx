import { Trans } from '@lingui/react/macro';
import type { Subscription } from '@shop/domain/shapes';
import { formatDate } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { api } from '../../lib/data.ts';
import { BUTTON } from '../../ui/button.ts';
import { StoreBadges } from '../../ui/store-badges.tsx';
import { NextPayment } from './next-payment.tsx';
import { usePlanNames, usePlanPrices } from './plan-names.ts';

type SubscriptionBoxProps = { subscription: Subscription };

/** The subscription at a glance, the way to what it gives, and what can be done about it. */
export function SubscriptionBox({ subscription }: SubscriptionBoxProps) {
  const { accessEndsOn, contractText } = subscription;
  return (
    <section className="rounded-card bg-surface p-7 shadow-card">
      <h2 className="font-display text-title-s font-bold">
        <Trans>My programme</Trans>
      </h2>
      <Standing subscription={subscription} />
      {accessEndsOn === null ? (
        <Link to="/update-payment-method" className={`mt-5 ${BUTTON.secondary}`}>
          <Trans>Update my bank details</Trans>
        </Link>
      ) : (
        <Link to="/subscribe" className={`mt-5 ${BUTTON.primary}`}>
          <Trans>Resume my subscription</Trans>
        </Link>
      )}
      <TheApp />
      <ul className="mt-5 flex flex-col items-start border-t border-line pt-3 text-small">
        {accessEndsOn === null && (
          <>
            <li>
              <Link to="/cancel-your-contract" className={BUTTON.quiet}>
                <Trans>Cancel your contract</Trans>
              </Link>
            </li>
            <li>
              <Link to="/withdrawal" search={{ contract: 'subscription' }} className={BUTTON.quiet}>
                <Trans>Withdraw from the contract</Trans>
              </Link>
            </li>
          </>
        )}
        {contractText !== null && (
          <li>
            <Link
              to="/terms-of-use/$hash"
              params={{ hash: contractText.slice(0, 12) }}
              className={BUTTON.quiet}
            >
              <Trans>The terms as you accepted them</Trans>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Which plan, since when, and what is debited next; a refused debit is said here too. */
function Standing({ subscription }: SubscriptionBoxProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const names = usePlanNames();
  const prices = usePlanPrices();
  const contract = api.programmes.current.useQuery();
  const { plan, subscriptionDate, accessEndsOn } = subscription;
  const isRefused = accessEndsOn === null && contract.data?.isPastDue === true;
  return (
    <>
      <p className="mt-3 font-semibold">{names[plan]}</p>
      <p className="text-ink-soft">{prices[plan]}</p>
      {accessEndsOn !== null && <Cancelled accessEndsOn={accessEndsOn} />}
      {isRefused && (
        <Warning>
          <Trans>
            The last payment was refused. We will try again over the next few days: please check
            your bank details.
          </Trans>
        </Warning>
      )}
      <dl className="mt-4 flex flex-col gap-3 tabular-nums">
        {accessEndsOn === null && !isRefused && (
          <Fact label={<Trans>Next payment</Trans>}>
            <NextPayment subscription={subscription} />
          </Fact>
        )}
        <Fact label={<Trans>Since</Trans>}>{formatDate(locale, subscriptionDate)}</Fact>
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

/** Where what is paid for can be had. */
function TheApp() {
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="font-semibold">
        <Trans>Your sessions are in the app</Trans>
      </h3>
      <p className="mt-1 mb-4 text-small text-pretty text-ink-soft">
        <Trans>Log in there with the email address and the password of this account.</Trans>
      </p>
      <StoreBadges />
    </div>
  );
}

function Cancelled({ accessEndsOn }: { accessEndsOn: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const end = formatDate(locale, accessEndsOn);
  return (
    <Warning>
      <Trans>Cancelled: your access lasts until {end}.</Trans>
    </Warning>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="mt-4 rounded-control bg-warning-ground px-4 py-3 font-medium text-warning">
      {children}
    </p>
  );
}
