import { timingSafeEqual } from 'node:crypto';

import type { Context, Deps, MemberContext } from '@agres/core/context';
import { keyedHashOf } from '@agres/core/keyed-hash';
import { requireRateLimit } from '@agres/core/limits/require-rate-limit';
import { inParts, ROWS_AT_ONCE, type RetentionRule } from '@agres/core/run-retention';
import type { Db } from '@agres/db/db';
import { DomainError } from '@agres/domain/errors';
import { RETENTION } from '@agres/domain/retention';
import type { StockRequest } from '@agres/domain/shapes';
import type { SetStockRequest, StockLink } from '@agres/domain/shop.schema';

/** The options that a member waits for, the first asked first. */
export async function listStockRequests(
  { db }: Pick<Deps, 'db'>,
  { userId }: { userId: number },
): Promise<StockRequest[]> {
  // guard: stock alerts are shown to their member alone
  const rows = await db.stockRequest.findMany({
    where: { userId, toldAt: null },
    select: {
      askedAt: true,
      option: {
        select: { id: true, itemId: true, item: { select: { options: BY_POSITION } } },
      },
    },
    orderBy: [{ askedAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ askedAt, option: { id, itemId, item } }) => ({
    itemId,
    optionIndex: item.options.findIndex((option) => option.id === id),
    askedDate: askedAt.toISOString(),
  }));
}

const BY_POSITION = { select: { id: true }, orderBy: { position: 'asc' } } as const;

/**
 * Has a member told when an option is in stock again, or no longer. Asked again, the place in the row
 * stays. Nothing is kept of an option that is in stock. Idempotent.
 * @throws DomainError `not_found` for an option that is not for sale
 */
export async function setStockRequest(
  ctx: MemberContext,
  { itemId, optionIndex, isAsked }: SetStockRequest,
): Promise<void> {
  const { db, clock } = ctx.deps;
  const { userId } = ctx.session;
  // guard: creating a stock alert is counted
  await requireRateLimit(ctx, { limit: 'stockRequestByUser', key: String(userId) });
  const item = await db.item.findFirst({
    where: { id: itemId, publishedAt: { lte: clock() } },
    select: { options: BY_POSITION },
  });
  const option = item?.options[optionIndex];
  if (option === undefined) throw new DomainError('not_found');
  if (!isAsked) {
    await db.stockRequest.deleteMany({ where: { userId, optionId: option.id } });
    return;
  }
  // guard: a notified member waits again only after a new request
  await db.$executeRaw`
    INSERT INTO stock_request AS r (user_id, option_id)
    SELECT ${userId}::int, id FROM item_option WHERE id = ${option.id}::int AND remaining = 0
    ON CONFLICT (user_id, option_id) DO UPDATE
    SET id = EXCLUDED.id, asked_at = EXCLUDED.asked_at, told_at = NULL
    WHERE r.told_at IS NOT NULL`;
}

/** The secret of the link that cancels a member's stock alerts. */
export async function stockLinkSecretOf(db: Db, userId: number): Promise<string> {
  const hash = await keyedHashOf(db, 'stock_link');
  return Buffer.from(hash(String(userId))).toString('base64url');
}

/** Whether a link of an email was made for this member; changes nothing. */
export async function isStockLink(
  { db }: Pick<Deps, 'db'>,
  { id, nonce }: StockLink,
): Promise<boolean> {
  const expected = Buffer.from(await stockLinkSecretOf(db, id));
  const shown = Buffer.from(nonce);
  // guard: a link ends the requests of the member that it was made for
  return shown.length === expected.length && timingSafeEqual(shown, expected);
}

/**
 * Cancels a member's stock alerts by the link of an email, without a log-in; returns how many
 * options that were. Again it answers 0.
 * @throws DomainError `incorrect_activation_code`
 */
export async function endStockRequests(ctx: Context, link: StockLink): Promise<number> {
  await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  if (!(await isStockLink(ctx.deps, link))) throw new DomainError('incorrect_activation_code');
  return takeBackAll(ctx.deps, link.id);
}

/**
 * The same for a mail program's one call. Wrong links alone are counted: a mail provider follows those
 * of all its customers from a few addresses.
 * @throws DomainError `incorrect_activation_code`
 */
export async function endStockRequestsByMail(
  ctx: Pick<Context, 'deps' | 'clientIp' | 'setHeader'>,
  link: StockLink,
): Promise<void> {
  if (!(await isStockLink(ctx.deps, link))) {
    await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
    throw new DomainError('incorrect_activation_code');
  }
  await takeBackAll(ctx.deps, link.id);
}

async function takeBackAll({ db }: Pick<Deps, 'db'>, userId: number): Promise<number> {
  const { count } = await db.stockRequest.deleteMany({ where: { userId, toldAt: null } });
  return count;
}

/** Alerts without new stock for so long are deleted, and so are sent ones. */
export const stockRequestRetention: readonly RetentionRule[] = [
  {
    name: 'stock_requests',
    run: ({ db }) =>
      inParts(
        () => db.$executeRaw`
      DELETE FROM stock_request WHERE id IN (
        SELECT id FROM stock_request
        WHERE asked_at < now() - make_interval(days => ${RETENTION.stockRequestDays}::int)
        LIMIT ${ROWS_AT_ONCE}::int FOR UPDATE SKIP LOCKED)`,
      ),
  },
];
