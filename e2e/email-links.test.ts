import { setTimeout as sleep } from 'node:timers/promises';

import { createDb, type Db } from '@agres/db/db';
import { changedTables, hashTables } from '@agres/db/testing/table-hashes';
import { LOCALES } from '@agres/domain/locale';
import { readAddress, type Page as SitePage } from '@agres/domain/paths';
import { emailKeyOf } from '@agres/domain/users';
import type { EmailKind } from '@agres/mail/emails';
import type { ReceivedEmail } from '@agres/mail/received-email';
import { computeLinkKey } from '@agres/shop/stock-requests/stock-link';
import type { Browser, Page } from '@playwright/test';

import { DEMO_PASSWORD } from '../prisma/seed.ts';
import { addOrder } from '../prisma/seed/add-order.ts';
import { expect, signIn, testOfOwnSite } from './fixtures.ts';
import { untilAlive } from './open.ts';
import { DEMO } from './screens/screen.ts';
import type { Site } from './site.ts';
import { newEmail } from './user-steps.ts';

type Subjects = {
  /** A subscriber with an order, a pending email address and a stock alert. */
  userId: number;
  email: string;
  pendingEmail: string;
  /** Accounts in particular states. */
  inactiveId: number;
  unusedId: number;
  /** An account whose pending address belongs to another account. */
  rivalId: number;
  takenEmail: string;
  orderId: number;
  subscriptionId: number;
  refundId: string;
  declarationId: number;
  stockRequestId: number;
  visitorRequestId: number;
  replacementId: number;
  reviewId: number;
  contactMessageId: number;
  answerId: number;
  /** Staff who receive the morning summary, or an email for each order; the first has an invitation too. */
  morningStaffId: number;
  ordersStaffId: number;
};

const NOW = new Date().toISOString();
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

/** The request of every email, in the order of sending. The type requires one for each kind. */
const REQUESTS: {
  [Kind in EmailKind]: (subjects: Subjects) => { letter?: string } & Record<string, unknown>;
} = {
  accountDeleted: ({ email }) => ({ to: email }),
  accountUnused: ({ unusedId }) => ({ userId: unusedId }),
  activation: ({ inactiveId }) => ({ userId: inactiveId }),
  activationAgain: ({ inactiveId }) => ({ userId: inactiveId }),
  addressTaken: ({ userId }) => ({ userId }),
  // Replaces a confirmation link if the address has an account.
  addressWanted: ({ rivalId, takenEmail }) => ({
    letter: 'confirmEmail',
    userId: rivalId,
    to: takenEmail,
  }),
  alert: () => ({ event: 'Nothing happened', facts: {} }),
  backInStock: ({ userId, stockRequestId }) => ({ userId, stockRequestId }),
  cardUpdated: ({ userId }) => ({ userId }),
  confirmEmail: ({ userId, pendingEmail }) => ({ userId, to: pendingEmail }),
  contactAcknowledged: ({ contactMessageId }) => ({ contactMessageId }),
  contactAnswer: ({ contactMessageId, answerId }) => ({ contactMessageId, answerId }),
  contactMessage: ({ contactMessageId }) => ({ contactMessageId }),
  dataDownloaded: ({ userId, email }) => ({ userId, to: email }),
  declarationFollowed: ({ declarationId }) => ({ declarationId, news: { kind: 'howToReturn' } }),
  declarationReceived: ({ declarationId }) => ({ declarationId }),
  emailChangeAsked: ({ userId, email }) => ({ userId, to: email, changedAt: NOW }),
  emailChangeUndone: ({ userId, email }) => ({ userId, to: email }),
  emailChanged: ({ userId, email }) => ({ userId, to: email, changedAt: NOW }),
  formerAccountDeleted: ({ email }) => ({ to: email }),
  giftEarned: ({ userId }) => ({ userId }),
  lateOrderAsked: ({ orderId }) => ({ orderId, asked: 'delivery' }),
  lateOrderTold: ({ orderId }) => ({ orderId, asked: 'delivery' }),
  morningNotice: ({ morningStaffId }) => ({ staffId: morningStaffId, day: NOW.slice(0, 10) }),
  orderConfirmed: ({ orderId }) => ({ orderId }),
  orderNotice: ({ orderId, ordersStaffId }) => ({ orderId, staffId: ordersStaffId }),
  orderRefunded: ({ refundId }) => ({ refundId }),
  orderSent: ({ orderId }) => ({ orderId, sentAt: NOW }),
  passwordChanged: ({ userId, email }) => ({ userId, to: email }),
  passwordRecovery: ({ userId }) => ({ userId }),
  paymentFailed: ({ userId }) => ({ userId }),
  paymentRefunded: ({ refundId }) => ({ refundId }),
  referralCredited: ({ userId }) => ({ userId, referrals: 1 }),
  referralReversed: ({ userId }) => ({ userId, referrals: 0, losesGift: true }),
  renewalAhead: ({ userId }) => ({ userId, renewsOn: NOW }),
  replacementSent: ({ orderId, replacementId }) => ({ orderId, replacementId }),
  reviewDeclined: ({ reviewId }) => ({ reviewId, version: 1 }),
  sendingUndone: ({ orderId }) => ({ orderId, sentAt: NOW }),
  // Links to the office, whose tests open it.
  staffInvited: ({ morningStaffId }) => ({
    staffId: morningStaffId,
    expiresAt: TOMORROW,
    officeUrl: 'http://office.localhost:4000',
  }),
  stockRequestAsked: ({ visitorRequestId }) => ({ visitorRequestId }),
  subscriptionEnded: ({ userId }) => ({ userId, accessEndsOn: NOW }),
  subscriptionStarted: ({ userId, subscriptionId }) => ({ userId, subscriptionId }),
  subscriptionStopped: ({ userId }) => ({ userId }),
};

const LINKED: readonly SitePage[] = [
  'acceptedTerms',
  'activation',
  'cancelContract',
  'confirmEmail',
  'confirmStockRequest',
  'contact',
  'endStockRequests',
  'item',
  'logIn',
  'order',
  'passwordRecovery',
  'profile',
  'subscribe',
  'terms',
  'undoEmailChange',
  'updatePaymentMethod',
  'withdrawal',
];

const test = testOfOwnSite();

test('opening any link of any e-mail changes nothing, except an activation link in a browser', async ({
  page,
  browser,
  site,
}) => {
  // Opens every page linked from an email three times, each until the network is idle.
  test.setTimeout(300_000);
  const { db, close } = createDb(site.databaseUrl, { poolSize: 1 });
  const subjects = await addSubjects(db);
  await signIn(page.context(), DEMO.subscriber, DEMO_PASSWORD);
  const links = linksOf(site, await sendAll(db, site, subjects));
  expect(new Set(links.map((link) => pageOf(link) ?? link))).toEqual(new Set(LINKED));

  const before = await untilQuiet(db);
  const unchanged = async (opened: string) =>
    expect([opened, changedTables(before, await hashTables(db))]).toEqual([opened, []]);
  for (const link of links) {
    // As a mail scanner does, and as a browser does that prefetches with the reader's session.
    expect((await fetch(link)).status).toBeLessThan(500);
    expect((await page.request.get(link)).status()).toBeLessThan(500);
    await unchanged(`GET ${link}`);
  }
  const opened = oneOfEachKind(links.filter((link) => pageOf(link) !== 'activation'));
  for (const link of opened) {
    await openInBrowser(page, link);
    await unchanged(`member ${link}`);
  }
  await asVisitor(browser, site, async (visitor) => {
    for (const link of opened) {
      await openInBrowser(visitor, link);
      await unchanged(`visitor ${link}`);
    }
    const activation = links.find((link) => pageOf(link) === 'activation') ?? '';
    await openInBrowser(visitor, activation);
    expect(changedTables(before, await hashTables(db))).toEqual(['account_token', 'users']);
  });
  const { activatedAt } = await db.user.findUniqueOrThrow({ where: { id: subjects.inactiveId } });
  expect(activatedAt).not.toBeNull();
  await close();
});

async function asVisitor(
  browser: Browser,
  { origin }: Site,
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: origin });
  await visit(await context.newPage());
  await context.close();
}

/** Opens a link with scripts, without pressing anything. */
async function openInBrowser(page: Page, link: string): Promise<void> {
  await page.goto(link, { waitUntil: 'networkidle' });
  await untilAlive(page);
}

const pageOf = (link: string): SitePage | undefined => {
  const address = readAddress(new URL(link).pathname);
  return address.kind === 'page' ? address.page : undefined;
};

/** Returns a link to each page with each set of search parameters, since a page may act on those. */
function oneOfEachKind(links: readonly string[]): string[] {
  const kindOf = (link: string) => [pageOf(link), ...new URL(link).searchParams.keys()].join();
  return [...new Map(links.map((link) => [kindOf(link), link])).values()];
}

async function sendAll(db: Db, site: Site, subjects: Subjects): Promise<ReceivedEmail[]> {
  const known = new Set(site.emails());
  // The refund's email uses the dedupe key that the shop's invariant checks look for.
  const dedupe: Readonly<Record<string, string>> = { orderRefunded: `refund:${subjects.refundId}` };
  const requests = Object.entries(REQUESTS).map(([kind, requestOf]) => ({
    letter: kind,
    locale: LOCALES[0],
    ...requestOf(subjects),
  }));
  await db.job.createMany({
    data: requests.map((payload) => ({
      kind: 'mail',
      payload,
      dedupe: dedupe[payload.letter] ?? null,
    })),
  });
  const arrived = () => site.emails().filter((email) => !known.has(email));
  await expect.poll(() => arrived().length, { timeout: 60_000 }).toBe(requests.length);
  return arrived();
}

/**
 * Returns every distinct link to this site in the emails, including those that mail programs show as a button.
 */
function linksOf({ origin }: Site, emails: readonly ReceivedEmail[]): string[] {
  const links = emails.flatMap(({ links: inText, html, listUnsubscribe }) => [
    ...inText,
    ...Array.from(html.matchAll(/href="([^"]+)"/g), ([, href = '']) => href),
    ...(listUnsubscribe.address?.match(/https?:[^>]+/) ?? []),
  ]);
  const own = links.filter((link) => URL.canParse(link) && new URL(link).origin === origin);
  return Array.from(new Set(own));
}

/** Returns a hash of each table once background work has ended; its rounds take ten seconds. */
async function untilQuiet(db: Db): Promise<Map<string, string>> {
  let known = await hashTables(db);
  const change = async () => {
    await sleep(11_000);
    const now = await hashTables(db);
    const changed = changedTables(known, now);
    known = now;
    return changed;
  };
  await expect.poll(change, { timeout: 90_000 }).toEqual([]);
  return known;
}

async function addSubjects(db: Db): Promise<Subjects> {
  const { email } = DEMO.subscriber;
  const { id: userId, passwordHash } = await db.user.findUniqueOrThrow({
    where: { emailKey: email },
  });
  const pendingEmail = newEmail();
  const waiting = (pending: string) => ({
    pendingEmail: pending,
    pendingEmailUntil: new Date(Date.now() + 3_600_000),
  });
  await db.user.update({ where: { id: userId }, data: waiting(pendingEmail) });
  const [inactive, unused, rival] = await Promise.all(
    [
      { activatedAt: null },
      { activatedAt: new Date(), inactivityEmailOn: new Date() },
      { activatedAt: new Date(), ...waiting(email) },
    ].map((state, index) => {
      const own = newEmail();
      return db.user.create({
        data: {
          email: own,
          emailKey: emailKeyOf(own),
          passwordHash,
          locale: 'fr',
          personalDiscountCode: `LINKS00${index}`,
          ...state,
        },
      });
    }),
  );
  const now = new Date();
  const demoOrder = {
    itemSlug: 'juggling-balls',
    optionIndex: 0,
    area: 0,
    boughtDaysAgo: 5,
  } as const;
  const order = { ...demoOrder, email, shippingAddress: 'Tabac du Port\n1 quai\n01000 Bourg' };
  await db.$transaction((tx) => addOrder(tx, { order, key: 'links', now }));
  const { id: orderId, attempt } = await db.order.findFirstOrThrow({
    where: { userId },
    include: { attempt: true },
  });
  const { id: subscriptionId } = await db.subscription.findFirstOrThrow({ where: { userId } });
  await db.deliveryNotice.create({ data: { orderId, kind: 'delivery' } });
  await db.order.update({ where: { id: orderId }, data: { refundedCents: 100 } });
  const { id: refundId } = await db.refund.create({
    data: {
      stripeAccount: 'main',
      paymentIntentId: attempt.paymentIntentId ?? '',
      orderId,
      amountCents: 100,
      paidCents: attempt.amountCents,
      reason: 'A scratch',
      by: 'Jeanne',
      key: 'links',
      origin: 'provider',
      state: 'succeeded',
      providerRefundId: 're_links',
      settledAt: now,
    },
  });
  const { id: declarationId } = await db.declaration.create({
    data: {
      kind: 'withdrawal',
      key: new Uint8Array(32),
      orderId,
      proof: 'account',
      name: 'Noé Lambert',
      reference: null,
      email,
      locale: 'fr',
      statement: 'Je me rétracte.',
    },
  });
  const { id: stockRequestId } = await db.stockRequest.create({
    data: { userId, optionId: attempt.optionId, toldAt: now },
  });
  const visitor = { email: 'lea@agres.test', emailKey: 'lea@agres.test' };
  const { id: visitorRequestId } = await db.visitorStockRequest.create({
    data: {
      ...visitor,
      linkKey: await computeLinkKey(db, visitor.emailKey),
      locale: 'fr',
      optionId: attempt.optionId,
    },
  });
  const { itemId } = await db.itemOption.findUniqueOrThrow({ where: { id: attempt.optionId } });
  const { id: replacementId } = await db.replacement.create({
    data: {
      orderId,
      optionId: attempt.optionId,
      reason: 'damaged',
      firstName: 'Noé',
      lastName: 'Martin',
      shippingAddress: '2 rue du Port\n44000 Nantes\nFrance',
      sentAt: now,
    },
  });
  const { id: reviewId } = await db.review.create({
    data: {
      itemId,
      userId,
      orderId,
      boughtOn: now,
      firstName: 'Noé',
      rating: 2,
      text: 'Colis en retard.',
      locale: 'fr',
      state: 'declined',
      reason: 'Il parle du transporteur, et non de l’article.',
      decidedAt: now,
    },
  });
  const { id: contactMessageId } = await db.contactMessage.create({
    data: { userId, email, subject: 'Une question', message: 'Quand ?', locale: 'fr' },
  });
  const { id: answerId } = await db.contactAnswer.create({
    data: { messageId: contactMessageId, text: 'Lundi.', sentBy: 'Jeanne' },
  });
  const [morningStaffId = 0, ordersStaffId = 0] = await Promise.all(
    ['morning', 'orders'].map(async (notices) => {
      const { id } = await db.staff.create({
        data: {
          email: `${notices}@agres.example`,
          name: notices,
          roles: ['preparer'],
          notices,
          invitation: { create: { tokenHash: notices, expiresAt: TOMORROW } },
          passkeys: {
            create: {
              id: notices,
              publicKey: new Uint8Array(1),
              counter: 0,
              transports: [],
              label: notices,
            },
          },
        },
      });
      return id;
    }),
  );
  return {
    userId,
    email,
    pendingEmail,
    inactiveId: inactive?.id ?? 0,
    unusedId: unused?.id ?? 0,
    rivalId: rival?.id ?? 0,
    takenEmail: email,
    orderId,
    subscriptionId,
    refundId,
    declarationId,
    stockRequestId,
    visitorRequestId,
    replacementId,
    reviewId,
    contactMessageId,
    answerId,
    morningStaffId,
    ordersStaffId,
  };
}
