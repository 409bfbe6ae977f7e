import type { Day } from '@agres/domain/days';
import type { WithdrawalState } from '@agres/domain/declarations.schema';
import type { Order } from '@agres/domain/shapes';
import { formatDate } from '@agres/i18n/formats';
import { BUTTON } from '@agres/ui/button';
import { Icon } from '@agres/ui/icon';
import { Trans } from '@lingui/react/macro';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ArrowLeft, Printer } from 'lucide';
import type { ReactNode } from 'react';

import { api } from '../../lib/data.ts';
import type { OrderedItem } from '../../lib/ordered-item.ts';
import { DataError } from '../../ui/data-error.tsx';
import { LoadingIndicator } from '../../ui/loading-indicator.tsx';
import { AcceptedTerms } from './accepted-terms.tsx';
import { LateOrder } from './late-order.tsx';
import { OrderBadge } from './order-badge.tsx';
import { FollowParcel, PlaceFacts } from './order-facts.tsx';
import { OrderInvoices } from './order-invoices.tsx';
import { OrderOnPaper } from './order-on-paper.tsx';
import { ChosenOption, OrderPicture, OrderSums, useOrderSums } from './order-parts.tsx';
import { OrderReplacements } from './order-replacements.tsx';
import { OrderReview } from './order-review.tsx';
import {
  OrderRights,
  useMayWithdraw,
  useOpenWithdrawal,
  useRightOf,
  type Withdrawal,
} from './order-rights.tsx';
import { isNotSent, stageOf, type Stage } from './order-state.ts';
import { OrderSteps } from './order-steps.tsx';

type OrderPageProps = { id: number; today: Day; item: OrderedItem | undefined };

export function OrderPage({ id, today, item }: OrderPageProps) {
  const order = api.orders.byId.useQuery({ id });
  return (
    <div className="mx-auto max-w-page px-gutter pt-8 pb-section menu:pt-12 print:p-0">
      <Link to="/profile" className={`print:hidden ${BUTTON.quiet}`}>
        <Icon of={ArrowLeft} className="size-5 shrink-0" />
        <Trans>My orders</Trans>
      </Link>
      {order.data !== undefined && <OrderDetails order={order.data} today={today} item={item} />}
      {order.data === undefined && order.isPending && <LoadingIndicator />}
      {order.data === undefined && order.isError && (
        <>
          <h1 className="mt-4 mb-8 font-display text-title-l font-bold">
            <Trans>Order no. {id}</Trans>
          </h1>
          <DataError onTry={() => order.refetch()} />
        </>
      )}
    </div>
  );
}

type OpenedOrderProps = Omit<OrderPageProps, 'id'> & { order: Order };

function OrderDetails({ order, today, item }: OpenedOrderProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const { id } = order;
  const orderedOn = formatDate(locale, order.orderDate);
  const withdrawal = useOpenWithdrawal(order);
  return (
    <>
      <OrderOnPaper order={order} />
      <div className="print:hidden">
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <div>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <h1 className="font-display text-title-l font-bold">
                <Trans>Order no. {id}</Trans>
              </h1>
              <OrderBadge order={order} />
            </div>
            <p className="mt-2 text-ink-soft">
              <Trans>Placed on {orderedOn}</Trans>
            </p>
          </div>
          <CancelLink order={order} today={today} />
        </div>
        <div className="mt-8 grid grid-cols-1 items-start gap-6 lg:grid-cols-[7fr_5fr] lg:gap-8">
          <div className="flex flex-col gap-6">
            <Panel>
              <OrderedThing order={order} item={item} />
              <div className="mt-6 border-t border-line pt-6 empty:hidden">
                <FollowParcel parcel={order} />
                {withdrawal === undefined ? (
                  <OrderSteps order={order} today={today} />
                ) : (
                  <OpenWithdrawal order={order} withdrawal={withdrawal} />
                )}
              </div>
              <LateOrder order={order} today={today} />
              <div className="mt-6 empty:hidden menu:hidden">
                <OrderAgain item={item} stage={stageOf(order)} />
              </div>
            </Panel>
            {order.replacements.length > 0 && (
              <Panel title={<Trans>Your replacement parcel</Trans>}>
                <OrderReplacements replacements={order.replacements} />
              </Panel>
            )}
            <OrderReview order={order} />
            <Panel title={<Trans>Recipient and addresses</Trans>}>
              <dl className="mt-4 grid fact-columns gap-x-4 gap-y-4 text-small">
                <PlaceFacts order={order} />
              </dl>
            </Panel>
          </div>
          <div className="flex flex-col gap-6">
            <Panel title={<Trans>What you paid</Trans>}>
              <div className="mt-4">
                <OrderSums order={order} />
              </div>
              <OrderInvoices order={order} today={today} />
              <AcceptedTerms hash={order.contractText} />
            </Panel>
            <section className="flex flex-col items-start gap-1 rounded-card bg-ground-deep p-6 sm:p-7">
              <h2 className="mb-2 font-display text-title-s font-bold">
                <Trans>Need help?</Trans>
              </h2>
              <Link to="/contact-us" className={BUTTON.quiet}>
                <Trans>Ask a question</Trans>
              </Link>
              <OrderRights order={order} />
              <WithdrawalDay order={order} />
              <button type="button" onClick={() => window.print()} className={BUTTON.quiet}>
                <Icon of={Printer} className="size-5 shrink-0" />
                <Trans>Print this order</Trans>
              </button>
            </section>
          </div>
        </div>
      </div>
    </>
  );
}

/** Before the parcel is sent, a withdrawal cancels the order. A late order has its own actions. */
function CancelLink({ order, today }: { order: Order; today: Day }) {
  const mayWithdraw = useMayWithdraw(order);
  if (!mayWithdraw || !isNotSent(order) || order.promisedBy < today) return null;
  return (
    <Link
      to="/withdrawal"
      search={{ order: order.id }}
      className={`w-full sm:w-auto ${BUTTON.secondary}`}
    >
      <Trans>Cancel this order</Trans>
    </Link>
  );
}

type OpenWithdrawalProps = { order: Order; withdrawal: Withdrawal };

/** The withdrawal that the order waits on, and what happens next, in place of the delivery steps. */
function OpenWithdrawal({ order, withdrawal }: OpenWithdrawalProps) {
  const { locale } = useRouteContext({ from: '__root__' });
  const day = formatDate(locale, withdrawal.declaredAt);
  const { number } = withdrawal;
  return (
    <div className="rounded-control bg-warning-ground px-5 py-4">
      <h3 className="font-semibold">
        <Trans>You withdrew on {day}</Trans>
      </h3>
      <p className="mt-1">
        <WithdrawalAnswer order={order} state={withdrawal.state} />
      </p>
      <Link to="/withdrawal" className={`mt-1 ${BUTTON.quiet}`}>
        <Trans>See withdrawal no. {number}</Trans>
      </Link>
    </div>
  );
}

/** The end of the withdrawal period as computed by the server, and the result of a closed withdrawal. */
function WithdrawalDay({ order }: { order: Order }) {
  const { locale } = useRouteContext({ from: '__root__' });
  const right = useRightOf(order);
  const isDeclared = useOpenWithdrawal(order) !== undefined;
  if (right === undefined || isDeclared) return null;
  const { lastDay, isOpen, declaration } = right;
  const day = formatDate(locale, declaration?.declaredAt ?? lastDay ?? order.orderDate);
  const words = () => {
    if (declaration !== null) {
      return (
        <>
          <Trans>You withdrew on {day}.</Trans>{' '}
          <WithdrawalAnswer order={order} state={declaration.state} />
        </>
      );
    }
    if (lastDay === null) {
      return <Trans>You can withdraw now, and up to 14 days after you receive it.</Trans>;
    }
    return isOpen ? (
      <Trans>You can withdraw until {day}.</Trans>
    ) : (
      <Trans>You had until {day} to withdraw.</Trans>
    );
  };
  return <p className="mb-2 text-small text-ink-soft">{words()}</p>;
}

function WithdrawalAnswer({ order, state }: { order: Order; state: WithdrawalState }) {
  const { refundedText } = useOrderSums(order);
  const isSent = order.sentDate !== null || order.status === 'delivered';
  // A cancellation refunds the full amount.
  const isRefunding = state === 'refunded' || order.cancelledDate !== null;
  if (state === 'undecided') {
    return isNotSent(order) ? (
      <Trans>We’re checking whether the parcel has left, and we’ll email you.</Trans>
    ) : (
      <Trans>We’re looking into it and will reply by email.</Trans>
    );
  }
  if (state === 'contested') return <Trans>We don’t agree: our email explains why.</Trans>;
  if (state === 'accepted') {
    return isSent ? (
      <Trans>
        Accepted: we’ll refund you once we have the parcel, or your proof that you sent it.
      </Trans>
    ) : (
      <Trans>Accepted: we’ll refund you.</Trans>
    );
  }
  if (refundedText !== null) return <Trans>We have refunded you {refundedText}.</Trans>;
  return isRefunding ? (
    <Trans>Your refund is on its way.</Trans>
  ) : (
    <Trans>This withdrawal is closed.</Trans>
  );
}

function Panel({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-card bg-surface p-6 shadow-card sm:p-7">
      {title !== undefined && <h2 className="font-display text-title-s font-bold">{title}</h2>}
      {children}
    </section>
  );
}

function OrderedThing({ order, item }: { order: Order; item: OrderedItem | undefined }) {
  const { locale } = useRouteContext({ from: '__root__' });
  return (
    <div
      className={`flex flex-wrap items-center gap-x-5 gap-y-4 ${stageOf(order) === 'waiting' ? '' : 'text-ink-soft'}`}
    >
      <OrderPicture pictureUrl={item?.pictureUrl} className="size-20 sm:size-28" />
      <div className="min-w-0 flex-1">
        <h2 className="font-display text-title-s font-bold wrap-anywhere text-ink sm:text-title-m">
          {order.item.title[locale]}
        </h2>
        <ChosenOption order={order} />
      </div>
      <div className="hidden menu:block">
        <OrderAgain item={item} stage={stageOf(order)} />
      </div>
    </div>
  );
}

type OrderAgainProps = { item: OrderedItem | undefined; stage: Stage };

/** For delivered orders. Beside the item where there is room, on a phone below the delivery steps. */
function OrderAgain({ item, stage }: OrderAgainProps) {
  if (item === undefined || stage !== 'delivered') return null;
  return (
    <Link
      to="/shop/item/$id"
      params={{ id: item.again.id }}
      search={{ option: item.again.option }}
      className={`w-full ${BUTTON.secondary}`}
    >
      <Trans>Order again</Trans>
    </Link>
  );
}
