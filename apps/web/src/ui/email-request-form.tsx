import type { EmailRequest } from '@agres/domain/users.schema';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { lazyResolver } from '../lib/lazy-resolver.ts';
import { Alert } from './alert.tsx';
import { CodeAlert } from './code-alert.tsx';
import { TextField } from './field.tsx';
import { fieldStateOf } from './form-state.ts';
import { Form } from './form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { breaksRule, useFormError } from './use-form-error.ts';

type EmailRequestFormProps = {
  /** Which email it is, and what for. */
  children: ReactNode;
  action: ReactNode;
  /** Of the button; secondary where the page has a main one. */
  look?: 'primary' | 'secondary';
  /** Said once the email is promised. */
  success: ReactNode;
  send: (request: EmailRequest) => Promise<unknown>;
};

/** Asks for the address of a public e-mail request. The page has to have loaded `codes`. */
export function EmailRequestForm({
  children,
  action,
  look = 'primary',
  success,
  send,
}: EmailRequestFormProps) {
  const form = useForm<EmailRequest>({
    mode: 'onTouched',
    resolver: lazyResolver(
      async () => (await import('./email-request-form.schema.ts')).resolveEmailRequest,
    ),
  });

  const { errorCode, alertId, errorId, submit } = useFormError(form, { unknown_email: 'email' });

  const { register, handleSubmit, formState } = form;
  const { isSubmitting, isSubmitSuccessful, errors } = formState;
  return (
    <Form onSubmit={handleSubmit((request) => submit(() => send(request)))}>
      <p>{children}</p>
      {errorCode !== null && <CodeAlert id={alertId} kind="error" code={errorCode} />}
      {isSubmitSuccessful && !isSubmitting && errorCode === null && (
        <Alert kind="success">{success}</Alert>
      )}
      <TextField
        label={<Trans>Email address</Trans>}
        type="email"
        autoComplete="email"
        required
        state={fieldStateOf(form, 'email')}
        error={breaksRule(errors.email) && <Trans>Please enter a valid email address.</Trans>}
        errorId={errorId}
        {...register('email')}
      />
      <SubmitButton isPending={isSubmitting} look={look}>
        {action}
      </SubmitButton>
    </Form>
  );
}
