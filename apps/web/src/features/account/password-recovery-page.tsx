import { Trans } from '@lingui/react/macro';
import type { NewPasswordForm } from '@shop/domain/account.schema';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import { refusalOf } from '../../lib/refusal.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { TextField } from '../../ui/field.tsx';
import { fieldStateOf } from '../../ui/form-state.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { AccountFrame } from './account-frame.tsx';
import { FieldError, RepeatedPasswordError } from './field-error.tsx';
import { PasswordHint } from './password-hint.tsx';

/** Chooses a new password by the link of the recovery letter: `id` and `retrieve` are its parts. */
export function PasswordRecoveryPage({ id, retrieve }: { id: string; retrieve: string }) {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);
  const recover = api.users.retrievePassword.useMutation();
  const { register, handleSubmit, formState } = useForm<NewPasswordForm>({
    mode: 'onTouched',
    defaultValues: { mdp: '', mdp2: '' },
    resolver: async (...form) =>
      (await import('./account-forms.schema.ts')).resolveNewPassword(...form),
  });

  const setPassword = async (values: NewPasswordForm) => {
    setRefusal(null);
    try {
      const { message } = await recover.mutateAsync({ ...values, id, retrieve });
      await navigate({ to: '/log-in', search: { notice: message } });
    } catch (error) {
      setRefusal(refusalOf(error).code);
    }
  };

  const { errors } = formState;
  return (
    <AccountFrame title={<Trans>Recover my password</Trans>} cover="recovery">
      {refusal !== null && <CodeAlert kind="error" code={refusal} />}
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(setPassword)(event)}
        className="flex flex-col gap-5"
      >
        <TextField
          label={<Trans>New password</Trans>}
          type="password"
          autoComplete="new-password"
          required
          hint={<PasswordHint />}
          state={fieldStateOf(formState, 'mdp')}
          error={errors.mdp && <FieldError error={errors.mdp} />}
          {...register('mdp', { deps: 'mdp2' })}
        />
        <TextField
          label={<Trans>Password again</Trans>}
          type="password"
          autoComplete="new-password"
          required
          state={fieldStateOf(formState, 'mdp2')}
          error={errors.mdp2 && <RepeatedPasswordError />}
          {...register('mdp2')}
        />
        <SubmitButton isPending={formState.isSubmitting}>
          <Trans>Change my password</Trans>
        </SubmitButton>
      </form>
    </AccountFrame>
  );
}
