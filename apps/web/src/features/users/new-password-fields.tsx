import { Trans } from '@lingui/react/macro';
import type { NewPasswordForm } from '@shop/domain/users.schema';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';

import { fieldStateOf } from '../../ui/form-state.ts';
import { FieldError } from './field-error.tsx';
import { PasswordField } from './password-field.tsx';

type NewPasswordFieldsProps = {
  label: ReactNode;
  /** Whether the form may be sent without one. */
  isOptional?: boolean;
};

/** A password with its rule, and the same again; inside a form that has both (`FormProvider`). */
export function NewPasswordFields({ label, isOptional = false }: NewPasswordFieldsProps) {
  const form = useFormContext<NewPasswordForm>();
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        required={!isOptional}
        hint={
          // The special character is advice, not a rule (contract, section 4).
          <Trans>
            8 to 30 characters, with a lowercase letter, an uppercase letter and a digit. A special
            character makes it stronger.
          </Trans>
        }
        state={fieldStateOf(form, 'mdp')}
        error={errors.mdp && <FieldError error={errors.mdp} />}
        {...register('mdp', { deps: 'mdp2' })}
      />
      <PasswordField
        label={<Trans>Password again</Trans>}
        autoComplete="new-password"
        required={!isOptional}
        state={fieldStateOf(form, 'mdp2')}
        error={errors.mdp2 && <Trans>The two passwords are not the same.</Trans>}
        {...register('mdp2')}
      />
    </>
  );
}
