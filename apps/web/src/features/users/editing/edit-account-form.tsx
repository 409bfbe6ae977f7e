import { Trans } from '@lingui/react/macro';
import type { User } from '@shop/domain/shapes';
import type { UpdateAccount } from '@shop/domain/users.schema';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';

import { api } from '../../../lib/data.ts';
import { lazyResolver } from '../../../lib/lazy-resolver.ts';
import { CodeAlert } from '../../../ui/alert.tsx';
import { TextField } from '../../../ui/field.tsx';
import { fieldStateOf } from '../../../ui/form-state.ts';
import { Form } from '../../../ui/form.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { breaksRule, useFormError } from '../../../ui/use-form-error.ts';
import { FieldError } from '../field-error.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';

/**
 * E-mail, names and password. The password is the present one or a new one; the present one is always
 * sent beside it, from its own field or else as typed, so that a mistyped present password is refused
 * and never becomes the new one (contract, section 4).
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
    resolver: lazyResolver(async () => (await import('../users-forms.schema.ts')).resolveAccount),
  });

  const { errorCode, alertId, errorId, submit } = useFormError(form, {
    email_taken: 'email',
    invalid_email_domain_message: 'email',
    incorrect_password: 'currentMdp',
  });

  const save = (values: UpdateAccount) =>
    submit(async () => {
      const currentMdp = values.currentMdp ?? values.mdp;
      const { message } = await update.mutateAsync({ ...values, currentMdp });
      await utils.users.status.invalidate();
      await navigate({ to: '/profile', search: { notice: message } });
    });

  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  return (
    <FormProvider {...form}>
      <Form onSubmit={handleSubmit(save)}>
        {errorCode !== null && <CodeAlert id={alertId} kind="error" code={errorCode} />}
        <Group title={<Trans>Who you are</Trans>}>
          <TextField
            label={<Trans>E-mail address</Trans>}
            type="email"
            autoComplete="email"
            required
            state={fieldStateOf(form, 'email')}
            error={breaksRule(errors.email) && <FieldError error={errors.email} />}
            errorId={errorId}
            {...register('email')}
          />
          <TextField
            label={<Trans>First name (optional)</Trans>}
            autoComplete="given-name"
            state={fieldStateOf(form, 'firstName')}
            {...register('firstName')}
          />
          <TextField
            label={<Trans>Last name (optional)</Trans>}
            autoComplete="family-name"
            state={fieldStateOf(form, 'lastName')}
            {...register('lastName')}
          />
        </Group>
        <Group title={<Trans>Your password</Trans>}>
          <p className="text-pretty text-ink-soft">
            <Trans>
              Whatever you change, even only your name, we ask for your password: it proves that it
              is you.
            </Trans>
          </p>
          <NewPasswordFields label={<Trans>Current or new password</Trans>} autoComplete="off" />
          <TextField
            label={<Trans>Current password, to choose a new one</Trans>}
            type="password"
            autoComplete="current-password"
            state={fieldStateOf(form, 'currentMdp')}
            error={
              breaksRule(errors.currentMdp) ? (
                <FieldError error={errors.currentMdp} />
              ) : (
                <Trans>
                  To choose a new password, enter the current one here. To keep it, enter it twice
                  above.
                </Trans>
              )
            }
            errorId={errorId}
            hint={
              <Trans>Only if the password above is a new one. Leave it empty to keep yours.</Trans>
            }
            {...register('currentMdp', { setValueAs: untilTyped })}
          />
        </Group>
        <SubmitButton isPending={formState.isSubmitting}>
          <Trans>Update my account</Trans>
        </SubmitButton>
      </Form>
    </FormProvider>
  );
}

/** Fields that belong together, under their name. */
function Group({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 pb-3">
      <legend className="mb-4 font-display text-title-s font-bold">{title}</legend>
      <div className="flex flex-col gap-5">{children}</div>
    </fieldset>
  );
}

/** A field that was left empty was not filled in. */
const untilTyped = (typed: string | undefined) => (typed === '' ? undefined : typed);
