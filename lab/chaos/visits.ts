import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { LOCALES, type Locale } from '@agres/domain/locale';
import { pathOf } from '@agres/domain/paths';

import { addUser, PASSWORD } from '../../apps/server/test/support/rows.ts';
import { RECIPIENT } from '../../apps/server/test/support/shop.ts';
import { SUBSCRIBE } from '../../apps/server/test/support/subscribing.ts';
import type { TestCluster } from '../../apps/server/test/support/test-cluster.ts';
import { createVisitor, type Reply, type Visitor } from '../../apps/server/test/support/visitor.ts';

/** The longest time on one page, in ms. */
const LONGEST_LOOK_MS = 3000;
/** The percentages of member visits that buy and that subscribe. */
const BUY_IN_100 = 30;
const SUBSCRIBE_IN_100 = 10;

/** Visitors who got 503 on arrival have no token. */
const WITH_TOKEN = [200, 403];

/** Visitors come one after the other, each from another address. */
export type Visits = {
  visitWhile: (isRunning: () => boolean) => Promise<void>;
  counts: {
    visits: number;
    pages: number;
    calls: number;
    'log-ins': number;
    accounts: number;
    orders: number;
    subscriptions: number;
    'told to come back': number;
  };
  /** The requests with an unexpected answer, with their times. */
  failed: readonly string[];
};

export type VisitsOptions = {
  itemIds: readonly number[];
  articleIds: readonly number[];
  members: number;
  perMinute: number;
  /** A seeded random number, from 0 to below 1. */
  random: () => number;
};

/** Simulates visitors: most browse, some search, log in, buy, subscribe or sign up. Bots request anything. */
export async function createVisits(
  { db, provider, processes }: TestCluster,
  { itemIds, articleIds, members, perMinute, random }: VisitsOptions,
): Promise<Visits> {
  const counts: Visits['counts'] = {
    visits: 0,
    pages: 0,
    calls: 0,
    'log-ins': 0,
    accounts: 0,
    orders: 0,
    subscriptions: 0,
    'told to come back': 0,
  };
  const failed: string[] = [];
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <T>(list: readonly T[]): T => {
    const chosen = list[below(list.length)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
  const isOneIn100 = (share: number) => random() * 100 < share;
  const { origin } = oneOf(processes);
  const word = () => `w${randomUUID().slice(0, 7)}`;

  const emails: string[] = [];
  while (emails.length < members) emails.push((await addUser(db)).email);

  const note = (what: string, status: number | 'none', isExpected: boolean) => {
    // A busy machine sheds load, which says nothing about memory.
    if (status === 503) counts['told to come back'] += 1;
    else if (!isExpected) failed.push(`${new Date().toISOString()} ${what}: ${status}`);
  };
  const look = async (visitor: Visitor, path: string, expected: readonly number[] = [200]) => {
    const page = await visitor.open(origin + path);
    counts.pages += 1;
    note(path, page?.status ?? 'none', page !== null && expected.includes(page.status));
    await sleep(below(LONGEST_LOOK_MS));
  };
  const tell = (what: string, reply: Reply, expected: readonly number[]): boolean => {
    counts.calls += 1;
    const isExpected = reply !== null && expected.includes(reply.status);
    note(`${what} ${JSON.stringify(reply?.body)}`, reply?.status ?? 'none', isExpected);
    return reply?.status === 200;
  };

  const publicPathsIn = (locale: Locale) => [
    pathOf('home', locale),
    pathOf('shop', locale),
    pathOf('item', locale, { id: oneOf(itemIds) }),
    pathOf('item', locale, { id: oneOf(itemIds) }),
    pathOf('blog', locale),
    pathOf('article', locale, { id: oneOf(articleIds) }),
    pathOf('faq', locale),
    pathOf('terms', locale),
    pathOf('contact', locale),
    `${pathOf('shop', locale)}?q=${oneOf(['article', 'item', '12', word()])}`,
    `${pathOf('shop', locale)}?q=${word()}`,
    '/api/items',
    '/api/users/status',
  ];
  const readFor = async (visitor: Visitor, locale: Locale, pages: number) => {
    for (let page = 0; page < pages; page += 1) await look(visitor, oneOf(publicPathsIn(locale)));
  };

  const beStranger = async (visitor: Visitor, locale: Locale) => {
    await readFor(visitor, locale, 2 + below(6));
    // An unknown path redirects to the error page.
    if (isOneIn100(30)) await look(visitor, `/${locale}/${word()}`, [302]);
    if (isOneIn100(30)) {
      await visitor.fetchToken(origin);
      const message = {
        subject: 'Question',
        message: word().repeat(20),
        email: `${word()}@example.fr`,
      };
      tell('contact', await visitor.post(`${origin}/api/contact`, message), WITH_TOKEN);
    }
    if (isOneIn100(20)) {
      await visitor.fetchToken(origin);
      const account = { email: `${word()}@example.fr`, mdp: PASSWORD, mdp2: PASSWORD, locale };
      if (tell('sign-up', await visitor.post(`${origin}/api/users`, account), WITH_TOKEN)) {
        counts.accounts += 1;
      }
    }
  };

  const buy = async (visitor: Visitor) => {
    const body = { ...RECIPIENT, id: oneOf(itemIds), stripeToken: await provider.cardToken() };
    const key = { 'idempotency-key': randomUUID() };
    const reply = await visitor.post(`${origin}/api/items/buy`, body, key);
    if (tell('purchase', reply, [200])) counts.orders += 1;
  };
  const subscribe = async (visitor: Visitor) => {
    const body = { stripeToken: await provider.cardToken(), plan: oneOf(['monthly', 'yearly']) };
    // The site refuses a second subscription.
    const reply = await visitor.post(origin + SUBSCRIBE, body);
    if (tell('subscription', reply, [200, 409])) counts.subscriptions += 1;
  };
  const beMember = async (visitor: Visitor, locale: Locale) => {
    await look(visitor, pathOf('logIn', locale));
    await visitor.signIn(origin, oneOf(emails));
    counts['log-ins'] += 1;
    await readFor(visitor, locale, 1 + below(4));
    if (isOneIn100(BUY_IN_100)) await buy(visitor);
    if (isOneIn100(SUBSCRIBE_IN_100)) await subscribe(visitor);
    await look(visitor, pathOf('profile', locale));
    await look(visitor, pathOf('subscribe', locale), [200, 302, 307]);
    if (isOneIn100(50)) await look(visitor, '/api/disconnect');
  };

  const visit = async () => {
    counts.visits += 1;
    const address = `203.0.${below(256)}.${below(256)}`;
    const visitor = createVisitor({ 'x-forwarded-for': address });
    const locale = oneOf(LOCALES);
    try {
      await (isOneIn100(40) ? beMember(visitor, locale) : beStranger(visitor, locale));
    } catch (error) {
      failed.push(`${new Date().toISOString()} a visit ended: ${String(error)}`);
    }
  };

  return {
    counts,
    failed,
    visitWhile: async (isRunning) => {
      const here = new Set<Promise<void>>();
      while (isRunning()) {
        const visiting = visit().finally(() => here.delete(visiting));
        here.add(visiting);
        await sleep((0.5 + random()) * (60_000 / perMinute));
      }
      await Promise.all(here);
    },
  };
}
