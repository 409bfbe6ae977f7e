import { Trans } from '@lingui/react/macro';
import type { UpdateAccount } from '@shop/domain/account.schema';
import type { User } from '@shop/domain/shapes';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import { refusalOf } from '../../lib/refusal.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { TextField } from '../../ui/field.tsx';
import { fieldStateOf } from '../../ui/form-state.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { FieldError, RepeatedPasswordError } from './field-error.tsx';
import { PasswordHint } from './password-hint.tsx';

/**
 * E-mail, names and password. The password is the present one or a new one; a new one on an older
 * session needs the present one too, which the form asks for once it was refused.
 */
export function EditAccountForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const utils = api.useUtils();
  const [refusal, setRefusal] = useState<string | null>(null);
  const update = api.users.update.useMutation();
  const { register, handleSubmit, formState } = useForm<UpdateAccount>({
    mode: 'onTouched',
    defaultValues: {
      email: user.email,
      mdp: '',
      mdp2: '',
      firstName: user.firstName ?? '',
      lastName: user.lastName ?? '',
    },
    resolver: async (...form) =>
      (await import('./account-forms.schema.ts')).resolveAccount(...form),
  });

  const save = async (values: UpdateAccount) => {
    setRefusal(null);
    try {
      const { message } = await update.mutateAsync(values);
      await utils.users.status.invalidate();
      await navigate({ to: '/profile', search: { notice: message } });
    } catch (error) {
      setRefusal(refusalOf(error).code);
    }
  };

  const { errors } = formState;
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(save)(event)}
      className="flex flex-col gap-5"
    >
      {refusal !== null && <CodeAlert kind="error" code={refusal} />}
      <TextField
        label={<Trans>E-mail address</Trans>}
        type="email"
        autoComplete="email"
        required
        state={fieldStateOf(formState, 'email')}
        error={errors.email && <FieldError error={errors.email} />}
        {...register('email')}
      />
      <TextField
        label={<Trans>Present or new password</Trans>}
        type="password"
        autoComplete="off"
        required
        hint={<PasswordHint />}
        state={fieldStateOf(formState, 'mdp')}
        error={errors.mdp && <FieldError error={errors.mdp} />}
        {...register('mdp', { deps: 'mdp2' })}
      />
      <TextField
        label={<Trans>Password again</Trans>}
        type="password"
        autoComplete="off"
        required
        state={fieldStateOf(formState, 'mdp2')}
        error={errors.mdp2 && <RepeatedPasswordError />}
        {...register('mdp2')}
      />
      {refusal === 'incorrect_password' && (
        <TextField
          label={<Trans>Present password</Trans>}
          type="password"
          autoComplete="current-password"
          state={fieldStateOf(formState, 'currentMdp')}
          hint={<Trans>You logged in a while ago: confirm the change with it.</Trans>}
          {...register('currentMdp')}
        />
      )}
      <TextField
        label={<Trans>First name (optional)</Trans>}
        autoComplete="given-name"
        state={fieldStateOf(formState, 'firstName')}
        {...register('firstName')}
      />
      <TextField
        label={<Trans>Last name (optional)</Trans>}
        autoComplete="family-name"
        state={fieldStateOf(formState, 'lastName')}
        {...register('lastName')}
      />
      <SubmitButton isPending={formState.isSubmitting}>
        <Trans>Update my account</Trans>
      </SubmitButton>
    </form>
  );
}
