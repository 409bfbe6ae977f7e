import { PASSWORD_RULES, passwordRulesOf, type PasswordRule } from '@agres/domain/users';
import type { NewPasswordForm } from '@agres/domain/users.schema';
import { Icon } from '@agres/ui/icon';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { Check, CircleAlert, Dot } from 'lucide';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import type { FieldState } from '../../ui/field.tsx';
import { fieldStateOf } from '../../ui/form-state.ts';
import { FieldError } from './field-error.tsx';
import { PasswordField } from './password-field.tsx';

type NewPasswordFieldsProps = {
  label: ReactNode;
  isOptional?: boolean;
  stateOf?: (name: 'mdp' | 'mdp2') => FieldState;
};

/** A new password with its rules, and its repetition. Needs a `FormProvider` with both fields. */
export function NewPasswordFields({ label, isOptional = false, stateOf }: NewPasswordFieldsProps) {
  const form = useFormContext<NewPasswordForm>();
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        required={!isOptional}
        hint={<PasswordRules isRefused={errors.mdp !== undefined} />}
        state={stateOf?.('mdp') ?? fieldStateOf(form, 'mdp')}
        error={
          errors.mdp && (
            // The list of rules marks the error in red. The sentence repeats it for screen readers.
            <span className="sr-only">
              <FieldError error={errors.mdp} />
            </span>
          )
        }
        {...register('mdp', { deps: 'mdp2' })}
      />
      <PasswordField
        label={<Trans>Confirm password</Trans>}
        autoComplete="new-password"
        required={!isOptional}
        // No tick for the repetition of a password that is refused.
        state={
          stateOf?.('mdp2') ?? (errors.mdp && !errors.mdp2 ? 'unknown' : fieldStateOf(form, 'mdp2'))
        }
        error={errors.mdp2 && <Trans>The passwords don’t match.</Trans>}
        {...register('mdp2')}
      />
    </>
  );
}

const RULE_NAMES = {
  length: msg`8–30 characters`,
  lowercase: msg`Lowercase letter`,
  uppercase: msg`Uppercase letter`,
  digit: msg`Digit`,
} as const satisfies Record<PasswordRule, unknown>;

/** Ticks each rule that is met. Unmet rules are red after an error. */
function PasswordRules({ isRefused }: { isRefused: boolean }) {
  const { i18n } = useRouteContext({ from: '__root__' });
  const { control } = useFormContext<NewPasswordForm>();
  const typed = useWatch({ control, name: 'mdp' }) ?? '';
  const kept = passwordRulesOf(typed);
  const lookOf = (rule: PasswordRule) => {
    if (kept[rule]) return { icon: Check, className: 'font-medium text-success' };
    return isRefused
      ? { icon: CircleAlert, className: 'font-medium text-error' }
      : { icon: Dot, className: '' };
  };
  return (
    <>
      <span className="grid gap-x-2 gap-y-1 phone:grid-cols-2">
        {PASSWORD_RULES.map((rule) => {
          const { icon, className } = lookOf(rule);
          return (
            <span key={rule} className={`flex items-center gap-1 ${className}`}>
              <Icon of={icon} className="size-4 shrink-0" />
              {i18n._(RULE_NAMES[rule])}
            </span>
          );
        })}
      </span>
      {/* The special character is a tip, not a rule. */}
      <span className={`mt-1 block ${/[^\p{L}\p{N}]/u.test(typed) ? 'invisible' : ''}`}>
        <Trans>Add a special character to make it stronger.</Trans>
      </span>
    </>
  );
}
