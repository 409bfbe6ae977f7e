import { z } from 'zod';

import type { Answer, Sent, TestClient } from './client.ts';

/**
 * Both run the same procedures. The emails that follow are in the language of the page over tRPC, of the
 * account over REST.
 */
export const TRANSPORTS = ['rest', 'rpc'] as const;
export type Transport = (typeof TRANSPORTS)[number];

const REST_CALLS = {
  signIn: { method: 'post', path: '/api/connect' },
  register: { method: 'post', path: '/api/users' },
  activate: { method: 'put', path: '/api/users/activate' },
  resendActivation: { method: 'put', path: '/api/users/activation' },
  forgotPassword: { method: 'put', path: '/api/users/forgottenPassword' },
  retrievePassword: { method: 'put', path: '/api/users/retrievePassword' },
  update: { method: 'put', path: '/api/users' },
  export: { method: 'post', path: '/api/users/export' },
  confirmEmail: { method: 'put', path: '/api/users/email/confirm' },
  cancelEmailChange: { method: 'put', path: '/api/users/email/cancel' },
  undoEmailChange: { method: 'put', path: '/api/users/email/undo' },
} as const;
const REST_DELETIONS = { delete: '/api/users', signOutEverywhere: '/api/users/sessions' } as const;
export type AccountCall = keyof typeof REST_CALLS | keyof typeof REST_DELETIONS;

export type Outcome = { status: number; message: string; issues?: unknown; answer: Answer };

type Call = { name: AccountCall; input?: unknown; sent?: Sent | undefined };

export async function callAccount(
  transport: Transport,
  client: TestClient,
  { name, input, sent }: Call,
): Promise<Outcome> {
  if (transport === 'rpc') {
    const answer = await client.mutate(`users.${name}`, input, sent);
    return outcomeOf(answer, rpcBodySchema.parse(answer.body));
  }
  const answer = await restAnswer(client, { name, input, sent });
  return outcomeOf(answer, answer.body);
}

function restAnswer(client: TestClient, { name, input, sent }: Call): Promise<Answer> {
  if (name === 'delete' || name === 'signOutEverywhere') {
    return client.delete(REST_DELETIONS[name], {
      ...sent,
      ...(input === undefined ? {} : { body: input }),
    });
  }
  const { method, path } = REST_CALLS[name];
  return client[method](path, input, sent);
}

const bodySchema = z.object({ message: z.string(), issues: z.unknown().optional() });
const rpcBodySchema = z.union([
  z
    .object({ result: z.object({ data: z.looseObject({}) }) })
    .transform(({ result }) => result.data),
  z
    .object({
      error: z.object({ message: z.string(), data: z.object({ issues: z.unknown().optional() }) }),
    })
    .transform(({ error }) => ({ message: error.message, issues: error.data.issues })),
]);

function outcomeOf(answer: Answer, body: unknown): Outcome {
  // A log-in returns the user, which has no message.
  const { message, issues } = bodySchema.partial().parse(body);
  return {
    status: answer.status,
    message: message ?? '',
    ...(issues === undefined ? {} : { issues }),
    answer,
  };
}
