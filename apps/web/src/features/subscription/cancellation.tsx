import type { User } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { callErrorOf } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { DataError } from '../../ui/data-error.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { focusElement } from '../../ui/focus.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { ContractFacts } from './contract-facts.tsx';

type CancellationProps = {
  user: User;
  onCancelled: () => void;
  onOtherAddress: () => void;
};

/** The contract, then a summary to confirm, then the outcome. */
export function Cancellation({ user, onCancelled, onOtherAddress }: CancellationProps) {
  const [isRecap, setIsRecap] = useState(false);
  const utils = api.useUtils();
  const ending = api.programmes.unsubscribe.useMutation({
    onSuccess: () => {
      onCancelled();
      void utils.users.status.invalidate();
    },
  });
  if (ending.isSuccess) {
    return <Cancelled email={user.email} accessEndsOn={ending.data.accessEndsOn} />;
  }
  if (user.subscription === null) {
    return <NoContract email={user.email} onOtherAddress={onOtherAddress} />;
  }
  if (user.subscription.accessEndsOn !== null) {
    return <AlreadyCancelled accessEndsOn={user.subscription.accessEndsOn} />;
  }
  if (!isRecap) {
    return (
      <Card title={<Trans>Your contract</Trans>}>
        <Facts user={user} isBinding={false} />
        <button
          type="button"
          onClick={() => setIsRecap(true)}
          className={`mt-6 w-full sm:w-auto ${BUTTON.secondary}`}
        >
          <Trans>Cancel your contract</Trans>
        </button>
      </Card>
    );
  }
  return (
    <Card title={<Trans>Check your cancellation</Trans>} isStep>
      <p className="mb-5">
        <Trans>Please check the details. Your cancellation takes effect when you confirm.</Trans>
      </p>
      <Facts user={user} isBinding />
      {ending.isError && (
        <div className="mt-6">
          <CodeAlert kind="error" code={callErrorOf(ending.error).code}>
            <Trans>Your subscription has not been cancelled.</Trans>{' '}
          </CodeAlert>
        </div>
      )}
      <div className="mt-8 flex flex-wrap gap-4">
        <button
          type="button"
          disabled={ending.isPending}
          onClick={() => ending.mutate()}
          className={`grow sm:grow-0 ${BUTTON.secondary}`}
        >
          <Trans>Confirm cancellation</Trans>
        </button>
        <button
          type="button"
          disabled={ending.isPending}
          onClick={() => {
            ending.reset();
            setIsRecap(false);
          }}
          className={`grow sm:grow-0 ${BUTTON.secondary}`}
        >
          <Trans>Keep my subscription</Trans>
        </button>
      </div>
      {ending.isPending && (
        <LoadingIndicator>
          <Trans>Cancelling your contract…</Trans>
        </LoadingIndicator>
      )}
    </Card>
  );
}

type FactsProps = {
  user: User;
  /** True if the next click ends the contract. The facts then include the last day of access. */
  isBinding: boolean;
};

function Facts({ user, isBinding }: FactsProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const contract = api.programmes.current.useQuery();
  if (user.subscription === null || contract.isPending) return <LoadingIndicator />;
  if (contract.isError) return <DataError onTry={() => contract.refetch()} />;
  const { paidUntil, isPastDue } = contract.data;
  const { subscription } = user;
  if (isBinding)
    return <ContractFacts {...{ user, subscription }} endsOn={isPastDue ? null : paidUntil} />;
  const end = formatDate(locale, paidUntil);
  return (
    <>
      <p className="mb-5 font-semibold">
        {isPastDue ? (
          <Trans>If you cancel now, your access ends today.</Trans>
        ) : (
          <Trans>If you cancel now, you keep access until {end}.</Trans>
        )}
      </p>
      <ContractFacts {...{ user, subscription }} />
    </>
  );
}

function Cancelled({ email, accessEndsOn }: { email: string; accessEndsOn: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const end = formatDate(locale, accessEndsOn);
  const [shownAt] = useState(() => Date.now());
  // Access ends immediately if the last renewal was not paid.
  const isOver = Date.parse(accessEndsOn) <= shownAt;
  return (
    <Card>
      <output className="block font-semibold">
        {isOver ? (
          <Trans>Your access has ended. You won’t be charged again.</Trans>
        ) : (
          <Trans>Your access lasts until {end}. You won’t be charged again.</Trans>
        )}
      </output>
      <p className="mt-5 wrap-anywhere">
        <Trans>
          We’re emailing the confirmation to <EmailAddress>{email}</EmailAddress>.
        </Trans>
      </p>
      {isOver ? <ToProfile /> : <ResumeLinks />}
    </Card>
  );
}

function AlreadyCancelled({ accessEndsOn }: { accessEndsOn: string }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const end = formatDate(locale, accessEndsOn);
  return (
    <Card>
      <p>
        <Trans>Your access lasts until {end}. You won’t be charged again.</Trans>
      </p>
      <ResumeLinks />
    </Card>
  );
}

function ResumeLinks() {
  return (
    <>
      <p className="mt-5 text-ink-soft">
        <Trans>Changed your mind? Resume by then and your subscription carries on.</Trans>
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-center gap-x-6 gap-y-2 sm:justify-start">
        <Link to="/subscribe" className={`max-sm:px-4! grow sm:grow-0 ${BUTTON.secondary}`}>
          <Trans>Resume my subscription</Trans>
        </Link>
        <Link to="/profile" className={BUTTON.quiet}>
          <Trans>See my profile</Trans>
        </Link>
      </div>
    </>
  );
}

function ToProfile() {
  return (
    <Link to="/profile" className={`mt-6 w-full sm:w-auto ${BUTTON.secondary}`}>
      <Trans>See my profile</Trans>
    </Link>
  );
}

type NoContractProps = { email: string; onOtherAddress: () => void };

function NoContract({ email, onOtherAddress }: NoContractProps) {
  return (
    <Card>
      <p className="wrap-anywhere">
        <Trans>
          We can’t find a subscription for <EmailAddress>{email}</EmailAddress>. There’s nothing to
          cancel, and you’re not being charged.
        </Trans>
      </p>
      <ToProfile />
      <p className="mt-6 border-t border-line pt-6">
        <Trans>Is your subscription under another email address?</Trans>
      </p>
      <button type="button" onClick={onOtherAddress} className={BUTTON.quiet}>
        <Trans>Cancel without logging in</Trans>
      </button>
    </Card>
  );
}

type CardProps = {
  title?: ReactNode;
  /** True if a click opened this step. The title then gets the focus. */
  isStep?: boolean;
  children: ReactNode;
};

function Card({ title, isStep = false, children }: CardProps) {
  return (
    <section className="rounded-panel bg-surface p-5 shadow-card sm:p-10">
      {title && (
        <h2
          ref={isStep ? focusElement : null}
          tabIndex={-1}
          className="mb-5 font-display text-title-m font-bold outline-none"
        >
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}
