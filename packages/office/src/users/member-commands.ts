import { dayOf } from '@agres/core/operations/days';
import { defineChange, defineRead } from '@agres/core/operations/operation';
import { refuse } from '@agres/core/operations/refuse';
import { lockUser } from '@agres/core/session/row-locks';
import type { Db, Tx } from '@agres/db/db';
import { localeOf } from '@agres/domain/locale';
import { personalDataSchema } from '@agres/domain/shapes.schema';
import { emailKeyOf } from '@agres/domain/users';
import { eraseAccount } from '@agres/shop/users/delete-account';
import { copyOfData } from '@agres/shop/users/export-data';
import { z } from 'zod';

import { defineOperationCommand } from '../operations/command.ts';
import { document, lines, table } from '../operations/report.ts';
import { countValue } from '../operations/values.ts';

const DEFAULT_LIMIT = 50;

const subscriptionSchema = z.object({ state: z.string(), plan: z.string() });

/** The members, the newest first, without who they are. */
const listMembers = defineRead({
  name: 'members.list',
  permission: 'members.find',
  input: z.object({ limit: z.int().min(0) }),
  output: z.object({
    members: z.array(
      z.object({
        id: z.int(),
        /** `j…@example.fr`. */
        address: z.string(),
        locale: z.string(),
        createdAt: z.iso.datetime(),
        isActivated: z.boolean(),
        orders: z.int(),
        subscriptions: z.array(subscriptionSchema),
      }),
    ),
    count: z.int(),
    activated: z.int(),
    subscribed: z.int(),
  }),
  run: async ({ db }, { limit }) => {
    const [members, count, activated, subscribed] = await Promise.all([
      db.user.findMany({
        select: {
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
        take: limit,
      }),
      db.user.count(),
      db.user.count({ where: { activatedAt: { not: null } } }),
      db.subscription.count({ where: { state: { in: ['active', 'past_due'] } } }),
    ]);
    const orders = await countOrders(
      db,
      members.map(({ id }) => id),
    );
    return {
      members: members.map(({ id, email, locale, createdAt, activatedAt, subscriptions }) => ({
        id,
        address: masked(email),
        locale,
        createdAt: createdAt.toISOString(),
        isActivated: activatedAt !== null,
        orders: orders.get(id) ?? 0,
        subscriptions,
      })),
      count,
      activated,
      subscribed,
    };
  },
});

async function countOrders(db: Db, userIds: number[]): Promise<Map<number | null, number>> {
  const ordered = await db.order.groupBy({
    by: ['userId'],
    where: { userId: { in: userIds } },
    _count: true,
  });
  return new Map(ordered.map(({ userId, _count }) => [userId, _count]));
}

/** `j…@example.fr`: enough to tell two lines apart. */
const masked = (email: string) => `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;

export const membersCommand = defineOperationCommand({
  name: 'members',
  summary: 'The members, the newest first, without who they are',
  parameters: {
    limit: { kind: 'option', value: 'N', about: `at most so many; ${DEFAULT_LIMIT} else` },
  },
  notes: ['Nobody reads a list of addresses: `pnpm shop member EMAIL` finds who wrote to you.'],
  examples: ['', '--limit 500'],
  input: { limit: countValue.optional() },
  operation: listMembers,
  read: ({ limit = DEFAULT_LIMIT }) => ({ limit }),
  show: ({ members, count, activated, subscribed }) => [
    table(
      ['#Member', 'Address', 'Language', 'Since', 'Activated', '#Orders', 'Subscription'],
      members.map((member) => [
        String(member.id),
        member.address,
        member.locale,
        dayOf(new Date(member.createdAt)),
        member.isActivated ? 'yes' : 'no',
        String(member.orders),
        member.subscriptions.map(({ state, plan }) => `${plan}, ${state}`).join(' '),
      ]),
      'Nobody has signed up yet.',
    ),
    lines(`${count} in all, ${activated} activated, ${subscribed} with a subscription.`),
  ],
});

/** The account behind an address. */
const findMember = defineRead({
  name: 'members.get',
  permission: 'members.find',
  input: z.object({ email: z.string() }),
  output: z.object({
    id: z.int(),
    locale: z.string(),
    createdAt: z.iso.datetime(),
    activatedAt: z.iso.datetime().nullable(),
    orders: z.array(z.int()),
    subscriptions: z.array(
      subscriptionSchema.extend({ paidUntil: z.iso.datetime().nullable(), account: z.string() }),
    ),
  }),
  run: async ({ db }, { email }) => {
    const member = await db.user.findUnique({
      where: { emailKey: emailKeyOf(email.trim()) },
      select: {
        id: true,
        locale: true,
        createdAt: true,
        activatedAt: true,
        orders: { select: { id: true }, orderBy: { id: 'asc' } },
        subscriptions: {
          select: { state: true, plan: true, paidUntil: true, stripeAccount: true },
          orderBy: { id: 'desc' },
        },
      },
    });
    if (member === null) refuse({ code: 'member_unknown', email });
    return {
      id: member.id,
      locale: member.locale,
      createdAt: member.createdAt.toISOString(),
      activatedAt: member.activatedAt?.toISOString() ?? null,
      orders: member.orders.map(({ id }) => id),
      subscriptions: member.subscriptions.map(({ paidUntil, stripeAccount, ...rest }) => ({
        ...rest,
        paidUntil: paidUntil?.toISOString() ?? null,
        account: stripeAccount,
      })),
    };
  },
});

export const memberCommand = defineOperationCommand({
  name: 'member',
  summary: 'The account behind an address, for whoever asks for help',
  parameters: { email: { kind: 'word', value: 'EMAIL', about: 'the whole address' } },
  examples: ['jeanne@example.fr'],
  input: { email: z.string() },
  operation: findMember,
  read: (typed) => typed,
  show: ({ id, createdAt, locale, activatedAt, orders, subscriptions }) => [
    lines(
      `Member ${id}, since ${dayOf(new Date(createdAt))}, writes ${locale === 'fr' ? 'French' : 'English'}`,
      activatedAt === null
        ? 'Not activated: the log-in page offers to send the letter again.'
        : `Activated ${dayOf(new Date(activatedAt))}`,
      `Orders: ${orders.length === 0 ? 'none' : orders.join(', ')}`,
      ...subscriptions.map(
        ({ state, plan, paidUntil, account }) =>
          `Subscription: ${plan}, ${state}, paid until ${paidUntil === null ? 'never' : dayOf(new Date(paidUntil))}, account ${account}`,
      ),
    ),
  ],
});

const WHO = 'the whole address, or the number of the member';

/** The number of the account that is meant, locked; or the end of the operation. */
async function lockMember(tx: Tx, who: string): Promise<number> {
  const typed = who.trim();
  const member = await tx.user.findFirst({
    where: /^\d{1,9}$/.test(typed) ? { id: Number(typed) } : { emailKey: emailKeyOf(typed) },
    select: { id: true },
  });
  if (member === null || !(await lockUser(tx, member.id))) {
    refuse({ code: 'member_number_unknown', who: typed });
  }
  return member.id;
}

/** An export of a member's data, for requests by letter. */
const exportMember = defineChange({
  name: 'members.export',
  kind: 'danger',
  permission: 'members.export',
  input: z.object({ who: z.string() }),
  output: personalDataSchema,
  run: async ({ tx, journal }, { who }) => {
    const id = await lockMember(tx, who);
    await journal({ subject: { kind: 'user', id }, changes: {} });
    return copyOfData(tx, id);
  },
});

export const exportMemberCommand = defineOperationCommand({
  name: 'member:export',
  summary: 'Everything that is kept about a member, for whoever asks by letter',
  parameters: { who: { kind: 'word', value: 'EMAIL', about: WHO } },
  notes: [
    'It is what the page “My data” gives the member: send it to the address of the account, and to no',
    'other. Be sure first that the letter is theirs. The journal keeps that it was asked for.',
  ],
  examples: ['jeanne@example.fr --out jeanne.json'],
  isConfidential: true,
  input: { who: z.string() },
  operation: exportMember,
  read: (typed) => typed,
  show: (copied) => [document(`${JSON.stringify(copied, null, 2)}\n`)],
});

/** How a person proved to be the member: a closed list, so that the journal holds no personal data. */
const IDENTITY = ['answered-from-address', 'order-facts', 'document', 'restored-backup'] as const;

const identityField = z.enum(IDENTITY, `must be one of ${IDENTITY.join(', ')}`);

/** Deletes a member's account as its owner would. */
const eraseMember = defineChange({
  name: 'members.erase',
  kind: 'danger',
  permission: 'members.erase',
  input: z
    .object({ who: z.string(), again: z.string(), identity: identityField })
    .refine(({ who, again }) => who.trim() === again.trim(), {
      path: ['again'],
      error: 'is not the same as the first: nothing was done',
    }),
  output: z.object({ id: z.int() }),
  run: async ({ tx, clock, journal }, { who, identity }) => {
    const id = await lockMember(tx, who);
    const { locale } = await tx.user.findUniqueOrThrow({ where: { id }, select: { locale: true } });
    // Members erased before the restored backup got their email then.
    const lastEmail = identity === 'restored-backup' ? null : localeOf(locale);
    await eraseAccount(tx, { userId: id, now: clock(), lastEmail });
    await journal({ subject: { kind: 'user', id }, changes: { identity: [null, identity] } });
    return { id };
  },
});

export const eraseMemberCommand = defineOperationCommand({
  name: 'member:erase',
  summary: 'Deletes a member’s account as its owner would, for whoever asks by letter',
  parameters: {
    who: { kind: 'word', value: 'EMAIL', about: WHO },
    again: { kind: 'word', value: 'EMAIL-AGAIN', about: 'the same once more' },
    identity: {
      kind: 'option',
      value: 'HOW',
      about: `how you know that they are the member: ${IDENTITY.join(', ')}`,
    },
  },
  notes: [
    'It cannot be taken back. Sessions, links, messages, name and address go, the subscription ends, and',
    'a last email says so; orders stay for the accounts, without the account. After a restore accounts',
    'that were erased are back: erase them again by their numbers, which the log has, with',
    '--identity restored-backup; they are not written to a second time.',
  ],
  examples: [
    'jeanne@example.fr jeanne@example.fr --identity answered-from-address',
    '1042 1042 --identity restored-backup',
  ],
  input: { who: z.string(), again: z.string(), identity: identityField },
  operation: eraseMember,
  read: (typed) => typed,
  show: ({ id }) => [
    lines(
      `Member ${id} is erased. A subscription of theirs ends at the payment provider by itself.`,
      `Note the number outside of the database: after a restore \`pnpm shop member:erase ${id} ${id} --identity restored-backup\` erases them again.`,
    ),
  ],
});
