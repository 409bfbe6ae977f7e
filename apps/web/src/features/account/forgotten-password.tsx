import { Trans } from '@lingui/react/macro';
import type { EmailRequest } from '@shop/domain/account.schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import { refusalOf } from '../../lib/refusal.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { TextField } from '../../ui/field.tsx';
import { fieldStateOf } from '../../ui/form-state.ts';
import { Modal } from '../../ui/modal.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';

/** The way to a new password: a button, and the dialog that asks where to send the link. */
export function ForgottenPassword() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={BUTTON.quiet} onClick={() => setIsOpen(true)}>
        <Trans>Forgotten password?</Trans>
      </button>
      {isOpen && (
        <Modal title={<Trans>Forgotten password</Trans>} onClose={() => setIsOpen(false)}>
          <RecoveryRequest />
        </Modal>
      )}
    </>
  );
}

type Outcome = { kind: 'error' | 'success'; code: string };

function RecoveryRequest() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const request = api.users.forgotPassword.useMutation();
  const { register, handleSubmit, formState } = useForm<EmailRequest>({
    mode: 'onTouched',
    defaultValues: { email: '' },
    resolver: async (...form) =>
      (await import('./account-forms.schema.ts')).resolveEmailRequest(...form),
  });

  const ask = async (values: EmailRequest) => {
    setOutcome(null);
    try {
      const { message } = await request.mutateAsync(values);
      setOutcome({ kind: 'success', code: message });
    } catch (error) {
      setOutcome({ kind: 'error', code: refusalOf(error).code });
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(ask)(event)}
      className="flex flex-col gap-5"
    >
      <p>
        <Trans>We send you a link, valid for one hour, to choose a new password.</Trans>
      </p>
      {outcome && <CodeAlert kind={outcome.kind} code={outcome.code} />}
      <TextField
        label={<Trans>E-mail address</Trans>}
        type="email"
        autoComplete="email"
        required
        state={fieldStateOf(formState, 'email')}
        error={formState.errors.email && <Trans>Please enter a valid e-mail address.</Trans>}
        {...register('email')}
      />
      <SubmitButton isPending={formState.isSubmitting}>
        <Trans>Send the link</Trans>
      </SubmitButton>
    </form>
  );
}
