import { Trans } from '@lingui/react/macro';

import { focusElement } from '../../ui/focus.ts';
import { DeclarationSteps } from './declaration-steps.tsx';
import type { Declaration } from './use-declaration.ts';

type TerminationFormProps = {
  declaration: Declaration;
  /** True if a click opened the form. Its title then gets the focus. */
  isStep: boolean;
};

/**
 * Cancels a subscription without a log-in. The declaration counts from its receipt; the shop owner has to accept
 * it before the subscription ends.
 */
export function TerminationForm({ declaration, isStep }: TerminationFormProps) {
  return (
    <section className="rounded-panel bg-surface p-5 shadow-card sm:p-10">
      {declaration.state.step === 'form' && (
        <>
          <h2
            ref={isStep ? focusElement : null}
            className="font-display text-title-m font-bold outline-none"
          >
            <Trans context="of the declaring person">Your details</Trans>
          </h2>
          <p className="mt-2 mb-5">
            <Trans>
              Enter the email address you subscribed with so we can find your subscription. Your
              cancellation counts from the day you send it: we refund anything charged after that.
            </Trans>
          </p>
        </>
      )}
      <DeclarationSteps declaration={declaration} />
    </section>
  );
}
