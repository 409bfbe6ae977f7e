import type { Subscription } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { CircleAlert } from 'lucide';
import type { ReactNode } from 'react';

import { api } from '../../lib/data.ts';
import { Picture } from '../../ui/picture.tsx';
import { StoreBadges } from '../../ui/store-badges.tsx';
import { NextPayment } from './next-payment.tsx';
import { usePlanNames, usePlanPrices } from './plan-names.ts';
import { SubscriptionInvoices } from './subscription-invoices.tsx';

type SubscriptionBoxProps = { subscription: Subscription };

type BoxProps = SubscriptionBoxProps & {
  /** True if the subscription has just begun. The way to the app is then larger. */
  isNew?: boolean;
};

export function SubscriptionBox({ subscription, isNew = false }: BoxProps) {
  return (
    <section className="flex w-full flex-col gap-6 self-start rounded-card bg-surface p-5 shadow-card sm:p-7">
      <div className="flex items-center gap-5">
        <Picture
          url="/pictures/programmes/handstand.webp"
          alt=""
          sizes="8rem"
          className="aspect-4/5 w-20 shrink-0 rounded-control object-cover sm:w-28"
        />
        <PlanSummary subscription={subscription} />
      </div>
      <div>
        <Urgent subscription={subscription} />
        <TheApp isNew={isNew} />
      </div>
      <div>
        <Standing subscription={subscription} />
        <SubscriptionInvoices />
        <Contract subscription={subscription} />
      </div>
    </section>
  );
}

function PlanSummary({ subscription: { plan } }: SubscriptionBoxProps) {
  const names = usePlanNames();
  const prices = usePlanPrices();
  return (
    <div className="min-w-0">
      <h2 className="text-small font-semibold text-ink-soft">
        <Trans>My programme</Trans>
      </h2>
      <p className="mt-1 font-display text-title-m font-bold text-balance">{names[plan]}</p>
      <p className="mt-1 text-ink-soft">{prices[plan]}</p>
    </div>
  );
}

/** Whether the last debit was refused and will be retried. */
function useIsDebitRefused({ accessEndsOn }: Subscription): boolean {
  const contract = api.programmes.current.useQuery();
  return accessEndsOn === null && contract.data?.isPastDue === true;
}

/** The most important notice: the end of a cancelled contract, or a refused debit. */
function Urgent({ subscription }: SubscriptionBoxProps) {
  const isRefused = useIsDebitRefused(subscription);
  const { accessEndsOn } = subscription;
  if (accessEndsOn !== null) {
    return (
      <div className="mb-6 flex flex-col items-start gap-4">
        <Cancelled accessEndsOn={accessEndsOn} />
        <Link to="/subscribe" className={`max-sm:px-4! w-full sm:w-auto ${BUTTON.primary}`}>
          <Trans>Resume my subscription</Trans>
        </Link>
      </div>
    );
  }
  if (!isRefused) return null;
  return (
    <div className="mb-6 flex flex-col items-start gap-4">
      <Warning>
        <Trans>
          Your last payment was declined. We’ll try again over the next few days. Please check your
          card.
        </Trans>
      </Warning>
      <Link to="/update-payment-method" className={BUTTON.secondary}>
        <Trans>Change my card</Trans>
      </Link>
    </div>
  );
}

function Standing({ subscription }: SubscriptionBoxProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const isRefused = useIsDebitRefused(subscription);
  const { subscriptionDate, accessEndsOn } = subscription;
  return (
    <div>
      <dl className="divide-y divide-line border-t border-line text-small tabular-nums">
        {accessEndsOn !== null && (
          <Fact label={<Trans>Access until</Trans>}>{formatDate(locale, accessEndsOn)}</Fact>
        )}
        {accessEndsOn === null && !isRefused && (
          <Fact label={<Trans>Next payment</Trans>}>
            <NextPayment subscription={subscription} />
          </Fact>
        )}
        <Fact label={<Trans>Subscribed since</Trans>}>{formatDate(locale, subscriptionDate)}</Fact>
      </dl>
      {accessEndsOn === null && !isRefused && (
        <Link to="/update-payment-method" className={`mb-2 text-small ${BUTTON.quiet}`}>
          <Trans>Change my card</Trans>
        </Link>
      )}
    </div>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 py-2">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function TheApp({ isNew }: { isNew: boolean }) {
  return (
    <>
      <h3 className={isNew ? 'font-display text-title-s font-bold' : 'font-semibold'}>
        <Trans>Your sessions are in the app</Trans>
      </h3>
      <p className={`mt-1 mb-4 ${isNew ? '' : 'text-small text-ink-soft'}`}>
        <Trans>Log in with the same email and password.</Trans>
      </p>
      <StoreBadges isLarge={isNew} />
    </>
  );
}

function Contract({ subscription: { accessEndsOn, contractText } }: SubscriptionBoxProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 border-t border-line pt-2 text-small text-ink-soft">
      {accessEndsOn === null && (
        <li>
          <Link to="/cancel-your-contract" className={BUTTON.quiet}>
            <Trans>Cancel your contract</Trans>
          </Link>
        </li>
      )}
      <li>
        <Link to="/withdrawal" search={{ contract: 'subscription' }} className={BUTTON.quiet}>
          <Trans>Withdraw from the contract</Trans>
        </Link>
      </li>
      {contractText !== null && (
        <li>
          <Link
            to="/terms-of-use/$hash"
            params={{ hash: contractText.slice(0, 12) }}
            className={BUTTON.quiet}
          >
            <Trans>The terms you accepted</Trans>
          </Link>
        </li>
      )}
    </ul>
  );
}

function Cancelled({ accessEndsOn }: { accessEndsOn: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const end = formatDate(locale, accessEndsOn);
  return (
    <Warning>
      <Trans>Cancelled: you keep access until {end}.</Trans>
    </Warning>
  );
}

/** Looks like an alert, but has no `role="alert"`, because nothing just happened. */
function Warning({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-3 rounded-control border border-warning bg-warning-ground px-4 py-3 font-medium text-warning">
      <Icon of={CircleAlert} className="mt-0.5 size-5 shrink-0" />
      <p>{children}</p>
    </div>
  );
}
