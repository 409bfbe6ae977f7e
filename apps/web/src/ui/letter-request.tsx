import { Trans } from '@lingui/react/macro';
import type { EmailRequest } from '@shop/domain/account.schema';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { Alert, CodeAlert } from './alert.tsx';
import { TextField } from './field.tsx';
import { fieldStateOf } from './form-state.ts';
import { Form } from './form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { breaksRule, useRefusal } from './use-refusal.ts';

type LetterRequestProps = {
  /** Which letter it is, and what for. */
  children: ReactNode;
  action: ReactNode;
  /** Said once the letter is promised. */
  success: ReactNode;
  send: (request: EmailRequest) => Promise<unknown>;
};

/** Asks where to send a letter that anybody may ask for. The page has to have loaded `codes`. */
export function LetterRequest({ children, action, success, send }: LetterRequestProps) {
  const form = useForm<EmailRequest>({
    mode: 'onTouched',
    resolver: async (...values) =>
      (await import('./letter-request.schema.ts')).resolveEmailRequest(...values),
  });

  const { refusal, alertId, errorId, attempt } = useRefusal(form, { unknown_email: 'email' });

  const { register, handleSubmit, formState } = form;
  const { isSubmitting, isSubmitSuccessful, errors } = formState;
  return (
    <Form onSubmit={handleSubmit((request) => attempt(() => send(request)))}>
      <p>{children}</p>
      {refusal !== null && <CodeAlert id={alertId} kind="error" code={refusal} />}
      {isSubmitSuccessful && !isSubmitting && refusal === null && (
        <Alert kind="success">{success}</Alert>
      )}
      <TextField
        label={<Trans>E-mail address</Trans>}
        type="email"
        autoComplete="email"
        required
        state={fieldStateOf(formState, 'email')}
        error={breaksRule(errors.email) && <Trans>Please enter a valid e-mail address.</Trans>}
        errorId={errorId}
        {...register('email')}
      />
      <SubmitButton isPending={isSubmitting}>{action}</SubmitButton>
    </Form>
  );
}
