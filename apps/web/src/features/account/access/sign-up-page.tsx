import { Trans } from '@lingui/react/macro';
import type { SignUpForm } from '@shop/domain/account.schema';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { FormProvider, useForm } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import { rememberWantedPage, type WantedPage } from '../../../lib/wanted-page.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/field.tsx';
import { fieldStateOf } from '../../../ui/form-state.ts';
import { Form } from '../../../ui/form.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { breaksRule, useRefusal } from '../../../ui/use-refusal.ts';
import { AccountFrame } from '../account-frame.tsx';
import { FieldError } from '../field-error.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';

/** Opens an account; the letter that follows activates it, and log-in then leads to the wanted page. */
export function SignUpPage({ wanted }: { wanted: WantedPage }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const navigate = useNavigate();
  const signUp = api.users.register.useMutation();
  const form = useForm<SignUpForm>({
    mode: 'onTouched',
    resolver: async (...values) =>
      (await import('../account-forms.schema.ts')).resolveSignUp(...values),
  });

  const { refusal, alertId, errorId, attempt } = useRefusal(form, {
    email_taken: 'email',
    invalid_email_domain_message: 'email',
  });

  const createAccount = (values: SignUpForm) =>
    attempt(async () => {
      const { message } = await signUp.mutateAsync({ ...values, locale });
      rememberWantedPage(wanted);
      await navigate({ to: '/log-in', search: { notice: message, ...wanted } });
    });

  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  return (
    <AccountFrame title={<Trans>Create my account</Trans>} cover="handstand">
      {refusal !== null && <CodeAlert id={alertId} kind="error" code={refusal} />}
      <FormProvider {...form}>
        <Form onSubmit={handleSubmit(createAccount)}>
          <TextField
            label={<Trans>E-mail address</Trans>}
            type="email"
            autoComplete="email"
            required
            state={fieldStateOf(formState, 'email')}
            error={breaksRule(errors.email) && <FieldError error={errors.email} />}
            errorId={errorId}
            {...register('email')}
          />
          <NewPasswordFields label={<Trans>Password</Trans>} autoComplete="new-password" />
          <SubmitButton isPending={formState.isSubmitting}>
            <Trans>Create my account</Trans>
          </SubmitButton>
        </Form>
      </FormProvider>
      <p className="text-small">
        <Trans>
          You have an account already?{' '}
          <Link
            to="/log-in"
            search={wanted}
            className="text-accent-strong underline underline-offset-4"
          >
            Log in
          </Link>
        </Trans>
      </p>
    </AccountFrame>
  );
}
