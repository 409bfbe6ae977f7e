import { api } from '../../lib/data.ts';
import { NoSubscription } from './no-subscription.tsx';
import { ReferralBox } from './referral-box.tsx';
import { SubscriptionBox } from './subscription-box.tsx';

/** The profile's part about the programme: the subscription with its referral code, or the way to one. */
export function MySubscription() {
  const user = api.users.status.useQuery().data?.user;
  if (!user) return null;
  const { subscription, personalDiscountCode } = user;
  if (subscription === null) return <NoSubscription />;
  return (
    <>
      <SubscriptionBox subscription={subscription} />
      {subscription.subscriptionDate && <ReferralBox code={personalDiscountCode} />}
    </>
  );
}
