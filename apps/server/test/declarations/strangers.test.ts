import { createHash, randomUUID } from 'node:crypto';

import { openTestDatabase } from '@agres/db/testing';
import { describe, expect, test } from 'vitest';

import type { Answer, TestClient } from '../support/client.ts';
import { outputOf, type Typed } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import {
  buy,
  startMailedShop,
  startTestProvider,
  startTestShop,
  type TestShop,
  type TestShopOptions,
} from '../support/shop.ts';
import { newSubscriber, subscribe } from '../support/subscribing.ts';

const WITHDRAWALS = '/api/withdrawals';
const TERMINATIONS = '/api/terminations';
const NAME = 'Ada Lovelace';
const STRANGER = 'Xavier Faux';

describe('a declaration without a log-in', () => {
  const provider = useRunning(startTestProvider);
  const database = useRunning(openTestDatabase);
  // Two processes on one database, with the limits of production.
  const options: TestShopOptions = {
    database,
    provider,
    config: { rateLimit: 'strict' },
    http: { trustedProxies: ['127.0.0.0/8'] },
  };
  const shop = useRunning(() => startMailedShop(options));
  const beside = useRunning(() => startTestShop({ ...options, smtpUrl: shop.mailbox.smtpUrl }));

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

  let networks = 0;
  const newIp = () => {
    networks += 1;
    return `198.51.${Math.floor(networks / 250)}.${networks % 250}`;
  };
  let people = 0;
  const newEmail = () => {
    people += 1;
    return `passer-by${people}@example.fr`;
  };

  type Sent = { client?: TestClient; key?: string; ip?: string; by?: TestShop };
  const declare = (
    input: object,
    { client, key, ip = newIp(), by = shop }: Sent = {},
    path = WITHDRAWALS,
  ) =>
    (client ?? by.app.client()).post(
      path,
      { name: NAME, ...input },
      {
        headers: {
          'x-forwarded-for': ip,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
      },
    );
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
  const kindsOf = async (declarationId: number) =>
    (
      await shop.app.db.declarationEvent.findMany({
        where: { declarationId, kind: { not: 'receipt_sent' } },
        orderBy: { id: 'asc' },
      })
    ).map(({ kind }) => kind);
  const receiptsTo = (email: string) =>
    shop.emailsTo(email).filter(({ subject }) => subject.startsWith('Nous avons reçu'));
  const untilReceipts = async (email: string, count: number) => {
    await shop.inBackground(async () => receiptsTo(email).length >= count);
    return receiptsTo(email);
  };
  /** Runs all due work, and sends all emails that may be sent. */
  const settle = () =>
    shop.inBackground(async () => {
      const [due] = await shop.app.db.$queryRaw<{ count: number }[]>`
        SELECT ((SELECT count(*) FROM declaration WHERE next_check_at <= clock_timestamp())
          + (SELECT count(*) FROM job WHERE done_at IS NULL AND dead_at IS NULL AND kind = 'mail'
            AND run_at <= clock_timestamp())
          + (SELECT count(*) FROM job_schedule
            WHERE name = 'laws' AND next_run_at <= clock_timestamp()))::int AS count`;
      return due?.count === 0;
    });
  const letPass = async (hours: number) => {
    await shop.app.db.$executeRaw`ALTER TABLE declaration DISABLE TRIGGER declared_stays`;
    await shop.app.db.$executeRaw`
      UPDATE declaration SET declared_at = declared_at - make_interval(hours => ${hours}::int)`;
    await shop.app.db.$executeRaw`ALTER TABLE declaration ENABLE TRIGGER declared_stays`;
    await shop.app.db.$executeRaw`
      UPDATE rate_limit SET tat = tat - make_interval(hours => ${hours}::int)`;
    await shop.app.db.$executeRaw`
      UPDATE job_schedule SET next_run_at = now() WHERE name = 'laws'`;
  };
  const command = (name: string, values: Typed) => outputOf(shop, name, values);

  describe('is stored, regardless of earlier declarations', () => {
    test('a stranger flooding an address does not keep its owner from declaring', async () => {
      const { orderId, email } = await newBuyer();
      for (let count = 0; count < 6; count += 1) {
        await declare({ name: STRANGER, email, reference: `faux ${count}` });
      }
      const withdrawn = numberIn(await declare({ email, reference: `commande ${orderId}` }));
      expect(await rowOf(withdrawn)).toMatchObject({ name: NAME, email, proof: 'none' });
      const ended = numberIn(
        await declare({ email, reference: 'mon abonnement' }, {}, TERMINATIONS),
      );
      expect(await rowOf(ended)).toMatchObject({ kind: 'termination', name: NAME });
    });

    test('a flood from one network is grouped into one line, and reaches no other mailbox', async () => {
      const ip = newIp();
      const { orderId, email } = await newBuyer();
      const numbers: number[] = [];
      for (let count = 0; count < 53; count += 1) {
        const answer = await declare({ email: newEmail(), reference: `${orderId}` }, { ip });
        numbers.push(numberIn(answer));
      }
      const last = await rowOf(numbers.at(-1) ?? 0);
      expect(last).toMatchObject({ receipt: 'page', flood: expect.anything() });
      // The customer whose order it is, from the same network.
      const own = numberIn(await declare({ email, reference: `commande ${orderId}` }, { ip }));
      expect(await rowOf(own)).toMatchObject({ receipt: 'address', flood: null });
      // With that customer's address a stranger can fill only three rows.
      const more: number[] = [];
      for (const word of ['un', 'deux', 'trois']) {
        more.push(numberIn(await declare({ email, reference: `${orderId} ${word}` }, { ip })));
      }
      expect(await rowOf(more[2] ?? 0)).toMatchObject({ receipt: 'page', flood: last.flood });
      await untilReceipts(email, 3);
      await settle();
      expect(receiptsTo(email)).toHaveLength(3);
      expect(shop.emailsTo(last.email ?? '')).toEqual([]);
      const [first = 0] = numbers.slice(50);
      const floods = [{ firstId: first, count: 4, on: expect.any(String) }];
      const list = await command('declarations.list', {});
      expect(list).toMatchObject({ floods });
      const listed = (list as { declarations: { id: number }[] }).declarations.map(({ id }) => id);
      expect(listed).not.toContain(last.id);
      expect(listed).toContain(own);
      expect(await command('today.read', {})).toMatchObject({ floods });
      const closed = await command('declarations.close', {
        declaration: first,
        network: true,
        reason: 'Nobody',
      });
      expect(closed).toMatchObject({ closed: 4 });
      expect(await rowOf(numbers[49] ?? 0)).toMatchObject({ closedAt: null });
      expect(await command('declarations.list', {})).toMatchObject({ floods: [] });
    });

    test('the same name, reference and address make one row a day, even across two processes', async () => {
      const email = newEmail();
      const same = { email, reference: 'douze' };
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          declare(index % 3 === 0 ? { ...same, email: email.toUpperCase() } : same, {
            by: index % 2 ? shop : beside,
            key: randomUUID(),
          }),
        ),
      );
      const [first = 0, ...others] = new Set(answers.map(numberIn));
      expect(others).toEqual([]);
      // A plain hash of these would allow guessing name and address.
      const parts = [null, null, 'withdrawal', NAME, email, null, null, 'douze', null];
      const plain = createHash('sha256').update(JSON.stringify(parts)).digest();
      expect(plain.equals((await rowOf(first)).key)).toBe(false);
      expect(numberIn(await declare({ ...same, name: 'Ada L.' }))).not.toBe(first);
      await letPass(23);
      expect(numberIn(await declare(same))).toBe(first);
      await letPass(2);
      expect(numberIn(await declare(same))).not.toBe(first);
    });

    test.each([
      'n° 7',
      '#7',
      'commande n° 16',
      'N°16',
      '16.',
      'no. 12 / tapis',
      'voir https://x.fr',
    ])('%s is accepted as a reference', async (reference) => {
      const row = await rowOf(numberIn(await declare({ email: newEmail(), reference })));
      expect(row.reference).toBe(reference);
    });

    test.each([
      ['n° ', ''],
      ['#', ''],
      ['commande n° ', ''],
      ['N°', ''],
      ['', '.'],
      ['Order no. ', ''],
    ])('%s…%s matches the order of the logged-in member', async (before, after) => {
      const { client, orderId, email } = await newBuyer();
      const reference = `${before}${orderId}${after}`;
      const number = numberIn(await declare({ email, reference }, { client }));
      const { statement, ...row } = await rowOf(number);
      expect(row).toMatchObject({ proof: 'account', orderId });
      expect(statement).toContain(`commande n°\u00A0${orderId}.`);
      expect(await orderOf(orderId)).toMatchObject({ cancelledAt: expect.any(Date) });
    });

    test.each([
      ['seven words', 'Ada Byron Countess of Lovelace et Cie'],
      ['61 characters', 'é'.repeat(61)],
    ])('a name of %s gets 400 for its field', async (_what, name) => {
      const answer = await declare({ name, email: newEmail(), reference: '1' });
      expect(answer).toMatchObject({ status: 400, body: { issues: expect.any(Array) } });
      const { issues } = answer.body as { issues: { path: string }[] };
      expect(new Set(issues.map(({ path }) => path))).toEqual(new Set(['name']));
    });
  });

  describe('changes nothing by itself', () => {
    test('a matching order is neither held nor cancelled, and the response reveals no match', async () => {
      const { orderId, email } = await newBuyer();
      const fitting = await declare({ email, reference: `commande ${orderId}` });
      const other = await declare({ email: newEmail(), reference: `${orderId}` });
      const none = await declare({ email: newEmail(), reference: 'tout autre chose' });
      for (const answer of [fitting, other, none]) {
        expect(Object.keys(answer.body as object)).toEqual(['message', 'number', 'declaredAt']);
        expect(answer.headers['ratelimit']).toBeUndefined();
      }
      await untilReceipts(email, 1);
      await settle();
      expect(await orderOf(orderId)).toMatchObject({ heldFor: null, cancelledAt: null });
      expect(await shop.app.db.refund.count({ where: { orderId } })).toBe(0);
      expect(
        shop
          .emailsTo(email)
          .map(({ subject }) => subject)
          .toSorted(),
      ).toEqual([expect.stringContaining('Nous avons reçu'), expect.stringContaining('confirmée')]);
      expect(await rowOf(numberIn(fitting))).toMatchObject({ orderId: null, closedAt: null });
      expect(await kindsOf(numberIn(fitting))).toEqual(['owner_told']);
    });

    test('the former confirm and deny routes get 404', async () => {
      const link = { id: 1, nonce: 'a'.repeat(43) };
      const client = shop.app.client();
      expect((await client.put('/api/declarations/confirm', link)).status).toBe(404);
      expect((await client.put('/api/declarations/deny', link)).status).toBe(404);
      expect((await client.get('/api/declarations/asked?id=1&nonce=a')).status).toBe(404);
    });

    test('does not block a concurrent declaration of the order’s owner', async () => {
      const { client, orderId, email } = await newBuyer();
      const named = { email, reference: `commande ${orderId}` };
      const [own, strangers] = await Promise.all([
        declare({ email, orderId }, { client: atBeside(client) }),
        declare({ ...named, name: STRANGER }),
      ]);
      expect(numberIn(own)).not.toBe(numberIn(strangers));
      expect(await orderOf(orderId)).toMatchObject({ cancelledAt: expect.any(Date) });
      expect(await rowOf(numberIn(own))).toMatchObject({ proof: 'account', orderId });
      expect(await rowOf(numberIn(strangers))).toMatchObject({ orderId: null, closedAt: null });
    });
  });

  describe('its receipt', () => {
    test('is sent at once if its address or number matches a contract, three times a day', async () => {
      const { orderId, email } = await newBuyer();
      for (let count = 0; count < 3; count += 1) {
        await declare({ email, reference: `commande ${orderId} ${'x'.repeat(count)}` });
      }
      await untilReceipts(email, 3);
      const numbered = newEmail();
      numberIn(await declare({ email: numbered, reference: `${orderId}` }));
      await untilReceipts(numbered, 1);
      const fourth = numberIn(await declare({ email, reference: `${orderId} encore` }));
      expect(await rowOf(fourth)).toMatchObject({ receipt: 'waiting' });
      await settle();
      expect(receiptsTo(email)).toHaveLength(3);
    });

    test('is otherwise batched into one email a day per address', async () => {
      const email = newEmail();
      const numbers: number[] = [];
      for (const reference of ['rien', 'rien du tout', 'toujours rien']) {
        numbers.push(numberIn(await declare({ email, reference })));
      }
      await settle();
      expect(receiptsTo(email)).toEqual([]);
      await letPass(2);
      const [receipt] = await untilReceipts(email, 1);
      expect(receipt?.subject).toContain('3 déclarations');
      for (const number of numbers) {
        expect(receipt?.text).toContain((await rowOf(number)).statement);
        expect(receipt?.text).toContain(String(number));
        await shop.app.db.$executeRaw`
          UPDATE declaration SET next_check_at = now() WHERE id = ${number}`;
      }
      await settle();
      const sent = { kind: 'receipt_sent', declarationId: { in: numbers } };
      expect(await shop.app.db.declarationEvent.count({ where: sent })).toBe(3);
      // A declaration that arrives then waits for the next receipt, sent within a day.
      numberIn(await declare({ email, reference: 'encore' }));
      await letPass(2);
      await settle();
      expect(receiptsTo(email)).toHaveLength(1);
      await letPass(21);
      // The first process has cached until when it may send no receipt, so the other one sends it.
      await beside.inBackground(async () => receiptsTo(email).length === 2);
      expect(receiptsTo(email).some(({ text }) => text.includes('encore'))).toBe(true);
    });

    test('removes links and telephone numbers from the reference', async () => {
      const { email } = await newBuyer();
      const reference = 'Appelez le 06 12 34 56 78 ou https://evil.test/a?b';
      const number = numberIn(await declare({ email, reference }));
      expect((await rowOf(number)).statement).toContain(reference);
      const [receipt] = await untilReceipts(email, 1);
      expect(receipt?.text).not.toMatch(/evil\.test|https:\/\/evil|56 78/);
      expect(receipt?.links.join(' ')).not.toContain('evil');
      expect(receipt?.text).toContain('Appelez le 06 12 34 56');
      expect(receipt?.text.replaceAll(/\s/g, ' ')).toContain('omet les signes');
    });

    test('of a member goes to a foreign address three times a day, then to their own', async () => {
      const { client, orderId, email } = await newBuyer();
      const other = newEmail();
      for (const name of ['Alix', 'Béa', 'Cléo', 'Dora', 'Élie']) {
        numberIn(await declare({ name, email: other, orderId }, { client }));
      }
      await shop.inBackground(
        async () => receiptsTo(other).length >= 3 && receiptsTo(email).length >= 2,
      );
      await settle();
      expect(receiptsTo(other)).toHaveLength(3);
      expect(receiptsTo(email)).toHaveLength(2);
    });

    test('of a member to their own address is sent even if strangers have used up its limit', async () => {
      const { client, orderId, email } = await newBuyer();
      for (let count = 0; count < 5; count += 1) {
        await declare({ name: STRANGER, email, reference: `${orderId} ${count}` });
      }
      const number = numberIn(await declare({ email, orderId }, { client }));
      const other = numberIn(await declare({ email, reference: 'autre chose' }, { client }));
      for (const id of [number, other]) {
        expect(await rowOf(id)).toMatchObject({ receipt: 'address' });
        const isSent = ({ subject }: { subject: string }) => new RegExp(`\\s${id}$`).test(subject);
        await shop.inBackground(async () => receiptsTo(email).some(isSent));
      }
    });
  });

  describe('with an account', () => {
    test('a reference that may mean an order ends no subscription automatically', async () => {
      const { client, userId, email } = await newSubscriber(shop);
      const number = numberIn(await declare({ email, reference: 'commande 2000000' }, { client }));
      expect(await rowOf(number)).toMatchObject({ proof: 'none' });
      expect(await shop.app.db.subscription.findFirstOrThrow({ where: { userId } })).toMatchObject({
        state: 'active',
      });
    });

    test('two own orders in one reference are left to the shop owner to match', async () => {
      const { client, orderId, email } = await newBuyer();
      const item = await addItem(shop.app.db);
      const bought = await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
      const { id: second } = bought.body as { id: number };
      const reference = `commandes ${orderId} et ${second}`;
      const number = numberIn(await declare({ email, reference }, { client }));
      expect(await rowOf(number)).toMatchObject({ proof: 'none' });
      const shown = await command('declarations.get', { declaration: String(number) });
      const near = (id: number) => expect.objectContaining({ noun: 'order', id });
      expect(shown).toMatchObject({
        near: expect.arrayContaining([near(orderId), near(second)]),
      });
    });

    test.each(['chosen', 'named'] as const)(
      'a withdrawal from a subscription, %s, ends it at once with a refund',
      async (how) => {
        const { client, userId, email } = await newSubscriber(shop);
        const named = how === 'chosen' ? { subscription: true } : { reference: 'mon abonnement' };
        numberIn(await declare({ email, ...named }, { client }));
        const { id, state } = await shop.app.db.subscription.findFirstOrThrow({
          where: { userId },
        });
        expect(state).toBe('ended');
        expect(await shop.app.db.refund.count({ where: { subscriptionId: id } })).toBe(1);
      },
    );

    test('concurrent calls from two processes make one declaration', async () => {
      const { client, orderId, email } = await newBuyer({ sentAt: new Date() });
      const answers = await Promise.all(
        ['a', 'b', 'c', 'd'].map((key, index) =>
          declare({ email, orderId }, { key, client: index % 2 ? atBeside(client) : client }),
        ),
      );
      expect(new Set(answers.map(numberIn)).size).toBe(1);
    });
  });

  describe('a resumed contract', () => {
    const end = (client: TestClient, email: string, key?: string) =>
      declare(
        { email, subscription: true },
        { client, ...(key === undefined ? {} : { key }) },
        TERMINATIONS,
      );
    const subscriptionOf = (userId: number) =>
      shop.app.db.subscription.findFirstOrThrow({ where: { userId }, orderBy: { id: 'desc' } });

    test('is ended again by the same call on the same day', async () => {
      const { client, userId, email } = await newSubscriber(shop);
      const numbers: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        numbers.push(numberIn(await end(client, email)));
        // Without a change in between, the call returns the same declaration.
        expect(numberIn(await end(client, email))).toBe(numbers.at(-1));
        expect((await subscriptionOf(userId)).accessEndsOn).not.toBeNull();
        const resumed = await subscribe(client, { stripeToken: await shop.cardToken() });
        expect(resumed.status).toBe(200);
        expect((await subscriptionOf(userId)).accessEndsOn).toBeNull();
      }
      expect(new Set(numbers).size).toBe(3);
    });

    test('with the same Idempotency-Key gets the first response, and is not ended again', async () => {
      const { client, userId, email } = await newSubscriber(shop);
      const first = await end(client, email, 'one');
      await subscribe(client, { stripeToken: await shop.cardToken() });
      expect((await end(client, email, 'one')).body).toEqual(first.body);
      expect((await subscriptionOf(userId)).accessEndsOn).toBeNull();
    });
  });
});
