import type { Buy } from '@shop/domain/shop.schema';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

import { loadCardProvider } from '../../lib/card-provider.ts';
import { api } from '../../lib/data.ts';
import {
  forgetPurchase,
  pendingPurchase,
  rememberPurchase,
  type PendingPurchase,
} from './pending-purchase.ts';
import { sendPurchase } from './send-purchase.ts';

export type PurchaseState =
  | { step: 'form'; refusal: string | null }
  | { step: 'card'; order: Omit<Buy, 'stripeToken'> }
  | { step: 'paying' };

/**
 * The steps of a purchase: the form, the card, the payment. A payment that was under way when the page
 * was reloaded goes on by itself.
 */
export function usePurchase() {
  const { assets } = useRouteContext({ from: '__root__' });
  const [state, setState] = useState<PurchaseState>({ step: 'form', refusal: null });
  const utils = api.useUtils();
  const navigate = useNavigate();
  const isResumed = useRef(false);

  const pay = useCallback(
    async (purchase: PendingPurchase) => {
      setState({ step: 'paying' });
      const confirmAtBank = async (clientSecret: string) => {
        const { publishableKey } = await utils.payments.config.fetch();
        const stripe = await loadCardProvider(assets.stripeJs, publishableKey);
        // However it ends, the server asks the provider.
        await stripe.handleNextAction({ clientSecret });
      };
      const answer = await sendPurchase(purchase, { client: utils.client, confirmAtBank });
      forgetPurchase();
      await Promise.all([utils.shop.items.invalidate(), utils.users.status.invalidate()]);
      if (answer.kind === 'refused') setState({ step: 'form', refusal: answer.code });
      else await navigate({ to: '/shop', search: { notice: 'purchase_validated' } });
    },
    [assets.stripeJs, navigate, utils],
  );

  useEffect(() => {
    const pending = pendingPurchase();
    if (pending === null || isResumed.current) return;
    isResumed.current = true;
    void pay(pending);
  }, [pay]);

  return {
    state,
    askForCard: (order: Omit<Buy, 'stripeToken'>) => setState({ step: 'card', order }),
    leaveCard: () => setState({ step: 'form', refusal: null }),
    payWith: (order: Omit<Buy, 'stripeToken'>, stripeToken: string) =>
      pay(rememberPurchase({ ...order, stripeToken })),
  };
}
