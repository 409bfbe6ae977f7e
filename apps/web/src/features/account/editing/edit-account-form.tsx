import { Trans } from '@lingui/react/macro';
import type { UpdateAccount } from '@shop/domain/account.schema';
import type { User } from '@shop/domain/shapes';
import { useNavigate } from '@tanstack/react-router';
import { FormProvider, useForm } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/field.tsx';
import { fieldStateOf } from '../../../ui/form-state.ts';
import { Form } from '../../../ui/form.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { breaksRule, useRefusal } from '../../../ui/use-refusal.ts';
import { FieldError } from '../field-error.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';

/**
 * E-mail, names and password. The password is the present one or a new one; a new one on an older
 * session needs the present one too, which the form asks for once it was refused.
 */
export function EditAccountForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const utils = api.useUtils();
  const update = api.users.update.useMutation();
  const form = useForm<UpdateAccount>({
    mode: 'onTouched',
    defaultValues: {
      email: user.email,
      mdp: '',
      mdp2: '',
      firstName: user.firstName ?? '',
      lastName: user.lastName ?? '',
    },
    resolver: async (...input) =>
      (await import('../account-forms.schema.ts')).resolveAccount(...input),
  });

  const { refusal, alertId, errorId, attempt } = useRefusal(form, {
    email_taken: 'email',
    invalid_email_domain_message: 'email',
    incorrect_password: 'currentMdp',
  });

  const save = (values: UpdateAccount) =>
    attempt(async () => {
      const { message } = await update.mutateAsync(values);
      await utils.users.status.invalidate();
      await navigate({ to: '/profile', search: { notice: message } });
    });

  const { register, handleSubmit, formState } = form;
  const { errors, dirtyFields } = formState;
  const isProofAsked = refusal === 'incorrect_password' || dirtyFields.currentMdp === true;
  return (
    <FormProvider {...form}>
      <Form onSubmit={handleSubmit(save)}>
        {refusal !== null && <CodeAlert id={alertId} kind="error" code={refusal} />}
        <TextField
          label={<Trans>E-mail address</Trans>}
          type="email"
          autoComplete="email"
          required
          state={fieldStateOf(formState, 'email')}
          error={breaksRule(errors.email) && <FieldError error={errors.email} />}
          errorId={errorId}
          {...register('email')}
        />
        <NewPasswordFields label={<Trans>Present or new password</Trans>} autoComplete="off" />
        {isProofAsked && (
          <TextField
            label={<Trans>Present password</Trans>}
            type="password"
            autoComplete="current-password"
            state={fieldStateOf(formState, 'currentMdp')}
            error={breaksRule(errors.currentMdp) && <FieldError error={errors.currentMdp} />}
            errorId={errorId}
            hint={
              <Trans>
                You logged in a while ago: confirm the change with your present password.
              </Trans>
            }
            {...register('currentMdp')}
          />
        )}
        <TextField
          label={<Trans>First name (optional)</Trans>}
          autoComplete="given-name"
          state={fieldStateOf(formState, 'firstName')}
          {...register('firstName')}
        />
        <TextField
          label={<Trans>Last name (optional)</Trans>}
          autoComplete="family-name"
          state={fieldStateOf(formState, 'lastName')}
          {...register('lastName')}
        />
        <SubmitButton isPending={formState.isSubmitting}>
          <Trans>Update my account</Trans>
        </SubmitButton>
      </Form>
    </FormProvider>
  );
}
