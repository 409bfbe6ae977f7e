import type { SignUpForm } from '@agres/domain/users.schema';
import { Trans } from '@lingui/react/macro';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { FormProvider, useForm } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import { rememberLanguage } from '../../../lib/language-cookie.ts';
import { lazyResolver } from '../../../lib/lazy-resolver.ts';
import { rememberReturnTo, type ReturnTo } from '../../../lib/return-to.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { BUTTON } from '../../../ui/button.ts';
import { TextField } from '../../../ui/field.tsx';
import { fieldStateOf } from '../../../ui/form-state.ts';
import { Form } from '../../../ui/form.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { breaksRule, useFormError } from '../../../ui/use-form-error.ts';
import { FieldError } from '../field-error.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { AccountFrame } from '../users-frame.tsx';

/** Opens an account; the email that follows activates it, and log-in then leads to the page to return to. */
export function SignUpPage({ returnTo }: { returnTo: ReturnTo }) {
  const { locale } = useRouteContext({ from: '__root__' });
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

  const createAccount = (values: SignUpForm) =>
    submit(async () => {
      const { message } = await signUp.mutateAsync({ ...values, locale });
      rememberLanguage(locale);
      rememberReturnTo(returnTo);
      await navigate({ to: '/log-in', search: { notice: message, ...returnTo } });
    });

  const { register, handleSubmit, formState } = form;
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
      {errorCode !== null && <CodeAlert id={alertId} kind="error" code={errorCode} />}
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
          <SubmitButton isPending={formState.isSubmitting}>
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
        <Trans>Log in</Trans>
      </Link>
    </div>
  );
}
