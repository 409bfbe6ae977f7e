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
  /** Explains which email will be sent and why. */
  children: ReactNode;
  action: ReactNode;
  /** The style of the button: `secondary` if the page has another main button. */
  look?: 'primary' | 'secondary';
  /** The message after the server has accepted the request. */
  success: ReactNode;
  send: (request: EmailRequest) => Promise<unknown>;
};

/** A form that requests an email to an entered address. The page must have loaded the catalogue `codes`. */
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
