import type { User } from '@agres/domain/shapes';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide';
import { useState } from 'react';

import { api } from '../../lib/data.ts';
import type { Part } from '../../lib/part.ts';
import { DataError } from '../../ui/data-error.tsx';
import { focusElement } from '../../ui/focus.ts';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { ProfileLink } from '../../ui/profile-link.tsx';
import { Receipt } from './receipt.tsx';
import { TerminationForm } from './termination-form.tsx';
import { useDeclaration } from './use-declaration.ts';
import { Visitor } from './visitor.tsx';

type CancelContractPageProps = {
  Cancellation: Part<{
    user: User;
    onCancelled: () => void;
    onOtherAddress: () => void;
  }>;
};

/**
 * Cancels a subscription in three clicks from any page: the link in the footer, the button here and the
 * confirmation (articles L215-1-1 and D215-1 to D215-3 of the French consumer code). A form serves customers who
 * cannot log in. If the subscription is cancelled or there is none, the page only says so.
 */
export function CancelContractPage({ Cancellation }: CancelContractPageProps) {
  const status = api.users.status.useQuery();
  const [isCancelled, setIsCancelled] = useState(false);
  const [isOtherAddress, setIsOtherAddress] = useState(false);
  const declaration = useDeclaration('termination');
  const { state } = declaration;
  if (state.step === 'done') return <Receipt kind="termination" state={state} />;
  const user = status.data?.user;
  const isOver =
    isCancelled || (user && !isOtherAddress && user.subscription?.accessEndsOn !== null);
  return (
    <div
      className={`mx-auto px-gutter pt-12 pb-section menu:pt-16 ${
        isOver
          ? 'flex max-w-text flex-col gap-8'
          : 'grid max-w-page gap-x-12 gap-y-8 menu:grid-cols-[5fr_7fr]'
      }`}
    >
      {user && !isOver && (
        <ProfileLink>
          <Trans>My profile</Trans>
        </ProfileLink>
      )}
      <div>
        {isOver && (isCancelled || user?.subscription) && (
          <Icon of={CircleCheck} className="mb-3 size-10 text-success" />
        )}
        <h1
          ref={isCancelled ? focusElement : null}
          className="font-display text-title-l font-bold outline-none"
        >
          {!isOver ? (
            <Trans>Cancel your contract</Trans>
          ) : isCancelled ? (
            <Trans>Your contract is cancelled</Trans>
          ) : user?.subscription ? (
            <Trans>Your contract is already cancelled</Trans>
          ) : (
            <Trans>You have no subscription</Trans>
          )}
        </h1>
        {!isOver && (
          <p className="mt-4 max-w-text text-lead text-ink-soft">
            <Trans>
              Free of charge, at any time and with no reason needed. You won’t be charged again, and
              you keep access until the end of the period you’ve paid for.
            </Trans>
          </p>
        )}
        {user === null && state.step === 'form' && (
          <div className="mt-8">
            <Visitor page="cancelContract" button={<Trans>Log in and cancel</Trans>}>
              <Trans>Log in and it takes just two clicks.</Trans>
            </Visitor>
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        {status.isPending && (
          <LoadingIndicator>
            <Trans>Looking for your contract…</Trans>
          </LoadingIndicator>
        )}
        {status.isError && <DataError onTry={() => status.refetch()} />}
        {status.isSuccess &&
          (status.data.user === null || isOtherAddress ? (
            <TerminationForm declaration={declaration} isStep={isOtherAddress} />
          ) : (
            <Cancellation
              user={status.data.user}
              onCancelled={() => setIsCancelled(true)}
              onOtherAddress={() => setIsOtherAddress(true)}
            />
          ))}
      </div>
    </div>
  );
}
