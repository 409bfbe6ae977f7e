import type { Day } from '@agres/domain/days';
import { Trans } from '@lingui/react/macro';

import { api } from '../../lib/data.ts';
import type { OrderedItems } from '../../lib/ordered-item.ts';
import { NextStep } from './next-step.tsx';
import { OrderList } from './order-list.tsx';
import { TabbedSection } from './tabbed-section.tsx';

type MyOrdersProps = {
  /** The day in Paris on the server, so that lateness does not depend on the browser's clock. */
  today: Day;
  items: OrderedItems;
  /** For a member without orders. */
  offered: readonly string[];
};

export function MyOrders(props: MyOrdersProps) {
  const user = api.users.status.useQuery().data?.user;
  if (!user) return null;
  return (
    <TabbedSection title={<Trans>My orders</Trans>}>
      <OrderList orders={user.orders} {...props} />
    </TabbedSection>
  );
}

export function MyNextStep({ today }: Pick<MyOrdersProps, 'today'>) {
  const user = api.users.status.useQuery().data?.user;
  return user ? <NextStep orders={user.orders} today={today} /> : null;
}
