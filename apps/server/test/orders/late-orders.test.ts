import { addDays, parisDayOf } from '@agres/domain/days';
import { orderSchema } from '@agres/domain/shapes.schema';
import { describe, expect, test } from 'vitest';

import { startBuyer } from '../support/buyer.ts';
import type { TestClient } from '../support/client.ts';
import { give } from '../support/command.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop } from '../support/shop.ts';

const today = () => parisDayOf(new Date());
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** Matches a sentence with any kind of spaces. */
const spaced = (text: string) =>
  new RegExp(`^${text.replaceAll('.', String.raw`\.`).replaceAll(' ', String.raw`\s`)}$`);

/** Returns a predicate for e-mails that name the page of an order in the office. */
const toShop =
  (id: number) =>
  ({ text }: { text: string }) =>
    text.replaceAll(/\s/g, ' ').includes(`Dans le bureau : Commandes, n° ${id}.`);

const NOT_FOUND = { status: 404, body: { message: 'not_found' } };
const SENT = { status: 409, body: { message: 'already_sent', code: 'already_sent' } };

const ask = (client: TestClient, id: number, what: 'delivery-notice' | 'cancellation') =>
  client.post(`/api/orders/${id}/${what}`, {});

describe('a late parcel', () => {
  const shop = useRunning(startMailedShop);

  const bought = async (locale: 'fr' | 'en' = 'fr') => {
    const buyer = await startBuyer(shop, { user: { locale } });
    const { body } = await buy(buyer.client, {
      id: buyer.item.id,
      stripeToken: await shop.cardToken(),
    });
    return { ...buyer, order: orderSchema.strict().parse(body) };
  };
  /** Creates an order whose promised day was this many days ago. */
  const late = async (days: number, locale: 'fr' | 'en' = 'fr') => {
    const buyer = await bought(locale);
    const { id } = buyer.order;
    await shop.app.db.order.update({
      where: { id },
      data: {
        orderDate: daysAgo(days + 30),
        promisedBy: new Date(addDays(today(), -days)),
      },
    });
    return { ...buyer, id };
  };
  const askedBefore = (orderId: number, days: number) =>
    shop.app.db.deliveryNotice.create({
      data: { orderId, kind: 'delivery', at: daysAgo(days) },
    });
  const stored = (id: number) =>
    shop.app.db.order.findUniqueOrThrow({
      where: { id },
      include: { notices: { orderBy: { kind: 'asc' } } },
    });

  test('has a promised date in the order, thirty days later by default', async () => {
    const { order } = await bought();
    const row = await stored(order.id);
    const promised = addDays(parisDayOf(row.orderDate), 30);
    expect(row.promisedBy?.toISOString().slice(0, 10)).toBe(promised);
    expect(order).toMatchObject({
      promisedBy: promised,
      deliveryRequestedDate: null,
      cancellationRequestedDate: null,
    });
  });

  test('without a stored date is due thirty days after its order', async () => {
    const { client, order } = await bought();
    await shop.app.db.order.update({ where: { id: order.id }, data: { promisedBy: null } });
    expect((await client.get(`/api/orders/${order.id}`)).body).toEqual(order);
  });

  test('accepts no delivery notice or cancellation on the promised day', async () => {
    const { client, id } = await late(0);
    const early = (possibleFrom: string) => ({
      status: 409,
      body: { message: 'not_possible_yet', code: 'not_possible_yet', possibleFrom },
    });
    expect(await ask(client, id, 'delivery-notice')).toMatchObject(early(addDays(today(), 1)));
    const { body } = await ask(client, id, 'cancellation');
    const { possibleFrom } = body as { possibleFrom: string };
    expect(possibleFrom > addDays(today(), 28)).toBe(true);
    const rpc = await client.mutate('orders.askForDelivery', { id });
    expect(rpc).toMatchObject({
      status: 409,
      body: {
        error: {
          message: 'not_possible_yet',
          data: { reason: 'not_possible_yet', possibleFrom: addDays(today(), 1) },
        },
      },
    });
    expect((await stored(id)).notices).toEqual([]);
  });

  test.each(['fr', 'en'] as const)(
    'accepts a delivery notice a day later, with one email each to buyer and shop, in %s',
    async (locale) => {
      const { client, id, email } = await late(1, locale);
      const asked = await ask(client, id, 'delivery-notice');
      const order = orderSchema.strict().parse(asked.body);
      expect(Date.now() - Date.parse(order.deliveryRequestedDate ?? '')).toBeLessThan(60_000);
      expect(order.cancellationRequestedDate).toBeNull();
      const again = await client.mutate('orders.askForDelivery', { id });
      expect(again).toMatchObject({ status: 200, body: { result: { data: order } } });
      expect(await stored(id)).toMatchObject({ heldFor: null, notices: [{ kind: 'delivery' }] });

      const subject = {
        fr: spaced(`Votre commande n° ${id} est en retard : votre demande est bien reçue`),
        en: spaced(`Your order no. ${id} is late: we have your request`),
      }[locale];
      const toBuyer = () => shop.emailsTo(email);
      const told = () => shop.mailbox.emails().filter(toShop(id));
      await shop.inBackground(
        async () => told().length > 0 && toBuyer().some((sent) => subject.test(sent.subject)),
      );
      expect(toBuyer().filter((sent) => subject.test(sent.subject))).toHaveLength(1);
      expect(told()).toEqual([
        expect.objectContaining({
          to: ['contact@agres.example'],
          subject: expect.stringMatching(
            spaced(`La commande n° ${id} est en retard : son acheteur demande la livraison`),
          ),
        }),
      ]);
    },
  );

  test('cannot be cancelled within fourteen whole days after the delivery notice', async () => {
    const { client, id } = await late(16);
    await askedBefore(id, 14);
    expect(await ask(client, id, 'cancellation')).toMatchObject({
      status: 409,
      body: { message: 'not_possible_yet', possibleFrom: addDays(today(), 1) },
    });
    expect(await stored(id)).toMatchObject({ heldFor: null, notices: [{ kind: 'delivery' }] });
  });

  test('released by the shop owner shows no cancellation request until the buyer’s next one', async () => {
    const { client, id } = await late(16);
    await askedBefore(id, 15);
    await ask(client, id, 'cancellation');
    const told = async () =>
      ((await client.get(`/api/orders/${id}`)).body as { cancellationRequestedDate: string })
        .cancellationRequestedDate;
    expect(await told()).not.toBeNull();
    expect(await give(shop, 'orders.release', { order: String(id) })).toMatchObject({
      kind: 'done',
    });
    expect(await told()).toBeNull();
    await ask(client, id, 'cancellation');
    expect(await told()).not.toBeNull();
    expect(await stored(id)).toMatchObject({ heldFor: 'late' });
  });

  test('is held again if it was marked as sent by mistake', async () => {
    const { client, id } = await late(32);
    const { body: asked } = await ask(client, id, 'cancellation');
    await give(shop, 'orders.send', { orders: id, held: true });
    expect(await stored(id)).toMatchObject({ heldFor: null });
    expect(await give(shop, 'orders.undoSending', { order: id })).toMatchObject({
      kind: 'done',
      output: { order: { id, heldFor: 'late' } },
    });
    expect(await stored(id)).toMatchObject({ heldFor: 'late', sentAt: null });
    expect((await client.get(`/api/orders/${id}`)).body).toEqual(asked);
    expect(await give(shop, 'today.read')).toMatchObject({
      output: { lateCancellations: expect.arrayContaining([expect.objectContaining({ id })]) },
    });
  });

  test('released before it was marked as sent is not held by the undo', async () => {
    const { client, id } = await late(32);
    await ask(client, id, 'cancellation');
    await give(shop, 'orders.send', { orders: id, held: true });
    await give(shop, 'orders.undoSending', { order: id });
    await give(shop, 'orders.release', { order: id });
    await give(shop, 'orders.send', { orders: id });
    expect(await give(shop, 'orders.undoSending', { order: id })).toMatchObject({
      kind: 'done',
      output: { order: { id, heldFor: null } },
    });
  });

  test('is held on a cancellation request, and neither cancelled nor refunded automatically', async () => {
    const { client, id, email } = await late(16);
    await askedBefore(id, 15);
    const asked = await ask(client, id, 'cancellation');
    const order = orderSchema.strict().parse(asked.body);
    expect(asked.status).toBe(200);
    expect(order.cancellationRequestedDate).not.toBeNull();
    expect(order).toMatchObject({ status: 'waiting', refundedCents: 0 });
    expect(await stored(id)).toMatchObject({ heldFor: 'late', cancelledAt: null });
    expect(await shop.app.db.refund.count({ where: { orderId: id } })).toBe(0);
    expect(
      await shop.app.db.journalEntry.findMany({
        where: { subjectKind: 'order', subjectId: String(id) },
        select: { actorKind: true, operation: true },
        orderBy: { id: 'asc' },
      }),
    ).toEqual([
      { actorKind: 'member', operation: 'orders.hold' },
      { actorKind: 'member', operation: 'orders.askToCancel' },
    ]);

    const letters = () => shop.mailbox.emails().filter(toShop(id));
    await shop.inBackground(async () => letters().length === 1);
    expect(shop.emailsTo(email)).toContainEqual(
      expect.objectContaining({
        subject: expect.stringMatching(
          spaced(`Annulation de votre commande n° ${id} : votre demande est bien reçue`),
        ),
      }),
    );
  });

  test('accepts a cancellation without a delivery notice after a month', async () => {
    const { client, id } = await late(32);
    expect(await ask(client, id, 'cancellation')).toMatchObject({ status: 200 });
    expect(await stored(id)).toMatchObject({
      heldFor: 'late',
      notices: [{ kind: 'cancellation' }],
    });
  });

  test('is held again by a repeated cancellation request, with the time of the first', async () => {
    const { client, id } = await late(32);
    const { body: first } = await ask(client, id, 'cancellation');
    await shop.app.db.order.update({ where: { id }, data: { heldFor: null } });
    const { status, body } = await ask(client, id, 'cancellation');
    expect([status, body]).toEqual([200, first]);
    expect(await stored(id)).toMatchObject({ heldFor: 'late' });
  });

  test.each([
    ['was sent', { sentAt: new Date() }, SENT],
    ['was delivered', { status: 'delivered', postDate: new Date() }, SENT],
    ['was cancelled', { cancelledAt: new Date() }, NOT_FOUND],
    ['was refunded in full', { refundedCents: 2999 }, NOT_FOUND],
  ])('that %s accepts no delivery notice or cancellation', async (_, data, refusal) => {
    const { client, id } = await late(40);
    await shop.app.db.order.update({ where: { id }, data });
    for (const what of ['delivery-notice', 'cancellation'] as const) {
      expect(await ask(client, id, what)).toMatchObject(refusal);
    }
    expect(await stored(id)).toMatchObject({ heldFor: null, notices: [] });
  });

  test('returns 404 to other members and 401 to visitors', async () => {
    const { client, id } = await late(40);
    const { client: stranger } = await shop.app.member();
    const visitor = shop.app.client();
    await visitor.get('/api/users/status');
    for (const what of ['delivery-notice', 'cancellation'] as const) {
      expect(await ask(stranger, id, what)).toMatchObject(NOT_FOUND);
      expect(await ask(client, 2_000_000_000, what)).toMatchObject(NOT_FOUND);
      expect(await client.post(`/api/orders/first/${what}`, {})).toMatchObject(NOT_FOUND);
      expect(await ask(visitor, id, what)).toMatchObject({
        status: 401,
        body: { message: 'not_logged_in' },
      });
    }
    expect(await stored(id)).toMatchObject({ heldFor: null, notices: [] });
  });

  test('has delivery notices that cannot be updated or deleted in the database', async () => {
    const { id } = await late(40);
    await askedBefore(id, 5);
    const { db } = shop.app;
    await expect(
      db.deliveryNotice.updateMany({ where: { orderId: id }, data: { at: new Date() } }),
    ).rejects.toThrow('rows are only added');
    await expect(db.deliveryNotice.deleteMany({ where: { orderId: id } })).rejects.toThrow(
      'rows are only added',
    );
  });

  test('is held or sent, never both, by concurrent cancellation requests and a sending', async () => {
    const ends: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const { client, id } = await late(40);
      const send = () => shop.app.db.$executeRaw`
            UPDATE orders SET sent_at = clock_timestamp() WHERE id = ${id}::int
              AND status = 'waiting' AND sent_at IS NULL AND cancelled_at IS NULL
              AND held_for IS NULL`;
      const calls = Array.from({ length: 4 }, () => ask(client, id, 'cancellation'));
      const [answers] = await Promise.all([Promise.all(calls), send()]);
      const { heldFor, sentAt, notices } = await stored(id);
      expect(heldFor !== null && sentAt !== null).toBe(false);
      const accepted = answers.filter(({ status }) => status === 200).length;
      expect(accepted).toBe(heldFor === null ? 0 : 4);
      expect(notices).toHaveLength(heldFor === null ? 0 : 1);
      ends.push(heldFor ?? 'sent');
    }
    expect(ends.length).toBe(12);
  });
});
