import { api } from '../../lib/data.ts';
import { NoSubscription } from './no-subscription.tsx';
import { ReferralBox } from './referral-box.tsx';
import { SubscriptionBox } from './subscription-box.tsx';
import { SubscriptionInvoices } from './subscription-invoices.tsx';

type MySubscriptionProps = {
  isNew: boolean;
};

export function MySubscription({ isNew }: MySubscriptionProps) {
  const user = api.users.status.useQuery().data?.user;
  if (!user) return null;
  const { subscription, orders } = user;
  if (subscription === null) {
    return (
      <div className="grid gap-4">
        <NoSubscription isBesideOrders={orders.length > 0} />
        <SubscriptionInvoices />
      </div>
    );
  }
  return <SubscriptionBox subscription={subscription} isNew={isNew} />;
}

export function MyReferral() {
  const user = api.users.status.useQuery().data?.user;
  if (!user?.subscription?.subscriptionDate) return null;
  const isCancelled = user.subscription.accessEndsOn !== null;
  return <ReferralBox code={user.personalDiscountCode} isCancelled={isCancelled} />;
}
