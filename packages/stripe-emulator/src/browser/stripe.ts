import { createStripeObject } from './stripe-object.ts';

// The script is loaded from the emulator, so its own address says where the API is.
const script = document.currentScript;
const baseUrl = script instanceof HTMLScriptElement ? script.src : location.href;

const stripe = (publishableKey: string, options?: { locale?: string }) =>
  createStripeObject(baseUrl, publishableKey, options);

/** `loadStripe` compares the release with its own and warns when they differ. */
stripe.version = 'endive';

Object.defineProperty(window, 'Stripe', { value: stripe, configurable: true, writable: true });
