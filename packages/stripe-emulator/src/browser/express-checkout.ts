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
  destroy(): void;
  update(options: ExpressCheckoutOptions): void;
  on(type: string, handler: (event?: unknown) => void): ExpressCheckoutElement;
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
 * The size, corners, colours and order of the real buttons in black, so that pages look as they will. The marks are
 * simplified drawings: the real ones come from the wallets' own buttons.
 */
const BUTTON_CSS = `
:host { display: block; }
div { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: 0.625rem; }
button {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.25rem;
  padding: 0 1rem;
  border: 1px solid #000000;
  border-radius: 4px;
  background: #000000;
  color: #ffffff;
  font: 500 1.3125rem/1 -apple-system, "SF Pro Display", "Google Sans", Roboto, "Helvetica Neue", Arial, sans-serif;
  letter-spacing: -0.01em;
  cursor: pointer;
}
button::before { content: ''; width: 24px; height: 24px; }
button[data-wallet='apple_pay']::before {
  background: #ffffff;
  clip-path: path('M12 7.2C10 5.7 7.6 5.9 6 7.4C3.4 9.9 4 14.6 6 17.8C7.4 20.1 8.8 21.4 10.6 20.7C11.6 20.3 12.6 20.3 13.6 20.7C15.4 21.4 16.8 20.2 18 18.4C18.6 17.5 19 16.7 19.3 15.9C16.6 14.6 16.2 10.9 18.9 9.3C17.2 6.6 14.4 6.1 12 7.2ZM12 6C12 4 13.4 2.4 15.3 2C15.5 4.1 13.9 5.9 12 6Z');
}
button[data-wallet='google_pay'] { border-color: #747775; }
button[data-wallet='google_pay']::before {
  width: 20px;
  height: 20px;
  background:
    linear-gradient(#4285f4 0 0) right / 50% 20% no-repeat,
    conic-gradient(#ea4335 45deg, transparent 45deg 80deg, #4285f4 80deg 135deg, #34a853 135deg 225deg, #fbbc05 225deg 290deg, #ea4335 290deg);
  mask:
    radial-gradient(closest-side, transparent 59%, #000000 60% 99%, transparent),
    linear-gradient(#000000 0 0) right / 50% 20% no-repeat;
}
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
      const label = WALLETS[wallet].title;
      const button = build(
        'button',
        { type: 'button', 'data-wallet': wallet, 'aria-label': label },
        ['Pay'],
      );
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
    destroy() {
      host.remove();
      events.clear();
      parts.onDestroy();
    },
    update: () => undefined,
    on(name, handler) {
      events.on(name, handler);
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
