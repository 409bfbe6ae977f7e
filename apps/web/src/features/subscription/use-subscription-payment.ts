import { pathOf, withQuery } from '@agres/domain/paths';
import type { Subscribe } from '@agres/domain/subscription.schema';
import { useRouteContext } from '@tanstack/react-router';

import { api } from '../../lib/data.ts';
import { pendingCallsOf } from '../checkout/pending-call.ts';
import { useCardPayment } from '../checkout/use-card-payment.ts';
import { useContractText } from '../checkout/use-contract-text.ts';

/**
 * The payment that begins a person's subscription and leads to the profile. Without a card it resumes
 * a subscription that is about to end.
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
      // A new document: everything on the page is made for a subscriber now.
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
