import { Trans } from '@lingui/react/macro';
import type { SignIn } from '@shop/domain/account.schema';
import type { NoticeCode } from '@shop/domain/errors';
import { pathOf, withQuery } from '@shop/domain/paths';
import { safeRedirect } from '@shop/domain/redirect';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import type { NoticeSearch } from '../../../lib/notice.ts';
import { rememberWantedPage, type WantedPage } from '../../../lib/wanted-page.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';
import { TextField } from '../../../ui/field.tsx';
import { fieldStateOf } from '../../../ui/form-state.ts';
import { Form } from '../../../ui/form.tsx';
import { PageNotice } from '../../../ui/page-notice.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { breaksRule, useRefusal } from '../../../ui/use-refusal.ts';
import { AccountFrame } from '../account-frame.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';
import { ResendActivation } from './resend-activation.tsx';

type LogInPageProps = {
  notice: NoticeCode | undefined;
  wanted: WantedPage;
};

/** Logs in, then goes where the person wanted to go, else to the profile. */
export function LogInPage({ notice, wanted }: LogInPageProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const signIn = api.users.signIn.useMutation();
  const form = useForm<SignIn>({
    mode: 'onTouched',
    resolver: async (...values) => (await import('./sign-in.schema.ts')).resolveSignIn(...values),
  });
  const { refusal, alertId, errorId, attempt } = useRefusal(form, {
    incorrect_email: 'email',
    incorrect_password: 'mdp',
  });

  // The first log-in after the activation is greeted on the profile (contract, section 1).
  const greeting: NoticeSearch =
    notice === 'account_activated' ? { notice: 'account_created' } : {};
  const profile = pathOf('profile', locale);
  const target = safeRedirect(wanted.redirect, profile);
  const arrival = target === profile ? withQuery(profile, greeting) : target;

  const logIn = (values: SignIn) =>
    attempt(async () => {
      await signIn.mutateAsync(values);
      // A new document: everything on the page is made for the person who is signed in now.
      window.location.assign(arrival);
    });

  const { register, handleSubmit, formState, getValues } = form;

  return (
    <AccountFrame title={<Trans>Log in</Trans>} cover="rings">
      {refusal === null && <PageNotice code={notice} />}
      {refusal !== null && <CodeAlert id={alertId} kind="error" code={refusal} />}
      <Form onSubmit={handleSubmit(logIn)}>
        <TextField
          label={<Trans>E-mail address</Trans>}
          type="email"
          autoComplete="email"
          required
          state={fieldStateOf(formState, 'email')}
          error={breaksRule(formState.errors.email) && <Trans>Enter your e-mail address.</Trans>}
          errorId={errorId}
          {...register('email')}
        />
        <TextField
          label={<Trans>Password</Trans>}
          type="password"
          autoComplete="current-password"
          required
          state={fieldStateOf(formState, 'mdp')}
          error={breaksRule(formState.errors.mdp) && <Trans>Enter your password.</Trans>}
          errorId={errorId}
          {...register('mdp')}
        />
        <SubmitButton isPending={formState.isSubmitting || signIn.isSuccess}>
          <Trans>Log in</Trans>
        </SubmitButton>
      </Form>
      {refusal === 'account_not_activated' && <ResendActivation email={getValues('email')} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <ForgottenPassword onSent={() => rememberWantedPage(wanted)}>
          <Trans>Forgotten password?</Trans>
        </ForgottenPassword>
        <Link to="/sign-up" search={wanted} className={BUTTON.quiet}>
          <Trans>Create my account</Trans>
        </Link>
      </div>
    </AccountFrame>
  );
}
