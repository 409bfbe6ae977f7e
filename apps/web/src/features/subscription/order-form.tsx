import type { Plan } from '@agres/domain/shape-values';
import {
  discountCodeKeyOf,
  isDiscountCodeKey,
  REFERRAL_CREDIT_CENTS,
} from '@agres/domain/subscription';
import type { Subscribe } from '@agres/domain/subscription.schema';
import { formatPrice } from '@agres/i18n/formats';
import type { Reminder } from '@agres/legal/reminder';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ChevronDown } from 'lucide';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';

import type { CallError } from '../../lib/call-error.ts';
import { api } from '../../lib/data.ts';
import { TextField } from '../../ui/field.tsx';
import { useFocusAfterAttempt } from '../../ui/use-focus-after-try.ts';
import { ChangedTerms } from '../checkout/changed-terms.tsx';
import { RefusedAlert } from '../checkout/refused-alert.tsx';
import { PauseNote, type Pause } from '../checkout/sales-pause.tsx';
import { TermsCheck } from '../checkout/terms-check.tsx';
import { ImmediateStartCheck } from './immediate-start-check.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { SubscriptionSummary } from './subscription-summary.tsx';

/** The order, before a card is entered. */
export type Order = Omit<Subscribe, 'stripeToken' | 'contractText'>;

export type OrderFormProps = {
  plan: Plan;
  /** The referral code from the URL. */
  givenCode: string;
  today: Date;
  /** The hash of the current terms. */
  contractText: string;
  reminder: Reminder;
  pause: Pause;
  isPaying: boolean;
  error: CallError | null;
  onChoosePlan: (plan: Plan) => void;
  onOrder: (order: Order) => void;
};

type Values = { discountCode: string; terms: boolean; immediateStart: boolean };

const isPossibleCode = (typed: string) => {
  const key = discountCodeKeyOf(typed);
  return key === '' || isDiscountCodeKey(key);
};

export function OrderForm(props: OrderFormProps) {
  const { plan, givenCode, today, contractText, reminder, pause, isPaying, error } = props;
  const { onChoosePlan, onOrder } = props;
  const { locale } = useRouteContext({ from: '__root__' });
  const { buttonRef, errorRef } = useFocusAfterAttempt(isPaying);
  const { register, handleSubmit, setError, setValue, formState } = useForm<Values>({
    // Not earlier: an error that appears while the user moves to the button would shift the button.
    mode: 'onSubmit',
    defaultValues: { discountCode: givenCode, terms: false, immediateStart: false },
  });
  const { errors } = formState;
  const credit = formatPrice(locale, REFERRAL_CREDIT_CENTS);
  const [isCodeOpen, setIsCodeOpen] = useState(givenCode !== '');
  const hasCodeFault = errors.discountCode !== undefined;
  const isCodeInvalid = error?.fields['discountCode'] !== undefined;
  const isStartMissing = error?.fields['immediateStart'] !== undefined;
  const rights = api.declarations.rights.useQuery().data?.rights ?? [];
  const hasWithdrawn = rights.some((right) => right.orderId === null && right.declaration !== null);
  // Remains required after the server has required it once.
  const [hasServerRequired, setHasServerRequired] = useState(false);
  if (isStartMissing && !hasServerRequired) setHasServerRequired(true);
  const isStartRequired = hasServerRequired || hasWithdrawn;

  // Only the server knows the owner of a code.
  useEffect(() => {
    if (isCodeInvalid) setError('discountCode', { type: 'server' }, { shouldFocus: true });
  }, [isCodeInvalid, setError]);

  // Only the server knows about withdrawals with the address or the card.
  useEffect(() => {
    if (isStartMissing) setError('immediateStart', { type: 'server' }, { shouldFocus: true });
  }, [isStartMissing, setError]);

  const haveTermsChanged = error?.code === 'terms_changed';
  // Changed terms have to be accepted again.
  useEffect(() => {
    if (haveTermsChanged) setValue('terms', false);
  }, [haveTermsChanged, setValue]);

  const order = ({ discountCode, immediateStart }: Values) => {
    const key = discountCodeKeyOf(discountCode);
    onOrder({ plan, immediateStart, ...(key === '' ? {} : { discountCode: key }) });
  };

  return (
    <form
      noValidate
      method="dialog"
      onSubmit={(event) => void handleSubmit(order)(event)}
      className="flex flex-col gap-8 rounded-panel bg-surface p-5 shadow-card sm:p-10"
    >
      {pause !== null && <PauseNote pause={pause} />}
      <PlanChoice chosen={plan} onChoose={onChoosePlan} />
      <details
        open={isCodeOpen || hasCodeFault}
        onToggle={(event) => setIsCodeOpen(event.currentTarget.open)}
        className="group"
      >
        <summary className="inline-flex min-h-touch list-none items-center gap-2 font-medium hover:text-accent-strong">
          <Trans>Referred by a friend?</Trans>
          <Icon
            of={ChevronDown}
            className="size-4 shrink-0 transition-transform group-open:rotate-180"
          />
        </summary>
        <TextField
          className="mt-3"
          label={<Trans>Referral code (optional)</Trans>}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          state={hasCodeFault ? 'invalid' : 'unknown'}
          hint={
            !hasCodeFault && (
              <Trans>Enter their code and they’ll get {credit} off their next payment.</Trans>
            )
          }
          error={
            errors.discountCode?.type === 'server' ? (
              <Trans>
                This code won’t work: it doesn’t exist, it’s your own, or you’ve already used one.
              </Trans>
            ) : (
              <Trans>Enter a code made of letters and numbers.</Trans>
            )
          }
          {...register('discountCode', { validate: isPossibleCode })}
        />
      </details>
      <div className="flex flex-col gap-8">
        <SubscriptionSummary {...{ plan, today, reminder }} />
        <div className="flex flex-col gap-5">
          {haveTermsChanged && <ChangedTerms hash={contractText} />}
          <TermsCheck
            isMissing={errors.terms !== undefined}
            {...register('terms', { required: true })}
          >
            <Trans>Accept the general terms to subscribe.</Trans>
          </TermsCheck>
          <ImmediateStartCheck
            isRequired={isStartRequired}
            isMissing={errors.immediateStart !== undefined}
            {...register('immediateStart', { required: isStartRequired })}
          />
          {error !== null && !isCodeInvalid && !isStartMissing && (
            <div ref={errorRef} tabIndex={-1} className="outline-none">
              <RefusedAlert error={error} />
            </div>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-3 sm:justify-start">
        {pause === null ? (
          <button
            ref={buttonRef}
            type="submit"
            disabled={isPaying}
            className={`grow text-small sm:grow-0 sm:text-body ${BUTTON.primary}`}
          >
            <Trans>Subscribe with obligation to pay</Trans>
          </button>
        ) : (
          error?.code !== 'sales_paused' && <PauseNote pause={pause} />
        )}
        <Link to="/" hash="plans" className={BUTTON.quiet}>
          <Trans>Cancel</Trans>
        </Link>
      </div>
    </form>
  );
}
