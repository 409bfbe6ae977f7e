import { PLAIN_DEVICE, type Device } from '../control/device.ts';
import type { CardElement } from './card-element.ts';
import { askForAuthentication } from './challenge-dialog.ts';
import { createElements, type Elements } from './elements.ts';
import type { ElementsPurpose } from './express-checkout.ts';
import {
  createProviderApi,
  type ApiError,
  type ApiObject,
  type ApiResult,
  type ProviderApi,
} from './provider-api.ts';
import { fieldLocaleOf, WORDS } from './words.ts';

type Failure = { error: ApiError };
type PaymentResult = { paymentIntent: ApiObject } | Failure;
type SetupResult = { setupIntent: ApiObject } | Failure;

/** The emulated `Stripe` object: the Stripe.js methods that the shop and the React wrapper call. */
export type StripeObject = {
  elements(options?: ElementsPurpose & { locale?: string }): Elements;
  createToken(element: CardElement): Promise<{ token: ApiObject } | Failure>;
  handleNextAction(options: { clientSecret: string }): Promise<PaymentResult | SetupResult>;
  /** Creates a payment method from a card approved in a wallet. */
  createPaymentMethod(of: { elements: Elements }): Promise<{ paymentMethod: ApiObject } | Failure>;
  /** Exists because the React wrapper checks for it; no page of the product calls it. */
  confirmCardPayment(): Promise<never>;
  registerAppInfo(info: object): void;
  _registerWrapper(wrapper: object): void;
};

type IntentKind = 'payment_intents' | 'setup_intents';

/** Creates the object that `Stripe(publishableKey)` returns to a page; it contacts only the emulator. */
export function createStripeObject(
  baseUrl: string,
  publishableKey: string,
  options: { locale?: string } = {},
): StripeObject {
  const api = createProviderApi(baseUrl, publishableKey);
  let locale = fieldLocaleOf(options.locale);
  /** Card errors from the API are shown in the page's language. */
  const translated = (error: ApiError) => {
    const reason = error.type === 'card_error' ? 'card' : 'call';
    return { error: { ...error, message: WORDS[locale].refusals?.[reason] ?? error.message } };
  };

  return {
    elements(chosen = {}) {
      locale = fieldLocaleOf(chosen.locale ?? options.locale);
      return createElements({ locale, purpose: chosen, readDevice: () => readDevice(baseUrl) });
    },
    async createToken(element) {
      const card = element.readCard();
      if ('error' in card) return card;
      const created = await api.post('/v1/tokens', prefixed('card', card.params));
      if (!('error' in created)) return { token: created.data };
      return translated(created.error);
    },
    async createPaymentMethod({ elements }) {
      const card = elements.readWalletCard();
      if ('error' in card) return card;
      const token = await api.post('/v1/tokens', prefixed('card', card.params));
      if ('error' in token) return token;
      const method = await api.post('/v1/payment_methods', {
        type: 'card',
        'card[token]': token.data.id,
      });
      if (!('error' in method)) return { paymentMethod: method.data };
      return translated(method.error);
    },
    async handleNextAction({ clientSecret }) {
      return clientSecret.startsWith('seti_')
        ? asSetup(await finish(api, 'setup_intents', clientSecret))
        : asPayment(await finish(api, 'payment_intents', clientSecret));
    },
    confirmCardPayment: () => missingMethod('confirmCardPayment'),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

/** Reads the wallets that the payer's device offers; none if the request fails. */
async function readDevice(baseUrl: string): Promise<Device> {
  try {
    const answer = await fetch(new URL('/v3/device', baseUrl), { credentials: 'omit' });
    const device: Device = await answer.json();
    return device;
  } catch {
    return PLAIN_DEVICE;
  }
}

/** Shows an intent's pending challenge, if any, and returns the intent's new state. */
async function finish(
  api: ProviderApi,
  kind: IntentKind,
  clientSecret: string,
): Promise<ApiResult> {
  const intent = await read(api, kind, clientSecret);
  if ('error' in intent || intent.data.status !== 'requires_action') return intent;
  const outcome = await askForAuthentication();
  const answered = await api.post(`/challenge/${idOf(clientSecret)}`, {
    client_secret: clientSecret,
    outcome,
  });
  if ('error' in answered) return answered;
  const finished = await read(api, kind, clientSecret);
  if ('error' in finished || finished.data.status !== 'requires_payment_method') return finished;
  return { error: failureOf(kind, finished.data) };
}

const read = (api: ProviderApi, kind: IntentKind, clientSecret: string) =>
  api.get(`/v1/${kind}/${idOf(clientSecret)}`, { client_secret: clientSecret });

/** Returns the error that a page receives when authentication fails or the card is declined after it. */
function failureOf(kind: IntentKind, intent: ApiObject): ApiError {
  const [field, name] =
    kind === 'payment_intents'
      ? (['last_payment_error', 'payment_intent'] as const)
      : (['last_setup_error', 'setup_intent'] as const);
  const error = intent[field];
  const details = typeof error === 'object' && error !== null ? error : {};
  return {
    type: 'invalid_request_error',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    ...details,
    [name]: intent,
  };
}

const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';

const asPayment = (result: ApiResult): PaymentResult =>
  'error' in result ? result : { paymentIntent: result.data };

const asSetup = (result: ApiResult): SetupResult =>
  'error' in result ? result : { setupIntent: result.data };

const missingMethod = (name: string) =>
  Promise.reject(new TypeError(`The emulator's script has no ${name}: the product makes tokens.`));

const prefixed = (name: string, params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([key, value]) => [`${name}[${key}]`, value]));
