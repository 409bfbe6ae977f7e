import type { Right } from '@agres/domain/declarations.schema';
import type { Order } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';

/** Returns the withdrawal right of an order; undefined while it is loading or unavailable. */
export function useRightOf({ id }: Order): Right | undefined {
  const rights = api.declarations.rights.useQuery();
  return rights.data?.rights.find(({ orderId }) => orderId === id);
}

/** Whether to offer the withdrawal. An unknown right counts as open. */
export function useMayWithdraw(order: Order): boolean {
  const right = useRightOf(order);
  return order.refundedCents < order.amountCents && right?.isOpen !== false;
}

/** The customer's rights: report a defect and, within the period, withdraw. */
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
          Something wrong? Write to us<span className="sr-only"> about this order</span>
        </Trans>
      </Link>
      {mayWithdraw && (
        <Link
          to="/withdrawal"
          search={{ order: order.id }}
          className={`print:hidden ${BUTTON.quiet}`}
        >
          <Trans>Withdraw from the contract</Trans>
        </Link>
      )}
    </>
  );
}
