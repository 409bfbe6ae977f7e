import { enqueue } from '@agres/core/jobs/job';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { lockUser } from '@agres/core/session/row-locks';
import { endAllSessions } from '@agres/core/session/session';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { localeOf } from '@agres/domain/locale';
import { personalDataSchema } from '@agres/domain/shapes.schema';
import { emailKeyOf } from '@agres/domain/users';
import { enqueueActivation } from '@agres/shop/users/activation';
import { eraseAccount, logErasureJob } from '@agres/shop/users/delete-account';
import { copyOfData } from '@agres/shop/users/export-data';
import { enqueueRecovery } from '@agres/shop/users/recovery';
import { z } from 'zod';

import { matchMembers } from '../operations/search.ts';
import { lineValue, nameOf } from '../operations/values.ts';
import { listedOrderSchema, shownOrders } from '../orders/find-orders.ts';

const subscriptionSchema = z.object({ state: z.string(), plan: z.string() });

const DEFAULT_LIMIT = 50;
/** PostgreSQL's maximum `integer`. */
const MAX_ID = 2_147_483_647;

export const listMembers = defineRead({
  name: 'members.list',
  permission: 'members.find',
  input: z.object({
    /** An id, or prefixes of words of a name, of the name on an order, or of an address. */
    search: z.string().trim().max(100).nullable(),
    /** Returns only members after this one in the list. */
    before: z.int().positive().nullable(),
    limit: z.int().min(0).max(1000).nullable(),
    /** Only those with a subscription that has not ended. */
    isSubscribedOnly: z.boolean().optional(),
  }),
  output: z.object({
    members: z.array(
      z.object({
        id: z.int(),
        email: z.string(),
        name: z.string().nullable(),
        locale: z.string(),
        createdAt: z.iso.datetime(),
        isActivated: z.boolean(),
        orders: z.int(),
        /** What they paid for these orders. */
        paidCents: z.int(),
        subscriptions: z.array(subscriptionSchema),
      }),
    ),
    count: z.int(),
    activated: z.int(),
    subscribed: z.int(),
    areMore: z.boolean(),
  }),
  run: async ({ db }, { search: typed, before, limit: given, isSubscribedOnly = false }) => {
    const limit = given ?? DEFAULT_LIMIT;
    const search = typed ?? '';
    const [found, count, activated, subscribed] = await Promise.all([
      db.user.findMany({
        where: await membersWanted(db, { search, before, limit: limit + 1, isSubscribedOnly }),
        select: {
          firstName: true,
          lastName: true,
          id: true,
          email: true,
          locale: true,
          createdAt: true,
          activatedAt: true,
          subscriptions: {
            where: { state: { not: 'ended' } },
            select: { state: true, plan: true },
          },
        },
        orderBy: { id: 'desc' },
        take: limit + 1,
      }),
      db.user.count(),
      db.user.count({ where: { activatedAt: { not: null } } }),
      db.subscription.count({ where: { state: { in: ['active', 'past_due'] } } }),
    ]);
    const members = found.slice(0, limit);
    const orders = await sumOrders(
      db,
      members.map(({ id }) => id),
    );
    return {
      members: members.map(
        ({ id, email, locale, createdAt, activatedAt, subscriptions, ...names }) => ({
          id,
          email,
          name: nameOf(names),
          locale,
          createdAt: createdAt.toISOString(),
          isActivated: activatedAt !== null,
          orders: orders.get(id)?.count ?? 0,
          paidCents: orders.get(id)?.paidCents ?? 0,
          subscriptions,
        }),
      ),
      count,
      activated,
      subscribed,
      areMore: found.length > limit,
    };
  },
});

type MemberQuery = {
  search: string;
  before: number | null;
  limit: number;
  isSubscribedOnly: boolean;
};

async function membersWanted(
  db: Db,
  { search, before, limit, isSubscribedOnly }: MemberQuery,
): Promise<Prisma.UserWhereInput> {
  if (search === '' && !isSubscribedOnly) return before === null ? {} : { id: { lt: before } };
  // `OFFSET 0` makes PostgreSQL run the search first: it finds few rows, through its own indexes.
  const matching =
    search === ''
      ? Prisma.sql`users`
      : Prisma.sql`(SELECT id FROM users WHERE ${await matchMembers(db, search)} OFFSET 0) users`;
  // Here it makes PostgreSQL look each account up, instead of reading all subscriptions.
  const subscribing = isSubscribedOnly
    ? Prisma.sql`AND EXISTS (SELECT FROM subscription s
        WHERE s.user_id = users.id AND s.state IN ('active', 'past_due') OFFSET 0)`
    : Prisma.empty;
  const found = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM ${matching}
    WHERE id < ${before ?? MAX_ID}::int ${subscribing} ORDER BY id DESC LIMIT ${limit}::int`;
  return { id: { in: found.map(({ id }) => id) } };
}

type Sums = { count: number; paidCents: number };

async function sumOrders(db: Db, userIds: number[]): Promise<Map<number | null, Sums>> {
  const ordered = await db.order.groupBy({
    by: ['userId'],
    where: { userId: { in: userIds } },
    _count: true,
    _sum: { amountCents: true },
  });
  return new Map(
    ordered.map(({ userId, _count, _sum }) => [
      userId,
      { count: _count, paidCents: _sum.amountCents ?? 0 },
    ]),
  );
}

/** Finds an account by address or id. */
export const findMember = defineRead({
  name: 'members.get',
  permission: 'members.find',
  input: z.object({ who: lineValue(320) }),
  output: z.object({
    id: z.int(),
    email: z.string(),
    name: z.string().nullable(),
    locale: z.string(),
    createdAt: z.iso.datetime(),
    activatedAt: z.iso.datetime().nullable(),
    /** The member's orders, newest first. */
    orders: z.array(listedOrderSchema),
    subscriptions: z.array(
      subscriptionSchema.extend({
        id: z.int(),
        paidUntil: z.iso.datetime().nullable(),
        account: z.string(),
        /** The card payments, newest first. Each opens its invoice at `/invoices/subscription/ID`. */
        payments: z.array(
          z.object({ id: z.string(), paidAt: z.iso.datetime(), amountCents: z.int() }),
        ),
      }),
    ),
    /** Their messages from the contact form, newest first. */
    messages: z.array(
      z.object({
        id: z.int(),
        sentDate: z.iso.datetime(),
        subject: z.string(),
        isAnswered: z.boolean(),
      }),
    ),
  }),
  run: async ({ db, clock }, { who }) => {
    const member = await db.user.findFirst({
      where: memberFilter(who),
      select: {
        id: true,
        email: true,
        firstName: true,
        lastName: true,
        locale: true,
        createdAt: true,
        activatedAt: true,
        orders: { orderBy: { id: 'desc' } },
        subscriptions: {
          select: {
            id: true,
            state: true,
            plan: true,
            paidUntil: true,
            stripeAccount: true,
            payments: { orderBy: { paidAt: 'desc' } },
          },
          orderBy: { id: 'desc' },
        },
        contactMessages: {
          select: { id: true, createdAt: true, subject: true, answeredAt: true },
          orderBy: { id: 'desc' },
        },
      },
    });
    if (member === null) refuse({ code: 'member_number_unknown', who: who.trim() });
    return {
      ...member,
      name: nameOf(member),
      createdAt: member.createdAt.toISOString(),
      activatedAt: member.activatedAt?.toISOString() ?? null,
      orders: await shownOrders(db, member.orders, { now: clock(), maySeeMoney: true }),
      subscriptions: member.subscriptions.map(
        ({ paidUntil, stripeAccount, payments, ...rest }) => ({
          ...rest,
          payments: payments.map(({ paymentIntentId, paidAt, amountCents }) => ({
            id: paymentIntentId,
            paidAt: paidAt.toISOString(),
            amountCents,
          })),
          paidUntil: paidUntil?.toISOString() ?? null,
          account: stripeAccount,
        }),
      ),
      messages: member.contactMessages.map(({ id, createdAt, subject, answeredAt }) => ({
        id,
        sentDate: createdAt.toISOString(),
        subject,
        isAnswered: answeredAt !== null,
      })),
    };
  },
});

const isId = (who: string) => /^\d{1,9}$/.test(who.trim());

const memberFilter = (who: string): Prisma.UserWhereInput =>
  isId(who) ? { id: Number(who) } : { emailKey: emailKeyOf(who.trim()) };

/** Locks the account of an address or id. Refuses an unknown one. */
async function lockMember(tx: Tx, who: string): Promise<number> {
  const member = await tx.user.findFirst({ where: memberFilter(who), select: { id: true } });
  if (member === null || !(await lockUser(tx, member.id))) {
    refuse({ code: 'member_number_unknown', who: who.trim() });
  }
  return member.id;
}

const memberInput = z.object({ member: z.int().positive() });

/** Defines an operation that sends an email again, as the member could do on the site. */
const defineSending = (
  verb: 'sendActivation' | 'sendRecovery',
  enqueueAgain: typeof enqueueRecovery,
  { isForActive }: { isForActive: boolean },
) =>
  defineChange({
    name: `members.${verb}`,
    permission: 'members.help',
    kind: 'change',
    input: memberInput,
    output: memberInput,
    run: async ({ tx, journal, rateLimiter }, { member: id }) => {
      await lockMember(tx, String(id));
      const { emailKey, locale, activatedAt } = await tx.user.findUniqueOrThrow({
        where: { id },
        select: { emailKey: true, locale: true, activatedAt: true },
      });
      if (activatedAt !== null && !isForActive) refuse({ code: 'member_active', member: id });
      const request = { userId: id, locale: localeOf(locale) };
      // The site and the office share a limit of three an hour.
      const limited = rateLimiter === undefined ? {} : { rateLimiter };
      const isSent = await enqueueAgain(tx, { emailKey, request, ...limited });
      if (!isSent) refuse({ code: 'member_email_limit', member: id });
      await journal({ subject: { kind: 'user', id }, changes: {} });
      return { member: id };
    },
  });

export const sendActivation = defineSending('sendActivation', enqueueActivation, {
  isForActive: false,
});
export const sendRecovery = defineSending('sendRecovery', enqueueRecovery, { isForActive: true });

export const endMemberSessions = defineChange({
  name: 'members.endSessions',
  permission: 'members.help',
  kind: 'change',
  input: memberInput,
  output: memberInput,
  run: async ({ tx, journal }, { member: id }) => {
    await lockMember(tx, String(id));
    await endAllSessions(tx, id);
    await journal({ subject: { kind: 'user', id }, changes: {} });
    return { member: id };
  },
});

/** Exports a member's data, for requests by post. */
export const exportMember = defineChange({
  name: 'members.export',
  kind: 'danger',
  permission: 'members.export',
  input: z.object({ who: lineValue(320) }),
  output: personalDataSchema,
  run: async ({ tx, journal }, { who }) => {
    const id = await lockMember(tx, who);
    await journal({ subject: { kind: 'user', id }, changes: {} });
    return copyOfData(tx, id);
  },
});

/** How the person proved to be the member. A closed list, so that the journal holds no personal data. */
const IDENTITY = ['answered-from-address', 'order-facts', 'document', 'restored-backup'] as const;

const identityField = z.enum(IDENTITY, `must be one of ${IDENTITY.join(', ')}`);

/** Deletes a member's account, as the member could do on the site. */
export const eraseMember = defineChange({
  name: 'members.erase',
  kind: 'danger',
  permission: 'members.erase',
  input: z
    .object({ who: lineValue(320), again: lineValue(320), identity: identityField })
    // An id may be confirmed by the account's address, which is compared with the locked row.
    .refine(({ who, again }) => who.trim() === again.trim() || (isId(who) && !isId(again)), {
      path: ['again'],
      error: 'is not the same as the first: nothing was done',
      params: { problem: 'notSame' },
    }),
  output: z.object({ id: z.int() }),
  run: async ({ tx, clock, journal }, { who, again, identity }) => {
    const id = await lockMember(tx, who);
    const { locale, emailKey } = await tx.user.findUniqueOrThrow({
      where: { id },
      select: { locale: true, emailKey: true },
    });
    if (!isId(again) && emailKeyOf(again.trim()) !== emailKey) {
      refuse({ code: 'member_address_other', member: id });
    }
    // Members erased before the restore of a backup got this email then.
    const lastEmail = identity === 'restored-backup' ? null : localeOf(locale);
    await eraseAccount(tx, { userId: id, now: clock(), lastEmail });
    await enqueue(tx, { job: logErasureJob, payload: { userId: id } });
    await journal({ subject: { kind: 'user', id }, changes: { identity: [null, identity] } });
    return { id };
  },
});
