import type { EmailRequest } from '@agres/domain/users.schema';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';

import { lazyResolver } from '../lib/lazy-resolver.ts';
import { Alert } from './alert.tsx';
import { CodeAlert } from './code-alert.tsx';
import { EmailAddress } from './email-address.tsx';
import { TextField } from './field.tsx';
import { focusElement } from './focus.ts';
import { fieldStateOf } from './form-state.ts';
import { Form } from './form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { breaksRule, useFormError } from './use-form-error.ts';

type EmailRequestFormProps = {
  children: ReactNode;
  action: ReactNode;
  /** `secondary` if the page has another main button. */
  look?: 'primary' | 'secondary';
  success: ReactNode;
  address?: string;
  send: (request: EmailRequest) => Promise<unknown>;
};

/**
 * Asks for an address and has an email sent to it. Once the server accepts, the message replaces the form, with
 * the address and a button to show the form again. The page must have loaded the catalogue `codes`.
 */
export function EmailRequestForm({
  children,
  action,
  look = 'primary',
  success,
  address = '',
  send,
}: EmailRequestFormProps) {
  const form = useForm<EmailRequest>({
    mode: 'onTouched',
    defaultValues: { email: address },
    resolver: lazyResolver(
      async () => (await import('./email-request-form.schema.ts')).resolveEmailRequest,
    ),
  });

  const { errorCode, alertId, errorId, submit } = useFormError(form, { unknown_email: 'email' });

  const { register, handleSubmit, formState } = form;
  const { isSubmitting, errors } = formState;
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      // Gives a keyboard user a place when the form disappears.
      <div ref={focusElement} className="flex flex-col items-start gap-3 outline-none">
        <Alert kind="success">{success}</Alert>
        <p>
          <EmailAddress>{sentTo}</EmailAddress>
        </p>
        <button type="button" className={BUTTON.quiet} onClick={() => setSentTo(null)}>
          <Trans>Send it again, or to another address</Trans>
        </button>
      </div>
    );
  }
  return (
    <Form
      onSubmit={handleSubmit((request) =>
        submit(async () => {
          await send(request);
          setSentTo(request.email);
        }),
      )}
    >
      <p>{children}</p>
      {errorCode !== null && <CodeAlert id={alertId} kind="error" code={errorCode} />}
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
