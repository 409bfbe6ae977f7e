import type { Day } from '@agres/domain/days';
import type { Order } from '@agres/domain/shapes';
import { formatDate, formatPrice } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { MoveRight } from 'lucide';

import type { OrderedItem } from '../../lib/ordered-item.ts';
import { LateOrder } from './late-order.tsx';
import { OrderBadge } from './order-badge.tsx';
import { PlaceFacts, ProgressFacts } from './order-facts.tsx';
import { InvoiceLink } from './order-invoices.tsx';
import { ChosenOption, OrderPicture, SellerOnPaper } from './order-parts.tsx';
import { useMayWithdraw, WithdrawalLink } from './order-rights.tsx';
import { isReviewable, REVIEW_ID, stageOf } from './order-state.ts';

type OrderCardProps = { order: Order; today: Day; item: OrderedItem | undefined };

/** Greyed once the order is closed. */
export function OrderCard({ order, today, item }: OrderCardProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { id } = order;
  const orderedOn = formatDate(locale, order.orderDate);
  return (
    <article
      className={`break-inside-avoid rounded-card bg-surface p-5 shadow-card sm:p-6 print:border print:border-line print:shadow-none ${stageOf(order) === 'waiting' ? '' : 'text-ink-soft'}`}
    >
      <SellerOnPaper />
      <div className="flex flex-wrap items-start gap-4">
        {/* The whole card links to the order's page, also where there is no room for the button. */}
        <div className="relative grid min-w-64 flex-1 grid-cols-[auto_1fr] gap-x-4 gap-y-3 sm:grid-rows-[auto_1fr] sm:gap-x-6">
          <OrderPicture
            pictureUrl={item?.pictureUrl}
            className="size-20 sm:row-span-2 sm:size-28"
          />
          <div className="min-w-0">
            <h2 className="font-display text-title-s font-bold">
              <Link
                to="/profile/orders/$id"
                params={{ id: String(id) }}
                className="flex items-start justify-between gap-3 after:absolute after:inset-0 hover:underline hover:decoration-accent hover:decoration-2 hover:underline-offset-4"
              >
                {order.item.title[locale]}
                <Icon of={MoveRight} className="size-6 shrink-0 text-accent menu:hidden" />
              </Link>
            </h2>
            <ChosenOption order={order} />
          </div>
          <div className="col-span-2 sm:col-span-1 sm:col-start-2">
            <p className="mb-3 flex flex-wrap justify-between gap-x-4 text-small tabular-nums sm:justify-start">
              <span className="text-ink-soft">
                <Trans>
                  Order no. {id} · {orderedOn}
                </Trans>
              </span>
              <span className="font-semibold">
                <span className="sr-only">
                  <Trans>Total</Trans>{' '}
                </span>
                {formatPrice(locale, order.amountCents)}
              </span>
            </p>
            <OrderBadge order={order} />
          </div>
        </div>
        <div className="hidden menu:block">
          <Link
            to="/profile/orders/$id"
            params={{ id: String(id) }}
            className={`print:hidden ${BUTTON.secondary}`}
          >
            <Trans>See order no. {id}</Trans>
          </Link>
        </div>
      </div>
      <dl className="mt-4 grid gap-x-6 gap-y-3 border-t border-line pt-3 text-small empty:hidden sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        <ProgressFacts order={order} today={today} />
      </dl>
      <LateOrder order={order} today={today} />
      <dl className="mt-4 hidden text-small print:block">
        <PlaceFacts order={order} />
      </dl>
      <div className="mt-2 flex flex-wrap gap-x-6 text-small">
        <Rights order={order} />
      </div>
    </article>
  );
}

/** The withdrawal while it is possible, the review and the invoice. The rest is on the order's page. */
function Rights({ order }: { order: Order }) {
  const { id } = order;
  return (
    <>
      {useMayWithdraw(order) && <WithdrawalLink order={order} />}
      {isReviewable(order) && (
        <Link
          to="/profile/orders/$id"
          params={{ id: String(id) }}
          hash={REVIEW_ID}
          className={`print:hidden ${BUTTON.quiet}`}
        >
          <Trans>
            My review<span className="sr-only"> of order no. {id}</span>
          </Trans>
        </Link>
      )}
      <InvoiceLink order={order} />
    </>
  );
}
