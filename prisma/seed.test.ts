import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { cleanHtml } from '@agres/core/html';
import { createPasswords } from '@agres/core/session/password';
import { readSetting } from '@agres/core/settings';
import { useTestDatabase } from '@agres/db/testing';
import { SHIPPING_ADDRESS_LENGTH } from '@agres/domain/delivery';
import { LOCALES } from '@agres/domain/locale';
import { discountCodeKeyOf } from '@agres/domain/subscription';
import { isPassword } from '@agres/domain/users';
import { emailSchema } from '@agres/domain/users.schema';
import { makeInvoices } from '@agres/money/invoices/make-invoices';
import { beforeAll, describe, expect, test } from 'vitest';

import {
  DEMO_ACCOUNTS,
  DEMO_PASSWORD,
  linkDemoOrders,
  linkDemoSubscriptions,
  seed,
  seedContent,
  seedInvoicing,
  type SeedCounts,
} from './seed.ts';
import { ARTICLES } from './seed/articles.ts';
import { ITEMS } from './seed/items.ts';
import { DEMO_ORDERS } from './seed/orders.ts';

const now = new Date('2026-11-21T10:00:00Z');
const deps = { hashPassword: createPasswords().hash, now };

const { db } = await useTestDatabase();

describe('the demonstration content', () => {
  let added: SeedCounts;
  beforeAll(async () => {
    added = await seed(db, deps);
  });

  test('has items, articles, accounts, orders, relays and reviews', () => {
    expect(added).toEqual({
      items: 10,
      articles: 7,
      accounts: 3,
      orders: 2,
      relays: 40,
      reviews: 6,
    });
  });

  test('makes invoices possible, and keeps the owner’s VAT setting', async () => {
    const make = () => makeInvoices({ db, clock: () => new Date() });
    expect(await make()).toBe(0);
    await seedInvoicing(db, now);
    expect(await make()).toBe(DEMO_ORDERS.length);
    await db.setting.update({ where: { name: 'vat' }, data: { value: { regime: 'franchise' } } });
    await seedInvoicing(db, now);
    expect(await readSetting(db, 'vat')).toMatchObject({ value: { regime: 'franchise' } });
  });

  test('is added once, and later changes stay', async () => {
    await db.item.updateMany({ where: { priceCents: 1200 }, data: { priceCents: 1400 } });
    await db.user.updateMany({
      where: { lastName: 'Roussel' },
      data: { firstName: 'Camille-Anne' },
    });
    const before = await contentOf();
    expect(await seed(db, deps)).toEqual({
      items: 0,
      articles: 0,
      accounts: 0,
      orders: 0,
      relays: 0,
      reviews: 0,
    });
    expect(await seedContent(db, now)).toEqual({ items: 0, articles: 0 });
    expect(await contentOf()).toEqual(before);
  });

  test('keeps the invariant of stock: initial plus adjusted equals remaining plus sold', async () => {
    const broken = await db.$queryRaw`
      select o.id from item_option o
      where o.initial_stock
          + (select coalesce(sum(delta), 0) from stock_adjustment where option_id = o.id)
        <> o.remaining + (select count(*) from purchase_attempt where option_id = o.id
          and state in ('reserved', 'charging', 'requires_action', 'paid'))`;
    expect(broken).toEqual([]);
    expect(await db.purchaseAttempt.count({ where: { state: 'paid' } })).toBe(2);
  });

  test('has the listed stock after its orders', async () => {
    const options = await db.itemOption.findMany({
      orderBy: [{ itemId: 'asc' }, { position: 'asc' }],
    });
    expect(options.map((option) => option.remaining)).toEqual(
      ITEMS.flatMap((item) => item.options.map((option) => option.stock)),
    );
  });

  test('keeps the invariant of orders: one per paid attempt, with one e-mail', async () => {
    const orders = await db.order.findMany({ include: { attempt: true } });
    expect(orders.map((order) => order.attempt.state)).toEqual(['paid', 'paid']);
    // Without stored terms a buyer counts as uninformed of the right of withdrawal, which is then a year
    // longer.
    expect(orders.every((order) => order.contractTextId !== null)).toBe(true);
    expect(orders.map((order) => order.attempt.contractTextId)).toEqual(
      orders.map((order) => order.contractTextId),
    );
    expect(orders.map((order) => order.attempt.amountCents)).toEqual(
      orders.map((order) => order.amountCents),
    );
    const subscriptions = await db.subscription.findMany();
    expect(subscriptions.length).toBeGreaterThan(0);
    expect(subscriptions.every((one) => one.contractTextId !== null)).toBe(true);
    const emails = await db.job.findMany({ where: { kind: 'mail' } });
    expect(new Set(emails.map((job) => job.dedupe))).toEqual(
      new Set(orders.map((order) => `order:${order.attemptId}`)),
    );
    expect(emails).toHaveLength(orders.length);
    expect(emails.every((job) => job.doneAt !== null)).toBe(true);
  });

  test('covers every state of the shop', async () => {
    const items = await db.item.findMany({ include: { options: true, images: true } });
    const stocks = items.map((item) => item.options.map((option) => option.remaining));
    const isMixed = (stock: number[]) => stock.includes(0) && stock.some((count) => count > 3);
    expect(stocks.some((stock) => stock.every((count) => count === 0))).toBe(true);
    expect(stocks.some(isMixed)).toBe(true);
    expect(stocks.flat().some((count) => count > 0 && count <= 3)).toBe(true);
    const images = items.flatMap((item) => item.images);
    expect(images.some(({ optionId }) => optionId === null)).toBe(true);
    expect(images.some(({ optionId }) => optionId !== null)).toBe(true);
    expect(items.some((item) => item.images.length > 1)).toBe(true);
    expect(items.some((item) => item.optionTitleFr === null)).toBe(true);
    expect(await db.item.count({ where: { bestSellerRank: { not: null } } })).toBe(4);
    const statuses = (await db.order.findMany()).map((order) => order.status);
    expect(statuses.toSorted()).toEqual(['delivered', 'waiting']);
  });

  test('accepts the documented password for its accounts', async () => {
    const users = await db.user.findMany();
    const passwords = createPasswords();
    const verified = await Promise.all(
      users.map((user) => passwords.verify(user.passwordHash, DEMO_PASSWORD)),
    );
    expect(verified).toEqual([true, true, true]);
    expect(users.every((user) => user.activatedAt !== null)).toBe(true);
  });

  test('subscribes two accounts, one per payment account, and stores the provider’s ids', async () => {
    const asked: string[] = [];
    const { id: subscriptionId } = await db.subscription.findFirstOrThrow();
    await db.subscriptionPayment.create({
      data: {
        paymentIntentId: 'pi_of_the_last_start',
        stripeAccount: 'main',
        subscriptionId,
        amountCents: 1999,
        paidAt: new Date(),
      },
    });
    await linkDemoSubscriptions(db, async ({ email, stripeAccount, plan }) => {
      asked.push(`${email} ${stripeAccount} ${plan}`);
      const paidUntil = new Date('2027-01-01T00:00:00Z');
      const subscriptionDate = new Date('2026-12-01T00:00:00Z');
      const stripeSubscriptionId = `sub_${email}`;
      return {
        stripeCustomerId: `cus_${email}`,
        stripeSubscriptionId,
        subscriptionDate,
        paidUntil,
      };
    });
    expect(asked).toEqual([
      'subscriber@agres.test main monthly',
      'subscriber-bis@agres.test bis yearly',
    ]);
    const rows = await db.subscription.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map(({ stripeAccount, state }) => [stripeAccount, state])).toEqual([
      ['main', 'active'],
      ['bis', 'active'],
    ]);
    expect(rows[0]).toMatchObject({
      stripeCustomerId: 'cus_subscriber@agres.test',
      stripeSubscriptionId: 'sub_subscriber@agres.test',
      subscriptionDate: new Date('2026-12-01T00:00:00Z'),
      paidUntil: new Date('2027-01-01T00:00:00Z'),
    });
    const customers = await db.paymentCustomer.findMany({ orderBy: { userId: 'asc' } });
    expect(customers[1]?.stripeCustomerId).toBe('cus_subscriber-bis@agres.test');
    expect(await db.subscriptionPayment.count()).toBe(0);
  });

  test('pays its orders at the provider, with the ids of their attempts', async () => {
    const paid = new Map<string, number>();
    await linkDemoOrders(db, 'ours', async ({ account, amountCents, metadata, key }) => {
      expect([account, metadata['installation']]).toEqual(['main', 'ours']);
      paid.set(metadata['attempt_id'] ?? '', amountCents);
      return `pi_${key}`;
    });
    const attempts = await db.purchaseAttempt.findMany({ where: { state: 'paid' } });
    expect(paid).toEqual(new Map(attempts.map(({ id, amountCents }) => [id, amountCents])));
    expect(attempts.every(({ paymentIntentId }) => paymentIntentId?.startsWith('pi_seed:'))).toBe(
      true,
    );
  });
});

describe('the demonstration texts', () => {
  const texts = [
    ...ITEMS.map(({ slug, title, description }) => ({ name: slug, texts: [title, description] })),
    ...ITEMS.flatMap(({ slug, options }) =>
      options.map((option) => ({ name: `an option of ${slug}`, texts: [option] })),
    ),
    ...ARTICLES.map(({ title, content }) => ({ name: title.en, texts: [title, content] })),
  ];

  test.each(texts)('of $name are typeset', ({ texts: localized }) => {
    for (const text of localized) {
      // A plain space before a double punctuation mark could end up at the start of a line.
      expect(text.fr).not.toMatch(/ [:;!?»€%]|« /);
      expect(text.fr).not.toMatch(/[^\s\u00a0\u202f\d][;!?](?=[\s<]|$)/);
      expect(text.en).not.toMatch(/\s[:;!?]/u);
      expect(text.fr + text.en).not.toMatch(/['"]/);
    }
  });

  test.each(ARTICLES)(
    'of the article $title.en are long, structured and parallel in both languages',
    (article) => {
      for (const locale of LOCALES) {
        const html = article.content[locale];
        expect(wordsIn(html)).toBeGreaterThanOrEqual(400);
        expect(html).toMatch(/<h2>.*<(ul|ol)>/s);
        expect(cleanHtml(html)).toBe(html);
      }
      const tags = LOCALES.map((locale) => article.content[locale].match(/<\/?\w+/g));
      expect(tags[0]).toEqual(tags[1]);
    },
  );

  test.each(ITEMS)('of the item $slug are clean HTML', ({ description }) => {
    for (const locale of LOCALES) expect(cleanHtml(description[locale])).toBe(description[locale]);
  });

  test('have unique titles and dates, by which a second seed recognizes them', () => {
    const known = ARTICLES.flatMap(({ title, date }) => [title.fr, title.en, date]);
    expect(new Set(known).size).toBe(known.length);
  });
});

describe('the demonstration accounts', () => {
  test('satisfy the rules for accounts', () => {
    expect(isPassword(DEMO_PASSWORD)).toBe(true);
    for (const { email, discountCode } of DEMO_ACCOUNTS) {
      expect(emailSchema.safeParse(email).success).toBe(true);
      expect(discountCodeKeyOf(discountCode)).toBe(discountCode);
    }
    for (const { shippingAddress } of DEMO_ORDERS) {
      expect(shippingAddress.length).toBeLessThanOrEqual(SHIPPING_ADDRESS_LENGTH.max);
    }
  });
});

function wordsIn(html: string): number {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .trim()
    .split(/\s+/).length;
}

async function contentOf() {
  return {
    items: await db.item.findMany({ orderBy: { id: 'asc' }, include: { options: true } }),
    users: await db.user.findMany({ orderBy: { id: 'asc' } }),
    attempts: await db.purchaseAttempt.count(),
    subscriptions: await db.subscription.count(),
  };
}

const PICTURES = join(import.meta.dirname, '../apps/web/public/pictures');

describe('the demonstration pictures', () => {
  const items = ITEMS.flatMap(({ slug, pictures }) =>
    pictures.map(({ view }) => `items/${slug}-${view}`),
  );
  const covers = ARTICLES.map(({ cover }) => `articles/${cover}`);

  test.each([...items, ...covers])('%s exists', (name) => {
    expect(existsSync(join(PICTURES, `${name}.webp`))).toBe(true);
  });

  const closer = items.filter((name) => /^items\/[\w-]+-(1|use|size)$/.test(name));
  test.each(closer)('%s has every size for the zoom', (name) => {
    // The names used by apps/web/src/ui/picture.tsx.
    const files = [
      '400.avif',
      '400.webp',
      '800.avif',
      '800.webp',
      '1200.avif',
      '2400.avif',
      '2400.webp',
    ];
    const missing = files.filter((file) => !existsSync(join(PICTURES, `${name}-${file}`)));
    expect(missing).toEqual([]);
  });

  test.each(ITEMS)('$slug has a whole, an in-use and a dimensions picture', ({ pictures }) => {
    const views = pictures.map(({ view }) => view);
    expect(views.length).toBeGreaterThanOrEqual(4);
    expect([views[0], views.includes('use'), views.at(-1)]).toEqual(['1', true, 'size']);
  });

  const previews = [
    ...ITEMS.flatMap(({ slug, pictures }) => (pictures.length > 0 ? [`items/${slug}`] : [])),
    ...covers,
  ];
  test.each(previews)('%s has a preview for shared links', (name) => {
    expect(existsSync(join(PICTURES, 'og', `${name}.jpg`))).toBe(true);
  });
});
