import { randomBytes } from 'node:crypto';

import { RATE_LIMITS, type LimitName } from '@agres/core/limits/rate-limit';
import { createPasswords } from '@agres/core/session/password';
import type { Db } from '@agres/db/db';
import { generateDiscountCode } from '@agres/domain/subscription';
import { emailKeyOf } from '@agres/domain/users';

/** Meets the password rule. */
export const PASSWORD = 'Abcdef12';

export type NewUser = {
  email?: string;
  password?: string;
  locale?: 'fr' | 'en';
  activatedAt?: Date | null;
};

let count = 0;
const next = () => {
  count += 1;
  return count;
};
/** Caches hashes, because hashing in every test would slow down the run. */
const hashes = new Map<string, Promise<string>>();

function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? createPasswords().hash(password);
  hashes.set(password, known);
  return known;
}

/** Adds a user who can log in with `PASSWORD`. */
export async function addUser(db: Db, user: NewUser = {}) {
  const email = user.email ?? `person${next()}@example.fr`;
  return db.user.create({
    data: {
      email,
      emailKey: emailKeyOf(email),
      passwordHash: await hashOf(user.password ?? PASSWORD),
      personalDiscountCode: generateDiscountCode(randomBytes(8)),
      locale: user.locale ?? 'fr',
      activatedAt: user.activatedAt === undefined ? new Date() : user.activatedAt,
    },
  });
}

export type NewItem = {
  priceCents?: number;
  /** The stock of each option. */
  stocks?: number[];
  bestSellerRank?: number | null;
  publishedAt?: Date | null;
  title?: string;
  descriptionFr?: string;
  imageUrls?: string[];
};

/** Adds an item that is for sale; its options are in the order of their stocks. */
export async function addItem(db: Db, item: NewItem = {}) {
  const number = next();
  return db.item.create({
    data: {
      priceCents: item.priceCents ?? 3000,
      titleFr: item.title ?? `Article ${number}`,
      titleEn: item.title ?? `Item ${number}`,
      descriptionFr: item.descriptionFr ?? '<p>Un bel objet.</p>',
      descriptionEn: '<p>A fine thing.</p>',
      optionTitleFr: 'Taille',
      optionTitleEn: 'Size',
      position: number,
      bestSellerRank: item.bestSellerRank ?? null,
      publishedAt: item.publishedAt === undefined ? new Date(0) : item.publishedAt,
      options: {
        create: (item.stocks ?? [5]).map((stock, position) => ({
          position,
          titleFr: `Option ${position}`,
          titleEn: `Choice ${position}`,
          initialStock: stock,
          remaining: stock,
        })),
      },
      images: {
        create: (item.imageUrls ?? ['/assets/item.avif']).map((url, position) => ({
          url,
          position,
        })),
      },
    },
    include: { options: { orderBy: { position: 'asc' } } },
  });
}

export type NewArticle = {
  creationDate?: Date;
  publishedAt?: Date | null;
  title?: string;
  contentFr?: string;
  coverPictureUrl?: string;
};

export async function addArticle(db: Db, article: NewArticle = {}) {
  const number = next();
  return db.article.create({
    data: {
      titleFr: article.title ?? `Titre ${number}`,
      titleEn: article.title ?? `Title ${number}`,
      contentFr: article.contentFr ?? '<p>Un texte.</p>',
      contentEn: '<p>A text.</p>',
      tags: ['force'],
      coverPictureUrl: article.coverPictureUrl ?? null,
      creationDate: article.creationDate ?? new Date(),
      publishedAt: article.publishedAt === undefined ? new Date(0) : article.publishedAt,
    },
  });
}

export type NewSubscription = {
  stripeAccount?: 'main' | 'bis';
  stripeCustomerId?: string;
  stripeSubscriptionId?: string;
  accessEndsOn?: Date | null;
};

/** Adds a subscription with a paid first invoice to a user. */
export async function addSubscription(db: Db, userId: number, subscription: NewSubscription = {}) {
  const number = next();
  return db.subscription.create({
    data: {
      userId,
      stripeAccount: 'main',
      stripeCustomerId: `cus_test${number}`,
      stripeSubscriptionId: `sub_test${number}`,
      plan: 'monthly',
      state: 'active',
      subscriptionDate: new Date('2026-01-31T10:00:00.000Z'),
      paidUntil: new Date('2099-01-01T00:00:00.000Z'),
      ...subscription,
    },
  });
}

/**
 * Moves a limit's refills later, because a slow machine refills permits sooner than a test takes them.
 * Returns the number of counted keys.
 */
export const delayPermits = (db: Db, limit: LimitName, seconds: number) =>
  db.$executeRaw`
    UPDATE rate_limit SET tat = tat + make_interval(secs => ${seconds}::float)
    WHERE key LIKE ${`${limit}:%`}`;

/** Leaves a limit without permits for the next minute; returns the number of counted keys. */
export const exhaustPermits = (db: Db, limit: LimitName) =>
  // A time more than a minute beyond the window counts as written by a wrong clock.
  db.$executeRaw`
    UPDATE rate_limit
    SET tat = clock_timestamp() + make_interval(secs => ${RATE_LIMITS[limit].windowSeconds + 55}::float)
    WHERE key LIKE ${`${limit}:%`}`;
