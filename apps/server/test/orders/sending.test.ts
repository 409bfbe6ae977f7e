import { inTransaction } from '@agres/db/transaction';
import { orderSchema } from '@agres/domain/shapes.schema';
import { startMailbox, type Mailbox } from '@agres/mail/mailbox';
import { cancelOrder, holdOrder, type HeldFor } from '@agres/money/refund/refund';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { give, said } from '../support/command.ts';
import { addItem } from '../support/rows.ts';
import { buy, startTestShop, type TestShop } from '../support/shop.ts';

const JEANNE = { kind: 'operator', name: 'Jeanne' } as const;

let mailbox: Mailbox;
let shop: TestShop;
let itemId: number;
let optionId: number;
let buyer: Awaited<ReturnType<TestShop['app']['member']>>;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  shop = await startTestShop({ smtpUrl: mailbox.smtpUrl });
  const { id, options } = await addItem(shop.app.db, { stocks: [400] });
  itemId = id;
  optionId = options[0]?.id ?? 0;
  buyer = await shop.app.member();
});
afterAll(async () => {
  await shop.close();
  await mailbox.close();
});

const order = async (): Promise<number> => {
  const { body } = await buy(buyer.client, { id: itemId, stripeToken: await shop.cardToken() });
  return orderSchema.parse(body).id;
};
const row = (id: number) => shop.app.db.order.findUniqueOrThrow({ where: { id } });
const hold = (orderId: number, heldFor: HeldFor) =>
  inTransaction(shop.app.db, (tx) => holdOrder(tx, { orderId, heldFor, actor: JEANNE }));
const cancel = (orderId: number) =>
  inTransaction(shop.app.db, (tx) =>
    cancelOrder(tx, { orderId, reason: 'épuisé', actor: JEANNE, key: 'c', origin: 'office' }),
  );
const told = async (command: string, values: Record<string, string>) =>
  said(await give(shop, command, values));
/** Without those that were taken back. */
const emailJobs = (id: number) =>
  shop.app.db.job.findMany({
    where: {
      dedupe: { contains: `sent:${id}:` },
      OR: [{ lastError: null }, { lastError: { not: 'taken_back' } }],
    },
    orderBy: { id: 'asc' },
  });
/** Lets ten minutes pass, and everything leave that is due then. */
const letEmailsLeave = async () => {
  await shop.app.db
    .$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL`;
  await shop.inBackground(
    async () => (await shop.app.db.job.count({ where: { doneAt: null, kind: 'mail' } })) === 0,
  );
};
/** The first one first. */
const emailsAbout = (id: number) =>
  mailbox
    .emails()
    .toReversed()
    .filter(({ to, subject }) => to.includes(buyer.email) && subject.includes(`n° ${id} `))
    .filter(({ subject }) => !subject.includes('confirmée'));

describe('an order that is prepared', () => {
  const prepare = (...ids: number[]) => told('order:prepare', { orders: ids.join(' ') });

  test('shows where its parcel goes, and stays on the list of parcels however old it is', async () => {
    const [first, second] = [await order(), await order()];
    await shop.app.db.order.update({
      where: { id: first },
      data: { orderDate: new Date('2026-01-02T12:00:00Z') },
    });
    expect(await told('order', { order: String(first) })).toContain(`order:prepare ${first}`);
    const labels = await prepare(first, second);
    expect(labels).toContain(`Order ${first} `);
    expect(labels.match(/ {2}12 bis rue des Lilas\n {2}01000 Bourg/g)).toHaveLength(2);
    expect(labels).toContain(`pnpm shop order:send ${first} ${second}`);
    expect(await told('order', { order: String(first) })).toMatch(/^Prepared .*, to be sent$/m);
    expect(await told('today', {})).toMatch(new RegExp(`^${first} \\|.*days, prepared`, 'm'));
    expect(await told('orders', { status: 'waiting' })).toMatch(
      new RegExp(`^${second} \\|.*\\| prepared \\d{4}-\\d\\d-\\d\\d`, 'm'),
    );
    expect(await row(first)).toMatchObject({ heldFor: null, cancelledAt: null });
    expect(await told('order:send', { orders: `${first} ${second}` })).toContain('2 orders sent');
  });

  test('keeps the first moment, and each look at its address is in the journal', async () => {
    const id = await order();
    await prepare(id);
    const { printedAt } = await row(id);
    expect(printedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    await prepare(id);
    expect((await row(id)).printedAt).toEqual(printedAt);
    const journal = await shop.app.db.journalEntry.findMany({
      where: { operation: 'orders.prepare', subjectId: String(id) },
      orderBy: { id: 'asc' },
    });
    const at = printedAt?.toISOString();
    expect(journal.map(({ changes, actorName }) => [changes, actorName])).toEqual([
      [{ printedAt: [null, at] }, 'Jeanne'],
      [{ printedAt: [at, at] }, 'Jeanne'],
    ]);
  });

  test('is named with what it is where it cannot be sent, and then none is prepared', async () => {
    const [good, held, cancelled] = [await order(), await order(), await order()];
    await hold(held, 'withdrawal');
    await cancel(cancelled);
    const refused = await prepare(good, held, cancelled);
    expect(refused).toContain(`Order ${held} is held`);
    expect(refused).toContain(`Order ${cancelled} was cancelled`);
    expect(refused).not.toContain('Lilas');
    expect(await row(good)).toMatchObject({ printedAt: null });
    expect(await prepare(2_000_000_000)).toContain('2000000000');
  });
});

describe('an order that is sent', () => {
  test('leaves the list of parcels; ten minutes later its buyer is told how to follow it', async () => {
    const id = await order();
    expect(await told('today', {})).toMatch(new RegExp(`^${id} \\|`, 'm'));
    const parcel = { carrier: 'Mondial Relay', tracking: '1234 56-78' };
    expect(await told('order:send', { orders: String(id), ...parcel })).toMatch(
      new RegExp(`^1 order sent \\d{4}-\\d\\d-\\d\\d: ${id}\\.$`),
    );
    expect(await row(id)).toMatchObject({
      status: 'waiting',
      carrier: 'mondial_relay',
      trackingNumber: '12345678',
      postDate: null,
    });
    expect(await told('today', {})).not.toMatch(new RegExp(`^${id} \\|`, 'm'));
    expect(await told('orders', { status: 'waiting' })).not.toMatch(new RegExp(`^${id} \\|`, 'm'));
    expect(await told('order', { order: String(id) })).toMatch(
      /^Sent .*, Mondial Relay 12345678$/m,
    );

    const [job] = await emailJobs(id);
    const waitsMs = (job?.runAt.getTime() ?? 0) - (job?.createdAt.getTime() ?? 0);
    // Its creation has the hour at which the transaction began.
    expect(waitsMs).toBeGreaterThan(599_000);
    expect(waitsMs).toBeLessThan(660_000);
    await letEmailsLeave();
    const [email, ...others] = emailsAbout(id);
    expect(others).toEqual([]);
    expect(email?.text).toContain('12345678');
    expect(email?.links.join()).toContain('numeroExpedition=12345678');
    for (const path of ['/fr/retractation', `/fr/profil/commandes/${id}`]) {
      expect(email?.links.some((link) => link.endsWith(path))).toBe(true);
    }
  });

  test('is taken back within ten minutes without anybody hearing of it, and told when sent again', async () => {
    const id = await order();
    await told('order:send', { orders: String(id) });
    expect(await told('order:undo-sending', { order: String(id) })).toContain(
      'Nobody was written to.',
    );
    expect(await row(id)).toMatchObject({ sentAt: null, carrier: null, trackingNumber: null });
    expect(await emailJobs(id)).toEqual([]);
    await told('order:send', { orders: String(id) });
    await letEmailsLeave();
    expect(emailsAbout(id)).toHaveLength(1);
  });

  test('is taken back later with a correction, which follows the email', async () => {
    const id = await order();
    await told('order:send', { orders: String(id) });
    await letEmailsLeave();
    expect(await told('order:undo-sending', { order: String(id) })).toContain('a correction');
    await letEmailsLeave();
    expect(emailsAbout(id).map(({ subject }) => subject.split(' ').slice(4).join(' '))).toEqual([
      'est en route',
      'n’est pas encore partie',
    ]);
  });

  test('is told by no email where a worker had it, and the mail server never took it', async () => {
    const id = await order();
    await told('order:send', { orders: String(id) });
    const [job] = await emailJobs(id);
    await shop.app.db.job.update({
      where: { id: job?.id ?? 0 },
      data: { lockedBy: 'somebody', lockedUntil: new Date(Date.now() + 60_000) },
    });
    expect(await told('order:undo-sending', { order: String(id) })).toContain('a correction');
    await shop.app.db.job.update({
      where: { id: job?.id ?? 0 },
      data: { lockedBy: null, lockedUntil: null, runAt: new Date(Date.now() + 3_600_000) },
    });
    const correction = { dedupe: { startsWith: `unsent:${id}:` } };
    // The second time stands for a worker that died before it stored that the job was done.
    for (let time = 0; time < 2; time += 1) {
      await shop.app.db.job.updateMany({
        where: correction,
        data: { doneAt: null, runAt: new Date(Date.now() - 1000) },
      });
      await shop.inBackground(
        async () => (await shop.app.db.job.count({ where: { ...correction, doneAt: null } })) === 0,
      );
    }
    expect(emailsAbout(id)).toEqual([]);
  });

  test('is named with what it is where it cannot be sent, and then none of them is', async () => {
    const [fresh, sent, held, cancelled, delivered] = await Promise.all(
      Array.from({ length: 5 }, async (_none, index) => {
        const other = index === 0 ? buyer : await shop.app.member();
        const { body } = await buy(other.client, {
          id: itemId,
          stripeToken: await shop.cardToken(),
        });
        return orderSchema.parse(body).id;
      }),
    );
    await told('order:send', { orders: String(sent) });
    await hold(held ?? 0, 'dispute');
    await cancel(cancelled ?? 0);
    await told('order:deliver', { orders: String(delivered) });
    const ids = [fresh, sent, held, cancelled, delivered].join(' ');
    const answer = await give(shop, 'order:send', { orders: ids });
    expect(answer.kind).toBe('refused');
    const text = said(answer);
    expect(text).toContain(`Order ${sent} was sent on `);
    expect(text).toContain(`Order ${held} is held (dispute).`);
    expect(text).toContain(`Order ${cancelled} was cancelled on `);
    expect(text).toContain(`Order ${delivered} was delivered on `);
    expect(text).toMatch(/\nNothing was changed\.$/);
    expect(text).not.toContain(`Order ${fresh} `);
    expect((await row(fresh ?? 0)).sentAt).toBeNull();
    expect(await emailJobs(fresh ?? 0)).toEqual([]);
    expect(
      said(await give(shop, 'order:deliver', { orders: `${fresh} ${cancelled} ${held}` })),
    ).toMatch(
      /was cancelled on [^]*is held \(dispute\)\.|is held \(dispute\)[^]*was cancelled on /,
    );
    expect((await row(fresh ?? 0)).status).toBe('waiting');
  });

  test('is neither a number that none can be, nor a parcel of two orders, nor sent tomorrow', async () => {
    const [one, other] = [await order(), await order()];
    const answers = await Promise.all([
      give(shop, 'order:send', { orders: String(one), tracking: '<script>' }),
      give(shop, 'order:send', { orders: String(one), tracking: '123' }),
      give(shop, 'order:send', { orders: String(one), carrier: 'pigeon' }),
      give(shop, 'order:send', { orders: `${one} ${other}`, tracking: '12345678' }),
      give(shop, 'order:send', { orders: String(one), on: '2999-01-01' }),
      give(shop, 'order:send', { orders: String(one), on: '2020-01-01' }),
      give(shop, 'order:send', { orders: '999999' }),
      give(shop, 'order:track', { order: String(one), tracking: '12345678' }),
      give(shop, 'order:undo-sending', { order: String(one) }),
      give(shop, 'order:release', { order: String(one) }),
    ]);
    expect(answers.map(({ kind }) => kind)).toEqual([
      'misused',
      'misused',
      'misused',
      'misused',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
    ]);
    expect(answers.map(said)).toEqual([
      '--tracking must be 4 to 40 letters and digits.',
      '--tracking must be 4 to 40 letters and digits.',
      '--carrier must be one of: colissimo, chronopost, mondial_relay, other.',
      '--tracking is of one parcel: name one order with it.',
      '2999-01-01 is still to come.',
      expect.stringMatching(
        /^Order \d+ was bought on .*, after 2020-01-01\. Nothing was changed\.$/,
      ),
      'There is no order 999999. `pnpm shop orders` lists them.',
      expect.stringMatching(/^Order \d+ is not marked as sent\. Nothing was changed\.$/),
      expect.stringMatching(/^Order \d+ is not marked as sent\. Nothing was changed\.$/),
      expect.stringMatching(/^Order \d+ is not held\. Nothing was changed\.$/),
    ]);
    expect((await row(one)).sentAt).toBeNull();
    // A number that does not look like the carrier's is asked about, not refused.
    const strange = { orders: String(one), carrier: 'colissimo', tracking: '1234' };
    expect(await told('order:send', strange)).toContain('does not look like a number of Colissimo');
    const corrected = { order: String(one), carrier: 'colissimo', tracking: '6A12345678901' };
    expect(await told('order:track', corrected)).toMatch(/: Colissimo, 6A12345678901\.$/);
  });

  test('is delivered no day before it was sent', async () => {
    const id = await order();
    await told('order:send', { orders: String(id) });
    await shop.app.db.$executeRaw`
      UPDATE orders SET order_date = order_date - interval '5 days' WHERE id = ${id}::int`;
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    expect(await told('order:deliver', { orders: String(id), on: yesterday })).toContain(
      'was sent on',
    );
    expect(await told('order:deliver', { orders: String(id) })).toContain('1 order delivered');
    expect(await told('order:undo-sending', { order: String(id) })).toContain(
      'order:undo-delivery',
    );
    expect(await row(id)).toMatchObject({ status: 'delivered' });
  });
});

describe('an order that is held', () => {
  test('is off the list until it is released, or until the owner says that its parcel is gone', async () => {
    const [here, gone] = [await order(), await order()];
    for (const id of [here, gone]) expect(await hold(id, 'late')).toBe(true);
    const today = await told('today', {});
    expect(today).toMatch(
      new RegExp(`held until you decide: .*${here} \\(late\\), ${gone} \\(late\\)`),
    );
    expect(await told('orders', { status: 'held' })).toMatch(
      new RegExp(`^${gone} \\|.*held: late`, 'm'),
    );
    expect(await told('order:release', { order: String(here) })).toContain('it is to be sent');
    expect(await told('today', {})).toMatch(new RegExp(`^${here} \\|`, 'm'));
    await told('order:send', { orders: String(gone), held: 'yes' });
    expect(await row(gone)).toMatchObject({ heldFor: null, sentAt: expect.any(Date) });
    const entries = await shop.app.db.journalEntry.findMany({
      where: { subjectKind: 'order', subjectId: String(gone), operation: 'orders.send' },
    });
    expect(entries).toMatchObject([{ actorName: 'Jeanne', changes: { heldFor: ['late', null] } }]);
  });
});

describe('stock', () => {
  const left = async () =>
    (await shop.app.db.itemOption.findUniqueOrThrow({ where: { id: optionId } })).remaining;

  test('is counted by what lies there, parcels to send included', async () => {
    const before = await left();
    const toSend = async () => {
      const answer = await give(shop, 'stock:count', {
        option: String(optionId),
        units: '0',
        reason: 'Inventaire',
      });
      return Number(/: (\d+) orders? to send/.exec(said(answer))?.[1]);
    };
    const waiting = await toSend();
    expect(waiting).toBeGreaterThan(0);
    expect(await left()).toBe(before);
    const count = (units: number) =>
      told('stock:count', { option: String(optionId), units: String(units), reason: 'Inventaire' });
    expect(await count(before + waiting)).toMatch(/^It agrees on option /);
    expect(await count(before + waiting - 3)).toMatch(/^-3 on option /);
    expect(await left()).toBe(before - 3);
    expect(await shop.brokenInvariants()).toEqual([]);
  });

  test('takes the unit of an order back once, and only of its own option', async () => {
    const id = await order();
    const before = await left();
    const back = { option: String(optionId), units: '+1', reason: 'Retour', order: String(id) };
    expect((await give(shop, 'stock:adjust', back)).kind).toBe('misused');
    expect(await told('stock:adjust', { ...back, kind: 'return' })).toContain(`${before + 1} left`);
    expect(await told('stock:adjust', { ...back, kind: 'return' })).toContain('already');
    expect(await left()).toBe(before + 1);
    expect(await told('stock:log', { option: String(optionId) })).toMatch(
      new RegExp(`\\+1 \\| Retour \\| Jeanne \\| return of order ${id}$`, 'm'),
    );
  });
});

// PGlite has one connection: what this is about cannot happen there.
describe('what is decided about an order at the same time', () => {
  test('L16: of sending, cancelling and delivering, a cancellation excludes the others; 100 rounds', async () => {
    const template = await row(await order());
    const ends = { cancelled: 0, sent: 0 };
    for (let round = 0; round < 100; round += 1) {
      const { db } = shop.app;
      // A copy of a paid order with its attempt: buying a hundred times is not what is tested.
      const [copy] = await db.$queryRaw<{ id: number }[]>`
        WITH attempt AS (
          INSERT INTO purchase_attempt
          SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
            'idempotency_key', ${`round ${round}`}::text, 'payment_intent_id', ${`pi_round_${round}`}::text))).*
          FROM purchase_attempt a WHERE a.id = ${template.attemptId}::uuid
          RETURNING id)
        INSERT INTO orders
        SELECT (jsonb_populate_record(o, jsonb_build_object(
          'id', nextval(pg_get_serial_sequence('orders', 'id')), 'attempt_id', attempt.id))).*
        FROM orders o, attempt WHERE o.id = ${template.id}::int
        RETURNING id`;
      const id = copy?.id ?? 0;
      const values = { orders: String(id) };
      const wishes = [
        () => give(shop, 'order:send', values),
        () =>
          cancel(id).then(
            () => 'cancelled',
            () => 'refused',
          ),
        () => give(shop, 'order:deliver', values),
      ];
      // Each of the three comes first in turn.
      const turned = [...wishes.slice(round % 3), ...wishes.slice(0, round % 3)];
      await Promise.all(turned.map((wish) => wish()));
      const { cancelledAt, sentAt, status, postDate } = await row(id);
      const isGone = sentAt !== null || status === 'delivered';
      expect({ round, both: cancelledAt !== null && isGone }).toEqual({ round, both: false });
      expect(cancelledAt !== null || isGone).toBe(true);
      expect(status === 'delivered').toBe(postDate !== null);
      ends[cancelledAt === null ? 'sent' : 'cancelled'] += 1;
      expect((await emailJobs(id)).length).toBe(sentAt === null ? 0 : 1);
    }
    expect(ends.cancelled).toBeGreaterThan(0);
    expect(ends.sent).toBeGreaterThan(0);
  });

  test('orders that two people send in opposite orders block nobody, and each is sent once', async () => {
    const ids = [await order(), await order(), await order()];
    const both = await Promise.all([
      give(shop, 'order:send', { orders: ids.join(' ') }),
      give(shop, 'order:send', { orders: ids.toReversed().join(' ') }),
    ]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
    for (const id of ids) expect(await emailJobs(id)).toHaveLength(1);
  });

  test('an order that two people send at the same time is sent once; 10 rounds', async () => {
    const id = await order();
    for (let round = 0; round < 10; round += 1) {
      const both = await Promise.all(
        ['12345678', '87654321'].map((tracking) =>
          give(shop, 'order:send', { orders: String(id), tracking }),
        ),
      );
      expect(both.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused']);
      expect(await emailJobs(id)).toHaveLength(1);
      await told('order:undo-sending', { order: String(id) });
    }
  });

  test('O3: an undo while the email leaves ends with one email and its correction, or none; 50 rounds', async () => {
    const id = await order();
    await letEmailsLeave();
    for (let round = 0; round < 50; round += 1) {
      const before = emailsAbout(id).length;
      await told('order:send', { orders: String(id) });
      await shop.app.db
        .$executeRaw`UPDATE job SET run_at = now() - interval '1 second' WHERE done_at IS NULL`;
      const isOver = async () =>
        (await shop.app.db.job.count({ where: { doneAt: null, kind: 'mail' } })) === 0;
      const undone: Promise<string>[] = [];
      await shop.inBackground(async () => {
        if (undone.length === 0) {
          undone.push(told('order:undo-sending', { order: String(id) }));
          await undone[0];
        }
        await shop.app.db.$executeRaw`
          UPDATE job SET run_at = now() - interval '1 second' WHERE dedupe LIKE 'unsent:%' AND done_at IS NULL
            AND NOT EXISTS (SELECT FROM job other WHERE other.locked_by IS NOT NULL)`;
        return isOver();
      });
      const news = emailsAbout(id)
        .slice(before)
        .map(({ subject }) => subject.includes('en route'));
      expect([[], [true, false]]).toContainEqual(news);
      expect((await row(id)).sentAt).toBeNull();
    }
  }, 120_000);
});
