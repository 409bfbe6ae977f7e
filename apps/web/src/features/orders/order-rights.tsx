import type { Right } from '@agres/domain/declarations.schema';
import type { Order } from '@agres/domain/shapes';
import { BUTTON } from '@agres/ui/button';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';

/** What can be withdrawn from an order and until when; undefined while it is not known. */
export function useRightOf({ id }: Order): Right | undefined {
  const rights = api.declarations.rights.useQuery();
  return rights.data?.rights.find(({ orderId }) => orderId === id);
}

/** Whether the way out of the contract is offered; also if the answer is unknown. */
export function useMayWithdraw(order: Order): boolean {
  const right = useRightOf(order);
  return order.refundedCents < order.amountCents && right?.isOpen !== false;
}

/** What the law and the shop give the buyer: an ear for a defect, and the way out of the contract while there is one. */
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
