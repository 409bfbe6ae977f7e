import type { Day } from '@agres/domain/days';
import { Trans } from '@lingui/react/macro';

import { api } from '../../lib/data.ts';
import type { OrderedItems } from '../../lib/ordered-item.ts';
import { NextStep } from './next-step.tsx';
import { OrderList } from './order-list.tsx';
import { TabbedSection } from './tabbed-section.tsx';

type MyOrdersProps = {
  /** The day in Paris as the server has it: what is late does not depend on the browser's clock. */
  today: Day;
  /** What the catalogue has of the items that were ordered. */
  items: OrderedItems;
  /** Pictures of items for a member without orders. */
  offered: readonly string[];
};

/** The profile's part about orders. */
export function MyOrders(props: MyOrdersProps) {
  const user = api.users.status.useQuery().data?.user;
  if (!user) return null;
  return (
    <TabbedSection title={<Trans>My orders</Trans>}>
      <OrderList orders={user.orders} {...props} />
    </TabbedSection>
  );
}

/** What comes next of the member's orders; nothing where nothing is on its way. */
export function MyNextStep({ today }: Pick<MyOrdersProps, 'today'>) {
  const user = api.users.status.useQuery().data?.user;
  return user ? <NextStep orders={user.orders} today={today} /> : null;
}
