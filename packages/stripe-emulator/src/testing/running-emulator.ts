import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { Stripe } from 'stripe';
import { afterAll, beforeEach } from 'vitest';

import { DEVELOPMENT_ACCOUNTS } from '../development.ts';
import { createStripeEmulator, type EmulatorOptions, type StripeEmulator } from '../emulator.ts';
import { API_VERSION } from '../events/events.ts';

export type RunningEmulator = StripeEmulator & {
  url: string;
  main: Stripe;
  bis: Stripe;
};

/** Starts an emulator on a free port, with the official SDK for each of its accounts. */
export async function startEmulator(
  options: Partial<EmulatorOptions> = {},
): Promise<RunningEmulator> {
  const emulator = createStripeEmulator({ accounts: DEVELOPMENT_ACCOUNTS, ...options });
  const url = await emulator.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...emulator,
    url,
    main: sdkFor(url, DEVELOPMENT_ACCOUNTS.main.secretKey),
    bis: sdkFor(url, DEVELOPMENT_ACCOUNTS.bis.secretKey),
  };
}

/** Starts an emulator for the tests of a file: reset before each of them, ended after the last. */
export async function useEmulator(
  options: Partial<EmulatorOptions> = {},
): Promise<RunningEmulator> {
  const emulator = await startEmulator(options);
  beforeEach(() => emulator.control.reset());
  afterAll(() => emulator.app.close());
  return emulator;
}

export function sdkFor(url: string, secretKey: string): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    timeout: 5000,
  });
}

/**
 * Returns parameters that pass a card token directly to a payment: documented, though missing in the SDK's
 * types.
 */
export function tokenParams(token: string): { payment_method_data: CardTokenData } {
  return { payment_method_data: { type: 'card', card: { token } } };
}

type CardTokenData = Stripe.PaymentIntentConfirmParams.PaymentMethodData & {
  card: { token: string };
};

export type ReceivedWebhook = { path: string; body: string; signature: string };

/** Starts a webhook receiver that answers with a configurable status, 200 by default. */
export async function startReceiver(): Promise<{
  url: string;
  received: ReceivedWebhook[];
  answerWith: (status: number) => void;
  close: () => Promise<void>;
}> {
  const received: ReceivedWebhook[] = [];
  let status = 200;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const signature = String(request.headers['stripe-signature']);
    received.push({ path: request.url ?? '', body, signature });
    response.writeHead(status).end();
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${portOf(address)}`,
    received,
    answerWith(next) {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the SDK error that a promise rejects with; fails if it resolves. */
export async function errorFrom(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('expected the call to fail');
}

const portOf = (address: string | AddressInfo | null) =>
  typeof address === 'object' && address !== null ? address.port : 0;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
