import { Trans } from '@lingui/react/macro';
import type { SignUpForm } from '@shop/domain/account.schema';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
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

/** Opens an account; the letter that follows activates it. */
export function SignUpPage() {
  const { locale } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);
  const signUp = api.users.register.useMutation();
  const { register, handleSubmit, formState } = useForm<SignUpForm>({
    mode: 'onTouched',
    defaultValues: { email: '', mdp: '', mdp2: '' },
    resolver: async (...form) => (await import('./account-forms.schema.ts')).resolveSignUp(...form),
  });

  const createAccount = async (values: SignUpForm) => {
    setRefusal(null);
    try {
      const { message } = await signUp.mutateAsync({ ...values, locale });
      await navigate({ to: '/log-in', search: { notice: message } });
    } catch (error) {
      setRefusal(refusalOf(error).code);
    }
  };

  const { errors } = formState;
  return (
    <AccountFrame title={<Trans>Create my account</Trans>} cover="handstand">
      {refusal !== null && <CodeAlert kind="error" code={refusal} />}
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(createAccount)(event)}
        className="flex flex-col gap-5"
      >
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
          label={<Trans>Password</Trans>}
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
          <Trans>Create my account</Trans>
        </SubmitButton>
      </form>
      <p className="text-small">
        <Trans>
          You have an account already?{' '}
          <Link to="/log-in" className="text-accent-strong underline underline-offset-4">
            Log in
          </Link>
        </Trans>
      </p>
    </AccountFrame>
  );
}
