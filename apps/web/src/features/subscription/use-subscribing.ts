import { pathOf, withQuery } from '@shop/domain/paths';
import type { Subscribe } from '@shop/domain/subscription.schema';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { completeCardCall } from '../../lib/card-call.ts';
import { api } from '../../lib/data.ts';
import { pendingCallsOf, type PendingCall } from '../../lib/pending-call.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { useCardProvider } from '../../ui/use-card-provider.ts';

/** What is subscribed to, before a card is asked for. */
export type Order = Omit<Subscribe, 'stripeToken'>;

export type SubscribingState =
  | { step: 'form'; refusal: Refusal | null }
  | { step: 'card'; order: Order }
  | { step: 'paying' };

/**
 * The steps of subscribing: the form, the card, the payment with 3-D Secure, the profile. A payment
 * that was under way when the page was reloaded goes on by itself, for the same person only.
 */
export function useSubscribing(userId: number) {
  const [state, setState] = useState<SubscribingState>({ step: 'form', refusal: null });
  const { locale } = useRouteContext({ from: '__root__' });
  const utils = api.useUtils();
  const loadProvider = useCardProvider();
  const isResumed = useRef(false);
  const pendingCalls = useMemo(() => pendingCallsOf<Subscribe>('subscription', userId), [userId]);

  const pay = useCallback(
    async ({ input, idempotencyKey }: PendingCall<Subscribe>) => {
      setState({ step: 'paying' });
      const refusal = await completeCardCall({
        send: () =>
          utils.client.programmes.subscribe.mutate(input, { context: { idempotencyKey } }),
        confirmAtBank: async (clientSecret) =>
          (await loadProvider()).handleNextAction({ clientSecret }),
      });
      pendingCalls.forget();
      if (refusal === null) {
        // A new document: everything on the page is made for a subscriber now.
        window.location.assign(withQuery(pathOf('profile', locale), { notice: 'subscribed' }));
        return;
      }
      await utils.users.status.invalidate();
      setState({ step: 'form', refusal });
    },
    [loadProvider, locale, pendingCalls, utils],
  );

  useEffect(() => {
    const pending = pendingCalls.find();
    if (pending === null || isResumed.current) return;
    isResumed.current = true;
    void pay(pending);
  }, [pay, pendingCalls]);

  return {
    state,
    askForCard: (order: Order) => setState({ step: 'card', order }),
    leaveCard: () => setState({ step: 'form', refusal: null }),
    /** Without a card a subscription that is about to end goes on. */
    subscribe: (input: Subscribe) => pay(pendingCalls.remember(input)),
  };
}
