import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback } from 'react';

import { api } from '../../lib/data.ts';

const PROVIDER_HOST = 'js.stripe.com';

const loading = new Map<string, Promise<void>>();

/** The provider's script did not load, which content blockers cause most often. */
export class CardScriptError extends Error {}

/**
 * The way to the card provider of the account that will charge this person. Its script is loaded where
 * a card is asked for and not before, from the configured address: an emulator's in development, the
 * provider's own in production.
 */
export function useCardProvider(): () => Promise<Stripe> {
  const { assets } = useRouteContext({ from: '__root__' });
  const utils = api.useUtils();
  return useCallback(async () => {
    const { publishableKey } = await utils.payments.config.fetch();
    if (new URL(assets.stripeJs).hostname !== PROVIDER_HOST) await loadScript(assets.stripeJs);
    const stripe = await loadStripe(publishableKey).catch((cause: unknown) => {
      throw new CardScriptError('The card provider’s script did not load.', { cause });
    });
    if (stripe === null) throw new Error('The card provider runs in browsers only.');
    return stripe;
  }, [assets.stripeJs, utils]);
}

function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading.delete(url);
      script.remove();
      reject(new CardScriptError(`The script at ${url} did not load.`));
    });
  });
  script.src = url;
  document.head.append(script);
  loading.set(url, loaded);
  return loaded;
}
