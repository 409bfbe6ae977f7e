import type { Answer, Sent, TestClient } from './client.ts';

/** The two ways to make a call: nothing may differ between them. */
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
  undoEmailChange: { method: 'put', path: '/api/users/email/undo' },
} as const;
export type AccountCall = keyof typeof REST_CALLS | 'delete';

/** What a call came to: its status, and the code or notice that answers it. */
export type Outcome = { status: number; message: string; issues?: unknown; answer: Answer };

type Call = { name: AccountCall; input?: unknown; sent?: Sent };

/** Makes a call about accounts in one of the two ways. */
export async function callAccount(
  transport: Transport,
  client: TestClient,
  { name, input, sent }: Call,
): Promise<Outcome> {
  if (transport === 'rpc') return rpcOutcome(await client.mutate(`users.${name}`, input, sent));
  if (name === 'delete') return restOutcome(await client.delete('/api/users', sent));
  const { method, path } = REST_CALLS[name];
  return restOutcome(await client[method](path, input, sent));
}

type Body = { message: string; issues?: unknown };

function restOutcome(answer: Answer): Outcome {
  const { message, issues } = answer.body as Body;
  return { status: answer.status, message, ...(issues === undefined ? {} : { issues }), answer };
}

type RpcBody = {
  result?: { data: Body };
  error?: { message: string; data: { httpStatus: number; issues?: unknown } };
};

function rpcOutcome(answer: Answer): Outcome {
  const { result, error } = answer.body as RpcBody;
  const message = result?.data.message ?? error?.message ?? '';
  const issues = error?.data.issues;
  return { status: answer.status, message, ...(issues === undefined ? {} : { issues }), answer };
}
