import { Trans } from '@lingui/react/macro';
import { useId, type ComponentProps } from 'react';

import { ConsentBox, TermsFault } from '../checkout/terms-check.tsx';

type ImmediateStartCheckProps = ComponentProps<'input'> & {
  /** True after an earlier withdrawal with the account, the address or the card. */
  isRequired: boolean;
  /** True if the box is required but not ticked. */
  isMissing: boolean;
};

/**
 * The separate request to start before the withdrawal period ends; without it, a withdrawal refunds everything
 * (articles L221-25 and L221-26 of the French consumer code). Required after an earlier withdrawal. For one with
 * the account it is required from the start; only the server knows the others.
 */
export function ImmediateStartCheck({ isRequired, isMissing, ...input }: ImmediateStartCheckProps) {
  const hintId = useId();
  const errorId = useId();
  return (
    <ConsentBox
      {...input}
      required={isRequired}
      isMissing={isMissing}
      aria-describedby={isRequired ? errorId : hintId}
      note={
        isRequired ? (
          <TermsFault id={errorId} isMet={!isMissing}>
            <Trans>
              After an earlier withdrawal, a new subscription starts straight away. Tick the box to
              agree.
            </Trans>
          </TermsFault>
        ) : (
          <p id={hintId} className="pb-3 text-small text-ink-soft">
            <Trans>
              Optional: your access starts today whether or not you tick this box. If you leave it
              unticked, a withdrawal is refunded in full.
            </Trans>
          </p>
        )
      }
    >
      <Trans>
        I want to start today, before the 14-day withdrawal period ends. If I withdraw, I pay for
        the days used.
      </Trans>
    </ConsentBox>
  );
}
