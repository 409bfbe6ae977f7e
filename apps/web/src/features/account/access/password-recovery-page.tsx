import { Trans } from '@lingui/react/macro';
import type { NewPasswordForm } from '@shop/domain/account.schema';
import { useNavigate } from '@tanstack/react-router';
import { FormProvider, useForm } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import { takeWantedPage } from '../../../lib/wanted-page.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { Form } from '../../../ui/form.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useRefusal } from '../../../ui/use-refusal.ts';
import { AccountFrame } from '../account-frame.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { ForgottenPassword } from './forgotten-password.tsx';

/** Chooses a new password by the link of the recovery letter: `id` and `retrieve` are its parts. */
export function PasswordRecoveryPage({ id, retrieve }: { id: string; retrieve: string }) {
  const navigate = useNavigate();
  const recover = api.users.retrievePassword.useMutation();
  const form = useForm<NewPasswordForm>({
    mode: 'onTouched',
    resolver: async (...values) =>
      (await import('../account-forms.schema.ts')).resolveNewPassword(...values),
  });

  const { refusal, alertId, attempt } = useRefusal(form);

  const setPassword = (values: NewPasswordForm) =>
    attempt(async () => {
      const { message } = await recover.mutateAsync({ ...values, id, retrieve });
      await navigate({ to: '/log-in', search: { notice: message, ...takeWantedPage() } });
    });
  const needsLink = refusal === 'incorrect_retrieve_code' || refusal === 'password_not_lost';

  const { handleSubmit, formState } = form;
  return (
    <AccountFrame title={<Trans>Recover my password</Trans>} cover="recovery">
      {refusal !== null && <CodeAlert id={alertId} kind="error" code={refusal} />}
      {needsLink && (
        <p>
          <ForgottenPassword>
            <Trans>Ask for a new link</Trans>
          </ForgottenPassword>
        </p>
      )}
      <FormProvider {...form}>
        <Form onSubmit={handleSubmit(setPassword)}>
          <NewPasswordFields label={<Trans>New password</Trans>} autoComplete="new-password" />
          <SubmitButton isPending={formState.isSubmitting}>
            <Trans>Change my password</Trans>
          </SubmitButton>
        </Form>
      </FormProvider>
    </AccountFrame>
  );
}
