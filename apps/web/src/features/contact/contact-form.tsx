import { Trans, useLingui } from '@lingui/react/macro';
import { CONTACT_LENGTH } from '@shop/domain/contact';
import type { Contact } from '@shop/domain/contact.schema';
import { lengthOf } from '@shop/domain/text';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusElement } from '../../ui/focus.ts';
import { fieldStateOf } from '../../ui/form-state.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useFormError } from '../../ui/use-form-error.ts';
import { useKeptMessage } from './use-kept-message.ts';

type ContactFormProps = {
  asksForEmail: 'yes' | 'no';
  /** The order whose item is defective: the form begins with it. */
  orderId: number | undefined;
};

/** Subject and message; a visitor also says which address to answer to. */
export function ContactForm({ asksForEmail, orderId }: ContactFormProps) {
  const { t } = useLingui();
  const begun =
    orderId === undefined
      ? { subject: '', message: '' }
      : { subject: t`Faulty item`, message: t`Order no. ${orderId}: ` };
  const form = useForm<Contact>({
    mode: 'onTouched',
    defaultValues: { ...begun, ...(asksForEmail === 'yes' && { email: '' }) },
    resolver: lazyResolver(
      async () => (await import('./contact-form.schema.ts')).resolveContactForm,
    ),
  });
  const { register, handleSubmit, formState, reset } = form;
  const forgetKept = useKeptMessage(form, {
    writer: asksForEmail === 'yes' ? 'visitor' : 'member',
    thing: orderId === undefined ? '' : `order ${orderId}`,
  });

  // Before it is said: nothing of what was sent is left then.
  const send = api.contact.send.useMutation({
    onSuccess: () => {
      reset();
      forgetKept();
    },
  });
  const { errorCode, alertId, submit } = useFormError(form);
  const sendMessage = (values: Contact) => submit(() => send.mutateAsync(values));

  const { errors } = formState;
  const [subject, message] = useWatch({ control: form.control, name: ['subject', 'message'] });
  return (
    <form
      noValidate
      method="dialog"
      onSubmit={(event) => void handleSubmit(sendMessage)(event)}
      className="flex flex-col gap-5 rounded-panel bg-surface p-6 shadow-card sm:p-10"
    >
      {/* Above the fields, which are empty again: below them it would read as something still to do. */}
      {errorCode === null && send.data && (
        <div ref={focusElement}>
          <CodeAlert kind="success" code={send.data.message} />
        </div>
      )}
      {asksForEmail === 'yes' && (
        <TextField
          label={<Trans>Your e-mail address</Trans>}
          type="email"
          autoComplete="email"
          required
          state={fieldStateOf(form, 'email')}
          error={errors.email && <Trans>Enter an address we can reply to.</Trans>}
          {...register('email')}
        />
      )}
      <TextField
        label={<Trans>Subject</Trans>}
        required
        hint={
          <Length text={subject} max={CONTACT_LENGTH.subject.max}>
            <Trans>5 to 20 characters</Trans>
          </Length>
        }
        state={fieldStateOf(form, 'subject')}
        error={errors.subject && <Trans>The subject must be 5 to 20 characters long.</Trans>}
        {...register('subject')}
      />
      <TextAreaField
        label={<Trans>Message</Trans>}
        required
        rows={7}
        hint={
          <Length text={message} max={CONTACT_LENGTH.message.max}>
            <Trans>10 to 1000 characters</Trans>
          </Length>
        }
        state={fieldStateOf(form, 'message')}
        error={errors.message && <Trans>The message must be 10 to 1000 characters long.</Trans>}
        {...register('message')}
      />
      {errorCode !== null && <CodeAlert id={alertId} kind="error" code={errorCode} />}
      <SubmitButton isPending={formState.isSubmitting}>
        <Trans>Send the message</Trans>
      </SubmitButton>
    </form>
  );
}

type LengthProps = { text: string; max: number; children: ReactNode };

/** How long a text may be, and how long it is: nothing that is typed is cut off unseen. */
function Length({ text, max, children }: LengthProps) {
  const length = lengthOf(text.trim());
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>{children}</span>
      <span className={`tabular-nums ${length > max ? 'font-medium text-error' : ''}`}>
        {length} / {max}
      </span>
    </span>
  );
}
