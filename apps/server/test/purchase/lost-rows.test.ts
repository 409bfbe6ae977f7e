import { auditPayments } from '@agres/money/purchase/audit-payments';
import { lockRebuilding, rebuildOrder } from '@agres/money/purchase/rebuild';
import type { Intent } from '@agres/payments/shapes';
import { valueOf } from '@agres/payments/testing/running-payments';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import { loseRows, loseSinceReserved, payLike, type OtherPayment } from '../support/lost-rows.ts';
import {
  buy,
  countAlerts,
  type MailedShop,
  startMailedShop,
  startTestProvider,
  startTestShop,
  type TestProvider,
  type TestShop,
} from '../support/shop.ts';

const MINUTE_MS = 60_000;
let provider: TestProvider;
let shop: MailedShop;
beforeEach(async () => {
  provider = await startTestProvider();
  shop = await startMailedShop({ provider });
  return async () => {
    await shop.close();
    await provider.close();
  };
});

/** Runs an audit as if this many minutes later. */
const audit = async (of: TestShop = shop, minutes = 20) => {
  const clock = () => new Date(Date.now() + minutes * MINUTE_MS);
  const [main] = await auditPayments({ ...of.jobDeps, clock });
  if (main === undefined) throw new Error('not audited');
  return main;
};
const emailsOf = (event: string, of: TestShop = shop) => countAlerts(of, event);
const refunded = () => provider.control.money()['main']?.refundedCents;
const refundJobs = (of: TestShop = shop) =>
  of.app.db.job.count({ where: { kind: 'refund_intent' } });
const paymentOf = async (intentId: string | null | undefined): Promise<Intent> =>
  valueOf(await shop.payments.readIntent('main', intentId ?? ''));

const startLost = async (key = 'first') => {
  const buyer = await startBuyer(shop);
  const body = { id: buyer.item.id, stripeToken: await shop.cardToken() };
  const bought = await buy(buyer.client, body, key);
  expect(bought.status).toBe(200);
  const [before] = await buyer.attempts();
  if (before === undefined) throw new Error('nothing was bought');
  const payment = await paymentOf(before.paymentIntentId);
  await loseRows(shop.app.db, before.id);
  return { ...buyer, body, bought, before, payment };
};

describe('I7: a shop with an empty database and the API keys of another shop', () => {
  let other: TestShop;
  beforeEach(async () => {
    other = await startTestShop({ provider });
    return () => other.close();
  });

  test('I7: refunds nothing, and raises an alert once a day', async () => {
    const { item, client } = await startBuyer(shop, { stocks: [9] });
    for (let count = 0; count < 3; count += 1) {
      await buy(client, { id: item.id, stripeToken: await shop.cardToken() }, `${count}`);
    }
    const summary = await audit(other);
    await audit(other, 21);
    expect(summary).toMatchObject({ foreign: 3, rebuilt: 0, undecided: 0, findings: 0 });
    expect(await refundJobs(other)).toBe(0);
    expect(await emailsOf('Another shop charges with the same keys', other)).toBe(1);
    expect(refunded()).toBe(0);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('I7: does not refund for a refund_intent job that names only the payment', async () => {
    const { item, client, attempts } = await startBuyer(shop);
    await buy(client, { id: item.id, stripeToken: await shop.cardToken() });
    const [attempt] = await attempts();
    await other.app.db.job.create({
      data: {
        kind: 'refund_intent',
        payload: { account: 'main', intentId: attempt?.paymentIntentId ?? '' },
      },
    });
    await other.inBackground(
      async () => (await other.app.db.job.count({ where: { deadAt: { not: null } } })) === 1,
    );
    expect(refunded()).toBe(0);
  });
});

describe('a purchase paid while the audit lists the payments', () => {
  /** Passes 3-D Secure and buys after the provider has listed its payments. */
  const paidMeanwhile = async () => {
    const { item, client } = await startBuyer(shop);
    const body = { id: item.id, stripeToken: await shop.cardToken('4000000000003220') };
    expect((await buy(client, body)).status).toBe(402);
    provider.control.addFault({
      operation: 'payment_intents.list',
      effect: 'delay',
      moment: 'after',
      meanwhile: async () => {
        shop.answerChallenges('succeed');
        expect((await buy(client, body)).status).toBe(200);
      },
    });
  };

  test('raises no alert', async () => {
    await paidMeanwhile();
    expect(await audit()).toMatchObject({ intents: 1, findings: 0 });
    expect(await emailsOf('An order whose payment is missing')).toBe(0);
  });
});

describe('an order whose rows are lost', () => {
  afterEach(async () => {
    expect(await shop.brokenInvariants()).toEqual([]);
    expect(refunded()).toBe(0);
  });

  test('is rebuilt unchanged from its payment, with one email to the buyer', async () => {
    const { before, bought, attempts, remaining, userId, email } = await startLost();
    expect(await audit()).toMatchObject({ rebuilt: 1, undecided: 0 });
    const [after] = await attempts();
    expect(after).toMatchObject({
      id: before.id,
      userId,
      idempotencyKey: before.idempotencyKey,
      requestHash: before.requestHash,
      buyerHash: before.buyerHash,
      state: 'paid',
      itemSnapshot: before.itemSnapshot,
      recipient: before.recipient,
      area: before.area,
      cgvAt: before.cgvAt,
      contractTextId: shop.app.deps.contractTexts.own.fr.id,
      locale: before.locale,
      amountCents: before.amountCents,
      stripeAccount: 'main',
      paymentIntentId: before.paymentIntentId,
    });
    const { id: _id, attemptId: _attemptId, orderDate, ...written } = before.order ?? {};
    expect(after?.order).toMatchObject(written);
    expect(
      Math.abs((after?.order?.orderDate.getTime() ?? 0) - (orderDate?.getTime() ?? 0)),
    ).toBeLessThan(5000);
    expect(bought.body).toMatchObject({ shippingAddress: after?.order?.shippingAddress });
    expect(await remaining()).toBe(4);
    expect(await shop.app.db.job.count({ where: { dedupe: `order:${before.id}` } })).toBe(1);
    expect(await emailsOf('rebuilt from its payment')).toBe(1);
    expect(await audit()).toMatchObject({ rebuilt: 0, findings: 0 });

    // By SMTP, one to the buyer and one to the owner.
    await shop.jobsDone();
    const [letter, ...others] = shop.emailsTo(email);
    expect(others).toEqual([]);
    expect(letter?.subject).toContain('commande');
    const [alert, ...more] = shop.emailsTo('alert@example.fr');
    expect(more).toEqual([]);
    expect(alert?.text).toContain('A lost order was rebuilt from its payment');
    expect(alert?.text).toContain(before.paymentIntentId);
    expect(shop.mailbox.emails()).toHaveLength(2);
  });

  test('is rebuilt once by concurrent audits of two processes', async () => {
    const { attempts, remaining } = await startLost();
    const second = await startTestShop({ provider, database: shop.app.database });
    const summaries = await Promise.all([audit(), audit(second), audit(), audit(second)]);
    expect(summaries.reduce((sum, { rebuilt }) => sum + rebuilt, 0)).toBe(1);
    expect(await attempts()).toMatchObject([{ state: 'paid', order: { status: 'waiting' } }]);
    expect(await remaining()).toBe(4);
    await second.close();
  });

  test('is replayed to the buyer’s retry with the same card', async () => {
    const { client, body, attempts, charges, remaining } = await startLost();
    await audit();
    const repeated = await buy(client, body, 'first');
    expect(repeated).toMatchObject({ status: 200, body: { status: 'waiting' } });
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(await attempts()).toHaveLength(1);
    expect(await charges()).toBe(1);
    expect(await remaining()).toBe(4);
  });

  test('is replayed to the same purchase with another card and key', async () => {
    const { client, body, attempts, charges } = await startLost();
    await audit();
    const again = await buy(client, { ...body, stripeToken: await shop.cardToken() }, 'second');
    expect(again).toMatchObject({ status: 200, body: { status: 'waiting' } });
    expect(await attempts()).toHaveLength(1);
    expect(await charges()).toBe(1);
  });

  test('is replayed under a key that a failed call used before the audit', async () => {
    const { client, body, before, charges, remaining, states } = await startLost();
    // The token was spent on a payment that has no row here.
    expect((await buy(client, body, 'first')).status).toBe(402);
    expect(await audit()).toMatchObject({ rebuilt: 1 });
    const repeated = await buy(client, body, 'first');
    expect(repeated).toMatchObject({ status: 200, body: { status: 'waiting' } });
    expect(await charges()).toBe(1);
    expect(await remaining()).toBe(4);
    expect((await states()).toSorted()).toEqual(['paid', 'refused']);
    expect(await shop.app.db.order.count({ where: { attemptId: before.id } })).toBe(1);
  });

  test('is rebuilt once during concurrent calls of its buyer', async () => {
    const { client, body, attempts, charges } = await startLost();
    const [, ...answers] = await Promise.all([
      audit(),
      ...Array.from({ length: 6 }, () => buy(client.copy(), body, 'first')),
    ]);
    for (const { status } of answers) expect([200, 402, 409, 503]).toContain(status);
    await shop.reconcileAll();
    await audit();
    expect(await buy(client, body, 'first')).toMatchObject({ status: 200 });
    expect((await attempts()).filter(({ order }) => order !== null)).toHaveLength(1);
    expect(await charges()).toBe(1);
  });

  test('is rebuilt over an expired row older than its payment', async () => {
    const { item, client, attempts, remaining } = await startBuyer(shop);
    const body = { id: item.id, stripeToken: await shop.cardToken() };
    shop.provider.addFault({ operation: 'payment_intents.create', effect: 'authentication' });
    expect((await buy(client, body)).status).toBe(503);
    const [expired] = await attempts();
    expect((await buy(client, body)).status).toBe(200);
    const [paid] = await attempts();
    await loseRows(shop.app.db, paid?.id ?? '');
    const { order: _order, ...row } = expired ?? {};
    await shop.app.db.$executeRaw`
      INSERT INTO purchase_attempt SELECT * FROM
        jsonb_populate_record(NULL::purchase_attempt, ${JSON.stringify({
          ...snakeCase(row),
          request_hash: `\\x${Buffer.from(expired?.requestHash ?? []).toString('hex')}`,
        })}::jsonb)`;
    await shop.app.db.$executeRaw`
      INSERT INTO money_audit (attempt_id, to_state, by) VALUES (${expired?.id}::uuid, 'expired', 'request')`;
    expect(await audit()).toMatchObject({ rebuilt: 1 });
    expect(await attempts()).toMatchObject([
      { state: 'paid', paymentGeneration: 1, paymentIntentId: paid?.paymentIntentId, order: {} },
    ]);
    expect(await remaining()).toBe(4);
  });
});

const snakeCase = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

describe('a paid purchase of which the database has the reservation only', () => {
  /** Lets the reconciler end a purchase, whose reservation has no payment. */
  const startEnded = async (key = 'first') => {
    const buyer = await startBuyer(shop);
    const body = { id: buyer.item.id, stripeToken: await shop.cardToken() };
    expect((await buy(buyer.client, body, key)).status).toBe(200);
    const [before] = await buyer.attempts();
    await loseSinceReserved(shop.app.db, before?.id ?? '');
    return { ...buyer, body, paymentIntentId: before?.paymentIntentId ?? '' };
  };
  const end = async () => {
    await shop.reconcileAll();
    expect(await shop.app.db.purchaseAttempt.count({ where: { state: 'expired' } })).not.toBe(0);
  };
  const refundsDone = () =>
    shop.inBackground(
      async () => (await shop.app.db.refund.count({ where: { state: 'requested' } })) === 0,
    );

  test('gets its order from the next audit, once and with one email', async () => {
    const { attempts, remaining, charges, email, paymentIntentId } = await startEnded();
    await end();
    expect(await remaining()).toBe(5);
    expect(await audit(shop, 14)).toMatchObject({ rebuilt: 0, undecided: 0 });
    const second = await startTestShop({ provider, database: shop.app.database });
    await Promise.all([audit(), audit(second), audit()]);
    await second.close();
    expect(await attempts()).toMatchObject([
      { state: 'paid', paymentIntentId, paymentGeneration: 0, order: { status: 'waiting' } },
    ]);
    expect(await remaining()).toBe(4);
    expect(await charges()).toBe(1);
    expect(await audit()).toMatchObject({ findings: 0 });
    await shop.jobsDone();
    expect(shop.emailsTo(email)).toHaveLength(1);
    expect(refunded()).toBe(0);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('is replayed to the buyer’s retry after the audit', async () => {
    const { client, body, charges } = await startEnded();
    await end();
    await audit();
    const repeated = await buy(client, body, 'first');
    expect(repeated).toMatchObject({ status: 200, body: { status: 'waiting' } });
    expect(await charges()).toBe(1);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test.each<[string, (of: Awaited<ReturnType<typeof startEnded>>) => Promise<unknown>]>([
    [
      'its buyer buys the same again',
      async ({ client, body }) => {
        const again = await buy(client, { ...body, stripeToken: await shop.cardToken() }, 'again');
        expect(again.status).toBe(200);
      },
    ],
    [
      'its buyer’s retry is refused',
      async ({ client, body }) => {
        await end();
        expect((await buy(client, body, 'first')).status).toBe(402);
      },
    ],
    [
      'its row holds another payment',
      async () => {
        await end();
        await shop.app.db.$executeRaw`UPDATE purchase_attempt SET payment_intent_id = 'pi_other'`;
      },
    ],
    [
      'the item is out of stock',
      async ({ item }) => {
        await end();
        await shop.app.db.$executeRaw`
          WITH gone AS (UPDATE item_option SET remaining = 0 WHERE item_id = ${item.id} RETURNING id)
          INSERT INTO stock_adjustment (option_id, delta, reason, by) SELECT id, -5, 'Casse', 'x' FROM gone`;
      },
    ],
  ])('is refunded once if %s', async (_case, meanwhile) => {
    const ended = await startEnded();
    await meanwhile(ended);
    expect(await audit()).toMatchObject({ rebuilt: 0, undecided: 0, findings: 1 });
    await refundsDone();
    await audit();
    await refundsDone();
    expect(refunded()).toBe(2999);
    expect(await shop.app.db.refund.count()).toBe(1);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('ends in an order or one refund when the owner’s rebuild races the audit', async () => {
    const { client, body, paymentIntentId } = await startEnded();
    const again = await buy(client, { ...body, stripeToken: await shop.cardToken() }, 'again');
    expect(again.status).toBe(200);
    const intent = await paymentOf(paymentIntentId);
    const { db } = shop.app;
    const untilWaiting = async (count: number) => {
      const waiting = async () => {
        const [row] = await db.$queryRaw<{ waiting: number }[]>`
            SELECT count(*)::int AS waiting FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return row?.waiting;
      };
      await expect.poll(waiting, { interval: 10 }).toBe(count);
    };
    // The first waiter continues first, and then waits for the second.
    const [audited, rebuilt] = await db
      .$transaction(
        async (tx) => {
          await lockRebuilding(tx, shop.jobDeps.installation);
          const auditing = audit();
          await untilWaiting(1);
          const actor = { kind: 'operator', name: 'Jeanne' } as const;
          const rebuilding = rebuildOrder(shop.jobDeps, { account: 'main', intent, actor });
          await untilWaiting(2);
          return [auditing, rebuilding] as const;
        },
        { timeout: 30_000 },
      )
      .then((started) => Promise.all(started));
    expect(audited).toMatchObject({ rebuilt: 0, undecided: 0 });
    // On a busy machine the audit's second transaction may overtake the owner: then the money goes back.
    const outcome = {
      end: rebuilt.kind === 'left' ? rebuilt.why : rebuilt.kind,
      refunds: await db.refund.count(),
      orders: await db.order.count(),
    };
    expect([
      { end: 'rebuilt', refunds: 0, orders: 2 },
      { end: 'being_refunded', refunds: 1, orders: 1 },
    ]).toContainEqual(outcome);
    expect(await shop.brokenInvariants()).toEqual([]);
  });
});

describe('a payment without an order on which the audit does not decide', () => {
  /** Creates a purchase whose rows are lost, beside one whose rows exist. */
  const startLike = async (other: OtherPayment = {}) => {
    const buyer = await startBuyer(shop);
    await buy(buyer.client, { id: buyer.item.id, stripeToken: await shop.cardToken() });
    const [attempt] = await buyer.attempts();
    const payment = await payLike(shop, await paymentOf(attempt?.paymentIntentId), other);
    return { ...buyer, payment };
  };
  const auditOnce = async (minutes?: number) => {
    const { rebuilt, undecided } = await audit(shop, minutes);
    const [jobs, orders, told] = await Promise.all([
      refundJobs(),
      shop.app.db.order.count(),
      emailsOf('wait for your decision'),
    ]);
    return { rebuilt, undecided, jobs, orders, told };
  };
  /** Nothing was done about it, except for an alert to the owner. */
  const LEFT = { rebuilt: 0, undecided: 1, jobs: 0, orders: 1, told: 1 };

  test('is left alone for its first 15 minutes', async () => {
    await startLike();
    expect(await auditOnce(14)).toEqual({ ...LEFT, undecided: 0, told: 0 });
    expect(await audit(shop, 16)).toMatchObject({ rebuilt: 1 });
  });

  test.each<[string, OtherPayment]>([
    ['names no shop', { metadata: { installation: undefined } }],
    ['carries no request hash', { metadata: { request_hash: undefined } }],
    ['is of another amount', { amountCents: 3500 }],
    ['is of another item', { description: 'Un tapis, Bleu' }],
    [
      'is of another price and names no item',
      { description: undefined, metadata: { price_cents: '2000' }, amountCents: 1999 },
    ],
    ['is of an option of another item', { metadata: { option_id: '999999' } }],
  ])('is left to the owner when it %s', async (_case, other) => {
    await startLike(other);
    expect(await auditOnce()).toEqual(LEFT);
  });

  test('is left to the owner when it is older than this database', async () => {
    await startLike();
    const installation = { ...shop.jobDeps.installation, trustedFrom: new Date(Date.now() + 5000) };
    const clock = () => new Date(Date.now() + 20 * MINUTE_MS);
    const [summary] = await auditPayments({ ...shop.jobDeps, clock, installation });
    expect(summary).toMatchObject({ rebuilt: 0, undecided: 1 });
    expect(await refundJobs()).toBe(0);
  });

  test('is left to the owner when its buyer disputes it', async () => {
    const { payment } = await startLike();
    shop.provider.disputePayment({ intentId: payment.id });
    expect(await auditOnce()).toEqual(LEFT);
  });

  test('is left to the owner when the item is out of stock', async () => {
    const { item, remaining } = await startLike();
    await shop.app.db.$executeRaw`
      WITH gone AS (UPDATE item_option SET remaining = 0 WHERE item_id = ${item.id} RETURNING id)
      INSERT INTO stock_adjustment (option_id, delta, reason, by) SELECT id, -4, 'Casse', 'x' FROM gone`;
    expect(await auditOnce()).toEqual(LEFT);
    expect(await remaining()).toBe(0);
    expect((await shop.brokenInvariants()).filter((broken) => !broken.startsWith('L4'))).toEqual(
      [],
    );
  });

  test('is left to the owner when its buyer bought the same again meanwhile', async () => {
    const { client, body } = await startLost();
    expect(
      (await buy(client, { ...body, stripeToken: await shop.cardToken() }, 'again')).status,
    ).toBe(200);
    expect(await auditOnce()).toEqual(LEFT);
  });

  test('is rebuilt three times a day at most; the others are left to the owner', async () => {
    const { payment } = await startLike();
    for (let count = 0; count < 4; count += 1) await payLike(shop, payment);
    expect(await audit()).toMatchObject({ rebuilt: 3, undecided: 2 });
    expect(await audit()).toMatchObject({ rebuilt: 0, undecided: 2 });
    expect(await shop.app.db.order.count()).toBe(4);
    expect(await emailsOf('wait for your decision')).toBe(1);
    expect(refunded()).toBe(0);
  });

  test('I8: gets its order without an account when its user id has another email now', async () => {
    const { payment, userId } = await startLike();
    const stranger = await startBuyer(shop);
    await shop.app.db
      .$executeRaw`UPDATE users SET email = 'moved@example.fr', email_key = 'moved@example.fr' WHERE id = ${userId}`;
    expect(await audit()).toMatchObject({ rebuilt: 1 });
    const rebuilt = await shop.app.db.order.findMany({ where: { userId: null } });
    expect(rebuilt).toMatchObject([{ attemptId: payment.attemptId }]);
    expect(await shop.app.db.order.count({ where: { userId: stranger.userId } })).toBe(0);
    expect(await emailsOf('without its account')).toBe(1);
    expect(await shop.brokenInvariants()).toEqual([]);
  });
});
