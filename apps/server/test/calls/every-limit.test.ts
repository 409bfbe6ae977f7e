import { RATE_LIMITS, type EmailLimit, type LimitName } from '@agres/core/limits/rate-limit';
import { expect, test } from 'vitest';

import type { Answer, TestClient } from '../support/client.ts';
import { addItem, addSubscription, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startTestShop } from '../support/shop.ts';
import { CARDS, subscribe } from '../support/subscribing.ts';

/** The limits that refuse a call: all but those of emails and of declarations. */
type ToldLimit = Exclude<LimitName, EmailLimit | 'declarationsByNetwork' | 'officeAccessByIp'>;

/** A signed-in subscriber, and an address with no earlier calls. */
type Caller = { client: TestClient; userId: string; email: string; ip: string };

type Counted = { key: string; call: () => Promise<Answer> };

const shop = useRunning(() =>
  startTestShop({
    pages: 'built',
    config: { rateLimit: 'strict' },
    http: { trustedProxies: ['127.0.0.0/8'] },
  }),
);

const WRONG = 'Wrong1234';
const LINK = { id: 1, nonce: 'a'.repeat(43) };
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

const logIn = (
  { ip, email }: Pick<Caller, 'ip' | 'email'>,
  mdp: string,
  client = shop.app.client(),
) => client.post('/api/connect', { email, mdp }, from(ip));

const COUNTED: Record<ToldLimit, (caller: Caller) => Counted | Promise<Counted>> = {
  logInByPair: ({ email, ip }) => ({
    key: `${ip}|${email}`,
    call: () => logIn({ ip, email }, WRONG),
  }),
  logInByIp: ({ email, ip }) => ({ key: ip, call: () => logIn({ ip, email }, WRONG) }),
  logInByAccount: ({ email, ip }) => ({ key: email, call: () => logIn({ ip, email }, WRONG) }),
  logInByDevice: async ({ email, ip }) => {
    const browser = shop.app.client();
    await logIn({ ip, email }, PASSWORD, browser);
    const [, deviceId = ''] = (browser.cookies.get('device') ?? '').split('.');
    return { key: `${deviceId}|${email}`, call: () => logIn({ ip, email }, WRONG, browser) };
  },
  anyLogInByPair: ({ email, ip }) => ({
    key: `${ip}|${email}`,
    call: () => logIn({ ip, email }, PASSWORD),
  }),
  registerByIp: ({ ip }) => ({
    key: ip,
    call: () => {
      const input = { email: `new@${ip}.fr`.replaceAll(/\.(?=\d)/g, '-'), locale: 'fr' };
      return shop.app
        .client()
        .post('/api/users', { ...input, mdp: PASSWORD, mdp2: PASSWORD }, from(ip));
    },
  }),
  letterByIp: ({ email, ip }) => ({
    key: ip,
    call: () => shop.app.client().put('/api/users/forgottenPassword', { email }, from(ip)),
  }),
  linkByIp: ({ ip }) => ({
    key: ip,
    call: () => shop.app.client().put('/api/users/activate', LINK, from(ip)),
  }),
  accountChangeByUser: ({ client, userId, email }) => ({
    key: userId,
    call: () => client.put('/api/users', { email, mdp: PASSWORD, mdp2: PASSWORD }),
  }),
  exportByUser: ({ client, userId }) => ({
    key: userId,
    call: () => client.post('/api/users/export', { currentMdp: PASSWORD }),
  }),
  contactByIp: ({ email, ip }) => ({
    key: ip,
    call: () => {
      const message = { subject: 'Une question', message: 'Quand mes balles partent-elles ?' };
      return shop.app.client().post('/api/contact', { ...message, email }, from(ip));
    },
  }),
  relaysByIp: ({ ip }) => ({
    key: ip,
    call: () => shop.app.client().get('/api/relays?country=FR&near=Lyon', from(ip)),
  }),
  buyByUser: async ({ client, userId }) => {
    const { id } = await addItem(shop.app.db);
    const call = async () => buy(client, { id, stripeToken: await shop.cardToken() });
    return { key: userId, call };
  },
  stockRequestByUser: ({ client, userId }) => ({
    key: userId,
    call: () => client.put('/api/stock-requests', { itemId: 1, optionIndex: 0, isAsked: true }),
  }),
  stockRequestByIp: ({ email, ip }) => ({
    key: ip,
    call: () =>
      shop.app.client().post('/api/stock-requests', { itemId: 1, optionIndex: 0, email }, from(ip)),
  }),
  reviewByUser: ({ client, userId }) => ({
    key: userId,
    call: () => client.delete('/api/items/1/review'),
  }),
  lateOrderByUser: ({ client, userId }) => ({
    key: userId,
    call: () => client.post('/api/orders/1/delivery-notice'),
  }),
  subscribeByUser: async () => {
    const { client, userId } = await shop.app.member();
    const call = async () =>
      subscribe(client, { stripeToken: await shop.cardToken(CARDS.declined) });
    return { key: String(userId), call };
  },
  cardReadByUser: ({ client, userId }) => ({
    key: userId,
    call: () => client.get('/api/payment/card'),
  }),
  cardUpdateByUser: async ({ client, userId }) => {
    await shop.app.db.paymentCustomer.create({
      data: { userId: Number(userId), stripeAccount: 'main', stripeCustomerId: `cus_${userId}` },
    });
    const call = async () =>
      client.post('/api/updateMobileAppPaymentMethod', { stripeToken: await shop.cardToken() });
    return { key: userId, call };
  },
  repeatPaymentByUser: async ({ client, userId }) => {
    const { id } = await addItem(shop.app.db);
    const stripeToken = await shop.cardToken();
    expect((await buy(client, { id, stripeToken }, 'repeated')).status).toBe(200);
    return { key: userId, call: () => buy(client, { id, stripeToken }, 'repeated') };
  },
  notFoundByIp: ({ ip }) => ({
    key: ip,
    call: () => shop.app.client().get('/api/nothing', from(ip)),
  }),
};

let callers = 0;
async function newCaller(): Promise<Caller> {
  callers += 1;
  const { client, userId, email } = await shop.app.member();
  await addSubscription(shop.app.db, userId);
  return { client, userId: String(userId), email, ip: `198.51.100.${callers}` };
}

async function exhaust(limit: LimitName, key: string): Promise<void> {
  const most = RATE_LIMITS[limit].limit * 2;
  for (let taken = 0; taken <= most; taken += 1) {
    const { waitSeconds } = await shop.app.deps.rateLimiter.take(limit, key);
    if (waitSeconds !== null) return;
  }
  throw new Error(`${limit} does not end.`);
}

test.each(Object.entries(COUNTED))(
  'G1: a call above the limit %s gets 429 with Retry-After',
  async (name, countedBy) => {
    const limit = name as ToldLimit;
    const { key, call } = await countedBy(await newCaller());
    expect((await call()).status).not.toBe(429);
    await exhaust(limit, key);
    const refused = await call();
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'error_message', code: 'too_many_requests' },
    });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(RATE_LIMITS[limit].windowSeconds);
    expect(refused.headers['ratelimit']).toContain(`"${limit}";r=0;t=${seconds}`);
  },
);
