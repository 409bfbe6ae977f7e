import type { Db } from '@shop/db/db';
import { LOW_STOCK } from '@shop/domain/stock';

import { findPurchaseViolations } from '../purchase/purchase-invariants.ts';
import { defineCommand } from './command.ts';
import { dayOf, minuteOf } from './days.ts';
import { brief, brokenLine, counted } from './format.ts';
import { givenBackOf, itemNameOf, notGivenBack } from './orders.ts';
import { lines, table, type Report } from './report.ts';

const DAY_MS = 86_400_000;
/** After a month of waiting a buyer may cancel (specification, section 9). */
const LATE_DAYS = 30;
/** The reply that the site promises (specification, section 1). */
const REPLY_DAYS = 2;
const OPEN_PURCHASE_MINUTES = 15;
/** Who has more to send goes through `pnpm shop orders`. */
const PARCELS = 200;

export const todayCommand = defineCommand({
  name: 'today',
  summary: 'What waits for you: parcels, stock, messages, trouble',
  parameters: {},
  examples: [''],
  input: {},
  run: async ({ db, clock }) => {
    const now = clock();
    return [...(await parcels(db, now)), await lowStock(db, now), lines(...(await signs(db, now)))];
  },
});

async function parcels(db: Db, now: Date): Promise<Report> {
  const orders = await db.order.findMany({
    where: { status: 'waiting', OR: notGivenBack(db) },
    select: {
      id: true,
      orderDate: true,
      itemTitleFr: true,
      chosenOptionTitleFr: true,
      amountCents: true,
      refundedCents: true,
    },
    orderBy: [{ orderDate: 'asc' }, { id: 'asc' }],
    take: PARCELS + 1,
  });
  const rows = orders.slice(0, PARCELS).map((order) => {
    const days = Math.floor((now.getTime() - order.orderDate.getTime()) / DAY_MS);
    const late = days > LATE_DAYS ? ': the buyer may cancel' : '';
    return [
      String(order.id),
      minuteOf(order.orderDate),
      brief(itemNameOf(order)),
      [`${counted(days, 'day')}${late}`, ...givenBackOf(order)].join(', '),
    ];
  });
  return [
    table(['#Order to send', 'Bought', 'Item', 'Waiting'], rows, 'No order waits.'),
    ...(orders.length > PARCELS
      ? [lines('These are the oldest: `pnpm shop orders --status waiting` lists the newest.')]
      : []),
  ];
}

async function lowStock(db: Db, now: Date) {
  const options = await db.itemOption.findMany({
    where: { remaining: { lte: LOW_STOCK }, item: { publishedAt: { lte: now } } },
    select: { id: true, titleFr: true, remaining: true, item: { select: { titleFr: true } } },
    orderBy: [{ remaining: 'asc' }, { id: 'asc' }],
  });
  return table(
    ['#Option running out', 'Item', 'Of it', '#Left'],
    options.map(({ id, item, titleFr, remaining }) => [
      String(id),
      item.titleFr,
      titleFr,
      String(remaining),
    ]),
    'Nothing in the shop is running out.',
  );
}

async function signs(db: Db, now: Date): Promise<string[]> {
  const [messages, oldest, openPurchases, deadJobs, pastDue, givenBack, broken] = await Promise.all(
    [
      db.contactMessage.count({ where: { createdAt: { gte: daysAgo(now, REPLY_DAYS) } } }),
      db.contactMessage.findFirst({
        where: { createdAt: { gte: daysAgo(now, REPLY_DAYS) } },
        orderBy: { createdAt: 'asc' },
        select: { createdAt: true },
      }),
      countOf(db.$queryRaw`
        SELECT count(*)::int AS count FROM purchase_attempt
        WHERE state IN ('reserved', 'charging')
          AND created_at < ${new Date(now.getTime() - OPEN_PURCHASE_MINUTES * 60_000)}`),
      db.job.count({ where: { deadAt: { not: null } } }),
      countOf(db.$queryRaw`
        SELECT count(*)::int AS count FROM subscription WHERE state = 'past_due'`),
      db.order.findMany({
        where: { status: 'waiting', refundedCents: { gte: db.order.fields.amountCents } },
        select: { id: true },
        orderBy: { id: 'asc' },
      }),
      findPurchaseViolations(db, daysAgo(now, 1)),
    ],
  );
  return [
    oldest === null
      ? `No message in the last ${REPLY_DAYS} days.`
      : `${counted(messages, 'message')} in the last ${REPLY_DAYS} days; the site promises a reply to the oldest by ${minuteOf(new Date(oldest.createdAt.getTime() + REPLY_DAYS * DAY_MS))}.`,
    `${counted(pastDue, 'subscription')} whose last debit failed; Stripe tries again.`,
    ...(givenBack.length === 0
      ? []
      : [
          `${counted(givenBack.length, 'order')} given back in full, not to be sent: ${givenBack.map(({ id }) => id).join(', ')}.`,
        ]),
    openPurchases === 0
      ? 'No payment is unclear.'
      : `${counted(openPurchases, 'purchase')} open for more than ${OPEN_PURCHASE_MINUTES} minutes: the server settles them with Stripe; look at the log if they stay.`,
    deadJobs === 0
      ? 'No letter and no job was given up.'
      : `${counted(deadJobs, 'job')} given up: the alerts say which.`,
    ...(broken.length === 0
      ? [
          `Stock, orders and payments of the last day agree (${dayOf(now)}); \`pnpm shop check\` looks at all of them.`,
        ]
      : broken.map(brokenLine)),
  ];
}

/** Written by hand where the index holds only rows of these states: Prisma names them by parameters. */
async function countOf(counting: PromiseLike<{ count: number }[]>): Promise<number> {
  const [row] = await counting;
  return row?.count ?? 0;
}

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
