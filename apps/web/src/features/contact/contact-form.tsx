import { Trans } from '@lingui/react/macro';
import type { Contact } from '@shop/domain/contact.schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import { refusalOf } from '../../lib/refusal.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusElement } from '../../ui/focus.ts';
import { fieldStateOf } from '../../ui/form-state.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';

type Outcome = { kind: 'error' | 'success'; code: string };

/** Subject and message; a visitor also says which address to answer to. */
export function ContactForm({ asksForEmail }: { asksForEmail: 'yes' | 'no' }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const send = api.contact.send.useMutation();
  const { register, handleSubmit, formState, reset } = useForm<Contact>({
    mode: 'onTouched',
    defaultValues: { subject: '', message: '', ...(asksForEmail === 'yes' && { email: '' }) },
    resolver: async (...form) =>
      (await import('./contact-form.schema.ts')).resolveContactForm(...form),
  });

  const sendMessage = async (values: Contact) => {
    setOutcome(null);
    try {
      const { message } = await send.mutateAsync(values);
      reset();
      setOutcome({ kind: 'success', code: message });
    } catch (error) {
      setOutcome({ kind: 'error', code: refusalOf(error).code });
    }
  };

  const { errors } = formState;
  return (
    <form
      noValidate
      method="dialog"
      onSubmit={(event) => void handleSubmit(sendMessage)(event)}
      className="flex flex-col gap-5 rounded-panel bg-surface p-6 shadow-card sm:p-10"
    >
      {asksForEmail === 'yes' && (
        <TextField
          label={<Trans>Your e-mail address</Trans>}
          type="email"
          autoComplete="email"
          required
          state={fieldStateOf(formState, 'email')}
          error={errors.email && <Trans>Enter an address that we can answer to.</Trans>}
          {...register('email')}
        />
      )}
      <TextField
        label={<Trans>Subject</Trans>}
        required
        maxLength={20}
        hint={<Trans>5 to 20 characters</Trans>}
        state={fieldStateOf(formState, 'subject')}
        error={errors.subject && <Trans>The subject takes 5 to 20 characters.</Trans>}
        {...register('subject')}
      />
      <TextAreaField
        label={<Trans>Message</Trans>}
        required
        rows={7}
        maxLength={1000}
        hint={<Trans>10 to 1000 characters</Trans>}
        state={fieldStateOf(formState, 'message')}
        error={errors.message && <Trans>The message takes 10 to 1000 characters.</Trans>}
        {...register('message')}
      />
      {outcome && (
        <div ref={focusElement} key={outcome.kind}>
          <CodeAlert kind={outcome.kind} code={outcome.code} />
        </div>
      )}
      <SubmitButton isPending={formState.isSubmitting}>
        <Trans>Send the message</Trans>
      </SubmitButton>
    </form>
  );
}
