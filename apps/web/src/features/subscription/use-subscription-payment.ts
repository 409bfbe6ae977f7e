import { pathOf, withQuery } from '@agres/domain/paths';
import type { Subscribe } from '@agres/domain/subscription.schema';
import { useRouteContext } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';
import { pendingCallsOf } from '../checkout/pending-call.ts';
import { useCardPayment } from '../checkout/use-card-payment.ts';
import { useContractText } from '../checkout/use-contract-text.ts';

/**
 * Returns the payment that starts a subscription and then opens the profile. Without a card, it resumes a
 * cancelled subscription.
 */
export function useSubscriptionPayment(userId: number) {
  const { locale } = useRouteContext({ from: '__root__' });
  const utils = api.useUtils();
  const { renew } = useContractText(locale);
  return useCardPayment<Subscribe>({
    userId,
    pendingCalls: pendingCallsOf({ kind: 'subscription', userId }),
    send: ({ input, idempotencyKey }) =>
      utils.client.programmes.subscribe.mutate(input, { context: { idempotencyKey } }),
    onAnswer: async (callError) => {
      // Load a new document, because the page now has to be rendered for a subscriber.
      if (callError === null) {
        window.location.assign(withQuery(pathOf('profile', locale), { notice: 'subscribed' }));
        return;
      }
      await Promise.all([
        utils.users.status.invalidate(),
        ...(callError.code === 'terms_changed' ? [renew()] : []),
      ]);
    },
  });
}
