import { createStripeObject } from './stripe-object.ts';

// The script is loaded from the emulator, so its URL is also the base URL of the API.
const script = document.currentScript;
const baseUrl = script instanceof HTMLScriptElement ? script.src : location.href;

const stripe = (publishableKey: string, options?: { locale?: string }) =>
  createStripeObject(baseUrl, publishableKey, options);

/** `loadStripe` compares this with its own release and warns if they differ. */
stripe.version = 'endive';

Object.defineProperty(window, 'Stripe', { value: stripe, configurable: true, writable: true });
