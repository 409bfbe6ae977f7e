import type { Device, WalletName } from '../control/device.ts';
import { build, buildIsland } from './dom.ts';
import { createElementEvents } from './element-events.ts';
import type { ApiError } from './provider-api.ts';
import { askInWallet } from './wallet-sheet.ts';

/** The purpose of the form's elements; the amount is set if something is paid. */
export type ElementsPurpose = {
  mode?: 'payment' | 'subscription' | 'setup';
  amount?: number;
  currency?: string;
  paymentMethodCreation?: string;
};

export type ExpressCheckoutOptions = {
  business?: { name: string };
  buttonHeight?: number;
  paymentMethods?: Record<string, string>;
};

/** One button for each wallet that the device offers, or nothing if it offers none. */
export type ExpressCheckoutElement = {
  mount(target: HTMLElement): void;
  unmount(): void;
  destroy(): void;
  update(options: ExpressCheckoutOptions): void;
  on(type: string, handler: (event?: unknown) => void): ExpressCheckoutElement;
  once(type: string, handler: (event?: unknown) => void): ExpressCheckoutElement;
  off(type: string, handler?: (event?: unknown) => void): ExpressCheckoutElement;
  /** Returns the card last approved in a wallet as API parameters, or an error if there is none. */
  readCard(): { params: Record<string, string> } | { error: ApiError };
};

const TYPE = 'expressCheckout';

const WALLETS = {
  apple_pay: { option: 'applePay', title: 'Apple Pay' },
  google_pay: { option: 'googlePay', title: 'Google Pay' },
} as const satisfies Record<WalletName, { option: string; title: string }>;

/*
 * The size, corners, colours and order of the real buttons in black; the names stand in place of the marks, which
 * only the wallets' own buttons may show.
 */
const BUTTON_CSS = `
:host { display: block; }
div { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 0.625rem; }
button {
  padding: 0 1rem;
  border: 1px solid #000000;
  border-radius: 4px;
  background: #000000;
  color: #ffffff;
  font: 500 1.3125rem/1 -apple-system, "SF Pro Display", "Google Sans", Roboto, "Helvetica Neue", Arial, sans-serif;
  letter-spacing: -0.01em;
  cursor: pointer;
}
button[data-wallet='google_pay'] { border-color: #747775; }
button:hover { background: #3c4043; }
button:focus-visible { outline: 3px solid #818cf8; outline-offset: 2px; }
`;

/** Creates the element; its buttons appear once it is mounted and the device's wallets are known. */
export function createExpressCheckout(parts: {
  options: ExpressCheckoutOptions;
  purpose: ElementsPurpose;
  readDevice: () => Promise<Device>;
  onDestroy: () => void;
}): ExpressCheckoutElement {
  const { purpose, options } = parts;
  if (purpose.mode === undefined) {
    throw new TypeError('The Express Checkout Element needs Elements with a mode.');
  }
  const events = createElementEvents();
  const height = options.buttonHeight ?? 44;
  const { host, root } = buildIsland(`${BUTTON_CSS} button { height: ${height}px; }`);
  let approved: string | null = null;

  const press = async (wallet: WalletName, { answers }: Device) => {
    const number = await askInWallet({
      title: WALLETS[wallet].title,
      payee: options.business?.name ?? 'Test shop',
      amount: purpose.amount ?? null,
      currency: purpose.currency ?? 'eur',
    });
    if (number === null) return events.emit('cancel', { elementType: TYPE });
    approved = number;
    for (let answer = 0; answer < answers; answer += 1) {
      events.emit('confirm', { expressPaymentType: wallet, paymentFailed: () => undefined });
    }
  };

  const show = async () => {
    const device = await parts.readDevice();
    const offered = device.wallets.filter(
      (wallet) => options.paymentMethods?.[WALLETS[wallet].option] !== 'never',
    );
    const buttons = offered.map((wallet) => {
      const button = build('button', { type: 'button', 'data-wallet': wallet }, [
        WALLETS[wallet].title,
      ]);
      button.addEventListener('click', () => void press(wallet, device));
      return button;
    });
    if (buttons.length > 0) root.replaceChildren(build('div', {}, buttons));
    const availablePaymentMethods =
      offered.length === 0
        ? undefined
        : {
            amazonPay: false,
            applePay: offered.includes('apple_pay'),
            googlePay: offered.includes('google_pay'),
            klarna: false,
            link: false,
            paypal: false,
          };
    events.emit('ready', { elementType: TYPE, availablePaymentMethods });
  };

  const element: ExpressCheckoutElement = {
    mount(target) {
      target.replaceChildren(host);
      void show();
    },
    unmount: () => host.remove(),
    destroy() {
      element.unmount();
      events.clear();
      parts.onDestroy();
    },
    update: () => undefined,
    on(name, handler) {
      events.on(name, handler);
      return element;
    },
    once(name, handler) {
      events.once(name, handler);
      return element;
    },
    off(name, handler) {
      events.off(name, handler);
      return element;
    },
    readCard() {
      if (approved === null) {
        return {
          error: { type: 'validation_error', message: 'No payment was approved in a wallet.' },
        };
      }
      return { params: { number: approved, exp_month: '12', exp_year: '2040' } };
    },
  };
  return element;
}
