import type { Plan } from '@agres/domain/shapes';
import { Stripe } from 'stripe';

/** The version of the provider's API that is spoken and read here. */
export const API_VERSION = '2026-10-28.endive';

export type AccountConfig = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The provider's price of each plan. */
  prices: Record<Plan, string>;
};

/**
 * A moment by which every call has to be answered, on the process's steady clock: it bounds waiting,
 * it decides nothing.
 */
export type Deadline = { leftMs: () => number };

/** One account at the provider: its SDK client, how long one call may take, and by when all must be over. */
export type AccountClient = {
  stripe: Stripe;
  config: AccountConfig;
  timeoutMs: number;
  deadline: Deadline;
  /** Called after each call with its outcome and duration. */
  onAnswer?: (outcome: CallOutcome, seconds: number) => void;
};

/** What came of a call; see `Answer`. */
export type CallOutcome = 'known' | 'unknown' | 'misconfigured';

export type ClientOptions = { apiUrl?: string | undefined; timeoutMs: number };

/**
 * The SDK for one account. It does not retry calls (the purchase protocol does, under its own keys; a
 * connection that was already closed is the SDK's one exception, under the same key), sends no
 * telemetry, and its API version is pinned: a newer SDK does not compile until this is changed.
 */
export function createAccountClient(
  config: AccountConfig,
  { apiUrl, timeoutMs }: ClientOptions,
): AccountClient {
  const stripe = new Stripe(config.secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: timeoutMs,
    httpClient: createReadingClient(),
    ...(apiUrl === undefined ? {} : addressOf(apiUrl)),
  });
  return { stripe, config, timeoutMs, deadline: { leftMs: () => Number.POSITIVE_INFINITY } };
}

/**
 * The SDK's own client, for which an answer without an object of the provider (`{}`, `null`, as a
 * proxy in between may send) did not arrive: the SDK would pass it on as if it had.
 */
function createReadingClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...call) => {
    const response = await makeRequest(...call);
    const readJson = response.toJSON.bind(response);
    response.toJSON = async () => {
      const body: unknown = await readJson();
      // guard: an answer that holds no object is none
      if (isAnswer(body)) return body;
      throw Stripe.HttpClient.makeResponseBodyError(new TypeError('no object of the provider'));
    };
    return response;
  };
  return client;
}

/** Every answer of the provider is an object with its kind, or an error. */
function isAnswer(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if ('error' in body) return typeof body.error === 'object' && body.error !== null;
  return 'object' in body && typeof body.object === 'string';
}

function addressOf(apiUrl: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { hostname, port, protocol } = new URL(apiUrl);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError('the address of the payment provider has to be http or https');
  }
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { host: hostname, port: port === '' ? DEFAULT_PORTS[scheme] : port, protocol: scheme };
}

const DEFAULT_PORTS = { http: 80, https: 443 };
