import type { Plan } from '@agres/domain/shape-values';
import { Stripe } from 'stripe';

export const API_VERSION = '2026-10-28.endive';

export type AccountConfig = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The price id of each plan at the provider. */
  prices: Record<Plan, string>;
};

/** A deadline for all calls, on the process's monotonic clock: it only bounds waiting. */
export type Deadline = { leftMs: () => number };

export type AccountClient = {
  stripe: Stripe;
  config: AccountConfig;
  timeoutMs: number;
  deadline: Deadline;
  onAnswer?: (outcome: CallOutcome, seconds: number) => void;
};

export type CallOutcome = 'known' | 'unknown' | 'misconfigured';

export type ClientOptions = { apiUrl?: string | undefined; timeoutMs: number };

/**
 * Creates the SDK client of one account, without telemetry. It does not retry calls, except on a connection
 * that was already closed: the purchase protocol retries, under its own keys. The API version is pinned: a
 * newer SDK does not compile until it is changed.
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
 * Creates the SDK's HTTP client. Treats a response without a provider object (`{}` or `null`, as a proxy may
 * send) as not received, because the SDK would return it as valid.
 */
function createReadingClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...call) => {
    const response = await makeRequest(...call);
    const readJson = response.toJSON.bind(response);
    response.toJSON = async () => {
      const body: unknown = await readJson();
      // guard: a provider response without an object counts as a failed call
      if (isAnswer(body)) return body;
      throw Stripe.HttpClient.makeResponseBodyError(new TypeError('no object of the provider'));
    };
    return response;
  };
  return client;
}

/** Every response of the provider is an object with its type, or an error. */
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
