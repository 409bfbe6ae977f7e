import { setTimeout as sleep } from 'node:timers/promises';

import { runRetention } from '@agres/core/run-retention';
import { hasLink } from '@agres/domain/reviews';
import { ownReviewsSchema, reviewPageSchema } from '@agres/domain/shapes.schema';
import { RETENTION_RULES } from '@agres/shop/retention-rules';
import { describe, expect, test } from 'vitest';

import type { TestClient } from '../support/client.ts';
import { give } from '../support/command.ts';
import { startTestOffice } from '../support/office.ts';
import { addItem, PASSWORD } from '../support/rows.ts';
import { useRunning } from '../support/running.ts';
import { buy, startMailedShop } from '../support/shop.ts';

const shop = useRunning(startMailedShop);
const office = useRunning(() => startTestOffice(shop.app.database));

const REVIEW = {
  rating: 4,
  text: 'Stable sur le carrelage.\nLe bois est doux.',
  firstName: 'Jeanne',
};

const write = (client: TestClient, itemId: number, review: object = {}) =>
  client.put(`/api/items/${itemId}/review`, { ...REVIEW, ...review });
const mine = async (client: TestClient) =>
  ownReviewsSchema.parse((await client.get('/api/reviews')).body);
const shown = async (itemId: number, query = '') =>
  reviewPageSchema.parse(
    (await shop.app.client().get(`/api/items/${itemId}/reviews${query}`)).body,
  );
const ratingOf = async (itemId: number) => {
  const { body } = await shop.app.client().get(`/api/items/${itemId}`);
  return (body as { rating: unknown }).rating;
};

async function buyer({
  itemId,
  order = { status: 'delivered', postDate: new Date() },
}: { itemId?: number; order?: object } = {}) {
  const id = itemId ?? (await addItem(shop.app.db, { stocks: [50] })).id;
  const member = await shop.app.member();
  const bought = await buy(member.client, { id, stripeToken: await shop.cardToken() });
  expect(bought.status).toBe(200);
  const orderId = (bought.body as { id: number }).id;
  await shop.app.db.order.update({ where: { id: orderId }, data: order });
  return { ...member, itemId: id, orderId };
}

const rowOf = ({ userId, itemId }: { userId: number; itemId: number }) =>
  shop.app.db.review.findUniqueOrThrow({ where: { userId_itemId: { userId, itemId } } });

async function publish(author: { userId: number; itemId: number }) {
  const { id } = await rowOf(author);
  expect((await give(shop, 'reviews.publish', { review: id })).kind).toBe('done');
  return id;
}

async function emailsTo(email: string) {
  await shop.mailSent();
  return shop.emailsTo(email).filter(({ subject }) => /avis/.test(subject));
}

describe('writing a review', () => {
  test('stays hidden until it is published, then counts on the item and in the list', async () => {
    const author = await buyer();
    const { client, itemId, orderId } = author;
    expect(await mine(client)).toEqual({ reviews: [], receivedItemIds: [itemId] });
    const answer = await write(client, itemId);
    expect(answer).toMatchObject({
      status: 200,
      body: { reviews: [{ itemId, ...REVIEW, state: 'pending', reason: null }] },
    });
    expect(await shown(itemId)).toEqual({ reviews: [], nextCursor: null });
    expect(await ratingOf(itemId)).toBeNull();

    const id = await publish(author);
    const { orderDate } = await shop.app.db.order.findUniqueOrThrow({ where: { id: orderId } });
    const day = (moment: Date) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(moment);
    expect(await shown(itemId)).toEqual({
      reviews: [
        {
          id,
          ...REVIEW,
          locale: 'fr',
          publishedOn: day(new Date()),
          changedOn: null,
          boughtOn: day(orderDate),
          isDemonstration: false,
        },
      ],
      nextCursor: null,
    });
    const other = await buyer({ itemId });
    await write(other.client, itemId, { rating: 1 });
    await publish(other);
    expect(await ratingOf(itemId)).toEqual({ average: 2.5, count: 2, isDemonstration: false });
    const { body } = await shop.app.client().get('/api/items');
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: itemId, rating: expect.objectContaining({ count: 2 }) }),
      ]),
    );
    expect(await shop.app.client().query('reviews.list', { id: itemId })).toMatchObject({
      status: 200,
      body: { result: { data: { reviews: [{ rating: 1 }, { rating: 4 }] } } },
    });
  });

  test('is one per item: a repeat changes nothing, a change is pending again', async () => {
    const author = await buyer();
    const { client, itemId } = author;
    await write(client, itemId);
    await publish(author);
    expect((await write(client, itemId)).status).toBe(200);
    expect((await shown(itemId)).reviews).toMatchObject([{ changedOn: null }]);

    await Promise.all([1, 2, 3].map((rating) => write(client, itemId, { rating })));
    expect((await mine(client)).reviews).toMatchObject([{ state: 'pending' }]);
    expect(await shown(itemId)).toMatchObject({ reviews: [] });
    expect(await ratingOf(itemId)).toBeNull();
    await publish(author);
    expect((await shown(itemId)).reviews).toMatchObject([
      { changedOn: expect.stringMatching(/^\d{4}-/) },
    ]);
  });

  test('can be deleted by its author only, and leaves the page', async () => {
    const author = await buyer();
    const { client, itemId } = author;
    await write(client, itemId);
    await publish(author);
    const other = await buyer({ itemId });
    expect(await other.client.delete(`/api/items/${itemId}/review`)).toMatchObject({
      status: 404,
      body: { message: 'not_found' },
    });
    expect(await client.delete(`/api/items/${itemId}/review`)).toMatchObject({
      status: 200,
      body: { reviews: [], receivedItemIds: [itemId] },
    });
    expect((await shown(itemId)).reviews).toEqual([]);
    expect(await ratingOf(itemId)).toBeNull();
    expect((await client.delete(`/api/items/${itemId}/review`)).status).toBe(404);
  });

  test.each<[string, object]>([
    ['not delivered', { status: 'waiting' }],
    ['cancelled', { cancelledAt: new Date() }],
    ['refunded in full', { status: 'delivered', postDate: new Date(), refundedCents: 2999 }],
  ])('gets 403 if the order is %s', async (_, order) => {
    const { client, itemId, userId } = await buyer({ order });
    expect(await write(client, itemId)).toMatchObject({
      status: 403,
      body: { message: 'item_not_received' },
    });
    expect((await mine(client)).receivedItemIds).toEqual([]);
    expect(await shop.app.db.review.count({ where: { userId } })).toBe(0);
  });

  test('is allowed after a partial refund, and refused while a withdrawal is open', async () => {
    const order = { status: 'delivered', postDate: new Date(), refundedCents: 500 };
    const { client, itemId, orderId, email } = await buyer({ order });
    const declared = { name: 'Jeanne Petit', email, orderId };
    expect((await client.post('/api/withdrawals', declared)).status).toBe(200);
    expect((await write(client, itemId)).status).toBe(403);
    await shop.app.db.declaration.updateMany({
      where: { orderId },
      data: { closedAt: new Date() },
    });
    expect((await write(client, itemId)).status).toBe(200);
  });

  test('gets 403 without a received order, and 401 without a session', async () => {
    const { itemId } = await buyer();
    const { client } = await shop.app.member();
    expect(await write(client, itemId)).toMatchObject({
      status: 403,
      body: { message: 'item_not_received' },
    });
    expect(await write(shop.app.client(), itemId)).toMatchObject({ status: 401 });
    expect((await shop.app.client().get('/api/reviews')).status).toBe(401);
  });

  test('gets 404 for an unpublished item, and so does its list', async () => {
    const author = await buyer();
    const { client, itemId } = author;
    await write(client, itemId);
    await publish(author);
    await shop.app.db.item.update({ where: { id: itemId }, data: { publishedAt: null } });
    expect(await write(client, itemId, { rating: 1 })).toMatchObject({
      status: 404,
      body: { message: 'not_found' },
    });
    const list = await shop.app.client().get(`/api/items/${itemId}/reviews`);
    expect(list).toMatchObject({ status: 404, body: { message: 'not_found' } });
    expect((await client.delete(`/api/items/${itemId}/review`)).status).toBe(200);
    for (const id of [999_999, 'abc', 0]) {
      expect((await shop.app.client().get(`/api/items/${id}/reviews`)).status).toBe(404);
    }
  });

  test.each<[string, object, string]>([
    ['no stars', { rating: 0 }, 'invalid_fields'],
    ['six stars', { rating: 6 }, 'invalid_fields'],
    ['half a star', { rating: 2.5 }, 'invalid_fields'],
    ['stars as a string', { rating: '5' }, 'invalid_fields'],
    ['a text that is too short', { text: 'Bien' }, 'invalid_fields'],
    ['a text that is too long', { text: 'a'.repeat(1001) }, 'invalid_fields'],
    ['no name', { firstName: ' ' }, 'invalid_fields'],
    ['a name of 31 characters', { firstName: 'a'.repeat(31) }, 'invalid_fields'],
    ['HTML', { text: 'Très <b>bien</b>, merci.' }, 'text_with_links'],
    ['a script', { text: 'Très bien <script>alert(1)</script>' }, 'text_with_links'],
    ['a web address', { text: 'Voir https://exemple.fr/promo' }, 'text_with_links'],
    ['a bare web address', { text: 'Moins cher sur exemple.fr !' }, 'text_with_links'],
    ['an email address', { text: 'Écrivez à moi@exemple.fr' }, 'text_with_links'],
    ['a domain as a name', { firstName: 'exemple.com' }, 'text_with_links'],
  ])('gets 400 with %s, with an issue on the field', async (_, review, code) => {
    const { client, itemId } = await sharedBuyer();
    const [path] = Object.keys(review);
    expect(await write(client, itemId, review)).toMatchObject({
      status: 400,
      body: { message: code, issues: [{ path, message: code }] },
    });
    expect((await mine(client)).reviews).toEqual([]);
  });

  let shared: ReturnType<typeof buyer> | undefined;
  const sharedBuyer = () => (shared ??= buyer());

  test.each([
    'Entre 30 et 40 cm, < 2 kg et > 1 kg.',
    'Top.Je recommande à tous, 10/10.',
    'J’en ai 2,5 m. Ça tient : 4.5/5 !',
  ])('accepts text that only looks like a link: %s', (text) => {
    expect(hasLink(text)).toBe(false);
  });

  test('is listed in pages of ten, newest first', async () => {
    const { id: itemId } = await addItem(shop.app.db, { stocks: [1] });
    const days = Array.from({ length: 12 }, (_, day) => day);
    await shop.app.db.review.createMany({
      data: days.map((day) => ({
        itemId,
        boughtOn: new Date('2026-01-01'),
        firstName: `Nr ${day}`,
        rating: 5,
        text: 'Inventé, pour la démonstration.',
        locale: 'fr',
        state: 'published',
        decidedAt: new Date(Date.UTC(2026, 1, 1 + Math.floor(day / 2))),
        isDemonstration: true,
      })),
    });
    const first = await shown(itemId);
    expect(first.reviews.map(({ firstName }) => firstName)).toEqual(
      days
        .toReversed()
        .slice(0, 10)
        .map((day) => `Nr ${day}`),
    );
    const next = await shown(itemId, `?cursor=${first.nextCursor}`);
    expect(next).toMatchObject({
      reviews: [{ firstName: 'Nr 1' }, { firstName: 'Nr 0', isDemonstration: true }],
      nextCursor: null,
    });
    expect(await ratingOf(itemId)).toEqual({ average: 5, count: 12, isDemonstration: true });
    const author = await buyer({ itemId });
    await write(author.client, itemId);
    await publish(author);
    const own = { average: REVIEW.rating, count: 1, isDemonstration: false };
    await expect.poll(() => ratingOf(itemId)).toEqual(own);
    const bad = await shop.app.client().get(`/api/items/${itemId}/reviews?cursor=1`);
    expect(bad).toMatchObject({ status: 400, body: { message: 'invalid_fields' } });
  });

  test('invalidates the cached rating of its item within a second', async () => {
    const author = await buyer();
    const { itemId } = author;
    const client = shop.app.client();
    await write(author.client, itemId);
    expect(await ratingOf(itemId)).toBeNull();
    await publish(author);
    await sleep(1000);
    expect((await client.get(`/api/items/${itemId}`)).body).toMatchObject({
      rating: { count: 1 },
    });
    await shop.app.db.user.delete({ where: { id: author.userId } });
    await sleep(1000);
    expect((await client.get(`/api/items/${itemId}`)).body).toMatchObject({ rating: null });
  });
});

describe('a review and its author’s account', () => {
  test('is in the data export, and is deleted with the account while pending', async () => {
    const author = await buyer();
    const { client, itemId } = author;
    await write(client, itemId);
    const { id } = await rowOf(author);
    const copy = await client.post('/api/users/export', { currentMdp: PASSWORD });
    expect(copy).toMatchObject({ status: 200, body: { data: { reviews: [REVIEW] } } });
    const { secret } = await office.enter(['owner']);
    expect((await client.delete('/api/users', { body: { currentMdp: PASSWORD } })).status).toBe(
      200,
    );
    expect(await shop.app.db.review.count({ where: { id } })).toBe(0);
    const input = { review: id, version: 1 };
    const late = await office.call({ name: 'reviews.publish', method: 'POST', input, secret });
    expect(late).toMatchObject({ status: 409, code: 'refused' });
    expect(late.body.error?.data.codes).toEqual(['review_unknown']);
  });

  test('is deleted a year after it was declined; a published one is kept', async () => {
    const declined = await buyer();
    const kept = await buyer();
    for (const { client, itemId } of [declined, kept]) await write(client, itemId);
    const { id } = await rowOf(declined);
    await publish(kept);
    await give(shop, 'reviews.decline', { review: id, reason: 'Il parle du transporteur.' });
    const aged = { decidedAt: new Date(Date.now() - 366 * 86_400_000) };
    await shop.app.db.review.update({ where: { id: (await rowOf(kept)).id }, data: aged });
    await runRetention(shop.jobDeps, RETENTION_RULES);
    expect((await mine(declined.client)).reviews).toHaveLength(1);
    await shop.app.db.review.update({ where: { id }, data: aged });
    await runRetention(shop.jobDeps, RETENTION_RULES);
    expect((await mine(declined.client)).reviews).toEqual([]);
    expect((await mine(kept.client)).reviews).toHaveLength(1);
  });
});

describe('moderating reviews in the office', () => {
  const decide = (secret: string, verb: 'publish' | 'decline', input: object) =>
    office.call({ name: `reviews.${verb}`, method: 'POST', input, secret });
  const listed = async (secret: string, state: string) => {
    const answer = await office.call({ name: 'reviews.list', input: { state }, secret });
    return answer.body.result?.data;
  };
  const REASON = 'Votre avis parle du transporteur, et non de l’article.';

  test('a declined author gets one e-mail with the reason and the review', async () => {
    const { secret, name } = await office.enter(['owner']);
    const author = await buyer();
    const { client, itemId, orderId, email } = author;
    await write(client, itemId);
    const { id } = await rowOf(author);
    expect(await listed(secret, 'pending')).toMatchObject({
      reviews: expect.arrayContaining([
        expect.objectContaining({
          id,
          itemId,
          item: expect.stringMatching(/^Article/),
          itemEn: expect.stringMatching(/^Item/),
          order: orderId,
          text: REVIEW.text,
          version: 1,
        }),
      ]),
    });
    const input = { review: id, reason: REASON, version: 1 };
    expect(await decide(secret, 'decline', input)).toMatchObject({ status: 200 });
    // The call is repeated, as after a lost answer.
    expect(await decide(secret, 'decline', input)).toMatchObject({ status: 200 });
    const [told, ...others] = await emailsTo(email);
    expect(others).toEqual([]);
    for (const words of [REASON, 'Stable sur le carrelage.', `/profil/commandes/${orderId}`]) {
      expect(told?.text).toContain(words);
    }
    expect((await mine(client)).reviews).toMatchObject([{ state: 'declined', reason: REASON }]);
    expect(await shown(itemId)).toMatchObject({ reviews: [] });
    const entry = await shop.app.db.journalEntry.findFirstOrThrow({
      where: { operation: 'reviews.decline', subjectId: String(id) },
    });
    expect(entry).toMatchObject({
      actorName: name,
      changes: { state: ['pending', 'declined'], reason: true },
    });
  });

  test('no e-mail is sent about a review changed meanwhile', async () => {
    const { secret } = await office.enter(['owner']);
    const author = await buyer();
    await write(author.client, author.itemId);
    const { id } = await rowOf(author);
    await decide(secret, 'decline', { review: id, reason: REASON });
    await write(author.client, author.itemId, { rating: 2 });
    expect(await emailsTo(author.email)).toEqual([]);
  });

  test('of two concurrent decisions, the second gets 409 with the name of the first owner', async () => {
    const [one, two] = [await office.enter(['owner']), await office.enter(['owner'])];
    const author = await buyer();
    await write(author.client, author.itemId);
    const { id } = await rowOf(author);
    const answers = await Promise.all([
      decide(one.secret, 'publish', { review: id, version: 1 }),
      decide(two.secret, 'decline', { review: id, reason: REASON, version: 1 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    const first = answers[0]?.status === 200 ? one : two;
    expect(refused?.body.error?.data.codes).toEqual(['changed_since']);
    expect(refused?.body.error?.data.message).toContain(first.name);
    expect((await rowOf(author)).version).toBe(2);
  });

  test('publishing an outdated version of a changed review is refused', async () => {
    const { secret } = await office.enter(['owner']);
    const author = await buyer();
    await write(author.client, author.itemId);
    const { id } = await rowOf(author);
    await write(author.client, author.itemId, { text: 'Un tout autre texte.' });
    const late = await decide(secret, 'publish', { review: id, version: 1 });
    expect(late.body.error?.data.codes).toEqual(['changed_since']);
    expect(late.body.error?.data.message).toContain(REVIEW.firstName);
    expect((await shown(author.itemId)).reviews).toEqual([]);
    expect(await decide(secret, 'publish', { review: id, version: 2 })).toMatchObject({
      status: 200,
    });
  });

  test('a published review can be declined with a reason, by an owner only', async () => {
    const owner = await office.enter(['owner']);
    const preparer = await office.enter(['preparer']);
    const author = await buyer();
    await write(author.client, author.itemId);
    const id = await publish(author);
    const {
      _avg: { rating: average },
      _count: count,
    } = await shop.app.db.review.aggregate({
      where: { state: 'published', isDemonstration: false },
      _avg: { rating: true },
      _count: true,
    });
    expect(await listed(owner.secret, 'published')).toMatchObject({
      reviews: expect.arrayContaining([expect.objectContaining({ id })]),
      rated: { average, count },
    });
    const input = { review: id, reason: REASON };
    expect((await decide(preparer.secret, 'decline', input)).status).toBe(403);
    expect((await decide(owner.secret, 'decline', { ...input, reason: ' ' })).code).toBe(
      'invalid_input',
    );
    expect((await shown(author.itemId)).reviews).toHaveLength(1);
    expect((await decide(owner.secret, 'decline', input)).status).toBe(200);
    expect((await shown(author.itemId)).reviews).toEqual([]);
  });

  test('To do counts pending reviews, for an owner only', async () => {
    const owner = await office.enter(['owner']);
    const preparer = await office.enter(['preparer']);
    const countOf = async ({ secret } = owner) => {
      const { body } = await office.call({ name: 'today.read', secret });
      return Object(body.result?.data).reviews;
    };
    const before = await countOf();
    const author = await buyer();
    await write(author.client, author.itemId);
    expect(await countOf()).toBe(before + 1);
    expect(await countOf(preparer)).toBe(0);
    await publish(author);
    expect(await countOf()).toBe(before);
  });
});
