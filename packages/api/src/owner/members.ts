import { emailKeyOf } from '@shop/domain/users';
import { z } from 'zod';

import { defineCommand } from './command.ts';
import { dayOf } from './days.ts';
import { refuse } from './refuse.ts';
import { lines, table } from './report.ts';
import { countValue } from './values.ts';

const DEFAULT_LIMIT = 50;

export const membersCommand = defineCommand({
  name: 'members',
  summary: 'The members, the newest first, without who they are',
  parameters: {
    limit: { kind: 'option', value: 'N', about: `at most so many; ${DEFAULT_LIMIT} else` },
  },
  notes: ['Nobody reads a list of addresses: `pnpm shop member EMAIL` finds who wrote to you.'],
  examples: ['', '--limit 500'],
  input: { limit: countValue.optional() },
  run: async ({ db }, { limit = DEFAULT_LIMIT }) => {
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
    const ordered = await db.order.groupBy({
      by: ['userId'],
      where: { userId: { in: members.map(({ id }) => id) } },
      _count: true,
    });
    const orders = new Map(ordered.map(({ userId, _count }) => [userId, _count]));
    return [
      table(
        ['#Member', 'Address', 'Language', 'Since', 'Activated', '#Orders', 'Subscription'],
        members.map((member) => [
          String(member.id),
          masked(member.email),
          member.locale,
          dayOf(member.createdAt),
          member.activatedAt === null ? 'no' : 'yes',
          String(orders.get(member.id) ?? 0),
          member.subscriptions.map(({ state, plan }) => `${plan}, ${state}`).join(' '),
        ]),
        'Nobody has signed up yet.',
      ),
      lines(`${count} in all, ${activated} activated, ${subscribed} with a subscription.`),
    ];
  },
});

/** `j…@example.fr`: enough to tell two lines apart. */
const masked = (email: string) => `${email.slice(0, 1)}…${email.slice(email.lastIndexOf('@'))}`;

export const memberCommand = defineCommand({
  name: 'member',
  summary: 'The account behind an address, for whoever asks for help',
  parameters: { email: { kind: 'word', value: 'EMAIL', about: 'the whole address' } },
  examples: ['jeanne@example.fr'],
  input: { email: z.string() },
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
    if (member === null) refuse(`No account has the address ${email}.`);
    const { orders, subscriptions } = member;
    return [
      lines(
        `Member ${member.id}, since ${dayOf(member.createdAt)}, writes ${member.locale === 'fr' ? 'French' : 'English'}`,
        member.activatedAt === null
          ? 'Not activated: the log-in page offers to send the letter again.'
          : `Activated ${dayOf(member.activatedAt)}`,
        `Orders: ${orders.length === 0 ? 'none' : orders.map(({ id }) => id).join(', ')}`,
        ...subscriptions.map(
          ({ state, plan, paidUntil, stripeAccount }) =>
            `Subscription: ${plan}, ${state}, paid until ${paidUntil === null ? 'never' : dayOf(paidUntil)}, account ${stripeAccount}`,
        ),
      ),
    ];
  },
});
