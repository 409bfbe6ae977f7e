import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { api } from '../../lib/data.ts';
import { useCardProvider } from '../../ui/use-card-provider.ts';
import { pendingPurchasesOf, type PendingPurchase } from './pending-purchase.ts';
import type { Purchase } from './purchase-form.tsx';
import { sendPurchase } from './send-purchase.ts';

export type PurchaseState =
  | { step: 'form'; refusal: string | null }
  | { step: 'card'; purchase: Purchase }
  | { step: 'paying' };

/**
 * The steps of buying an item: the form, the card, the payment. A payment that was under way when
 * the page was reloaded goes on by itself, for the same person only.
 */
export function usePurchase({ itemId, userId }: { itemId: number; userId: number }) {
  const [state, setState] = useState<PurchaseState>({ step: 'form', refusal: null });
  const utils = api.useUtils();
  const navigate = useNavigate();
  const router = useRouter();
  const loadProvider = useCardProvider();
  const isResumed = useRef(false);
  const pendingPurchases = useMemo(() => pendingPurchasesOf({ userId, itemId }), [userId, itemId]);

  const pay = useCallback(
    async (purchase: PendingPurchase) => {
      setState({ step: 'paying' });
      const answer = await sendPurchase(purchase, {
        send: ({ input, idempotencyKey }) =>
          utils.client.shop.buy.mutate(input, { context: { idempotencyKey } }),
        confirmAtBank: async (clientSecret) =>
          (await loadProvider()).handleNextAction({ clientSecret }),
      });
      pendingPurchases.forget();
      // The stock has changed, and so have the orders.
      await Promise.all([router.invalidate(), utils.users.status.invalidate()]);
      if (answer.kind === 'refused') setState({ step: 'form', refusal: answer.code });
      else await navigate({ to: '/shop', search: { notice: 'purchase_validated' } });
    },
    [loadProvider, navigate, pendingPurchases, router, utils],
  );

  useEffect(() => {
    const pending = pendingPurchases.find();
    if (pending === null || isResumed.current) return;
    isResumed.current = true;
    void pay(pending);
  }, [pay, pendingPurchases]);

  return {
    state,
    askForCard: (purchase: Purchase) => setState({ step: 'card', purchase }),
    leaveCard: () => setState({ step: 'form', refusal: null }),
    payWith: (purchase: Purchase, stripeToken: string) =>
      pay(pendingPurchases.remember({ ...purchase, stripeToken })),
  };
}
