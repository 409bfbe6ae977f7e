import type { Answer, TestClient } from '../client.ts';
import { addArticle, addItem, addUser } from '../rows.ts';
import { startTestShop, type TestShop } from '../shop.ts';
import { newSubscriber } from '../subscribing.ts';
import type { Known } from './inputs.ts';
import type { Operation } from './operations.ts';

/** The caller: a member who may make the call, or a visitor. */
export type Caller = 'entitled' | 'nobody';

export type World = {
  shop: TestShop;
  known: Known;
  /** Makes a call over REST, with everything that it needs besides its input. */
  rest: (operation: Operation, input: unknown, caller: Caller) => Promise<Answer>;
  /** Makes a call over tRPC; the answer has its status, and the code or the result. */
  rpc: (operation: Operation, input: unknown, caller: Caller) => Promise<Answer>;
  close: () => Promise<void>;
};

/** Calls after which the client's user is another member, or a visitor. */
const CHANGES_CALLER = /^users\.(?:delete|update|signOut|signOutEverywhere|signIn)$|unsubscribe$/;
const FOR_SUBSCRIBERS = /^payments\.card$|updateCard$|unsubscribe$/;

export async function openWorld(): Promise<World> {
  // Callers come from many addresses, because these tests are not about limits by address.
  const shop = await startTestShop({
    http: { trustedProxies: ['127.0.0.0/8'] },
    pages: 'built',
  });
  const { db } = shop.app;
  const items = [await addItem(db, { stocks: [100_000, 3] }), await addItem(db, { stocks: [0] })];
  await addArticle(db);
  const { id: strangerId, email } = await addUser(db);
  const known: Known = {
    id: [...items.map(({ id }) => id), strangerId, String(strangerId), strangerId + 1],
    stripeToken: ['tok_visa', 'tok_chargeDeclined', 'tok_threeDSecure2Required', 'pm_card_visa'],
    email: [email, email.toUpperCase(), 'nobody@example.fr'],
    mdp: ['Abcdef12', 'Other123A'],
    mdp2: ['Abcdef12', 'Other123A'],
    currentMdp: ['Abcdef12'],
    optionIndex: [0, 1, 2],
    // Matches the shipping address.
    area: [0],
    shippingAddress: ['Relais du Port\n12 bis rue des Lilas\n01000 Bourg\nFrance'],
    firstName: ['Jeanne'],
    lastName: ['Petit'],
    subject: ['Une question'],
    message: ['Quelle longueur ont les sangles ?'],
  };

  let callers = 0;
  const from = (): Record<string, string> => {
    callers += 1;
    return { 'x-forwarded-for': `10.${callers >> 16}.${(callers >> 8) & 255}.${callers & 255}` };
  };
  const clients = new Map<string, TestClient>();
  const nameOf = ({ needsSession, rpcName = '' }: Operation, caller: Caller) => {
    if (caller === 'nobody' || !needsSession) return 'visitor';
    return FOR_SUBSCRIBERS.test(rpcName) ? 'subscriber' : 'member';
  };
  const makeClient = async (name: string): Promise<TestClient> => {
    if (name === 'visitor') return shop.app.client();
    return (await (name === 'member' ? shop.app.member() : newSubscriber(shop))).client;
  };
  const clientFor = async (operation: Operation, caller: Caller) => {
    const name = nameOf(operation, caller);
    const client = clients.get(name) ?? (await makeClient(name));
    clients.set(name, client);
    return client;
  };
  const afterwards = (operation: Operation, caller: Caller, answer: Answer): Answer => {
    const isDone = answer.status < 400 && CHANGES_CALLER.test(operation.rpcName ?? '');
    if (isDone) clients.delete(nameOf(operation, caller));
    return answer;
  };

  return {
    shop,
    known,
    rest: async (operation, input, caller) => {
      const client = await clientFor(operation, caller);
      const { method, inPath } = operation;
      const headers = { ...from(), ...tokenOf(operation, await withToken(client)) };
      const answer = await client.send(method, urlOf(operation, input), {
        headers,
        ...(inPath || operation.input === undefined ? {} : { body: JSON.stringify(input) }),
      });
      return afterwards(operation, caller, answer);
    },
    rpc: async (operation, input, caller) => {
      const client = await clientFor(operation, caller);
      const name = operation.rpcName ?? '';
      if (operation.method === 'GET' && name !== 'users.signOut') return client.query(name, input);
      const token = (await withToken(client)).cookies.get('XSRF-TOKEN') ?? '';
      const headers = { ...from(), 'x-xsrf-token': token };
      const sent = { headers, body: JSON.stringify(input) };
      return afterwards(operation, caller, await client.send('POST', `/trpc/${name}`, sent));
    },
    close: () => shop.close(),
  };
}

async function withToken(client: TestClient): Promise<TestClient> {
  if (!client.cookies.has('XSRF-TOKEN')) await client.get('/api/users/status');
  return client;
}

const tokenOf = ({ needsToken }: Operation, client: TestClient): Record<string, string> =>
  needsToken ? { 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '' } : {};

/**
 * Returns the URL of a call, with its input in the path if it belongs there; an empty value becomes a space.
 */
export function urlOf({ path, inPath }: Operation, input: unknown): string {
  const values = new Map<string, unknown>(Object.entries(Object(input)));
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_place, name: string) =>
    escaped((inPath ? textOf(values.get(name)) : '') || ' '),
  );
  return `/api${filled}`;
}

/** Encodes a lone surrogate as its three bytes, which are not UTF-8. */
const escaped = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80');
