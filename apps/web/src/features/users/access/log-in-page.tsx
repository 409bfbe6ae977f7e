import { pathOf } from '@agres/domain/paths';
import { safeRedirect } from '@agres/domain/safe-redirect';
import type { SuccessCode } from '@agres/domain/success-codes';
import type { SignIn } from '@agres/domain/users.schema';
import { messageOf } from '@agres/i18n/message-of';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import { rememberLanguage } from '../../../lib/language-cookie.ts';
import { lazyResolver } from '../../../lib/lazy-resolver.ts';
import { rememberReturnTo, takeLogInEmail } from '../../../lib/log-in-notes.ts';
import type { ReturnTo } from '../../../lib/return-to.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { CodeAlert } from '../../../ui/code-alert.tsx';
import { TextField, type FieldState } from '../../../ui/field.tsx';
import { FlashMessage } from '../../../ui/flash-message.tsx';
import { fieldStateOf } from '../../../ui/form-state.ts';
import { Form } from '../../../ui/form.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { breaksRule, useFormError } from '../../../ui/use-form-error.ts';
import { PasswordField } from '../password-field.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';
import { NOT_ACTIVATED, ResendActivation } from './resend-activation.tsx';
import { WhyLogIn } from './why-log-in.tsx';

type LogInPageProps = {
  flash: SuccessCode | undefined;
  returnTo: ReturnTo;
};

/** Opens the page to return to after the log-in, or the profile. */
export function LogInPage({ flash, returnTo }: LogInPageProps) {
  const { i18n, locale } = useRouteContext({ from: '__root__' });
  const signIn = api.users.signIn.useMutation();
  const form = useForm<SignIn>({
    mode: 'onTouched',
    resolver: lazyResolver(async () => (await import('../users-forms.schema.ts')).resolveSignIn),
  });
  const { errorCode, alertId, errorId, submit } = useFormError(form, {
    incorrect_email: 'email',
    incorrect_password: 'mdp',
  });

  const { resetField, setFocus } = form;
  useEffect(() => {
    const email = takeLogInEmail();
    if (email === null) return;
    resetField('email', { defaultValue: email });
    // A message has the focus instead: the field would scroll it out of sight on a phone.
    if (flash === undefined) setFocus('mdp');
  }, [resetField, setFocus, flash]);

  const target = safeRedirect(returnTo.redirect, pathOf('profile', locale));

  const logIn = (values: SignIn) =>
    submit(async () => {
      await signIn.mutateAsync(values);
      rememberLanguage(locale);
      // This document was rendered for a visitor.
      window.location.assign(target);
    });

  const { register, handleSubmit, formState, getValues } = form;
  const newEmail = flash === 'account_created' ? formState.defaultValues?.email : undefined;
  // A rejected value shows no tick.
  const stateOf = (name: keyof SignIn): FieldState => {
    const state = fieldStateOf(form, name);
    return errorCode !== null && state === 'valid' ? 'unknown' : state;
  };

  // Beside the field that it is about.
  const refusal =
    errorCode === 'incorrect_email' || errorCode === 'incorrect_password' ? (
      <span role="alert">{messageOf(i18n, errorCode)}</span>
    ) : null;

  return (
    <AccountFrame
      title={<Trans>Log in</Trans>}
      cover="parallettes"
      // A success message implies that the visitor has an account.
      foot={flash === undefined && <NoAccount returnTo={returnTo} />}
    >
      {errorCode === null && <FlashMessage code={flash} />}
      {errorCode === null && newEmail !== undefined && <ResendActivation email={newEmail} />}
      {returnTo.redirect !== undefined && <WhyLogIn redirect={returnTo.redirect} />}
      {errorCode !== null && errorCode !== NOT_ACTIVATED && refusal === null && (
        <CodeAlert id={alertId} kind="error" code={errorCode} />
      )}
      {errorCode === NOT_ACTIVATED && (
        <ResendActivation email={getValues('email')} alertId={alertId} />
      )}
      <Form onSubmit={handleSubmit(logIn)}>
        <TextField
          label={<Trans>Email address</Trans>}
          type="email"
          autoComplete="email"
          required
          state={stateOf('email')}
          error={
            errorCode === 'incorrect_email'
              ? refusal
              : breaksRule(formState.errors.email) && <Trans>Enter your email address.</Trans>
          }
          errorId={refusal === null ? errorId : undefined}
          {...register('email')}
        />
        <PasswordField
          label={<Trans>Password</Trans>}
          autoComplete="current-password"
          required
          state={stateOf('mdp')}
          error={
            errorCode === 'incorrect_password'
              ? refusal
              : breaksRule(formState.errors.mdp) && <Trans>Enter your password.</Trans>
          }
          errorId={refusal === null ? errorId : undefined}
          {...register('mdp')}
        />
        <SubmitButton
          isPending={formState.isSubmitting || signIn.isSuccess}
          busy={<Trans>Logging in…</Trans>}
        >
          <Trans context="button">Log in</Trans>
        </SubmitButton>
      </Form>
      <div className="-mt-2">
        <ForgottenPassword
          typedAddress={() => getValues('email')}
          onSent={() => rememberReturnTo(returnTo)}
        >
          <Trans>Forgotten password?</Trans>
        </ForgottenPassword>
      </div>
    </AccountFrame>
  );
}

function NoAccount({ returnTo }: Pick<LogInPageProps, 'returnTo'>) {
  return (
    <>
      <h2 className="font-display text-title-s font-bold">
        <Trans>No account yet?</Trans>
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        <Trans>It’s free. We’ll email you a link to activate your account.</Trans>
      </p>
      <Link to="/sign-up" search={returnTo} className={BUTTON.secondary}>
        <Trans>Create my account</Trans>
      </Link>
    </>
  );
}
