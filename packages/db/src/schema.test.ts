import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';

import { DELIVERY_AREAS } from '@agres/domain/delivery';
import { beforeEach, describe, expect, test } from 'vitest';

import { isUniqueViolation } from './database-errors.ts';
import type { Prisma } from './db.ts';
import { useTestDatabase } from './testing.ts';

const { db } = await useTestDatabase();

describe('the database schema', () => {
  let userId: number;
  let optionId: number;

  beforeEach(async () => {
    userId = (await db.user.create({ data: newUser() })).id;
    optionId = (await db.itemOption.create({ data: newOption() })).id;
  });

  const newAttempt = (changes: Partial<Prisma.PurchaseAttemptUncheckedCreateInput> = {}) => ({
    id: randomUUID(),
    userId,
    idempotencyKey: randomUUID(),
    requestHash: new Uint8Array(32),
    state: 'refused',
    optionId,
    itemSnapshot: {},
    recipient: {},
    area: 0,
    cgvAt: new Date(),
    locale: 'fr',
    amountCents: 2999,
    stripeAccount: 'main',
    ...changes,
  });
  const attempt = (changes: Partial<Prisma.PurchaseAttemptUncheckedCreateInput>) =>
    db.purchaseAttempt.create({ data: newAttempt(changes) });

  const order = async (changes: Partial<Prisma.OrderUncheckedCreateInput>) => {
    const { id: attemptId } = await attempt({ state: 'paid', paymentIntentId: randomUUID() });
    return db.order.create({ data: { ...newOrder(), attemptId, userId, ...changes } });
  };

  const subscription = (changes: Partial<Prisma.SubscriptionUncheckedCreateInput>) =>
    db.subscription.create({
      data: {
        userId,
        stripeAccount: 'main',
        stripeCustomerId: 'cus_1',
        plan: 'monthly',
        state: 'active',
        subscriptionDate: new Date(),
        ...changes,
      },
    });

  describe('rejects', () => {
    test('a taken e-mail address, in any letter case', async () => {
      const first = newUser();
      await db.user.create({ data: first });
      const refused = await db.user
        .create({
          data: { ...newUser(), email: first.email.toUpperCase(), emailKey: first.emailKey },
        })
        .catch((error: unknown) => error);
      expect(isUniqueViolation(refused)).toBe(true);
      expect(isUniqueViolation(refused, 'users_email_key_key')).toBe(true);
      expect(isUniqueViolation(refused, 'users_personal_discount_code_key')).toBe(false);
    });

    test('an e-mail key that is not the address in lower case', async () => {
      const data = { ...newUser(), email: 'A@agres.example', emailKey: 'b@agres.example' };
      expect(await errorOf(db.user.create({ data }))).toBe('users_email_key_is_lower_case');
    });

    test('stock below zero', async () => {
      const take = db.itemOption.update({
        where: { id: optionId },
        data: { remaining: { decrement: 6 } },
      });
      expect(await errorOf(take)).toBe('item_option_remaining_not_negative');
    });

    test.each([
      ['item_price_chargeable', { priceCents: 50 }],
      ['item_price_chargeable', { priceCents: 99_998_001 }],
      ['item_maker_is_whole', { makerName: 'Corderie', makerAddress: '3 quai Sud, Brest' }],
      ['item_reference_is_of_a_maker', { modelReference: 'C-1' }],
      ['item_warnings_in_both_languages', { warningsFr: 'Attention.' }],
      ['item_warnings_in_both_languages', { warningsEn: 'Careful.' }],
    ])('an item that violates %s', async (constraint, data) => {
      const { itemId } = await db.itemOption.findUniqueOrThrow({ where: { id: optionId } });
      expect(await errorOf(db.item.update({ where: { id: itemId }, data }))).toBe(constraint);
    });

    test('a change of the initial stock', async () => {
      const change = db.itemOption.update({ where: { id: optionId }, data: { initialStock: 9 } });
      expect(await errorOf(change)).toContain('stock adjustments');
    });

    test.each([
      ['purchase_attempt_state_known', { state: 'paying' }],
      ['purchase_attempt_locale_known', { locale: 'de' }],
      ['purchase_attempt_account_known', { stripeAccount: 'third' }],
      ['purchase_attempt_amount_positive', { amountCents: 0 }],
      ['purchase_attempt_in_euros', { currency: 'usd' }],
      ['purchase_attempt_charged_by_an_intent', { state: 'charging' }],
      ['purchase_attempt_charged_by_an_intent', { state: 'paid' }],
    ])('a purchase attempt that violates %s', async (constraint, changes) => {
      expect(await errorOf(attempt(changes))).toBe(constraint);
    });

    test('an attempt or order for an unknown delivery area', async () => {
      const areas = [-1, ...DELIVERY_AREAS, DELIVERY_AREAS.length];
      const expected = (constraint: string) =>
        areas.map((area) =>
          DELIVERY_AREAS.some((known) => known === area) ? 'accepted' : constraint,
        );
      const answers = (add: (changes: { area: number }) => Promise<unknown>) =>
        Promise.all(areas.map((area) => errorOf(add({ area }))));
      expect(await answers(attempt)).toEqual(expected('purchase_attempt_area_known'));
      expect(await answers(order)).toEqual(expected('orders_area_known'));
    });

    test('a second attempt with the same idempotency key of the same user', async () => {
      await attempt({ idempotencyKey: 'h:1' });
      const again = await attempt({ idempotencyKey: 'h:1' }).catch((error: unknown) => error);
      expect(isUniqueViolation(again, 'purchase_attempt_user_id_idempotency_key_key')).toBe(true);
      const { id: otherUser } = await db.user.create({ data: newUser() });
      expect(await errorOf(attempt({ idempotencyKey: 'h:1', userId: otherUser }))).toBe('accepted');
    });

    test('a second attempt in flight, until the first has ended', async () => {
      const first = await attempt({ state: 'reserved' });
      const second = await attempt({
        state: 'requires_action',
        paymentIntentId: randomUUID(),
      }).catch((error: unknown) => error);
      expect(isUniqueViolation(second, 'one_in_flight')).toBe(true);
      await db.purchaseAttempt.update({ where: { id: first.id }, data: { state: 'expired' } });
      expect(await errorOf(attempt({ state: 'reserved' }))).toBe('accepted');
    });

    test('two attempts with the same payment intent', async () => {
      const paymentIntentId = randomUUID();
      await attempt({ state: 'refused', paymentIntentId });
      expect(await errorOf(attempt({ state: 'refused', paymentIntentId }))).toBe(
        'purchase_attempt_payment_intent_id_key',
      );
    });

    test('any state after paid', async () => {
      const { id } = await attempt({ state: 'paid', paymentIntentId: randomUUID() });
      const change = db.purchaseAttempt.update({ where: { id }, data: { state: 'expired' } });
      expect(await errorOf(change)).toContain('a paid attempt stays paid');
    });

    test.each([
      ['orders_status_known', { status: 'lost', postDate: new Date() }],
      ['orders_delivered_on_a_date', { status: 'delivered' }],
      ['orders_amount_is_price_plus_fee_minus_one', { amountCents: 3000 }],
      ['orders_option_titles_in_both_languages', { chosenOptionTitleFr: 'Rouge' }],
    ])('an order that violates %s', async (constraint, changes) => {
      expect(await errorOf(order(changes))).toBe(constraint);
    });

    test('a second order for the same attempt', async () => {
      const { attemptId } = await order({});
      const again = db.order.create({ data: { ...newOrder(), attemptId, userId } });
      expect(await errorOf(again)).toBe('orders_attempt_id_key');
    });

    test('a second subscription while one has not ended', async () => {
      const first = await subscription({});
      const refused = await subscription({ generation: 2, state: 'pending' }).catch(
        (error: unknown) => error,
      );
      expect(isUniqueViolation(refused, 'one_subscription')).toBe(true);
      await db.subscription.update({ where: { id: first.id }, data: { state: 'ended' } });
      expect(await errorOf(subscription({ generation: 2, state: 'pending' }))).toBe('accepted');
    });

    test.each([
      ['subscription_starts_with_a_paid_invoice', { subscriptionDate: null }],
      ['subscription_plan_known', { plan: 'weekly' }],
      ['subscription_state_known', { state: 'paused' }],
    ])('a subscription that violates %s', async (constraint, changes) => {
      expect(await errorOf(subscription(changes))).toBe(constraint);
    });

    test('a second credit for the same referral, and a second gift for the same owner', async () => {
      const { id: referred } = await db.user.create({ data: newUser() });
      const credit = () =>
        db.referralCredit.create({
          data: { ownerId: userId, referredUserId: referred, kind: 'credit', amountCents: 1000 },
        });
      const gift = () =>
        db.referralCredit.create({ data: { ownerId: userId, kind: 'gift', amountCents: 0 } });
      await credit();
      expect(await errorOf(credit())).toBe('referral_credit_referred_user_id_key');
      await gift();
      expect(await errorOf(gift())).toBe('one_gift');
    });

    test('a referral without due date or hashes, a lapse without referral, and a duplicate hash', async () => {
      const hash = new Uint8Array(32).fill(userId);
      const waiting = {
        ownerId: userId,
        kind: 'referral',
        amountCents: 1000,
        dueAt: new Date(),
        addressHash: hash,
        ownerAddressHash: hash,
      };
      const add = (change: object) =>
        errorOf(db.referralCredit.create({ data: { ...waiting, ...change } }));
      expect(await add({ dueAt: null })).toBe('referral_credit_referral_waits');
      expect(await add({ addressHash: null })).toContain('a referral is written with its hashes');
      expect(await add({ ownerAddressHash: null })).toBe('referral_credit_referral_waits');
      expect(await add({ firstPaymentId: 'pi_1' })).toBe('referral_credit_referral_waits');
      expect(await add({ cardHash: hash })).toBe('referral_credit_card_of_a_settled_credit');
      expect(await add({})).toBe('accepted');
      expect(await add({})).toBe('referral_credit_address_hash_key');
      const lapse = db.referralCredit.create({
        data: { ownerId: userId, kind: 'lapse', amountCents: 1000 },
      });
      expect(await errorOf(lapse)).toBe('referral_credit_settles_a_referral');
    });

    test('a credit to oneself', async () => {
      const credit = db.referralCredit.create({
        data: { ownerId: userId, referredUserId: userId, kind: 'credit', amountCents: 1000 },
      });
      expect(await errorOf(credit)).toBe('referral_credit_not_to_oneself');
    });

    test('any change of the money audit', async () => {
      const { id: attemptId } = await attempt({});
      const { id } = await db.moneyAudit.create({
        data: { attemptId, toState: 'reserved', by: 'test' },
      });
      expect(await errorOf(db.moneyAudit.update({ where: { id }, data: { by: 'me' } }))).toContain(
        'rows are only added',
      );
      expect(await errorOf(db.moneyAudit.delete({ where: { id } }))).toContain(
        'rows are only added',
      );
    });
  });

  test('keeps orders and attempts of a deleted account without its user, and no session', async () => {
    const { id, attemptId } = await order({});
    await db.session.create({ data: { id: randomUUID(), userId, expiresAt: new Date() } });
    await db.user.delete({ where: { id: userId } });

    expect((await db.order.findUniqueOrThrow({ where: { id } })).userId).toBeNull();
    const kept = await db.purchaseAttempt.findUniqueOrThrow({ where: { id: attemptId } });
    expect(kept.userId).toBeNull();
    expect(await db.session.count({ where: { userId } })).toBe(0);
  });

  test('updates the time of the last change on any statement', async () => {
    const past = new Date('2026-01-01T00:00:00Z');
    const { id } = await attempt({ updatedAt: past });
    await db.$executeRaw`update purchase_attempt set tries = tries + 1 where id = ${id}::uuid`;
    const { updatedAt } = await db.purchaseAttempt.findUniqueOrThrow({ where: { id } });
    expect(updatedAt.getTime()).toBeGreaterThan(past.getTime());
  });

  test('keeps rate limits in an unlogged table', async () => {
    const [row] = await db.$queryRaw<{ persistence: string }[]>`
      select relpersistence::text as persistence from pg_class where relname = 'rate_limit'`;
    expect(row?.persistence).toBe('u');
  });
});

function newUser() {
  const key = `${randomUUID()}@agres.example`;
  return {
    email: key,
    emailKey: key,
    passwordHash: '-',
    personalDiscountCode: randomUUID(),
    locale: 'fr',
  };
}

function newOption() {
  return {
    position: 0,
    titleFr: 'Unique',
    titleEn: 'One size',
    initialStock: 5,
    remaining: 5,
    item: {
      create: {
        priceCents: 3000,
        titleFr: 'Cerceau',
        titleEn: 'Hoop',
        descriptionFr: '<p>Rond.</p>',
        descriptionEn: '<p>Round.</p>',
      },
    },
  };
}

function newOrder() {
  return {
    firstName: 'Ada',
    lastName: 'Martin',
    shippingAddress: '1 rue de l’Exemple',
    itemTitleFr: 'Cerceau',
    itemTitleEn: 'Hoop',
    itemDescriptionFr: '',
    itemDescriptionEn: '',
    priceCents: 3000,
    feeCents: 0,
    amountCents: 2999,
    stripeAccount: 'main',
    locale: 'fr',
    cgvAt: new Date(),
  };
}

/** Returns the name of the constraint that rejected the work; "accepted" or the error's text otherwise. */
async function errorOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    const text = inspect(error, { depth: null });
    return /violates [a-z -]+ constraint \\?"(\w+)/.exec(text)?.[1] ?? text;
  }
}
