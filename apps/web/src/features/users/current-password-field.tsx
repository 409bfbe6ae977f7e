import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { fieldStateOf } from '../../ui/form-state.ts';
import { breaksRule } from '../../ui/use-form-error.ts';
import { PasswordField } from './password-field.tsx';
import { WrongPassword } from './wrong-password.tsx';

type CurrentPasswordFieldProps = {
  form: UseFormReturn<{ currentMdp: string }>;
  /** Whether the server found the password wrong. */
  isWrong: boolean;
  errorId: string | undefined;
  /** Shown until the field is invalid. */
  hint?: ReactNode;
};

/** Asks for the password of the account before a sensitive action. */
export function CurrentPasswordField({ form, isWrong, errorId, hint }: CurrentPasswordFieldProps) {
  const state = fieldStateOf(form, 'currentMdp');
  return (
    <PasswordField
      label={<Trans>Current password</Trans>}
      autoComplete="current-password"
      required
      hint={state !== 'invalid' && hint}
      state={state}
      error={
        isWrong ? (
          <WrongPassword />
        ) : (
          breaksRule(form.formState.errors.currentMdp) && <Trans>Enter your password.</Trans>
        )
      }
      errorId={isWrong ? undefined : errorId}
      {...form.register('currentMdp', { required: true })}
    />
  );
}
