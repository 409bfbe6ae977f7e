import type { User } from '@agres/domain/shapes';
import type { UpdateAccount } from '@agres/domain/users.schema';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { FormProvider, useForm, type FieldError as Fault } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import { lazyResolver } from '../../../lib/lazy-resolver.ts';
import { CodeAlert } from '../../../ui/code-alert.tsx';
import { TextField, type FieldState } from '../../../ui/field.tsx';
import { fieldStateOf } from '../../../ui/form-state.ts';
import { Form } from '../../../ui/form.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { breaksRule, useFormError } from '../../../ui/use-form-error.ts';
import { FieldError } from '../field-error.tsx';
import { ForgottenOwnPassword } from '../forgotten-own-password.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { PasswordField } from '../password-field.tsx';
import { WrongPassword } from '../wrong-password.tsx';
import { AccountPart, AccountParts } from './account-part.tsx';

/**
 * Edits email, names and optionally the password. Every change requires the current password, entered in a
 * separate field, so that a mistyped one is rejected and never stored as the new password.
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
      currentMdp: '',
    },
    resolver: lazyResolver(async () => (await import('../users-forms.schema.ts')).resolveAccount),
  });

  const { errorCode, alertId, errorId, submit } = useFormError(form, {
    email_taken: 'email',
    invalid_email_domain_message: 'email',
    incorrect_password: 'currentMdp',
  });

  const save = (values: UpdateAccount) =>
    submit(async () => {
      // The specification allows `mdp` to hold the current password.
      const currentMdp = values.currentMdp ?? values.mdp;
      const { message } = await update.mutateAsync({ ...values, currentMdp });
      await utils.users.status.invalidate();
      // The profile then asks to confirm the new address, until when nothing changes.
      const isWaiting =
        values.email !== user.email && utils.users.status.getData()?.user?.pendingEmail != null;
      await navigate({ to: '/profile', search: isWaiting ? {} : { notice: message } });
    });

  const { register, handleSubmit, formState, getValues } = form;
  const { errors } = formState;
  // A rejected value shows no tick.
  const stateOf = (name: keyof UpdateAccount): FieldState => {
    const state = fieldStateOf(form, name);
    return errorCode !== null && state === 'valid' ? 'unknown' : state;
  };
  const isAboutPassword = errorCode === 'incorrect_password';
  const isPresentMissing = (getValues('currentMdp') ?? '') === '';
  const alert = errorCode !== null && <CodeAlert id={alertId} kind="error" code={errorCode} />;
  return (
    <FormProvider {...form}>
      <Form onSubmit={handleSubmit(save)}>
        {!isAboutPassword && alert}
        <AccountParts ground="form">
          <AccountPart
            title={<Trans>Your details</Trans>}
            hint={
              <Trans>
                We’ll send a link to your new address. The change takes effect once you click it.
              </Trans>
            }
          >
            <TextField
              label={<Trans>Email address</Trans>}
              type="email"
              autoComplete="email"
              required
              state={stateOf('email')}
              error={breaksRule(errors.email) && <FieldError error={errors.email} />}
              errorId={errorId}
              {...register('email')}
            />
            <div className="grid items-end gap-x-4 gap-y-5 phone:grid-cols-2">
              <TextField
                label={<Trans>First name (optional)</Trans>}
                autoComplete="given-name"
                state={stateOf('firstName')}
                {...register('firstName')}
              />
              <TextField
                label={<Trans>Last name (optional)</Trans>}
                autoComplete="family-name"
                state={stateOf('lastName')}
                {...register('lastName')}
              />
            </div>
          </AccountPart>
          <AccountPart
            title={<Trans>Change your password</Trans>}
            hint={<Trans>Leave both fields empty to keep your current password.</Trans>}
          >
            <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
              <NewPasswordFields label={<Trans>New password</Trans>} isOptional stateOf={stateOf} />
            </div>
          </AccountPart>
          <AccountPart
            title={<Trans>Confirm with your password</Trans>}
            hint={<Trans>Enter your password to save any changes.</Trans>}
          >
            <div className="grid gap-x-4 sm:grid-cols-2">
              <div className="flex flex-col gap-5">
                <PasswordField
                  label={<Trans>Current password</Trans>}
                  autoComplete="current-password"
                  required
                  state={stateOf('currentMdp')}
                  error={
                    (errors.currentMdp !== undefined || isPresentMissing) && (
                      <PresentError error={errors.currentMdp} isMissing={isPresentMissing} />
                    )
                  }
                  errorId={isAboutPassword ? undefined : errorId}
                  {...register('currentMdp', { setValueAs: emptyToUndefined })}
                />
                <SubmitButton isPending={formState.isSubmitting} busy={<Trans>Saving…</Trans>}>
                  <Trans>Update my account</Trans>
                </SubmitButton>
                <div className="-mt-2">
                  <ForgottenOwnPassword />
                </div>
              </div>
            </div>
          </AccountPart>
        </AccountParts>
      </Form>
    </FormProvider>
  );
}

function PresentError({ error, isMissing }: { error: Fault | undefined; isMissing: boolean }) {
  if (!breaksRule(error)) {
    if (!isMissing) return <WrongPassword />;
    return (
      <span role="alert">
        <Trans>To choose a new password, enter the current one here.</Trans>
      </span>
    );
  }
  return isMissing ? <Trans>Enter your password.</Trans> : <FieldError error={error} />;
}

const emptyToUndefined = (typed: string | undefined) => (typed === '' ? undefined : typed);
