import { Trans } from '@lingui/react/macro';
import type { SignIn } from '@shop/domain/account.schema';
import type { NoticeCode } from '@shop/domain/errors';
import { pathOf, withQuery } from '@shop/domain/paths';
import { safeRedirect } from '@shop/domain/redirect';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import type { NoticeSearch } from '../../lib/notice.ts';
import { refusalOf } from '../../lib/refusal.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { TextField } from '../../ui/field.tsx';
import { fieldStateOf } from '../../ui/form-state.ts';
import { PageNotice } from '../../ui/page-notice.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { AccountFrame } from './account-frame.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';
import { ResendActivation } from './resend-activation.tsx';

type LogInPageProps = {
  notice: NoticeCode | undefined;
  /** Where to go afterwards, as the address said it: not to be trusted. */
  redirect: string | undefined;
};

/** Logs in, then goes where the person wanted to go, else to the profile. */
export function LogInPage({ notice, redirect }: LogInPageProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const [refusal, setRefusal] = useState<string | null>(null);
  const signIn = api.users.signIn.useMutation();
  const { register, handleSubmit, formState, getValues } = useForm<SignIn>({
    mode: 'onTouched',
    defaultValues: { email: '', mdp: '' },
    resolver: async (...form) => (await import('./sign-in.schema.ts')).resolveSignIn(...form),
  });

  // The first log-in after the activation is greeted on the profile (contract, section 1).
  const greeting: NoticeSearch =
    notice === 'account_activated' ? { notice: 'account_created' } : {};
  const profile = withQuery(pathOf('profile', locale), greeting);

  const logIn = async (values: SignIn) => {
    setRefusal(null);
    try {
      await signIn.mutateAsync(values);
      // A new document: everything on the page is made for the person who is signed in now.
      window.location.assign(safeRedirect(redirect, profile));
    } catch (error) {
      setRefusal(refusalOf(error).code);
    }
  };

  return (
    <AccountFrame title={<Trans>Log in</Trans>} cover="rings">
      {refusal === null && <PageNotice code={notice} />}
      {refusal !== null && <CodeAlert kind="error" code={refusal} />}
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(logIn)(event)}
        className="flex flex-col gap-5"
      >
        <TextField
          label={<Trans>E-mail address</Trans>}
          type="email"
          autoComplete="email"
          required
          state={fieldStateOf(formState, 'email')}
          error={formState.errors.email && <Trans>Enter your e-mail address.</Trans>}
          {...register('email')}
        />
        <TextField
          label={<Trans>Password</Trans>}
          type="password"
          autoComplete="current-password"
          required
          state={fieldStateOf(formState, 'mdp')}
          error={formState.errors.mdp && <Trans>Enter your password.</Trans>}
          {...register('mdp')}
        />
        <SubmitButton isPending={formState.isSubmitting || signIn.isSuccess}>
          <Trans>Log in</Trans>
        </SubmitButton>
      </form>
      {refusal === 'account_not_activated' && <ResendActivation email={getValues('email')} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ForgottenPassword />
        <Link to="/sign-up" className={BUTTON.quiet}>
          <Trans>Create my account</Trans>
        </Link>
      </div>
    </AccountFrame>
  );
}
