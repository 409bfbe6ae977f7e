import type { Context, Deps, MemberContext } from '@agres/core/context';
import { requireRateLimit } from '@agres/core/limits/require-rate-limit';
import { eraseRows, type RetentionRule } from '@agres/core/run-retention';
import { Prisma } from '@agres/db/db';
import { DomainError } from '@agres/domain/errors';
import { RETENTION } from '@agres/domain/retention';
import type { StockRequest } from '@agres/domain/shapes';
import type { SetStockRequest, StockLink } from '@agres/domain/shop.schema';

import { OPTION_PLACE, optionIndexOf } from './option-place.ts';
import { ownerOfLink, type LinkOwner } from './stock-link.ts';

/** Returns the options that a member waits for, oldest request first. */
export async function listStockRequests(
  { db }: Pick<Deps, 'db'>,
  { userId }: { userId: number },
): Promise<StockRequest[]> {
  // guard: a member’s list contains only their own stock alerts
  const rows = await db.stockRequest.findMany({
    where: { userId, toldAt: null },
    select: {
      askedAt: true,
      option: {
        select: OPTION_PLACE,
      },
    },
    orderBy: [{ askedAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ askedAt, option }) => ({
    itemId: option.itemId,
    optionIndex: optionIndexOf(option),
    askedDate: askedAt.toISOString(),
  }));
}

/** How long an announced unit is not announced again. It is not reserved: anyone may buy it. */
export const PLACE_HOURS = 24;

/**
 * Creates or deletes a member's stock alert for an option; stores none for an option that is in stock.
 * Idempotent: a repeated request keeps its place in the queue.
 * @throws DomainError `not_found` for an option that is not for sale
 */
export async function setStockRequest(
  ctx: MemberContext,
  { itemId, optionIndex, isAsked }: SetStockRequest,
): Promise<void> {
  const { db } = ctx.deps;
  const { userId } = ctx.session;
  // guard: changes of stock alerts are rate-limited
  await requireRateLimit(ctx, { limit: 'stockRequestByUser', key: String(userId) });
  const option = await findOptionForSale(ctx.deps, { itemId, optionIndex });
  if (!isAsked) {
    await db.stockRequest.deleteMany({ where: { userId, optionId: option.id } });
    return;
  }
  // guard: a repeated request keeps the date of a waiting stock alert
  await db.$executeRaw`
    INSERT INTO stock_request AS r (user_id, option_id)
    SELECT ${userId}::int, id FROM item_option WHERE id = ${option.id}::int AND remaining = 0
    ON CONFLICT (user_id, option_id) DO UPDATE
    SET id = EXCLUDED.id, asked_at = EXCLUDED.asked_at, told_at = NULL
    WHERE r.told_at IS NOT NULL`;
}

/**
 * Returns an option of a published item, sold out or not.
 * @throws DomainError `not_found`
 */
export async function findOptionForSale(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { itemId, optionIndex }: Pick<SetStockRequest, 'itemId' | 'optionIndex'>,
): Promise<{ id: number; remaining: number }> {
  const item = await db.item.findFirst({
    where: { id: itemId, publishedAt: { lte: clock() } },
    select: {
      options: { select: { id: true, remaining: true }, orderBy: { position: 'asc' } },
    },
  });
  const option = item?.options[optionIndex];
  if (option === undefined) throw new DomainError('not_found');
  return option;
}

/** Whether an email link can cancel alerts. It changes nothing, because mail scanners open links too. */
export async function isStockLink(deps: Pick<Deps, 'db'>, link: StockLink): Promise<boolean> {
  return (await ownerOfLink(deps, link)) !== null;
}

/**
 * Cancels the stock alerts of the link's owner without a log-in; returns how many, and 0 for a repeated call.
 * @throws DomainError `incorrect_activation_code`
 */
export async function endStockRequests(ctx: Context, link: StockLink): Promise<number> {
  await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  const owner = await ownerOfLink(ctx.deps, link);
  if (owner === null) throw new DomainError('incorrect_activation_code');
  return takeBackAll(ctx.deps, owner);
}

/**
 * Cancels stock alerts by the one-click request of a mail program. Only wrong links are rate-limited: a mail
 * provider sends the requests of all its customers from a few addresses.
 * @throws DomainError `incorrect_activation_code`
 */
export async function endStockRequestsByMail(
  ctx: Pick<Context, 'deps' | 'clientIp' | 'setHeader'>,
  link: StockLink,
): Promise<void> {
  const owner = await ownerOfLink(ctx.deps, link);
  if (owner === null) {
    await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
    throw new DomainError('incorrect_activation_code');
  }
  await takeBackAll(ctx.deps, owner);
}

/**
 * Deletes the alerts and returns how many were waiting. Announced ones are deleted too: an email that has not left
 * finds no row and is not sent.
 */
async function takeBackAll({ db }: Pick<Deps, 'db'>, owner: LinkOwner): Promise<number> {
  const waiting = { toldAt: null };
  if ('userId' in owner) {
    const { count } = await db.stockRequest.deleteMany({ where: { ...owner, ...waiting } });
    await db.stockRequest.deleteMany({ where: owner });
    return count;
  }
  const { count } = await db.visitorStockRequest.deleteMany({ where: { ...owner, ...waiting } });
  await db.visitorStockRequest.deleteMany({ where: owner });
  return count;
}

/**
 * Deletes alerts after their term. Deletes a visitor's alert earlier if it stays unconfirmed, or a day after
 * it was announced, unless that email still waits for the mail server.
 */
export const stockRequestRetention: readonly RetentionRule[] = [
  {
    name: 'stock_requests',
    run: ({ db }) =>
      eraseRows(db, 'stock_request', {
        where: Prisma.sql`asked_at < now() - make_interval(days => ${RETENTION.stockRequestDays}::int)`,
      }),
  },
  {
    name: 'visitor_stock_requests',
    run: ({ db }) =>
      eraseRows(db, 'visitor_stock_request', {
        where: Prisma.sql`asked_at < now() - make_interval(days => ${RETENTION.stockRequestDays}::int)
          OR (asked_at < now() - make_interval(days => ${RETENTION.unconfirmedStockRequestDays}::int)
            AND confirmed_at IS NULL)
          OR (told_at < now() - make_interval(hours => ${PLACE_HOURS}::int)
            AND NOT EXISTS (
              SELECT FROM job WHERE done_at IS NULL AND dead_at IS NULL
                AND payload->>'visitorRequestId' = visitor_stock_request.id::text))`,
      }),
  },
];
