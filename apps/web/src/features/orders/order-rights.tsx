import type { Right } from '@agres/domain/declarations.schema';
import type { Order } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';

export type Withdrawal = NonNullable<Right['declaration']>;

/** Returns the withdrawal right of an order; undefined while it is loading or unavailable. */
export function useRightOf({ id }: Order): Right | undefined {
  const rights = api.declarations.rights.useQuery();
  return rights.data?.rights.find(({ orderId }) => orderId === id);
}

/**
 * Returns a function for an order's open withdrawal: not closed, not contested, and the order not cancelled yet.
 */
export function useOpenWithdrawals(): (order: Order) => Withdrawal | undefined {
  const rights = api.declarations.rights.useQuery();
  return ({ id, cancelledDate }) => {
    const right = rights.data?.rights.find(({ orderId }) => orderId === id);
    const declaration = right?.declaration;
    if (!declaration || declaration.isClosed || declaration.state === 'contested') return undefined;
    return cancelledDate === null ? declaration : undefined;
  };
}

export function useOpenWithdrawal(order: Order): Withdrawal | undefined {
  return useOpenWithdrawals()(order);
}

/** An unknown right counts as open. */
export function useMayWithdraw(order: Order): boolean {
  const right = useRightOf(order);
  const isDeclared = useOpenWithdrawal(order) !== undefined;
  return !isDeclared && order.refundedCents < order.amountCents && right?.isOpen !== false;
}

export function OrderRights({ order }: { order: Order }) {
  const mayWithdraw = useMayWithdraw(order);
  return (
    <>
      <Link
        to="/contact-us"
        search={{ order: order.id }}
        className={`print:hidden ${BUTTON.quiet}`}
      >
        <Trans>
          Report a problem<span className="sr-only"> with this order</span>
        </Trans>
      </Link>
      {mayWithdraw && <WithdrawalLink order={order} />}
    </>
  );
}

export function WithdrawalLink({ order }: { order: Order }) {
  return (
    <Link to="/withdrawal" search={{ order: order.id }} className={`print:hidden ${BUTTON.quiet}`}>
      <Trans>Withdraw from the contract</Trans>
    </Link>
  );
}
