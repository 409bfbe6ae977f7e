import type { Day } from '@agres/domain/days';
import type { Order } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Truck, Undo2 } from 'lucide';

import { useOpenWithdrawals } from './order-rights.tsx';
import { isExpected } from './order-state.ts';

/**
 * Describes in one sentence the newest order with an open withdrawal or with a sent parcel that is not late. A
 * late order has its details on its card.
 */
export function NextStep({ orders, today }: { orders: readonly Order[]; today: Day }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const withdrawalOf = useOpenWithdrawals();
  const order = orders.find(
    (one) =>
      withdrawalOf(one) || (isExpected(one) && one.sentDate !== null && one.promisedBy >= today),
  );
  if (order === undefined) return null;
  const withdrawal = withdrawalOf(order);
  const { id } = order;
  const day = formatDate(locale, withdrawal?.declaredAt ?? order.promisedBy);
  return (
    <section
      className={`flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card p-5 sm:px-7 ${withdrawal ? 'bg-warning-ground' : 'bg-secondary-soft'}`}
    >
      <div className="flex min-w-56 flex-1 items-start gap-4">
        <Icon
          of={withdrawal ? Undo2 : Truck}
          className={`mt-1 size-6 shrink-0 ${withdrawal ? 'text-warning' : 'text-secondary'}`}
        />
        <div className="min-w-0">
          <h2 className="font-display text-title-s font-bold">
            {withdrawal ? (
              <Trans>Withdrawal received</Trans>
            ) : (
              <Trans>Your parcel is on its way</Trans>
            )}
          </h2>
          <p className="mt-1 text-small">
            {order.item.title[locale]}
            {', '}
            {withdrawal ? <Trans>on {day}</Trans> : <Trans>by {day}</Trans>}
          </p>
        </div>
      </div>
      <Link
        to="/profile/orders/$id"
        params={{ id: String(id) }}
        className={`w-full sm:w-auto ${BUTTON.secondary}`}
      >
        {withdrawal ? <Trans>See order no. {id}</Trans> : <Trans>Track order no. {id}</Trans>}
      </Link>
    </section>
  );
}
