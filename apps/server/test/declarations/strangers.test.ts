import { createDb, type DbHandle } from '@shop/db/db';
import { openTestDatabase, testDatabaseKind } from '@shop/db/testing';
import { startPostgresProxy } from '@shop/db/testing/postgres-proxy';
import { startMailbox, type Mailbox } from '@shop/mail/mailbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Answer, TestClient } from '../support/client.ts';
import { addItem } from '../support/rows.ts';
import {
  buy,
  startTestProvider,
  startTestShop,
  type TestProvider,
  type TestShop,
} from '../support/shop.ts';
import { newSubscriber, subscribe } from '../support/subscribing.ts';

const WITHDRAWALS = '/api/withdrawals';
const TERMINATIONS = '/api/terminations';
const NAME = 'Ada Lovelace';
const STRANGER = 'Xavier Faux';
const DAY_MS = 86_400_000;

describe('what a stranger declares about somebody’s contract', () => {
  let database: DbHandle;
  let provider: TestProvider;
  let shop: TestShop;
  /** Another process on the same database. */
  let beside: TestShop;
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
    provider = await startTestProvider();
    database = await openTestDatabase(testDatabaseKind() === 'pglite' ? {} : { on: 'postgresql' });
    const options = { database, provider, http: { trustedProxies: ['127.0.0.0/8'] } };
    shop = await startTestShop({ ...options, smtpUrl: mailbox.smtpUrl });
    beside = await startTestShop(options);
  });
  afterAll(async () => {
    await shop.close();
    await beside.close();
    await database.close();
    await provider.close();
    await mailbox.close();
  });

  /** A member whose order has surely not left, unless told. */
  const newBuyer = async (changes: object = {}) => {
    const member = await shop.app.member();
    const item = await addItem(shop.app.db, { stocks: [5] });
    const answer = await buy(member.client, { id: item.id, stripeToken: await shop.cardToken() });
    const { id: orderId } = answer.body as { id: number };
    await shop.app.db.order.update({
      where: { id: orderId },
      data: { promisedBy: new Date('2099-01-01'), ...changes },
    });
    return { ...member, orderId };
  };

  type Sent = { client?: TestClient; name?: string; key?: string; ip?: string; by?: TestShop };
  const declare = (
    path: string,
    input: object,
    { client, name = NAME, key, ip, by = shop }: Sent = {},
  ) =>
    (client ?? by.app.client()).post(
      path,
      { name, ...input },
      {
        headers: {
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(ip === undefined ? {} : { 'x-forwarded-for': ip }),
        },
      },
    );
  const byStranger = (path: string, input: object, sent: Sent = {}) =>
    declare(path, input, { name: STRANGER, ...sent });
  /** The same session at the other process. */
  const atBeside = ({ cookies }: TestClient) => {
    const client = beside.app.client();
    for (const [name, value] of cookies) client.cookies.set(name, value);
    return client;
  };

  const numberIn = (answer: Answer) => {
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return (answer.body as { number: number }).number;
  };
  const rowOf = (id: number) => shop.app.db.declaration.findUniqueOrThrow({ where: { id } });
  const orderOf = (id: number) => shop.app.db.order.findUniqueOrThrow({ where: { id } });
  const eventsOf = async (declarationId: number) =>
    shop.app.db.declarationEvent.findMany({ where: { declarationId }, orderBy: { id: 'asc' } });
  const kindsOf = async (id: number) => (await eventsOf(id)).map(({ kind }) => kind);
  const closedWith = async (id: number) =>
    (await eventsOf(id)).find(({ kind }) => kind === 'closed')?.facts;
  const subscriptionOf = (userId: number) =>
    shop.app.db.subscription.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } });
  const receiptsTo = (email: string) =>
    mailbox
      .emails()
      .filter(({ to, subject }) => to.includes(email) && subject.startsWith('Nous avons reçu'));
  const lettersTo = (email: string) =>
    mailbox
      .emails()
      .filter(({ to, subject }) => to.includes(email) && subject.startsWith('Était-ce vous'));
  /** The link of the letter that asks about a declaration, once it is there. */
  const letterOf = async (email: string, id: number) => {
    const find = () =>
      lettersTo(email)
        .flatMap(({ links }) => links)
        .flatMap((link) => {
          const [, number, nonce] = /\/declaration\/(\d+)\/([\w-]+)/.exec(link) ?? [];
          return number === String(id) && nonce !== undefined ? [nonce] : [];
        })[0];
    await shop.inBackground(async () => find() !== undefined);
    return find();
  };
  const say = async (what: 'confirm' | 'deny', email: string, id: number) =>
    shop.app.client().put(`/api/declarations/${what}`, { id, nonce: await letterOf(email, id) });
  const wake = async (id: number) => {
    await shop.app.db
      .$executeRaw`UPDATE declaration SET next_check_at = now() - interval '1 second' WHERE id = ${id}`;
    await shop.inBackground(async () => {
      const { nextCheckAt } = await rowOf(id);
      return nextCheckAt === null || nextCheckAt > new Date();
    });
  };

  describe('first is in the way of nothing that its owner declares', () => {
    test.each(['chosen', 'named'] as const)(
      'an order that is withdrawn from in the account, %s, is cancelled with a receipt and an hour of its own',
      async (how) => {
        const { client, orderId, email } = await newBuyer();
        const strangers = numberIn(
          await byStranger(WITHDRAWALS, { email, reference: `commande ${orderId}` }),
        );
        expect(await orderOf(orderId)).toMatchObject({ heldFor: 'withdrawal' });
        await letterOf(email, strangers);
        const named = how === 'chosen' ? { orderId } : { reference: `ma commande ${orderId}` };
        const own = numberIn(await declare(WITHDRAWALS, { email, ...named }, { client }));
        expect(own).not.toBe(strangers);
        expect(await rowOf(own)).toMatchObject({ proof: 'account', orderId });
        expect(await orderOf(orderId)).toMatchObject({ cancelledAt: expect.any(Date) });
        expect(await shop.app.db.refund.count({ where: { orderId } })).toBe(1);
        expect(await kindsOf(own)).toEqual(['held', 'refund_requested', 'closed']);
        expect(await closedWith(strangers)).toEqual({ repeats: own });
        await shop.inBackground(async () => receiptsTo(email).length === 2);
        const text = receiptsTo(email)
          .map((one) => one.text)
          .join();
        expect(text).toContain(NAME);
        // What is said of the stranger's takes nothing back.
        expect((await say('deny', email, strangers)).status).toBe(200);
        expect((await say('deny', email, strangers)).status).toBe(200);
        expect(await shop.app.db.refund.count({ where: { orderId } })).toBe(1);
        expect((await client.get('/api/rights')).body).toMatchObject({
          rights: expect.not.arrayContaining([expect.objectContaining({ isOpen: true })]),
        });
      },
    );

    test('an order that may have left stays held for its owner, also once they deny the stranger', async () => {
      const { client, orderId, email } = await newBuyer({ printedAt: new Date() });
      const strangers = numberIn(
        await byStranger(WITHDRAWALS, { email, reference: `commande ${orderId}` }),
      );
      await letterOf(email, strangers);
      const own = numberIn(await declare(WITHDRAWALS, { email, orderId }, { client }));
      expect(await kindsOf(own)).toEqual(['held']);
      expect((await say('deny', email, strangers)).status).toBe(200);
      expect(await orderOf(orderId)).toMatchObject({ heldFor: 'withdrawal' });
      expect(await rowOf(own)).toMatchObject({ closedAt: null });
    });

    test.each(['chosen', 'named'] as const)(
      'a subscription that is withdrawn from in the account, %s, ends at once and is given back',
      async (how) => {
        const { client, userId, email } = await newSubscriber(shop);
        const strangers = numberIn(
          await byStranger(WITHDRAWALS, { email, reference: 'abonnement' }),
        );
        const named = how === 'chosen' ? { subscription: true } : { reference: 'mon abonnement' };
        const own = numberIn(await declare(WITHDRAWALS, { email, ...named }, { client }));
        expect(own).not.toBe(strangers);
        const { id, state } = await subscriptionOf(userId);
        expect(state).toBe('ended');
        expect(await shop.app.db.refund.count({ where: { subscriptionId: id } })).toBe(1);
        expect(await closedWith(strangers)).toEqual({ repeats: own });
      },
    );

    test.each(['chosen', 'named', 'by its own call'] as const)(
      'a subscription that is ended in the account, %s, ends with its period',
      async (how) => {
        const { client, userId, email } = await newSubscriber(shop);
        const strangers = numberIn(
          await byStranger(TERMINATIONS, { email, reference: 'abonnement' }),
        );
        const named = how === 'chosen' ? { subscription: true } : { reference: 'mon contrat' };
        const answer =
          how === 'by its own call'
            ? await client.delete('/api/programsPerso/unsubscribe')
            : await declare(TERMINATIONS, { email, ...named }, { client });
        expect(answer.status).toBe(200);
        const { id, accessEndsOn } = await subscriptionOf(userId);
        expect(accessEndsOn).not.toBeNull();
        const own = await shop.app.db.declaration.findFirstOrThrow({
          where: { subscriptionId: id, proof: 'account' },
        });
        expect(own.id).not.toBe(strangers);
        expect(own.closedAt).not.toBeNull();
        expect(await closedWith(strangers)).toEqual({ repeats: own.id });
      },
    );

    test('a reference that may mean an order ends no subscription by itself', async () => {
      const { client, userId, email } = await newSubscriber(shop);
      const number = numberIn(
        await declare(WITHDRAWALS, { email, reference: 'commande 2000000' }, { client }),
      );
      expect(await rowOf(number)).toMatchObject({ proof: 'none' });
      expect(await subscriptionOf(userId)).toMatchObject({ state: 'active' });
    });

    test('both at once, at two processes: the owner’s is followed, the stranger’s is its repetition or waits', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { client, orderId, email } = await newBuyer();
        const named = { email, reference: `commande ${orderId}` };
        const [own, strangers, other] = await Promise.all([
          declare(
            WITHDRAWALS,
            { email, orderId },
            { client: round % 2 ? atBeside(client) : client },
          ),
          byStranger(WITHDRAWALS, named, { by: round % 2 ? shop : beside }),
          byStranger(WITHDRAWALS, named, { by: beside, name: 'Yves Faux' }),
        ]);
        const numbers = [own, strangers, other].map(numberIn);
        expect(new Set(numbers).size).toBe(3);
        const isCancelled = async () => (await orderOf(orderId)).cancelledAt !== null;
        await shop.inBackground(isCancelled);
        expect(await shop.app.db.refund.count({ where: { orderId } })).toBe(1);
        expect(await rowOf(numbers[0] ?? 0)).toMatchObject({ proof: 'account', orderId });
      }
    });

    test('two tabs of the owner beside a stranger’s are one declaration', async () => {
      const { client, orderId, email } = await newBuyer({ sentAt: new Date() });
      await byStranger(WITHDRAWALS, { email, reference: `commande ${orderId}` });
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd'].map((key, index) =>
          declare(
            WITHDRAWALS,
            { email, orderId },
            { key, client: index % 2 ? atBeside(client) : client },
          ),
        ),
      );
      expect(new Set(answers.map(numberIn)).size).toBe(1);
    });
  });

  describe('afterwards changes nothing', () => {
    test('of what its owner declared and is followed: it is closed as a repetition', async () => {
      const { client, orderId, email } = await newBuyer({ sentAt: new Date() });
      const own = numberIn(await declare(WITHDRAWALS, { email, orderId }, { client }));
      const strangers = numberIn(
        await byStranger(WITHDRAWALS, { email, reference: `commande ${orderId}` }),
      );
      expect(await closedWith(strangers)).toEqual({ repeats: own });
      expect(await rowOf(own)).toMatchObject({ closedAt: null });
    });
  });

  describe('the earlier hour', () => {
    const lateOrder = {
      status: 'delivered',
      orderDate: new Date(Date.now() - 40 * DAY_MS),
      postDate: new Date(Date.now() - 30 * DAY_MS),
    };

    test('counts for the last day once its owner says that it was theirs', async () => {
      const { client, orderId, email } = await newBuyer({
        status: 'delivered',
        postDate: new Date(),
      });
      const first = numberIn(
        await declare(WITHDRAWALS, { email, reference: `commande ${orderId}` }),
      );
      await letterOf(email, first);
      // The last day passes before they log in: what was declared stays declared in time.
      await shop.app.db.$executeRaw`ALTER TABLE declaration DISABLE TRIGGER declared_stays`;
      await shop.app.db.$executeRaw`
        UPDATE declaration SET declared_at = now() - interval '29 days' WHERE id = ${first}`;
      await shop.app.db.$executeRaw`ALTER TABLE declaration ENABLE TRIGGER declared_stays`;
      await shop.app.db.order.update({ where: { id: orderId }, data: lateOrder });
      const second = numberIn(await declare(WITHDRAWALS, { email, orderId }, { client }));
      // After the last day nothing follows from the second; the first still waits for its answer.
      expect(await kindsOf(second)).toEqual([]);
      expect(await rowOf(first)).toMatchObject({ closedAt: null });
      expect((await say('confirm', email, first)).status).toBe(200);
      expect(await closedWith(second)).toEqual({ repeats: first });
      expect(await rowOf(first)).toMatchObject({ proof: 'letter', closedAt: null });
      expect(await kindsOf(first)).toContain('return_asked');
      const { rights } = (await client.get('/api/rights')).body as {
        rights: { orderId: number; declaration: { number: number } }[];
      };
      expect(rights.find((one) => one.orderId === orderId)?.declaration.number).toBe(first);
    });

    test('is proved, and nothing follows twice, where the second is followed already', async () => {
      const { client, orderId, email } = await newBuyer();
      const first = numberIn(
        await declare(WITHDRAWALS, { email, reference: `commande ${orderId}` }),
      );
      await letterOf(email, first);
      numberIn(await declare(WITHDRAWALS, { email, orderId }, { client }));
      expect((await say('confirm', email, first)).status).toBe(200);
      expect((await say('confirm', email, first)).status).toBe(200);
      expect((await say('deny', email, first)).status).toBe(400);
      expect(await rowOf(first)).toMatchObject({ proof: 'letter' });
      expect(await shop.app.db.refund.count({ where: { orderId } })).toBe(1);
    });
  });

  describe('is denied', () => {
    test('and the owner’s own form, sent before that, is asked about in its turn', async () => {
      const { orderId, email } = await newBuyer();
      const named = { email, reference: `commande ${orderId}` };
      const strangers = numberIn(await byStranger(WITHDRAWALS, named));
      const own = numberIn(await declare(WITHDRAWALS, named));
      expect(await rowOf(own)).toMatchObject({ orderId, closedAt: null });
      expect((await say('deny', email, strangers)).status).toBe(200);
      expect(await rowOf(own)).toMatchObject({ closedAt: null });
      expect(lettersTo(email)).toHaveLength(1);
      await shop.app.db.$executeRaw`
        UPDATE declaration SET letter_until = letter_until - interval '8 days'
        WHERE id = ${strangers}`;
      await wake(own);
      expect((await say('confirm', email, own)).status).toBe(200);
      expect(await orderOf(orderId)).toMatchObject({ cancelledAt: expect.any(Date) });
    });

    test.skipIf(testDatabaseKind() === 'pglite')(
      'and the shop is told of it once, also where the answer to its storing is lost',
      async () => {
        const { orderId, email } = await newBuyer();
        const strangers = numberIn(
          await byStranger(WITHDRAWALS, { email, reference: `commande ${orderId}` }),
        );
        const nonce = await letterOf(email, strangers);
        const proxy = await startPostgresProxy(database.url);
        const handle = await createDb(proxy.url);
        const far = await startTestShop({ database: handle, provider });
        const deny = () => far.app.client().put('/api/declarations/deny', { id: strangers, nonce });
        proxy.cut({ when: /denied[^]*COMMIT/, moment: 'after' });
        expect((await deny()).status).toBe(503);
        expect(proxy.hasCut()).toBe(true);
        expect((await deny()).status).toBe(200);
        const told = { payload: { path: ['facts', 'declarationId'], equals: strangers } };
        expect(await shop.app.db.job.count({ where: told })).toBe(1);
        await far.close();
        await handle.close();
        await proxy.close();
      },
    );

    test('and its order is neither held again, nor its owner asked again for days; it is listed', async () => {
      const { orderId, email } = await newBuyer();
      const strangers = numberIn(
        await byStranger(WITHDRAWALS, { email, reference: `commande ${orderId}` }),
      );
      expect((await say('deny', email, strangers)).status).toBe(200);
      expect(await orderOf(orderId)).toMatchObject({ heldFor: null });
      const again = numberIn(
        await byStranger(
          WITHDRAWALS,
          { email: email.toUpperCase(), reference: `${orderId} encore` },
          { by: beside },
        ),
      );
      expect(await orderOf(orderId)).toMatchObject({ heldFor: null });
      expect(await kindsOf(again)).toEqual(['matched']);
      await shop.inBackground(async () => receiptsTo(email).length === 1);
      await wake(again);
      const letters = { dedupe: `declaration_letter:${again}` };
      expect(await shop.app.db.job.count({ where: letters })).toBe(0);
      // Open, of its order: `declarations` lists it.
      expect(await rowOf(again)).toMatchObject({ orderId, closedAt: null, proof: 'none' });
    });
  });

  describe('a contract that lives again', () => {
    const end = (client: TestClient, email: string) =>
      declare(TERMINATIONS, { email, subscription: true }, { client });

    test('is ended again by the same call on the same day', async () => {
      const { client, userId, email } = await newSubscriber(shop);
      const numbers: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        numbers.push(numberIn(await end(client, email)));
        // Without a change in between it is the same one.
        expect(numberIn(await end(client, email))).toBe(numbers.at(-1));
        expect((await subscriptionOf(userId)).accessEndsOn).not.toBeNull();
        const resumed = await subscribe(client, { stripeToken: await shop.cardToken() });
        expect(resumed.status).toBe(200);
        expect((await subscriptionOf(userId)).accessEndsOn).toBeNull();
      }
      expect(new Set(numbers).size).toBe(3);
    });

    test('under the same Idempotency-Key is answered as the first time', async () => {
      const { client, userId, email } = await newSubscriber(shop);
      const input = { email, subscription: true };
      const first = await declare(TERMINATIONS, input, { client, key: 'one' });
      await subscribe(client, { stripeToken: await shop.cardToken() });
      expect((await declare(TERMINATIONS, input, { client, key: 'one' })).body).toEqual(first.body);
      expect((await subscriptionOf(userId)).accessEndsOn).toBeNull();
    });
  });

  describe('the limits', () => {
    let strict: TestShop;
    let strictBeside: TestShop;
    beforeAll(async () => {
      const options = {
        database,
        provider,
        config: { rateLimit: 'strict' } as const,
        http: { trustedProxies: ['127.0.0.0/8'] },
      };
      strict = await startTestShop(options);
      strictBeside = await startTestShop(options);
    });
    afterAll(async () => {
      await strict.close();
      await strictBeside.close();
    });
    const over = (index: number) => (index % 2 ? strict : strictBeside);
    const withSession = ({ cookies }: TestClient, by: TestShop) => {
      const client = by.app.client();
      for (const [name, value] of cookies) client.cookies.set(name, value);
      return client;
    };
    const receiptJobs = (id: number) =>
      shop.app.db.job.count({ where: { dedupe: `declaration_received:${id}` } });

    test('twelve equal calls at once over two processes are one, with one receipt, and cost one turn', async () => {
      const ip = '198.51.100.1';
      const email = 'twelve@example.fr';
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          declare(WITHDRAWALS, { email, reference: 'douze' }, { by: over(index), ip }),
        ),
      );
      const numbers = new Set(answers.map(numberIn));
      expect(numbers.size).toBe(1);
      expect(await receiptJobs([...numbers][0] ?? 0)).toBe(1);
      const next = await declare(WITHDRAWALS, { email, reference: 'treize' }, { by: strict, ip });
      expect(next.headers['ratelimit']).toContain('"declareByIp";r=8;');
    });

    test('what is refused has taken no turn', async () => {
      const ip = '198.51.100.2';
      const email = 'refused@example.fr';
      const send = (reference: string, to = email) =>
        declare(WITHDRAWALS, { email: to, reference }, { by: strict, ip });
      for (const reference of ['a', 'b', 'c']) numberIn(await send(reference));
      for (const reference of ['d', 'e', 'f', 'g'])
        expect((await send(reference)).status).toBe(429);
      const other = await send('h', 'other-refused@example.fr');
      expect(other.headers['ratelimit']).toContain('"declareByIp";r=6;');
    });

    test('a member declares about their own contract whatever a stranger has used up', async () => {
      const ip = '198.51.100.3';
      const { client, orderId } = await newBuyer();
      // The member has the receipt sent to another address than that of the account.
      const email = 'home@example.fr';
      for (let index = 0; index < 14; index += 1) {
        const to = index < 3 ? email : `stranger${index}@example.fr`;
        await byStranger(WITHDRAWALS, { email: to, reference: `${index}` }, { by: strict, ip });
      }
      expect(
        (await byStranger(WITHDRAWALS, { email, reference: 'z' }, { by: strict, ip })).status,
      ).toBe(429);
      numberIn(
        await declare(WITHDRAWALS, { email, orderId }, { client: withSession(client, strict), ip }),
      );
      expect(await orderOf(orderId)).toMatchObject({ cancelledAt: expect.any(Date) });
    });
  });
});
