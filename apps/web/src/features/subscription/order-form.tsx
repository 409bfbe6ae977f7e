import { Trans } from '@lingui/react/macro';
import type { Plan } from '@shop/domain/shapes';
import {
  discountCodeKeyOf,
  isDiscountCodeKey,
  REFERRAL_CREDIT_CENTS,
} from '@shop/domain/subscription';
import type { Subscribe } from '@shop/domain/subscription.schema';
import { formatPrice } from '@shop/i18n/formats';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';

import type { CallError } from '../../lib/call-error.ts';
import { CodeAlert } from '../../ui/alert.tsx';
import { BUTTON } from '../../ui/button.ts';
import { TextField } from '../../ui/field.tsx';
import { useFocusAfterTry } from '../../ui/use-focus-after-try.ts';
import { PlanChoice } from './plan-choice.tsx';
import { SubscriptionSummary } from './subscription-summary.tsx';
import { SubscriptionTermsCheck } from './subscription-terms-check.tsx';

/** What is subscribed to, before a card is asked for. */
export type Order = Omit<Subscribe, 'stripeToken'>;

export type OrderFormProps = {
  plan: Plan;
  /** The referral code that the address brought along. */
  givenCode: string;
  today: Date;
  isPaying: boolean;
  /** The error that the last try ended with. */
  error: CallError | null;
  onChoosePlan: (plan: Plan) => void;
  onOrder: (order: Order) => void;
};

type Values = { discountCode: string; terms: boolean };

const isPossibleCode = (typed: string) => {
  const key = discountCodeKeyOf(typed);
  return key === '' || isDiscountCodeKey(key);
};

/** What is ordered and what it costs, up to the button that binds. */
export function OrderForm(props: OrderFormProps) {
  const { plan, givenCode, today, isPaying, error, onChoosePlan, onOrder } = props;
  const { locale } = useRouteContext({ from: '__root__' });
  const { buttonRef, errorRef } = useFocusAfterTry(isPaying);
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    // Not sooner: a fault that appears on the way to the button would push the button away.
    mode: 'onSubmit',
    defaultValues: { discountCode: givenCode, terms: false },
  });
  const { errors } = formState;
  const credit = formatPrice(locale, REFERRAL_CREDIT_CENTS);
  const hasCodeFault = errors.discountCode !== undefined;
  const isCodeInvalid = error?.fields['discountCode'] !== undefined;

  // The server alone knows whose a code is.
  useEffect(() => {
    if (isCodeInvalid) setError('discountCode', { type: 'server' }, { shouldFocus: true });
  }, [isCodeInvalid, setError]);

  const order = ({ discountCode }: Values) => {
    const key = discountCodeKeyOf(discountCode);
    onOrder(key === '' ? { plan } : { plan, discountCode: key });
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(order)(event)}
      className="flex flex-col gap-8 rounded-panel bg-surface p-6 shadow-card sm:p-10"
    >
      <PlanChoice chosen={plan} onChoose={onChoosePlan} />
      <TextField
        label={<Trans>Referral code (optional)</Trans>}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        state={hasCodeFault ? 'invalid' : 'unknown'}
        hint={
          <Trans>Were you referred? The code takes {credit} off that person’s next payment.</Trans>
        }
        error={
          hasCodeFault && (
            <Trans>
              This code cannot be used: it is unknown, your own, or you have used one already.
            </Trans>
          )
        }
        {...register('discountCode', { validate: isPossibleCode })}
      />
      <div className="flex flex-col gap-5">
        <SubscriptionSummary plan={plan} today={today} />
        <SubscriptionTermsCheck
          isMissing={errors.terms !== undefined}
          {...register('terms', { required: true })}
        />
        {error !== null && !isCodeInvalid && (
          <div ref={errorRef} tabIndex={-1} className="outline-none">
            <CodeAlert kind="error" code={error.code} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <button
          ref={buttonRef}
          type="submit"
          disabled={isPaying}
          className={`grow py-2 text-balance sm:grow-0 ${BUTTON.primary}`}
        >
          <Trans>Subscribe with obligation to pay</Trans>
        </button>
        <Link to="/" hash="plans" className={`grow sm:grow-0 ${BUTTON.secondary}`}>
          <Trans>Cancel</Trans>
        </Link>
      </div>
    </form>
  );
}
