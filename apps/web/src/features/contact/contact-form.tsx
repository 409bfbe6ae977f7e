import { CONTACT_LENGTH } from '@agres/domain/contact';
import type { Contact } from '@agres/domain/contact.schema';
import { messageOf } from '@agres/i18n/message-of';
import { BUTTON } from '@agres/ui/button';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { api } from '../../lib/data.ts';
import { lazyResolver } from '../../lib/lazy-resolver.ts';
import { Alert } from '../../ui/alert.tsx';
import { CodeAlert } from '../../ui/code-alert.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusElement, focusFromTop } from '../../ui/focus.ts';
import { fieldStateOf } from '../../ui/form-state.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { TypedLength } from '../../ui/typed-length.tsx';
import { useFormError } from '../../ui/use-form-error.ts';
import { useMessageDraft } from './use-message-draft.ts';

type ContactFormProps = {
  asksForEmail: 'yes' | 'no';
  /** The message is about this order. Its number is then the subject. */
  orderId: number | undefined;
  /** Called with true when the sent message replaces the form, and with false when the form returns. */
  onSent: (isSent: boolean) => void;
};

export function ContactForm({ asksForEmail, orderId, onSent }: ContactFormProps) {
  const { t, i18n } = useLingui();
  const subject = orderId === undefined ? '' : t`Order no. ${orderId}`;
  const form = useForm<Contact>({
    mode: 'onTouched',
    defaultValues: { subject, message: '', ...(asksForEmail === 'yes' && { email: '' }) },
    resolver: lazyResolver(
      async () => (await import('./contact-form.schema.ts')).resolveContactForm,
    ),
  });
  const { register, handleSubmit, formState, reset } = form;
  const status = api.users.status.useQuery(undefined, { enabled: asksForEmail === 'no' });
  const account = status.data?.user?.email;
  const deleteDraft = useMessageDraft(form, {
    writer: asksForEmail === 'yes' ? 'visitor' : 'member',
    about: orderId === undefined ? '' : `order ${orderId}`,
  });

  const send = api.contact.send.useMutation({
    onSuccess: () => {
      reset();
      deleteDraft();
      onSent(true);
    },
  });
  /**
   * Whether the form returned after a sent message. It then gets the focus, because the pressed button is gone.
   */
  const [isAnother, setIsAnother] = useState(false);
  const { errorCode, alertId, submit } = useFormError(form);
  const sendMessage = (values: Contact) => submit(() => send.mutateAsync(values));

  const { errors } = formState;
  // The error replaces the rule, which it repeats.
  const stateOf = (name: 'subject' | 'message') => fieldStateOf(form, name);
  const [typedSubject, message] = useWatch({ control: form.control, name: ['subject', 'message'] });
  if (send.isSuccess) {
    const writeAnother = () => {
      setIsAnother(true);
      onSent(false);
      send.reset();
    };
    return <Sent code={send.data.message} message={send.variables} onAnother={writeAnother} />;
  }
  return (
    <form
      ref={isAnother ? focusElement : null}
      noValidate
      method="dialog"
      onSubmit={(event) => void handleSubmit(sendMessage)(event)}
      className="flex flex-col gap-5 self-start rounded-panel bg-surface p-6 shadow-card sm:p-10"
    >
      {asksForEmail === 'yes' && (
        <TextField
          label={<Trans>Your email address</Trans>}
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
          <TypedLength text={typedSubject} max={CONTACT_LENGTH.subject.max}>
            {stateOf('subject') !== 'invalid' && <Trans>5 to 20 characters</Trans>}
          </TypedLength>
        }
        state={stateOf('subject')}
        error={errors.subject && <Trans>The subject must be 5 to 20 characters long.</Trans>}
        {...register('subject')}
      />
      <TextAreaField
        label={<Trans>Message</Trans>}
        required
        rows={5}
        hint={
          <TypedLength text={message} max={CONTACT_LENGTH.message.max}>
            {stateOf('message') !== 'invalid' && <Trans>10 to 1,000 characters</Trans>}
          </TypedLength>
        }
        state={stateOf('message')}
        error={errors.message && <Trans>The message must be 10 to 1,000 characters long.</Trans>}
        {...register('message')}
      />
      {/* Without the link to this page. */}
      {errorCode !== null && (
        <Alert id={alertId} kind="error">
          {messageOf(i18n, errorCode)}
        </Alert>
      )}
      <SubmitButton isPending={formState.isSubmitting}>
        <Trans>Send the message</Trans>
      </SubmitButton>
      <p className="text-small wrap-anywhere text-ink-soft">
        <span className="font-semibold text-ink">
          {account === undefined ? (
            <Trans>We’ll reply within 48 hours.</Trans>
          ) : (
            <Trans>
              We’ll reply to <EmailAddress>{account}</EmailAddress> within 48 hours.
            </Trans>
          )}
        </span>{' '}
        <Trans>An email confirms that your message has arrived.</Trans>
      </p>
    </form>
  );
}

type SentProps = { code: string; message: Contact; onAnother: () => void };

function Sent({ code, message, onAnother }: SentProps) {
  const { subject, message: text, email } = message;
  return (
    <section className="flex flex-col gap-5 self-start rounded-panel bg-surface p-6 shadow-card sm:p-10">
      <div ref={focusFromTop}>
        <CodeAlert kind="success" code={code} />
      </div>
      <p className="wrap-anywhere">
        {email === undefined ? (
          <Trans>We’ll reply to your account’s email address.</Trans>
        ) : (
          <Trans>
            We’ll reply to <EmailAddress>{email}</EmailAddress>.
          </Trans>
        )}
      </p>
      <blockquote className="rounded-control bg-ground-deep px-5 py-4 wrap-anywhere">
        <p className="text-small text-ink-soft">
          <Trans>Your message</Trans>
        </p>
        <p className="mt-1 font-semibold">{subject}</p>
        <p className="mt-2 whitespace-pre-line">{text}</p>
      </blockquote>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link to="/" className={BUTTON.primary}>
          <Trans>Back to the home page</Trans>
        </Link>
        <button type="button" onClick={onAnother} className={BUTTON.quiet}>
          <Trans>Write another message</Trans>
        </button>
      </div>
    </section>
  );
}
