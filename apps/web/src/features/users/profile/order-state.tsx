import { Trans } from '@lingui/react/macro';
import type { Order, OrderStatus } from '@shop/domain/shapes';
import { formatDate } from '@shop/i18n/formats';
import { useRouteContext } from '@tanstack/react-router';
import { CircleCheck, Clock } from 'lucide-react';

const LOOK = {
  waiting: 'bg-warning-ground text-warning',
  delivered: 'bg-success-ground text-success',
} as const satisfies Record<OrderStatus, string>;

/** How far an order is (specification, section 4). */
export function OrderState({ order }: { order: Order }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const postDate = order.postDate === null ? '' : formatDate(locale, order.postDate);
  const Sign = order.status === 'waiting' ? Clock : CircleCheck;
  return (
    <p
      className={`flex items-center gap-2 rounded-pill px-4 py-1.5 text-small font-semibold ${LOOK[order.status]}`}
    >
      <Sign aria-hidden="true" className="size-4" />
      {order.status === 'waiting' ? (
        <Trans>Being processed</Trans>
      ) : (
        <Trans>Delivered on {postDate}</Trans>
      )}
    </p>
  );
}
