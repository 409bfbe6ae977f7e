import type { CardElement } from './card-element.ts';
import { askForAuthentication } from './challenge-dialog.ts';
import { createElements, type Elements } from './elements.ts';
import {
  createProviderApi,
  type ApiError,
  type ApiObject,
  type ApiResult,
  type ProviderApi,
} from './provider-api.ts';
import { fieldLocaleOf } from './words.ts';

type Failure = { error: ApiError };
type PaymentResult = { paymentIntent: ApiObject } | Failure;
type SetupResult = { setupIntent: ApiObject } | Failure;
type Details = { [name: string]: string | Details | null | undefined };

/** `payment_method` of a confirmation: one that exists, or an element to make one of. */
type ConfirmData = {
  payment_method?: string | { card?: CardElement | { token: string }; billing_details?: Details };
  return_url?: string;
};

/** What pages use of the provider's script. */
export type StripeObject = {
  elements(options?: { locale?: string }): Elements;
  createToken(element: CardElement, data?: Details): Promise<{ token: ApiObject } | Failure>;
  createPaymentMethod(options: {
    type?: string;
    card?: CardElement | { token: string };
    elements?: Elements;
    billing_details?: Details;
  }): Promise<{ paymentMethod: ApiObject } | Failure>;
  retrievePaymentIntent(clientSecret: string): Promise<PaymentResult>;
  retrieveSetupIntent(clientSecret: string): Promise<SetupResult>;
  confirmCardPayment(clientSecret: string, data?: ConfirmData): Promise<PaymentResult>;
  confirmCardSetup(clientSecret: string, data?: ConfirmData): Promise<SetupResult>;
  handleCardAction(clientSecret: string): Promise<PaymentResult>;
  handleNextAction(options: { clientSecret: string }): Promise<PaymentResult | SetupResult>;
  registerAppInfo(info: object): void;
  _registerWrapper(wrapper: object): void;
};

type IntentKind = 'payment_intents' | 'setup_intents';

/** The object that `Stripe(publishableKey)` gives a page; it talks to the emulator alone. */
export function createStripeObject(
  baseUrl: string,
  publishableKey: string,
  options: { locale?: string } = {},
): StripeObject {
  const api = createProviderApi(baseUrl, publishableKey);

  const createPaymentMethod: StripeObject['createPaymentMethod'] = async (input) => {
    const card = await readCard(input.card ?? input.elements?.getElement('card') ?? undefined);
    if ('error' in card) return card;
    const created = await api.post('/v1/payment_methods', {
      type: 'card',
      ...prefixed('card', card.params),
      ...flatten('billing_details', input.billing_details ?? {}),
    });
    return 'error' in created ? created : { paymentMethod: created.data };
  };

  const confirm = async (
    kind: IntentKind,
    clientSecret: string,
    data: ConfirmData,
  ): Promise<ApiResult> => {
    const params: Record<string, string> = { client_secret: clientSecret };
    if (data.return_url !== undefined) params['return_url'] = data.return_url;
    if (typeof data.payment_method === 'string') params['payment_method'] = data.payment_method;
    if (typeof data.payment_method === 'object') {
      const made = await createPaymentMethod(data.payment_method);
      if ('error' in made) return made;
      params['payment_method'] = made.paymentMethod.id;
    }
    const confirmed = await api.post(`/v1/${kind}/${idOf(clientSecret)}/confirm`, params);
    return 'error' in confirmed ? confirmed : finish(api, kind, clientSecret);
  };

  return {
    elements: (chosen = {}) => createElements(fieldLocaleOf(chosen.locale ?? options.locale)),
    async createToken(element, data = {}) {
      const card = await readCard(element);
      if ('error' in card) return card;
      const created = await api.post('/v1/tokens', {
        ...prefixed('card', { ...card.params, ...onlyTexts(data) }),
      });
      return 'error' in created ? created : { token: created.data };
    },
    createPaymentMethod,
    retrievePaymentIntent: async (clientSecret) =>
      asPayment(await read(api, 'payment_intents', clientSecret)),
    retrieveSetupIntent: async (clientSecret) =>
      asSetup(await read(api, 'setup_intents', clientSecret)),
    confirmCardPayment: async (clientSecret, data = {}) =>
      asPayment(await confirm('payment_intents', clientSecret, data)),
    confirmCardSetup: async (clientSecret, data = {}) =>
      asSetup(await confirm('setup_intents', clientSecret, data)),
    handleCardAction: async (clientSecret) =>
      asPayment(await finish(api, 'payment_intents', clientSecret)),
    async handleNextAction({ clientSecret }) {
      return clientSecret.startsWith('seti_')
        ? asSetup(await finish(api, 'setup_intents', clientSecret))
        : asPayment(await finish(api, 'payment_intents', clientSecret));
    },
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

/** Lets the owner authenticate where the intent waits for it, and reads what came of it. */
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

/** What a page is told when authentication failed, or the card was refused after it. */
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

async function readCard(
  source: CardElement | { token: string } | undefined,
): Promise<{ params: Record<string, string> } | Failure> {
  if (source === undefined) {
    throw new TypeError('Give the card element that the customer typed the card into.');
  }
  return 'token' in source ? { params: { token: source.token } } : source.readCard();
}

const prefixed = (name: string, params: Record<string, string>) =>
  Object.fromEntries(Object.entries(params).map(([key, value]) => [`${name}[${key}]`, value]));

const onlyTexts = (details: Details): Record<string, string> =>
  Object.fromEntries(
    Object.entries(details).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value] as const] : [],
    ),
  );

/** `{ address: { city } }` as `billing_details[address][city]`. */
function flatten(name: string, details: Details): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [key, value] of Object.entries(details)) {
    if (typeof value === 'string') params[`${name}[${key}]`] = value;
    else if (value != null) Object.assign(params, flatten(`${name}[${key}]`, value));
  }
  return params;
}
