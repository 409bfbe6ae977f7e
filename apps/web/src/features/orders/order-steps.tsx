import { shopFacts } from '@agres/domain/brand';
import { addDays, parisDayOf, type Day } from '@agres/domain/days';
import type { Order } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { useRouteContext } from '@tanstack/react-router';
import { Check } from 'lucide';
import type { ReactNode } from 'react';

import { isNotSent, isExpected } from './order-state.ts';

type Step = {
  key: string;
  name: ReactNode;
  date: string | null;
  isDone: boolean;
  /** The text while the step is in the future. */
  ahead: ReactNode;
};

type OrderStepsProps = {
  order: Order;
  /** The day in Paris on the server; undefined for an order that was just placed. */
  today?: Day | undefined;
};

/** Received, sent, delivered. Renders nothing for a cancelled order. */
export function OrderSteps({ order, today }: OrderStepsProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  if (order.cancelledDate !== null) return null;
  const isDelivered = order.status === 'delivered';
  const later = <Trans>Still to come</Trans>;
  const steps: Step[] = [
    {
      key: 'received',
      name: <Trans>Order received</Trans>,
      date: order.orderDate,
      isDone: true,
      ahead: null,
    },
    // Left out for a delivered parcel whose dispatch was not recorded.
    ...(isDelivered && order.sentDate === null
      ? []
      : [
          {
            key: 'sent',
            name: <Trans>Parcel sent</Trans>,
            date: order.sentDate,
            isDone: order.sentDate !== null,
            ahead: isNotSent(order) ? <Trans>We’ll email you when it’s sent</Trans> : later,
          },
        ]),
    {
      key: 'delivered',
      name: <Trans>Parcel delivered</Trans>,
      date: order.postDate,
      isDone: isDelivered,
      ahead: isExpected(order) ? <ArrivalTime {...{ order, today }} /> : later,
    },
  ];
  const dayOf = ({ date, isDone, ahead }: Pick<Step, 'date' | 'isDone' | 'ahead'>) => {
    if (date !== null) return formatDate(locale, date);
    return isDone ? null : ahead;
  };
  const reached = steps.filter(({ isDone }) => isDone).length - 1;
  return (
    <ol className="sm:flex sm:gap-4">
      {steps.map(({ key, name, date, isDone, ahead }, index) => (
        <li
          key={key}
          aria-current={index === reached ? 'step' : undefined}
          className="flex flex-1 gap-3 sm:flex-col"
        >
          <span className="flex flex-col items-center gap-1 sm:flex-row sm:gap-4">
            <span
              className={`grid size-8 shrink-0 place-items-center rounded-pill border-2 ${isDone ? `border-success ${index === reached ? 'bg-success text-on-dark' : 'bg-success-ground text-success'}` : 'border-line'}`}
            >
              {isDone && <Icon of={Check} className="size-4" />}
            </span>
            {index < steps.length - 1 && (
              <span
                className={`w-0.5 grow sm:h-0.5 sm:w-auto ${index < reached ? 'bg-success' : 'bg-line'}`}
              />
            )}
          </span>
          <span className={index < steps.length - 1 ? 'max-sm:pb-5' : ''}>
            <span className={`block ${isDone ? 'font-semibold' : 'text-ink-soft'}`}>{name}</span>
            <span className="block text-small text-ink-soft">{dayOf({ date, isDone, ahead })}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The usual delivery time from the order date, if it is set, and the promised date. */
export function ArrivalTime({
  order: { area, orderDate, promisedBy },
  today = '',
}: OrderStepsProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const latest = formatDate(locale, promisedBy);
  const [from, to] = (area !== null && shopFacts().delivery.usualDays[area]) || [];
  if (to === undefined || promisedBy < today) return <Trans>By {latest}</Trans>;
  return addDays(parisDayOf(new Date(orderDate)), to) < today ? (
    <Trans>Due any day now, by {latest}</Trans>
  ) : (
    <Trans>
      Usually in {from} to {to} days, by {latest}
    </Trans>
  );
}
