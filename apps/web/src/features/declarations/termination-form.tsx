import { Trans } from '@lingui/react/macro';

import { DeclarationSteps } from './declaration-steps.tsx';

type TerminationFormProps = {
  /** Whether its receipt is shown, which then stands alone. */
  isReceived: boolean;
  onReceived: () => void;
};

/** Ending a subscription without a log-in: received at once, done when the account's owner confirms it. */
export function TerminationForm({ isReceived, onReceived }: TerminationFormProps) {
  return (
    <section className="rounded-panel bg-surface p-5 shadow-card sm:p-10">
      {!isReceived && (
        <>
          <h2 className="font-display text-title-m font-bold text-balance">
            <Trans>Without logging in</Trans>
          </h2>
          <p className="mt-2 mb-5 text-pretty">
            <Trans>
              We write to the address you subscribed with, to make sure that it was you. The day of
              your declaration counts.
            </Trans>
          </p>
        </>
      )}
      <DeclarationSteps kind="termination" onReceived={onReceived} />
    </section>
  );
}
