import type { Day } from '@agres/domain/days';
import type { Order } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Package, Truck } from 'lucide';

import { Icon } from '../../ui/icon.tsx';
import { isNotSent, isExpected } from './order-state.tsx';

/** The newest expected parcel that is not late, in one sentence. A late order has its details on its card. */
export function NextStep({ orders, today }: { orders: readonly Order[]; today: Day }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const order = orders.find((one) => isExpected(one) && one.promisedBy >= today);
  if (order === undefined) return null;
  const { id } = order;
  const day = formatDate(locale, order.promisedBy);
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card bg-secondary-soft p-5 sm:px-7">
      <div className="flex min-w-56 flex-1 items-start gap-4">
        <Icon
          of={isNotSent(order) ? Package : Truck}
          className="mt-1 size-6 shrink-0 text-secondary"
        />
        <div className="min-w-0">
          <h2 className="font-display text-title-s font-bold">
            {isNotSent(order) ? (
              <Trans>Your parcel will leave soon</Trans>
            ) : (
              <Trans>Your parcel is on its way</Trans>
            )}
          </h2>
          <p className="mt-1 text-small">
            {order.item.title[locale]}
            {', '}
            <Trans>by {day} at the latest</Trans>
          </p>
        </div>
      </div>
      <Link
        to="/profile/orders/$id"
        params={{ id: String(id) }}
        className={`w-full sm:w-auto ${BUTTON.secondary}`}
      >
        <Trans>Follow order no. {id}</Trans>
      </Link>
    </section>
  );
}
