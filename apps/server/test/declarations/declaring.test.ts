import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { give, giveAndSend } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop } from '../support/shop.ts';
import { newSubscriber, reconcileNow as reconcileSubscriptions } from '../support/subscribing.ts';

const WITHDRAWALS = '/api/withdrawals';
const TERMINATIONS = '/api/terminations';
const NAME = 'Ada Lovelace';

let declarers = 0;
/** An address gets only three receipts a day at once, so each declaration has a new address. */
const newEmail = () => {
  declarers += 1;
  return `declarer${declarers}@example.fr`;
};

describe('declarations', () => {
  const shop = useRunning(startMailedShop);

  const newBuyer = async (changes: object = {}) => {
    const member = await shop.app.member();
    const item = await addItem(shop.app.db, { stocks: [5] });
    const answer = await buy(member.client, {
      id: item.id,
      stripeToken: await shop.cardToken(),
    });
    expect(answer.status).toBe(200);
    const { id: orderId } = answer.body as { id: number };
    await shop.app.db.order.update({
      where: { id: orderId },
      data: changes,
    });
    return { ...member, orderId, optionId: item.options[0]?.id ?? 0 };
  };

  const withdraw = (client: TestClient, input: object, key?: string) =>
    client.post(
      WITHDRAWALS,
      { name: NAME, email: newEmail(), ...input },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    );

  const numberIn = (answer: { body: unknown }) => (answer.body as { number: number }).number;
  const eventsOf = async (declarationId: number) =>
    (
      await shop.app.db.declarationEvent.findMany({
        where: { declarationId },
        orderBy: { id: 'asc' },
      })
    ).map(({ kind }) => kind);
  const declarationOf = (id: number) =>
    shop.app.db.declaration.findUniqueOrThrow({ where: { id } });
  const emailsTo = (email: string) => shop.emailsTo(email).toReversed();
  const untilSent = async (email: string, count: number) => {
    await shop.inBackground(async () => emailsTo(email).length >= count);
    return emailsTo(email);
  };

  describe('by a logged-in member', () => {
    test('an unsent order is cancelled, its refund requested and its unit restocked within the call', async () => {
      const { client, orderId, optionId, email } = await newBuyer();
      const answer = await withdraw(client, { orderId, email });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        message: 'declaration_received',
        number: expect.any(Number),
        declaredAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      const order = await shop.app.db.order.findUniqueOrThrow({ where: { id: orderId } });
      expect(order.cancelledAt).not.toBeNull();
      const refunds = await shop.app.db.refund.findMany({ where: { orderId } });
      expect(refunds.map(({ amountCents, origin }) => [amountCents, origin])).toEqual([
        [order.amountCents, 'withdrawal'],
      ]);
      const option = await shop.app.db.itemOption.findUniqueOrThrow({ where: { id: optionId } });
      expect(option.remaining).toBe(5);
      expect(await eventsOf(numberIn(answer))).toEqual(['refund_requested', 'closed']);
      // The order's confirmation, the receipt, the result, and the refund.
      const emails = await untilSent(email, 4);
      const subjects = emails.map(({ subject }) => subject.replaceAll(/\s/g, ' '));
      expect(subjects).toContain(`Nous avons reçu votre rétractation n° ${numberIn(answer)}`);
      expect(subjects).toContain(`Votre commande n° ${orderId} est annulée`);
      const own = emails.filter(({ links }) =>
        links.some((link) => link.endsWith(`/fr/profil/commandes/${orderId}`)),
      );
      expect(own).toHaveLength(4);
    });

    test('emails are in the language of the declaration, not of the order or the account', async () => {
      const { client, orderId, email } = await newBuyer();
      await untilSent(email, 1);
      client.cookies.set('locale', 'en');
      await client.mutate('declarations.withdraw', { name: NAME, email, orderId });
      const { id: number } = await shop.app.db.declaration.findFirstOrThrow({ where: { orderId } });
      const emails = (await untilSent(email, 4)).slice(1);
      expect(emails.map(({ subject }) => subject.replaceAll(/\s/g, ' ')).toSorted()).toEqual([
        `We have received your withdrawal no. ${number}`,
        `Your order no. ${orderId} is cancelled`,
        expect.stringMatching(/^Your refund of /),
      ]);
      for (const { links } of emails) {
        expect(links).toContain(`${shop.app.deps.config.publicUrl}/en/profile/orders/${orderId}`);
      }
    });

    const prepare = (orderId: number) => give(shop, 'orders.prepare', { orders: String(orderId) });
    const makeOld = (orderId: number) =>
      shop.app.db.order.update({
        where: { id: orderId },
        data: { orderDate: new Date(Date.now() - 9 * 86_400_000) },
      });

    test.each([
      ['was prepared', prepare],
      ['is older than the next working morning', makeOld],
    ])('an order that %s is held once, without a refund', async (_case, make) => {
      const { client, orderId } = await newBuyer();
      await make(orderId);
      const answer = await withdraw(client, { orderId });
      const order = () => shop.app.db.order.findUniqueOrThrow({ where: { id: orderId } });
      expect(await order()).toMatchObject({ heldFor: 'withdrawal', cancelledAt: null });
      expect(await shop.app.db.refund.count({ where: { orderId } })).toBe(0);
      expect(await eventsOf(numberIn(answer))).toEqual(['held']);
      await shop.app.db.order.update({ where: { id: orderId }, data: { heldFor: null } });
      await wake(numberIn(answer));
      await shop.inBackground(async () => !(await isDue(numberIn(answer))));
      expect(await order()).toMatchObject({ heldFor: null });
      expect(await declarationOf(numberIn(answer))).toMatchObject({ closedAt: null });
    });

    test('an order prepared concurrently is cancelled or prepared, never both', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { client, orderId } = await newBuyer();
        const [, prepared] = await Promise.all([withdraw(client, { orderId }), prepare(orderId)]);
        const order = await shop.app.db.order.findUniqueOrThrow({ where: { id: orderId } });
        expect([order.cancelledAt === null, order.heldFor, prepared.kind]).toEqual(
          order.printedAt === null ? [false, null, 'refused'] : [true, 'withdrawal', 'done'],
        );
      }
    });

    test('a sent order gets one return request, and its buyer can announce the return', async () => {
      const { client, orderId, email } = await newBuyer({ sentAt: new Date() });
      const number = numberIn(await withdraw(client, { orderId, email }));
      expect(await eventsOf(number)).toEqual(['return_asked']);
      await wake(number);
      await shop.inBackground(async () => !(await isDue(number)));
      const emails = await untilSent(email, 3);
      expect(emails.filter(({ subject }) => subject.startsWith('Comment renvoyer'))).toHaveLength(
        1,
      );
      const tell = (tracking: string, by = client) =>
        by.put(`/api/declarations/${number}/return`, { tracking });
      expect((await tell('6A1234')).status).toBe(200);
      expect((await tell('6A1234')).status).toBe(200);
      expect((await tell('6A9999')).status).toBe(200);
      const announced = (await eventsOf(number)).filter((kind) => kind === 'return_announced');
      expect(announced).toHaveLength(1);
      expect(await declarationOf(number)).toMatchObject({ returnTracking: '6A9999' });
      expect((await tell('6 A')).body).toMatchObject({ message: 'invalid_fields' });
      const { client: other } = await shop.app.member();
      expect((await tell('6A1234', other)).body).toMatchObject({ message: 'not_found' });
    });

    test('after the known last day nothing happens automatically', async () => {
      const { client, orderId } = await newBuyer({
        status: 'delivered',
        postDate: new Date('2024-01-10'),
      });
      const answer = await withdraw(client, { orderId });
      expect(answer.status).toBe(200);
      expect(await eventsOf(numberIn(answer))).toEqual(['owner_told']);
      expect(await declarationOf(numberIn(answer))).toMatchObject({ closedAt: null });
    });

    test('an order without a stored contract text can be withdrawn from for twelve more months', async () => {
      const delivered = {
        status: 'delivered',
        orderDate: new Date('2026-01-02T12:00:00Z'),
        postDate: new Date('2026-01-05T12:00:00Z'),
      };
      const { client, orderId } = await newBuyer(delivered);
      const lastDay = async () =>
        ((await client.get('/api/rights')).body as { rights: { lastDay: string }[] }).rights[0]
          ?.lastDay;
      expect(await lastDay()).toBe('2026-01-19');
      await shop.app.db.order.update({ where: { id: orderId }, data: { contractTextId: null } });
      expect(await lastDay()).toBe('2027-01-19');
    });

    test('the declaration about a cancelled order is closed as order_cancelled', async () => {
      const { client, orderId } = await newBuyer({ cancelledAt: new Date() });
      const number = numberIn(await withdraw(client, { orderId }));
      const closed = await shop.app.db.declarationEvent.findFirst({
        where: { declarationId: number, kind: 'closed' },
      });
      expect(closed?.facts).toEqual({ reason: 'order_cancelled' });
    });

    test('another member’s contract and an unknown one get 404, and nothing is stored', async () => {
      const { orderId } = await newBuyer();
      await newSubscriber(shop);
      const { client } = await shop.app.member();
      const before = await shop.app.db.declaration.count();
      const answers = [
        await withdraw(client, { orderId }),
        await withdraw(client, { orderId: 2_000_000_000 }),
        await withdraw(client, { subscription: true }),
        await withdraw(shop.app.client(), { orderId }),
        await client.post(TERMINATIONS, { name: NAME, email: 'a@example.fr', subscription: true }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      expect(await shop.app.db.declaration.count()).toBe(before);
    });

    test('fifty concurrent calls, with and without a key, make one withdrawal with one receipt', async () => {
      const { client, orderId, email } = await newBuyer();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          withdraw(client, { orderId, email }, index % 2 === 0 ? 'key' : undefined),
        ),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      await untilSent(email, 3);
      const receipts = await shop.app.db.job.count({
        where: { dedupe: `declaration_received:${numberIn(answers[0] ?? { body: {} })}` },
      });
      expect(receipts).toBe(1);
      expect(await shop.app.db.refund.count({ where: { orderId } })).toBe(1);
    });

    test('GET /api/rights lists each contract with its deadline and its declaration', async () => {
      const { client, orderId } = await newBuyer();
      const answer = await client.get('/api/rights');
      expect(answer.body).toEqual({
        rights: [
          {
            orderId,
            title: { fr: expect.any(String), en: expect.any(String) },
            contractDate: expect.any(String),
            lastDay: null,
            isOpen: true,
            next: 'cancelled',
            declaration: null,
          },
        ],
      });
      await shop.app.db.order.update({ where: { id: orderId }, data: { sentAt: new Date() } });
      const number = numberIn(await withdraw(client, { orderId }));
      expect((await client.get('/api/rights')).body).toMatchObject({
        rights: [
          {
            orderId,
            next: 'sent_back',
            declaration: { number, isClosed: false, state: 'accepted' },
          },
        ],
      });
      expect((await shop.app.client().get('/api/rights')).status).toBe(401);
    });

    test('GET /api/rights shows the state of a withdrawal, even after the order is cancelled', async () => {
      const { client, orderId } = await newBuyer();
      const stateOf = async () =>
        ((await client.get('/api/rights')).body as { rights: { declaration: unknown }[] }).rights;
      // Cancelled by the owner, without a declaration.
      const { orderId: _, ...other } = await newBuyer({ cancelledAt: new Date() });
      expect((await other.client.get('/api/rights')).body).toEqual({ rights: [] });

      await prepare(orderId);
      const number = numberIn(await withdraw(client, { orderId }));
      expect(await stateOf()).toMatchObject([
        { orderId, declaration: { number, state: 'undecided' } },
      ]);
      await giveAndSend(shop, 'orders.cancel', { order: String(orderId), reason: 'here' });
      await wake(number);
      await shop.inBackground(async () => (await declarationOf(number)).closedAt !== null);
      expect(await stateOf()).toMatchObject([
        { orderId, isOpen: false, next: 'cancelled', declaration: { number, state: 'closed' } },
      ]);

      const here = await newBuyer();
      await withdraw(here.client, { orderId: here.orderId });
      expect((await here.client.get('/api/rights')).body).toMatchObject({
        rights: [{ orderId: here.orderId, isOpen: false, declaration: { state: 'refunded' } }],
      });

      const late = await newBuyer({ status: 'delivered', postDate: new Date('2024-01-10') });
      const lateNumber = numberIn(await withdraw(late.client, { orderId: late.orderId }));
      const lateState = async () => (await late.client.get('/api/rights')).body;
      expect(await lateState()).toMatchObject({
        rights: [{ declaration: { state: 'undecided' } }],
      });
      const reason = 'The last day was long ago.';
      await give(shop, 'declarations.contest', { declaration: String(lateNumber), reason });
      expect(await lateState()).toMatchObject({
        rights: [{ declaration: { state: 'contested' } }],
      });
      await give(shop, 'declarations.accept', { declaration: String(lateNumber) });
      expect(await lateState()).toMatchObject({ rights: [{ declaration: { state: 'accepted' } }] });
    });

    test('GET /api/rights lists nothing open for an order refunded by the shop and the bank', async () => {
      const { client, orderId } = await newBuyer({ sentAt: new Date() });
      const rightsOf = async () =>
        ((await client.get('/api/rights')).body as { rights: [] }).rights;
      const order = await shop.app.db.order.findUniqueOrThrow({
        where: { id: orderId },
        include: { attempt: true },
      });
      const payment = {
        stripeAccount: 'main',
        paymentIntentId: order.attempt.paymentIntentId ?? '',
        orderId,
      };
      const part = { ...payment, amountCents: 1000, paidCents: order.amountCents };
      const settled = { state: 'transferred', transferReference: 'VIR 9', settledAt: new Date() };
      const given = { reason: 'goodwill', by: 'Jeanne', origin: 'office', ...settled };
      await shop.app.db.refund.create({ data: { ...part, ...given, key: 'part' } });
      expect(await rightsOf()).toMatchObject([{ orderId, isOpen: true }]);
      await shop.app.db.dispute.create({
        data: {
          ...payment,
          id: `du_rights_${orderId}`,
          status: 'lost',
          amountCents: order.amountCents - 1000,
          reason: 'fraudulent',
          openedAt: new Date(),
        },
      });
      expect(await rightsOf()).toEqual([]);
      await withdraw(client, { orderId });
      expect(await rightsOf()).toMatchObject([
        { orderId, isOpen: false, declaration: { isClosed: true } },
      ]);
    });
  });

  describe('the receipt', () => {
    test.each(['fr', 'en'] as const)('contains the declaration verbatim, in %s', async (locale) => {
      const { client, email } = await shop.app.member();
      client.cookies.set('locale', locale);
      const answer = await client.mutate('declarations.withdraw', {
        name: 'Jean-Noël d’Aubigné',
        email,
        reference: 'commande 99 bis',
      });
      expect(answer.status).toBe(200);
      const [row] = await shop.app.db.declaration.findMany({ where: { email } });
      const [receipt] = await untilSent(email, 1);
      expect(receipt?.text).toContain(row?.statement);
      expect(receipt?.text).toContain('Jean-Noël d’Aubigné');
      expect(receipt?.text).toContain(String(row?.id));
      await wake(row?.id ?? 0);
      await shop.inBackground(async () => (await eventsOf(row?.id ?? 0)).includes('receipt_sent'));
      const logged = await shop.app.db.emailLog.findFirst({
        where: { subjectKind: 'declaration', subjectId: String(row?.id) },
      });
      expect(logged).toMatchObject({ letter: 'declarationReceived', outcome: 'accepted' });
    });

    test('raises an alert and is recorded as lost when its job is dead', async () => {
      const { client, orderId } = await newBuyer();
      const number = numberIn(await withdraw(client, { orderId }));
      await shop.app.db.$executeRaw`
        UPDATE job SET dead_at = now() WHERE dedupe = ${`declaration_received:${number}`}`;
      await wake(number);
      await shop.inBackground(async () => (await eventsOf(number)).includes('receipt_lost'));
      const alertsOf = (dedupe: string) =>
        shop.app.db.job.count({ where: { dedupe: { startsWith: `alert:${dedupe}` } } });
      expect(await alertsOf(`receipt_lost:${number}`)).toBe(1);
      // The shop sends one alert a day about wrong addresses of strangers.
      const strangers = await Promise.all(
        ['un', 'deux'].map((word) =>
          withdraw(shop.app.client(), { reference: `${word} ${orderId}` }),
        ),
      );
      const ids = strangers.map(numberIn);
      await shop.app.db.$executeRaw`
        UPDATE job SET dead_at = now()
        WHERE dedupe = ANY(${ids.map((id) => `declaration_received:${id}`)}::text[])`;
      for (const id of ids) {
        await wake(id);
        await shop.inBackground(async () => (await eventsOf(id)).includes('receipt_lost'));
      }
      expect(await alertsOf('receipts_lost')).toBe(1);
    });
  });

  test('the time of a declaration is that of the database', async () => {
    const number = numberIn(await withdraw(shop.app.client(), { reference: 'une heure' }));
    const [row] = await shop.app.db.$queryRaw<{ seconds: number }[]>`
      SELECT extract(epoch FROM clock_timestamp() - declared_at)::float8 AS seconds
      FROM declaration WHERE id = ${number}`;
    expect(row?.seconds).toBeGreaterThanOrEqual(0);
    expect(row?.seconds).toBeLessThan(30);
  });

  test.each([
    ['a link as a name', { name: 'evil.com', reference: '12' }, 'name'],
    ['a script as a name', { name: '<script>', reference: '12' }, 'name'],
    [
      'a name of seven words',
      { name: 'un deux trois quatre cinq six sept', reference: '12' },
      'name',
    ],
    ['two contracts', { name: NAME, reference: '12', orderId: 12 }, 'reference'],
    ['no contract', { name: NAME }, 'reference'],
  ])('%s gets 400 for its field, and nothing is stored', async (_case, input, path) => {
    const before = await shop.app.db.declaration.count();
    const answer = await withdraw(shop.app.client(), input);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: 'invalid_fields', issues: [{ path }] });
    expect(await shop.app.db.declaration.count()).toBe(before);
  });

  describe('of a subscription', () => {
    test('a withdrawal after an immediate start refunds all but the used day', async () => {
      const { client, userId } = await newSubscriber(shop);
      await shop.app.db.subscription.updateMany({
        where: { userId },
        data: { immediateStartAt: new Date() },
      });
      await withdraw(client, { subscription: true });
      const { id } = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
      const [refund] = await shop.app.db.refund.findMany({ where: { subscriptionId: id } });
      expect(refund?.amountCents).toBeGreaterThan(1900);
      expect(refund?.amountCents).toBeLessThan(1999);
    });

    test('a withdrawal after fourteen days is left to the owner to decide', async () => {
      const { client, userId } = await newSubscriber(shop);
      const { id } = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
      await shop.app.db.subscription.update({
        where: { id },
        data: { subscriptionDate: new Date(Date.now() - 30 * 86_400_000), contractTextId: null },
      });
      expect((await client.get('/api/rights')).body).toMatchObject({
        rights: [{ orderId: null, isOpen: true, next: 'decided' }],
      });
      const number = numberIn(await withdraw(client, { subscription: true }));
      expect(await eventsOf(number)).toEqual(['owner_told']);
      expect(await shop.app.db.subscription.findUnique({ where: { id } })).toMatchObject({
        state: 'active',
      });
    });

    test('a withdrawal ends access in its own transaction, and no reconciler run restores it', async () => {
      const { client, userId } = await newSubscriber(shop);
      await shop.app.db.subscription.updateMany({
        where: { userId },
        data: { immediateStartAt: new Date() },
      });
      // The provider does not answer, so the steps that follow do not happen.
      shop.provider.addFault({
        operation: 'subscriptions.retrieve',
        effect: 'server_error',
        times: 99,
      });
      const answer = await withdraw(client, { subscription: true });
      expect(answer.status).toBe(200);
      const { declaredAt } = answer.body as { declaredAt: string };
      const subscription = () => shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
      expect(await subscription()).toMatchObject({ state: 'active' });
      const hasAccess = async () =>
        ((await client.get('/api/users/status')).body as { user: { subscription: unknown } }).user
          .subscription !== null;
      expect(await hasAccess()).toBe(false);
      expect((await client.get('/api/programsPerso')).status).toBe(403);
      shop.provider.clearFaults();
      // The webhook event makes the shop check the subscription before the declaration.
      await reconcileSubscriptions(shop);
      expect(await hasAccess()).toBe(false);
      await wake(numberIn(answer));
      await shop.inBackground(async () => (await subscription()).state === 'ended');
      const { accessEndsOn } = await subscription();
      const lateMs = (accessEndsOn?.getTime() ?? 0) - Date.parse(declaredAt);
      expect(Math.abs(lateMs)).toBeLessThan(2000);
    });

    test('a withdrawal after fourteen days does not end access', async () => {
      const { client, userId } = await newSubscriber(shop);
      await shop.app.db.subscription.updateMany({
        where: { userId },
        data: { subscriptionDate: new Date(Date.now() - 30 * 86_400_000) },
      });
      await withdraw(client, { subscription: true });
      expect((await client.get('/api/users/status')).body).toMatchObject({
        user: { subscription: { plan: 'monthly' } },
      });
    });

    test('a withdrawal in its first days ends it and refunds it in full', async () => {
      const { client, userId, email } = await newSubscriber(shop);
      const answer = await withdraw(client, { subscription: true, email });
      expect(answer.status).toBe(200);
      const row = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
      expect(row.state).toBe('ended');
      const refunds = await shop.app.db.refund.findMany({ where: { subscriptionId: row.id } });
      expect(refunds.map(({ amountCents }) => amountCents)).toEqual([1999]);
      expect(await eventsOf(numberIn(answer))).toEqual(['ended', 'refund_requested', 'closed']);
      const emails = await untilSent(email, 3);
      const subjects = emails.map(({ subject }) => subject);
      expect(subjects.some((subject) => subject.includes('a pris fin'))).toBe(true);
      expect(subjects.some((subject) => subject.includes('est résilié'))).toBe(false);
    });

    test.each(['with', 'without'])(
      'a withdrawal repeated %s its key gets the first response',
      async (how) => {
        const { client, email } = await newSubscriber(shop);
        const key = how === 'with' ? randomUUID() : undefined;
        const first = await withdraw(client, { subscription: true, email }, key);
        expect(first.status).toBe(200);
        // The subscription to withdraw from no longer exists.
        const again = await withdraw(client, { subscription: true, email }, key);
        expect([again.status, again.body]).toEqual([200, first.body]);
      },
    );

    test('a termination ends it at the end of its period, and its email is the receipt', async () => {
      const { client, email } = await newSubscriber(shop);
      const answer = await client.post(TERMINATIONS, { name: NAME, email, subscription: true });
      expect(answer.status).toBe(200);
      const number = numberIn(answer);
      expect(await eventsOf(number)).toEqual(['ended', 'closed']);
      const emails = await untilSent(email, 3);
      const ended = emails.find(({ subject }) => subject.includes('est résilié'));
      expect(ended?.text.replaceAll(/\s/g, ' ')).toContain(`n° ${number}`);
      expect((await client.get('/api/users/status')).body).toMatchObject({
        user: { subscription: { accessEndsOn: expect.any(String) } },
      });
    });

    test('the unsubscribe call stores a declaration and closes it', async () => {
      const { client, userId, email } = await newSubscriber(shop);
      expect((await client.delete('/api/programsPerso/unsubscribe')).status).toBe(200);
      const row = await shop.app.db.subscription.findFirstOrThrow({ where: { userId } });
      const [declaration] = await shop.app.db.declaration.findMany({
        where: { subscriptionId: row.id },
      });
      expect(declaration).toMatchObject({ kind: 'termination', proof: 'account', email });
      expect(await eventsOf(declaration?.id ?? 0)).toEqual(['ended', 'closed']);
      const emails = await untilSent(email, 2);
      const ended = emails.find(({ subject }) => subject.includes('est résilié'));
      expect(ended?.text).toContain(declaration?.statement);
    });
  });

  const wake = (id: number) =>
    shop.app.db
      .$executeRaw`UPDATE declaration SET next_check_at = now() - interval '1 second' WHERE id = ${id}`;
  const isDue = async (id: number) => {
    const { nextCheckAt } = await declarationOf(id);
    return nextCheckAt !== null && nextCheckAt <= new Date();
  };
});
