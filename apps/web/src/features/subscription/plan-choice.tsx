import { PLANS, type Plan } from '@agres/domain/shape-values';
import {
  PLAN_PRICES_CENTS,
  YEARLY_PER_MONTH_CENTS,
  YEARLY_SAVING_PERCENT,
} from '@agres/domain/subscription';
import { formatPrice } from '@agres/i18n/formats';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';

import { usePlanNames } from './plan-names.ts';

const PER_MONTH_CENTS = {
  monthly: PLAN_PRICES_CENTS.monthly,
  yearly: YEARLY_PER_MONTH_CENTS,
} as const satisfies Record<Plan, number>;

type PlanChoiceProps = { chosen: Plan; onChoose: (plan: Plan) => void };

/** Side by side (S1.15). */
export function PlanChoice({ chosen, onChoose }: PlanChoiceProps) {
  const names = usePlanNames();
  return (
    <fieldset>
      <legend className="mb-4 text-small font-semibold">
        <Trans>Choose your plan</Trans>
      </legend>
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        {PLANS.map((plan) => (
          <label
            key={plan}
            className="relative flex items-start gap-3 rounded-control border border-control-line px-4 py-5 has-checked:border-secondary has-checked:bg-secondary-soft"
          >
            <input
              type="radio"
              name="plan"
              value={plan}
              checked={plan === chosen}
              onChange={() => onChoose(plan)}
              className="mt-1 size-5 shrink-0"
            />
            <span className="flex grow flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="font-semibold">{names[plan]}</span>
              <PlanPrice plan={plan} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function PlanPrice({ plan }: { plan: Plan }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { t } = useLingui();
  const price = formatPrice(locale, PLAN_PRICES_CENTS[plan]);
  const debits = {
    monthly: t`Billed every month: ${price}.`,
    yearly: t`Billed once a year: ${price}.`,
  } as const satisfies Record<Plan, string>;
  return (
    <>
      <span className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="font-display text-title-m font-bold tabular-nums">
          {formatPrice(locale, PER_MONTH_CENTS[plan])}
        </span>
        <Trans>per month</Trans>
      </span>
      <span className="basis-full text-small">{debits[plan]}</span>
      {/* On the edge of the card, so that both cards keep the same height. */}
      {plan === 'yearly' && (
        <span className="absolute top-0 right-4 -mt-3 rounded-pill bg-highlight px-3 py-1 text-caption font-semibold text-ink">
          <Trans>Save {YEARLY_SAVING_PERCENT}%</Trans>
        </span>
      )}
    </>
  );
}
