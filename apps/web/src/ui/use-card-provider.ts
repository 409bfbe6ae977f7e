import type { Stripe } from '@stripe/stripe-js';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback } from 'react';

import { loadCardProvider } from '../lib/card-provider.ts';
import { api } from '../lib/data.ts';

/** The way to the card provider of the account that will charge this person. */
export function useCardProvider(): () => Promise<Stripe> {
  const { assets } = useRouteContext({ from: '__root__' });
  const utils = api.useUtils();
  return useCallback(async () => {
    const { publishableKey } = await utils.payments.config.fetch();
    return loadCardProvider(assets.stripeJs, publishableKey);
  }, [assets.stripeJs, utils]);
}
