import type { SignUpForm } from '@agres/domain/users.schema';
import { messageOf } from '@agres/i18n/message-of';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import {
  Link,
  useHydrated,
  useLocation,
  useNavigate,
  useRouteContext,
} from '@tanstack/react-router';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import { rememberLanguage } from '../../../lib/language-cookie.ts';
import { lazyResolver } from '../../../lib/lazy-resolver.ts';
import { storeLogInEmail, rememberReturnTo } from '../../../lib/log-in-notes.ts';
import type { ReturnTo } from '../../../lib/return-to.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/field.tsx';
import { fieldStateOf } from '../../../ui/form-state.ts';
import { Form } from '../../../ui/form.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { breaksRule, useFormError } from '../../../ui/use-form-error.ts';
import { FieldError } from '../field-error.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { SignUpDone } from './sign-up-done.tsx';

/** Needed only if the address already has an account. */
const ForgottenPassword = lazyPart(
  async () => (await import('./forgotten-password.tsx')).ForgottenPassword,
  // The link is in a line of text, which a loading indicator would push aside.
  <></>,
);

/**
 * Creates an account and sends its activation email. The log-in after the activation opens the page to return to.
 * The confirmation is a history entry of its own: going back shows the form with its input.
 */
export function SignUpPage({ returnTo }: { returnTo: ReturnTo }) {
  const { i18n, locale } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const signUp = api.users.register.useMutation();
  const form = useForm<SignUpForm>({
    mode: 'onTouched',
    resolver: lazyResolver(async () => (await import('../users-forms.schema.ts')).resolveSignUp),
  });

  const { errorCode, alertId, errorId, submit } = useFormError(form, {
    email_taken: 'email',
    invalid_email_domain_message: 'email',
  });

  // The server has no history state and renders the form.
  const isHydrated = useHydrated();
  const sentTo = useLocation({ select: ({ state }) => state.sentTo });
  const [created, setCreated] = useState<string | null>(null);

  const createAccount = (values: SignUpForm) =>
    submit(async () => {
      // The visitor may submit the same values again. The account then exists, so show the confirmation again.
      if (created !== JSON.stringify(values)) {
        await signUp.mutateAsync({ ...values, locale });
        setCreated(JSON.stringify(values));
      }
      rememberLanguage(locale);
      rememberReturnTo(returnTo);
      await navigate({ to: '/sign-up', search: returnTo, state: { sentTo: values.email } });
    });

  const { register, handleSubmit, formState, getValues, setValue } = form;
  if (isHydrated && sentTo !== undefined) {
    const changeAddress = () => {
      // The form is empty after a reload.
      if (!getValues('email')) setValue('email', sentTo);
      void navigate({ to: '/sign-up', search: returnTo });
    };
    return <SignUpDone email={sentTo} returnTo={returnTo} onChangeAddress={changeAddress} />;
  }
  const { errors } = formState;
  return (
    <AccountFrame
      title={<Trans>Create my account</Trans>}
      cover="handstand"
      foot={<HasAccount returnTo={returnTo} />}
    >
      <p className="-mt-2 text-ink-soft">
        <Trans>It’s free. We’ll email you a link to activate your account.</Trans>
      </p>
      {errorCode !== null && (
        <Alert kind="error">
          <p id={alertId}>{messageOf(i18n, errorCode)}</p>
          {errorCode === 'email_taken' && (
            <div className="flex flex-wrap gap-x-6">
              <Link
                to="/log-in"
                search={returnTo}
                onClick={() => storeLogInEmail(getValues('email'))}
                className={BUTTON.quiet}
              >
                <Trans context="button">Log in</Trans>
              </Link>
              <ForgottenPassword onSent={() => rememberReturnTo(returnTo)}>
                <Trans>Forgotten password?</Trans>
              </ForgottenPassword>
            </div>
          )}
        </Alert>
      )}
      <FormProvider {...form}>
        <Form onSubmit={handleSubmit(createAccount)}>
          <TextField
            label={<Trans>Email address</Trans>}
            type="email"
            autoComplete="email"
            required
            state={fieldStateOf(form, 'email')}
            error={breaksRule(errors.email) && <FieldError error={errors.email} />}
            errorId={errorId}
            {...register('email')}
          />
          <NewPasswordFields label={<Trans>Password</Trans>} />
          <SubmitButton
            isPending={formState.isSubmitting}
            busy={<Trans>Creating your account…</Trans>}
          >
            <Trans>Create my account</Trans>
          </SubmitButton>
        </Form>
      </FormProvider>
    </AccountFrame>
  );
}

function HasAccount({ returnTo }: { returnTo: ReturnTo }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 className="font-display text-title-s font-bold">
        <Trans>Already have an account?</Trans>
      </h2>
      <Link to="/log-in" search={returnTo} className={BUTTON.secondary}>
        <Trans context="button">Log in</Trans>
      </Link>
    </div>
  );
}
