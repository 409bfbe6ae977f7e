import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';

const PROVIDER_HOST = 'js.stripe.com';

const loading = new Map<string, Promise<void>>();

/**
 * Loads the card provider's script, where a card is asked for and not before. `scriptUrl` is the
 * configured address: an emulator's in development, the provider's own in production.
 */
export async function loadCardProvider(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  if (new URL(scriptUrl).hostname !== PROVIDER_HOST) await loadScript(scriptUrl);
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error('The card provider runs in browsers only.');
  return stripe;
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
      reject(new Error(`The script at ${url} did not load.`));
    });
  });
  script.src = url;
  document.head.append(script);
  loading.set(url, loaded);
  return loaded;
}
