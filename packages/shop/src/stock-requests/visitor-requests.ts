import type { Context, Deps } from '@agres/core/context';
import { requireMailDomain } from '@agres/core/email-domain';
import { enqueueEmail } from '@agres/core/jobs/email';
import { requireRateLimit, takeEmailLimit } from '@agres/core/limits/require-rate-limit';
import { Prisma } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { DomainError } from '@agres/domain/errors';
import type { AskForStock, StockLink } from '@agres/domain/shop.schema';
import { emailKeyOf } from '@agres/domain/users';

import { stockRequestAskedEmail } from './emails.ts';
import { OPTION_PLACE, optionIndexOf } from './option-place.ts';
import { computeLinkKey, ownerOfLink } from './stock-link.ts';
import { findOptionForSale } from './stock-requests.ts';

/**
 * Requests a stock alert for an address without an account, and emails the link that confirms it. Returns
 * whether the option is sold out; the answer is the same for every address, even if its daily limit of emails
 * is reached.
 * @throws DomainError `not_found`, `invalid_email_domain_message`
 */
export async function askForStock(
  ctx: Context,
  { itemId, optionIndex, email }: AskForStock,
): Promise<boolean> {
  const { deps, locale } = ctx;
  await requireRateLimit(ctx, { limit: 'stockRequestByIp', key: ctx.clientIp });
  const option = await findOptionForSale(deps, { itemId, optionIndex });
  if (option.remaining > 0) return false;
  await requireMailDomain(deps, email);
  const emailKey = emailKeyOf(email);
  if (!(await takeEmailLimit(deps, 'stockRequestEmail', emailKey))) return true;
  await inTransaction(deps.db, async (tx) => {
    const linkKey = await computeLinkKey(tx, emailKey);
    // Only a link sent to the mailbox changes a confirmed alert, so its spelling and language stay.
    const [{ id }] = await tx.$queryRaw<[{ id: number }]>`
      INSERT INTO visitor_stock_request AS r (option_id, email, email_key, link_key, locale)
      VALUES (${option.id}::int, ${email}, ${emailKey}, ${linkKey}, ${locale})
      ON CONFLICT (email_key, option_id) DO UPDATE SET
        email = ${unlessConfirmed('email')}, locale = ${unlessConfirmed('locale')},
        asked_at = ${unlessConfirmed('asked_at')}
      RETURNING id`;
    const request = { visitorRequestId: id, locale };
    await enqueueEmail(tx, { email: stockRequestAskedEmail, request });
  });
  deps.wakeJobs();
  return true;
}

const unlessConfirmed = (column: string) =>
  Prisma.raw(`CASE WHEN r.confirmed_at IS NULL THEN EXCLUDED.${column} ELSE r.${column} END`);

/** Returns null if the link is wrong or the request no longer exists. */
async function findLinked({ db }: Pick<Deps, 'db'>, link: StockLink) {
  const owner = await ownerOfLink({ db }, link);
  if (owner === null || !('linkKey' in owner)) return null;
  return db.visitorStockRequest.findFirst({
    where: { id: link.id, linkKey: owner.linkKey },
    select: {
      option: { select: OPTION_PLACE },
    },
  });
}

/** Whether an email link confirms a request. It changes nothing, because mail scanners open links too. */
export async function isStockRequestLink(
  deps: Pick<Deps, 'db'>,
  link: StockLink,
): Promise<boolean> {
  return (await findLinked(deps, link)) !== null;
}

/**
 * Confirms an alert by the link of its email; returns its option. A repeated call returns the same; it renews
 * an alert that was already sent if the option has sold out again.
 * @throws DomainError `incorrect_activation_code`
 */
export async function confirmStockRequest(
  ctx: Context,
  link: StockLink,
): Promise<{ itemId: number; optionIndex: number }> {
  const { db } = ctx.deps;
  await requireRateLimit(ctx, { limit: 'linkByIp', key: ctx.clientIp });
  const linked = await findLinked(ctx.deps, link);
  if (linked === null) throw new DomainError('incorrect_activation_code');
  await db.$executeRaw`
    UPDATE visitor_stock_request r
    SET asked_at = clock_timestamp(), confirmed_at = clock_timestamp(), told_at = NULL
    FROM item_option o
    WHERE r.id = ${link.id}::int AND o.id = r.option_id
      AND (r.confirmed_at IS NULL OR (r.told_at IS NOT NULL AND o.remaining = 0))`;
  const { option } = linked;
  return { itemId: option.itemId, optionIndex: optionIndexOf(option) };
}
