import type { Context, Deps } from '@agres/core/context';
import { raiseAlertOnce } from '@agres/core/jobs/alert';
import { enqueueEmail } from '@agres/core/jobs/email';
import { secretKeyedHashOf } from '@agres/core/keyed-hash';
import { networksOf } from '@agres/core/limits/client-network';
import type { LimitName } from '@agres/core/limits/rate-limit';
import type { Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import { parisDayOf } from '@agres/domain/days';
import type { DeclarationKind } from '@agres/domain/declaration';
import type { DeclarationInput } from '@agres/domain/declarations.schema';
import { emailKeyOf } from '@agres/domain/users';
import {
  addEvent,
  eventOf,
  findDeclaration,
  isProved,
  type ReceiptWay,
} from '@agres/money/declarations/declaration';

import type { Contracts, DeclarationDeps, RecheckDelay } from './contract.ts';
import { declarationReceivedEmail } from './emails.ts';

// The page offers every receipt at once as a file. The limits here apply only to the email that repeats it,
// which may go to an unconfirmed address. No limit refuses a declaration.

type Recipient = {
  emailKey: string;
  isOwnContract: boolean;
  isOwnAddress: boolean;
  /** How a declaration without a log-in matches a contract: by the account's address, or only by number. */
  fit: 'address' | 'number' | null;
};

/** Reads what decides where a receipt goes. The response to the caller never depends on it. */
export async function readRecipient(
  { deps: { db }, session }: Context,
  contracts: readonly Contracts[],
  call: { kind: DeclarationKind; input: DeclarationInput; isOwnContract: boolean },
): Promise<Recipient> {
  const { kind, input, isOwnContract } = call;
  const emailKey = emailKeyOf(input.email);
  const isOwnAddress =
    session !== null && (await db.user.count({ where: { id: session.userId, emailKey } })) === 1;
  const recipient = { emailKey, isOwnContract, isOwnAddress, fit: null };
  if (isOwnContract || isOwnAddress) return recipient;
  const { reference = '' } = input;
  const near = await Promise.all(
    contracts
      .filter(({ kinds }) => kinds.has(kind))
      .map((one) => one.findNear(db, { emailKey, reference, kind })),
  );
  const found = near.flat();
  if (found.some(({ isOfAddress }) => isOfAddress)) return { ...recipient, fit: 'address' };
  return { ...recipient, fit: found.length > 0 ? 'number' : null };
}

type PlannedReceipt = { declarationId: number; recipient: Recipient };

/**
 * Decides how the receipt of a new declaration is emailed. It counts the receipt in the declaration's own
 * transaction, so that a rollback also undoes the count.
 */
export async function planReceipt(
  ctx: Context,
  tx: Tx,
  { declarationId, recipient }: PlannedReceipt,
): Promise<void> {
  const { way, isFlood } = await chooseWay(ctx, tx, recipient);
  const flood = isFlood ? hashNetworkAndDay(ctx) : null;
  await tx.$executeRaw`
    UPDATE declaration SET receipt = ${way}, flood = ${flood}::bytea WHERE id = ${declarationId}::int`;
}

async function chooseWay(
  { deps: { rateLimiter }, session, clientIp }: Context,
  tx: Tx,
  { emailKey, isOwnContract, isOwnAddress, fit }: Recipient,
): Promise<{ way: ReceiptWay; isFlood: boolean }> {
  const limiter = rateLimiter.within(tx);
  const take = async (limit: LimitName, key: string) =>
    (await limiter.take(limit, key)).waitSeconds === null;
  const takeOwn = () => take('ownReceipt', `${session?.userId}`);
  // guard: immediate receipts are rate-limited by recipient, also for own contracts
  const takeAtOnce = () => take('declarationReceipt', emailKey);
  if (isOwnContract) {
    if (isOwnAddress) return { way: (await takeOwn()) ? 'address' : 'waiting', isFlood: false };
    if (await takeAtOnce()) return { way: 'address', isFlood: false };
    return { way: (await takeOwn()) ? 'account' : 'waiting', isFlood: false };
  }
  const isFlood = !(await take('declarationsByNetwork', clientIp));
  // guard: strangers cannot use up the receipt limit of a member’s own address
  if (isOwnAddress && (await takeOwn())) return { way: 'address', isFlood: false };
  // guard: a network over its limit sends receipts only to customers’ addresses
  const isFitting = isFlood ? fit === 'address' : fit !== null;
  if (isFitting && (await takeAtOnce())) return { way: 'address', isFlood: false };
  return { way: isFlood ? 'page' : 'waiting', isFlood };
}

/** Returns a keyed hash of the caller's network and the day. The owner's lists show one line for each. */
function hashNetworkAndDay({
  deps: { config, clock },
  clientIp,
}: Context): Uint8Array<ArrayBuffer> {
  const { own, wide } = networksOf(clientIp);
  const text = `${wide ?? own}|${parisDayOf(clock())}`;
  return secretKeyedHashOf(config.appSecret, { purpose: 'declarations', text });
}

/** How long a receipt that is not sent at once waits for others to the same address. */
const WAITING_MINUTES = 60;
const MAX_RECEIPTS_PER_EMAIL = 100;
const MAX_ADDRESSES_PER_RUN = 100;

/**
 * Sends the waiting receipts of each address as one email, at most one in 23 hours, so that no receipt waits
 * for longer than a day.
 */
export async function sendWaitingReceipts(
  deps: Pick<Deps, 'db' | 'rateLimiter' | 'wakeJobs'>,
): Promise<void> {
  const { db, rateLimiter } = deps;
  const due = await db.$queryRaw<{ email: string }[]>`
    SELECT lower(email) AS email FROM declaration
    WHERE receipt = 'waiting' AND email IS NOT NULL GROUP BY lower(email)
    HAVING min(declared_at) < clock_timestamp() - make_interval(mins => ${WAITING_MINUTES}::int)
    ORDER BY min(declared_at) LIMIT ${MAX_ADDRESSES_PER_RUN}::int`;
  for (const { email } of due) {
    await inTransaction(db, async (tx) => {
      // guard: waiting receipts for one address are sent as one email a day
      const { waitSeconds } = await rateLimiter.within(tx).take('waitingReceipts', email);
      if (waitSeconds !== null) return;
      const rows = await tx.$queryRaw<{ id: number }[]>`
        SELECT id FROM declaration WHERE receipt = 'waiting' AND lower(email) = ${email}
        ORDER BY id LIMIT ${MAX_RECEIPTS_PER_EMAIL}::int FOR UPDATE SKIP LOCKED`;
      const [first] = rows;
      if (first === undefined) return;
      await tx.$executeRaw`
        UPDATE declaration SET receipt = 'address', next_check_at = clock_timestamp(), tries = 0,
          receipt_with = CASE WHEN id = ${first.id}::int THEN NULL ELSE ${first.id}::int END
        WHERE id = ANY(${rows.map(({ id }) => id)}::int[])`;
      await enqueueReceipt(tx, first.id);
    });
  }
  if (due.length > 0) deps.wakeJobs();
}

const receiptKeyOf = (declarationId: number) => `declaration_received:${declarationId}`;

const enqueueReceipt = (tx: Parameters<typeof enqueueEmail>[0], declarationId: number) =>
  // guard: a declaration has one receipt
  enqueueEmail(tx, {
    email: declarationReceivedEmail,
    request: { declarationId },
    dedupe: receiptKeyOf(declarationId),
  });

/** The delay before background work checks whether a receipt was sent. */
const RECEIPT_SECONDS = 30;

/**
 * Enqueues the receipt, and records whether it was sent. If it failed for good, an alert asks the owner to
 * send it by post.
 */
export async function reconcileReceipt(deps: DeclarationDeps, id: number): Promise<RecheckDelay> {
  const { db } = deps;
  const declaration = await findDeclaration(db, id);
  if (declaration === null || declaration.email === null) return 'never';
  if (declaration.receipt === 'waiting' || declaration.receipt === 'page') return 'never';
  if (eventOf(declaration, 'receipt_sent') ?? eventOf(declaration, 'receipt_lost')) return 'never';
  const mailedId = declaration.receiptWith ?? id;
  const dedupe = receiptKeyOf(mailedId);
  const [fate] = await db.$queryRaw<{ isSent: boolean; isLost: boolean }[]>`
    SELECT EXISTS (SELECT FROM email_log WHERE subject_kind = 'declaration'
        AND subject_id = ${String(mailedId)}
        AND letter = ${declarationReceivedEmail.kind} AND outcome = 'accepted')
      OR EXISTS (SELECT FROM job WHERE dedupe = ${dedupe} AND done_at IS NOT NULL) AS "isSent",
      EXISTS (SELECT FROM job WHERE dedupe = ${dedupe} AND dead_at IS NOT NULL) AS "isLost"`;
  if (fate?.isSent) {
    await addEvent(db, id, { kind: 'receipt_sent', by: 'system' });
    return 'never';
  }
  if (fate?.isLost) {
    await addEvent(db, id, { kind: 'receipt_lost', by: 'system' });
    // guard: lost receipts of unproved declarations raise one alert a day
    const once = isProved(declaration)
      ? { dedupe: `receipt_lost:${id}` }
      : ({ dedupe: 'receipts_lost', every: 'day' } as const);
    await raiseAlertOnce(deps, {
      event: 'The receipt of a declaration did not arrive: send it by post',
      facts: { declarationId: id },
      ...once,
    });
    return 'never';
  }
  await enqueueReceipt(db, mailedId);
  deps.wakeJobs();
  return { inSeconds: RECEIPT_SECONDS };
}
