import { Trans } from '@lingui/react/macro';
import { pathOf } from '@shop/domain/paths';
import type { User } from '@shop/domain/shapes';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState, type ComponentType } from 'react';

import { api } from '../../lib/data.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { TerminationForm } from './termination-form.tsx';

type CancelContractPageProps = {
  /** What somebody who is signed in can do about their contract. */
  Cancellation: ComponentType<{ user: User; onCancelled: () => void }>;
};

/**
 * Ends a subscription in three clicks from any page: the footer's link, the button here, the
 * notification (articles L215-1-1 and D215-1 to D215-3 of the French consumer code).
 * Who cannot log in has a form. Once it is done, what was received stands alone.
 */
export function CancelContractPage({ Cancellation }: CancelContractPageProps) {
  const status = api.users.status.useQuery();
  const [isDone, setIsDone] = useState(false);
  const toDone = () => setIsDone(true);
  return (
    <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-gutter pt-12 pb-section menu:grid-cols-[5fr_7fr] menu:pt-16">
      <div>
        <h1 className="font-display text-title-l font-bold text-balance">
          <Trans>Cancel your contract</Trans>
        </h1>
        {!isDone && (
          <p className="mt-4 max-w-text text-lead text-pretty text-ink-soft">
            <Trans>
              Free of charge, with no notice and no reason needed. You won’t be charged again, and
              your access lasts until the end of the period you have paid for.
            </Trans>
          </p>
        )}
        {!isDone && status.data?.user === null && <Visitor />}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        {status.isPending && <LoadingIndicator />}
        {status.isError && <CodeAlert kind="error" code="error_message" />}
        {status.isSuccess &&
          (status.data.user === null ? (
            <TerminationForm isReceived={isDone} onReceived={toDone} />
          ) : (
            <Cancellation user={status.data.user} onCancelled={toDone} />
          ))}
      </div>
    </div>
  );
}

function Visitor() {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <section className="mt-8 rounded-card bg-ground-deep p-5 sm:p-7">
      <h2 className="font-display text-title-s font-bold text-balance">
        <Trans>With your account</Trans>
      </h2>
      <p className="mt-2 text-pretty">
        <Trans>Once you are logged in, it only takes two clicks.</Trans>
      </p>
      <Link
        to="/log-in"
        search={{ redirect: pathOf('cancelContract', locale) }}
        className={`mt-5 ${BUTTON.secondary}`}
      >
        <Trans>Log in and cancel</Trans>
      </Link>
    </section>
  );
}
