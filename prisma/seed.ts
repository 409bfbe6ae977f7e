import { openContractTexts, renewContractTexts } from '@agres/core/contract-texts';
import { readSetting, writeSetting } from '@agres/core/settings';
import type { Db, Prisma, Tx } from '@agres/db/db';
import { SOURCE_FACTS } from '@agres/domain/brand';
import { relayKeyOf } from '@agres/domain/relays';
import type { Plan } from '@agres/domain/shape-values';
import { paymentAccountOfName, type PaymentAccount } from '@agres/domain/shapes';
import { emailKeyOf } from '@agres/domain/users';

import { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from './seed/accounts.ts';
import { addOrder } from './seed/add-order.ts';
import type { SeedArticle } from './seed/article.ts';
import { ARTICLES } from './seed/articles.ts';
import { daysBefore } from './seed/days-before.ts';
import { DEMO_ADDRESS, ITEMS, type SeedItem } from './seed/items.ts';
import { DEMO_DELIVERY, DEMO_ORDERS } from './seed/orders.ts';
import { DEMO_RELAYS } from './seed/relays.ts';
import { DEMO_REVIEWS } from './seed/reviews.ts';

export { DEMO_ACCOUNTS, DEMO_PASSWORD };

/** The number of rows added of each kind; all 0 if everything existed. */
export type ContentCounts = { items: number; articles: number };
export type SeedCounts = ContentCounts & {
  accounts: number;
  orders: number;
  relays: number;
  reviews: number;
};

export type SeedDeps = {
  hashPassword: (password: string) => Promise<string>;
  now: Date;
};

/**
 * Fills a migrated database with a shop, a blog and demonstration accounts with their orders. Idempotent:
 * existing rows are left unchanged. Items are identified by their English title, articles by that or their
 * publication time, accounts by their address, orders by their key.
 */
export async function seed(db: Db, { hashPassword, now }: SeedDeps): Promise<SeedCounts> {
  // Outside the transaction, because hashing is deliberately slow.
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return inOneTransaction(db, async (tx) => ({
    ...(await addContent(tx, now)),
    accounts: await countOf(DEMO_ACCOUNTS, (account) =>
      addAccount(tx, { account, passwordHash, now }),
    ),
    orders: await countOf(DEMO_ORDERS.entries(), ([index, order]) =>
      addOrder(tx, { order, key: `${ORDER_KEY}${index}`, now }),
    ),
    relays: await addRelays(tx),
    reviews: await addReviews(tx, now),
  }));
}

/** Adds the shop and the blog only, because the accounts' password is public. */
export async function seedContent(db: Db, now: Date): Promise<ContentCounts> {
  return inOneTransaction(db, (tx) => addContent(tx, now));
}

/** Replaces the placeholders of `SOURCE_FACTS`. No such company exists. */
const DEMO_SELLER = {
  registration: 'RCS Lyon 123 456 789',
  vatNumber: 'FR32 123 456 789',
  address: DEMO_ADDRESS,
};

/** Stores the demonstration's seller, VAT rate and delivery days, unless the owner has set them. */
export async function seedInvoicing(db: Db, now: Date): Promise<void> {
  const { delivery, seller, ...facts } = SOURCE_FACTS;
  await inOneTransaction(db, async (tx) => {
    const stored = { updatedAt: null, now };
    if ((await readSetting(tx, 'seller')).value === null) {
      const value = { ...facts, seller: { ...seller, ...DEMO_SELLER } };
      await writeSetting(tx, 'seller', { ...stored, value });
      await renewContractTexts(tx);
    }
    if ((await readSetting(tx, 'vat')).value === null) {
      await writeSetting(tx, 'vat', {
        ...stored,
        value: { regime: 'charged', ratePercent: 20, subscriptionPercent: null },
      });
    }
    if ((await readSetting(tx, 'delivery')).value === null) {
      const usualDays = { 0: [3, 5], 1: [5, 9], 2: null } as const;
      await writeSetting(tx, 'delivery', { ...stored, value: { ...delivery, usualDays } });
    }
  });
}

function inOneTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction(work, { timeout: 60_000 });
}

async function addContent(tx: Tx, now: Date): Promise<ContentCounts> {
  const added: SeedItem[] = [];
  for (const [position, item] of ITEMS.entries()) {
    if (await addItem(tx, { item, position, now })) added.push(item);
  }
  for (const item of added) await relateItem(tx, item);
  return {
    items: added.length,
    articles: await countOf(ARTICLES, (article) => addArticle(tx, article)),
  };
}

/** Adds the pickup points, unless the database already has some. */
async function addRelays(tx: Tx): Promise<number> {
  if ((await tx.relayPoint.count()) > 0) return 0;
  const data = DEMO_RELAYS.map((point) => ({
    ...point,
    postcodeKey: relayKeyOf(point.postcode),
    townKey: relayKeyOf(point.town),
  }));
  return (await tx.relayPoint.createMany({ data })).count;
}

/**
 * Adds the invented reviews, unless the database already has some. Must not be used with the content of a
 * real shop.
 */
async function addReviews(tx: Tx, now: Date): Promise<number> {
  if ((await tx.review.count({ where: { isDemonstration: true } })) > 0) return 0;
  return countOf(DEMO_REVIEWS, async ({ itemSlug, boughtDaysAgo, publishedDaysAgo, ...review }) => {
    const itemId = await idOfItem(tx, itemSlug);
    if (itemId === null) return false;
    const at = daysBefore(now, publishedDaysAgo);
    await tx.review.create({
      data: {
        ...review,
        itemId,
        boughtOn: daysBefore(now, boughtDaysAgo),
        state: 'published',
        isDemonstration: true,
        writtenAt: at,
        decidedAt: at,
      },
    });
    return true;
  });
}

/** The prefix of the idempotency keys of demonstration orders. */
const ORDER_KEY = 'seed:';

export type ProviderSubscription = {
  stripeCustomerId: string;
  stripeSubscriptionId: string;
  subscriptionDate: Date;
  paidUntil: Date;
};

/**
 * Creates the demonstration subscriptions at a payment provider that does not know them (the emulator
 * starts empty), and stores the provider's ids.
 */
export async function linkDemoSubscriptions(
  db: Db,
  subscribe: (demo: {
    email: string;
    stripeAccount: PaymentAccount;
    plan: Plan;
  }) => Promise<ProviderSubscription>,
): Promise<void> {
  for (const { email, subscription } of subscribers()) {
    const user = await db.user.findUnique({ where: { emailKey: emailKeyOf(email) } });
    if (user === null) continue;
    const { stripeAccount, plan } = subscription;
    const known = await subscribe({ email, stripeAccount, plan });
    await db.paymentCustomer.update({
      where: { userId_stripeAccount: { userId: user.id, stripeAccount } },
      data: { stripeCustomerId: known.stripeCustomerId },
    });
    await db.subscription.updateMany({
      where: { userId: user.id, stripeAccount, state: { not: 'ended' } },
      data: known,
    });
    // Read at a provider that started afresh, and counted twice in the accounts otherwise.
    await db.subscriptionPayment.deleteMany({
      where: { subscription: { userId: user.id, stripeAccount } },
    });
  }
}

export type DemoPayment = {
  account: PaymentAccount;
  amountCents: number;
  metadata: Record<string, string>;
  key: string;
};

/**
 * Pays the demonstration orders at a payment provider that does not know them, and stores the provider's ids,
 * so that they can be refunded. Orders with a refund keep their payment.
 */
export async function linkDemoOrders(
  db: Db,
  installationId: string,
  pay: (payment: DemoPayment) => Promise<string>,
): Promise<void> {
  const attempts = await db.purchaseAttempt.findMany({
    where: {
      idempotencyKey: { startsWith: ORDER_KEY },
      user: { email: { in: DEMO_ACCOUNTS.map(({ email }) => email) } },
      order: { refundedCents: null, refunds: { none: {} } },
    },
    orderBy: { createdAt: 'asc' },
  });
  for (const { id, stripeAccount, amountCents, idempotencyKey: key, ...attempt } of attempts) {
    const account = paymentAccountOfName(stripeAccount);
    const generation = String(attempt.paymentGeneration);
    const metadata = { installation: installationId, attempt_id: id, generation };
    const paymentIntentId = await pay({ account, amountCents, metadata, key });
    await db.purchaseAttempt.update({ where: { id }, data: { paymentIntentId } });
  }
}

function subscribers(): (DemoAccount & Required<Pick<DemoAccount, 'subscription'>>)[] {
  const accounts: readonly DemoAccount[] = DEMO_ACCOUNTS;
  return accounts.flatMap(({ subscription, ...account }) =>
    subscription === undefined ? [] : [{ ...account, subscription }],
  );
}

async function countOf<T>(
  entries: Iterable<T>,
  add: (entry: T) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (const entry of entries) if (await add(entry)) count += 1;
  return count;
}

async function addItem(
  tx: Tx,
  { item, position, now }: { item: SeedItem; position: number; now: Date },
): Promise<boolean> {
  if (await tx.item.findFirst({ where: { titleEn: item.title.en } })) return false;
  const { id: itemId, options } = await tx.item.create({
    data: {
      titleFr: item.title.fr,
      titleEn: item.title.en,
      descriptionFr: item.description.fr,
      descriptionEn: item.description.en,
      priceCents: item.priceCents,
      optionTitleFr: item.optionTitle?.fr ?? null,
      optionTitleEn: item.optionTitle?.en ?? null,
      bestSellerRank: item.bestSellerRank ?? null,
      makerName: item.maker?.name ?? null,
      makerAddress: item.maker?.address ?? null,
      makerContact: item.maker?.contact ?? null,
      modelReference: item.maker?.reference ?? null,
      warningsFr: item.warnings?.fr ?? null,
      warningsEn: item.warnings?.en ?? null,
      use: item.use,
      position,
      publishedAt: now,
      options: {
        create: item.options.map(({ fr, en, stock }, index) => {
          const initialStock = stock + unitsOrdered(item.slug, index);
          const titles = { titleFr: fr, titleEn: en };
          return { position: index, ...titles, initialStock, remaining: initialStock };
        }),
      },
    },
    select: { id: true, options: { select: { id: true }, orderBy: { position: 'asc' } } },
  });
  await tx.itemImage.createMany({
    data: item.pictures.map(({ view, option }, index) => ({
      itemId,
      position: index,
      url: `/pictures/items/${item.slug}-${view}.webp`,
      optionId: option === undefined ? null : (options[option]?.id ?? null),
    })),
  });
  return true;
}

/** Sets the related items of an item, once all items exist. */
async function relateItem(tx: Tx, { title, beside = [] }: SeedItem): Promise<void> {
  const relatedItemIds: number[] = [];
  for (const slug of beside) {
    const id = await idOfItem(tx, slug);
    if (id !== null) relatedItemIds.push(id);
  }
  await tx.item.updateMany({ where: { titleEn: title.en }, data: { relatedItemIds } });
}

/** Returns the id of an item of the demonstration content; null if it no longer exists. */
async function idOfItem(tx: Tx, slug: string | null): Promise<number | null> {
  const titleEn = ITEMS.find((item) => item.slug === slug)?.title.en;
  if (titleEn === undefined) return null;
  const item = await tx.item.findFirst({ where: { titleEn }, select: { id: true } });
  return item?.id ?? null;
}

const unitsOrdered = (slug: string, optionIndex: number) =>
  DEMO_ORDERS.filter((order) => order.itemSlug === slug && order.optionIndex === optionIndex)
    .length;

async function addArticle(tx: Tx, article: SeedArticle): Promise<boolean> {
  const publishedAt = new Date(`${article.date}T08:00:00Z`);
  // Also by time, because the owner may have changed the title.
  const isThere = { OR: [{ titleEn: article.title.en }, { creationDate: publishedAt }] };
  if (await tx.article.findFirst({ where: isThere })) return false;
  await tx.article.create({
    data: {
      titleFr: article.title.fr,
      titleEn: article.title.en,
      contentFr: article.content.fr.trim(),
      contentEn: article.content.en.trim(),
      tags: article.tags,
      coverPictureUrl: `/pictures/articles/${article.cover}.webp`,
      itemId: await idOfItem(tx, article.item),
      creationDate: publishedAt,
      publishedAt,
    },
  });
  return true;
}

/** The saved delivery, as a purchase would leave it. */
const LAST_DELIVERY = {
  area: DEMO_DELIVERY.area,
  firstName: DEMO_DELIVERY.firstName,
  lastName: DEMO_DELIVERY.lastName,
  relayName: DEMO_DELIVERY.relayName,
  relayNumber: DEMO_DELIVERY.number,
  relayStreet: DEMO_DELIVERY.name,
  relayZipCode: DEMO_DELIVERY.zipCode,
  relayCity: DEMO_DELIVERY.city,
  relayCountry: DEMO_DELIVERY.relayCountry,
  number: DEMO_DELIVERY.clientNumber,
  street: DEMO_DELIVERY.clientName,
  zipCode: DEMO_DELIVERY.clientZipCode,
  city: DEMO_DELIVERY.clientCity,
  country: DEMO_DELIVERY.clientCountry,
} satisfies Prisma.SavedDeliveryCreateWithoutUserInput;

async function addAccount(
  tx: Tx,
  { account, passwordHash, now }: { account: DemoAccount; passwordHash: string; now: Date },
): Promise<boolean> {
  const { email, firstName, lastName, locale, discountCode, subscription } = account;
  const emailKey = emailKeyOf(email);
  if (await tx.user.findUnique({ where: { emailKey } })) return false;
  const { id: userId } = await tx.user.create({
    data: {
      email,
      emailKey,
      passwordHash,
      firstName,
      lastName,
      locale,
      personalDiscountCode: discountCode,
      activatedAt: now,
      firstLogInAt: now,
      ...(email === DEMO_DELIVERY.email ? { savedDelivery: { create: LAST_DELIVERY } } : {}),
    },
  });
  if (subscription === undefined) return true;

  const { stripeAccount, plan } = subscription;
  const stripeCustomerId = `cus_demo_${userId}`;
  const { own } = await openContractTexts(tx);
  await tx.paymentCustomer.create({ data: { userId, stripeAccount, stripeCustomerId } });
  await tx.subscription.create({
    data: {
      userId,
      stripeAccount,
      stripeCustomerId,
      stripeSubscriptionId: `sub_demo_${userId}`,
      plan,
      state: 'active',
      subscriptionDate: daysBefore(now, 10),
      contractTextId: own[locale].id,
      paidUntil: daysBefore(now, plan === 'monthly' ? -20 : -355),
    },
  });
  return true;
}
