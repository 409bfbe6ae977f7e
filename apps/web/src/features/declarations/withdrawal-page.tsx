import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { isSignedIn } from '../../lib/viewer.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { NumberedSteps } from '../../ui/numbered-steps.tsx';
import { ProfileLink } from '../../ui/profile-link.tsx';
import { DeclarationSteps } from './declaration-steps.tsx';
import type { LinkedContract } from './own-contracts.tsx';
import { Receipt } from './receipt.tsx';
import { useDeclaration } from './use-declaration.ts';
import { Visitor } from './visitor.tsx';

// Lazy, because visitors do not need it.
const OwnContracts = lazyPart(async () => (await import('./later-parts.ts')).OwnContracts);

type WithdrawalPageProps = { given: LinkedContract | undefined };

/**
 * Withdraws from a contract, with or without a log-in (article L221-21 of the French consumer code). `given` is
 * the contract that is chosen at first.
 */
export function WithdrawalPage({ given }: WithdrawalPageProps) {
  const { viewer } = useRouteContext({ from: '__root__' });
  const declaration = useDeclaration('withdrawal');
  const { state } = declaration;
  if (state.step === 'done') return <Receipt kind="withdrawal" state={state} />;
  const isMember = isSignedIn(viewer);
  const isForm = state.step === 'form';
  return (
    <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-gutter pt-12 pb-section menu:grid-cols-[5fr_7fr] menu:pt-16">
      {isMember && (
        <ProfileLink>
          <Trans>My profile</Trans>
        </ProfileLink>
      )}
      <div>
        <h1 className="font-display text-title-l font-bold">
          <Trans>Withdraw from your contract</Trans>
        </h1>
        {isForm && (
          <p className="mt-4 max-w-text text-lead text-ink-soft">
            <Trans>
              You have 14 days to change your mind, from the day you receive your parcel or
              subscribe. You don’t have to give a reason.
            </Trans>
          </p>
        )}
        <div className="mt-6">
          <NumberedSteps current={isForm ? 1 : 2}>
            <Trans>Choose the contract.</Trans>
            <Trans>Check and confirm.</Trans>
            <Trans>Get your receipt immediately.</Trans>
          </NumberedSteps>
        </div>
        {isForm && !isMember && (
          <div className="mt-6">
            <Visitor page="withdrawal" button={<Trans>Log in and choose</Trans>}>
              <Trans>Log in to choose your order from a list.</Trans>
            </Visitor>
          </div>
        )}
      </div>
      <div className="self-start rounded-panel bg-surface p-5 shadow-card sm:p-10">
        {isMember ? (
          <OwnContracts given={given} declaration={declaration} />
        ) : (
          <DeclarationSteps declaration={declaration} />
        )}
      </div>
    </div>
  );
}
