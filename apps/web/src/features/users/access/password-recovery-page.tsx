import type { NewPasswordForm } from '@agres/domain/users.schema';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { FormProvider, useForm } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import { lazyResolver } from '../../../lib/lazy-resolver.ts';
import { takeReturnTo } from '../../../lib/log-in-notes.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { CodeAlert } from '../../../ui/code-alert.tsx';
import { Form } from '../../../ui/form.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useFormError } from '../../../ui/use-form-error.ts';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';

/** Sets a new password. `id` and `retrieve` come from the link of the recovery email. */
export function PasswordRecoveryPage({ id, retrieve }: { id: string; retrieve: string }) {
  const navigate = useNavigate();
  const recover = api.users.retrievePassword.useMutation();
  const form = useForm<NewPasswordForm>({
    mode: 'onTouched',
    resolver: lazyResolver(
      async () => (await import('../users-forms.schema.ts')).resolveNewPassword,
    ),
  });

  const { errorCode, alertId, submit } = useFormError(form);

  const setPassword = (values: NewPasswordForm) =>
    submit(async () => {
      const { message } = await recover.mutateAsync({ ...values, id, retrieve });
      await navigate({ to: '/log-in', search: { notice: message, ...takeReturnTo() } });
    });
  // The form cannot succeed with this link.
  const needsLink = errorCode === 'incorrect_retrieve_code' || errorCode === 'password_not_lost';

  const { handleSubmit, formState } = form;
  return (
    <AccountFrame title={<Trans>Reset my password</Trans>} cover="recovery">
      {errorCode !== null && (
        <CodeAlert id={alertId} kind="error" code={errorCode}>
          {!needsLink && (
            <>
              <Trans>Your password has not been changed.</Trans>{' '}
            </>
          )}
        </CodeAlert>
      )}
      {needsLink ? (
        <ForgottenPassword look="primary">
          <Trans>Ask for a new link</Trans>
        </ForgottenPassword>
      ) : (
        <FormProvider {...form}>
          <Form onSubmit={handleSubmit(setPassword)}>
            <NewPasswordFields label={<Trans>New password</Trans>} />
            <SubmitButton isPending={formState.isSubmitting} busy={<Trans>Saving…</Trans>}>
              <Trans>Change my password</Trans>
            </SubmitButton>
          </Form>
        </FormProvider>
      )}
    </AccountFrame>
  );
}
