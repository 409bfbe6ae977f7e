import { Trans } from '@lingui/react/macro';

/** The rule of passwords; the special character is advice, not a rule (contract, section 4). */
export function PasswordHint() {
  return (
    <Trans>
      8 to 30 characters, with a lowercase letter, an uppercase letter and a digit. A special
      character makes it stronger.
    </Trans>
  );
}
