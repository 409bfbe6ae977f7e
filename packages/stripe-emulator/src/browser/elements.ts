import type { Device } from '../control/device.ts';
import { createCardElement, type CardElement, type CardElementOptions } from './card-element.ts';
import {
  createExpressCheckout,
  type ElementsPurpose,
  type ExpressCheckoutElement,
  type ExpressCheckoutOptions,
} from './express-checkout.ts';
import type { FieldLocale } from './words.ts';

type AnyElement = CardElement | ExpressCheckoutElement;

export type Elements = {
  create(type: string, options?: CardElementOptions & ExpressCheckoutOptions): AnyElement;
  /** Finds an element by its type, or by the React component of that type. */
  getElement(type: unknown): AnyElement | null;
  update(options: object): void;
  fetchUpdates(): Promise<object>;
  submit(): Promise<object>;
  /** Returns the card approved in a wallet as API parameters, once the form has been submitted. */
  readWalletCard(): ReturnType<CardElement['readCard']>;
};

export type ElementsParts = {
  locale: FieldLocale;
  purpose: ElementsPurpose;
  readDevice: () => Promise<Device>;
};

/** Creates a form without elements; it can hold one. */
export function createElements({ locale, purpose, readDevice }: ElementsParts): Elements {
  let card: CardElement | null = null;
  let wallets: ExpressCheckoutElement | null = null;
  let isSubmitted = false;

  return {
    create(type, options = {}) {
      if (card ?? wallets) {
        throw new TypeError(`Can only create one Element of type ${type} through Elements.`);
      }
      if (type === 'card') {
        card = createCardElement({
          options,
          locale,
          onDestroy: () => {
            card = null;
          },
        });
        return card;
      }
      if (type === 'expressCheckout') {
        wallets = createExpressCheckout({
          options,
          purpose,
          readDevice,
          onDestroy: () => {
            wallets = null;
          },
        });
        return wallets;
      }
      throw new TypeError(`The emulator's script has no element "${type}".`);
    },
    getElement(asked) {
      const type = typeof asked === 'string' ? asked : componentType(asked);
      if (type === 'card') return card;
      return type === 'expressCheckout' ? wallets : null;
    },
    update: () => undefined,
    fetchUpdates: () => Promise.resolve({}),
    submit() {
      isSubmitted = true;
      return Promise.resolve({});
    },
    readWalletCard() {
      const isReady = purpose.paymentMethodCreation === 'manual' && isSubmitted;
      if (wallets && isReady) return wallets.readCard();
      const message =
        'createPaymentMethod needs Elements with paymentMethodCreation "manual", an Express Checkout Element and a call of elements.submit() before it.';
      return { error: { type: 'invalid_request_error', message } };
    },
  };
}

/** The React wrapper's components carry the type of their element in `__elementType`. */
function componentType(component: unknown): unknown {
  const isComponent = typeof component === 'function' || typeof component === 'object';
  return isComponent && component !== null ? Reflect.get(component, '__elementType') : undefined;
}
