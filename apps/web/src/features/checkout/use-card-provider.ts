import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import { useRouteContext } from '@tanstack/react-router';
import { useCallback } from 'react';

import { api } from '../../lib/data.ts';

const PROVIDER_HOST = 'js.stripe.com';

const loading = new Map<string, Promise<void>>();

/** Thrown if the provider's script does not load, usually because of a content blocker. */
export class CardScriptError extends Error {}

/**
 * Returns a function that loads the provider with the publishable key of the account that will charge the user.
 * The script loads only when a card is entered, from the configured URL: an emulator in development, the
 * provider in production. Rejects with `CardScriptError` if the script does not load.
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
