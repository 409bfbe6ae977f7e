import { randomUUID } from 'node:crypto';

import {
  findInstallation,
  type InstallationPlace,
  type Installation,
} from '@agres/core/installation';
import { PERSONAL } from '@agres/core/jobs/queue';
import { readSetting, storeSetting } from '@agres/core/settings';
import { readDatabaseTime } from '@agres/db/database-clock';
import { backupAt } from '@agres/db/database-place';
import { Prisma, type Db, type Tx } from '@agres/db/db';
import { parisDayOf } from '@agres/domain/days';

import { IS_IN_FLIGHT } from '../purchase/purchase-attempt.ts';

/**
 * How many ids and invoice numbers to skip if rows may have been lost, because the provider's idempotency
 * keys contain the ids of lost rows. `perSecond` applies to the time since the newest row, or since the
 * installation was adopted, and covers the ids used by an earlier adoption of the same backup. At most half
 * of a sequence's remaining ids are skipped: after seven years `perSecond` alone would use up all of them.
 */
const IDS_LEFT_OUT = { atLeast: 100_000, perSecond: 10 };
/** A single long transaction is acceptable, because no other process uses the database. */
const TRANSACTION = { maxWait: 10_000, timeout: 120_000 };

/** What an adoption changed; the numbers are row counts. */
export type Adoption = {
  /** Null for a database that was never started. */
  before: Installation | null;
  /** Rows of the original may be missing, so ids continue far above it. */
  isRestored: boolean;
  sessions: number;
  jobs: number;
  attempts: number;
  subscriptions: number;
  customers: number;
  credits: number;
};

/**
 * Adopts a database as the shop itself, at this place, with its id and so its payments. If the place changed,
 * or neither place nor site did, the database may be a backup: its sessions and links end, because later
 * revocations are unknown, and its ids continue far above. After `pnpm restore` it sells nothing until the
 * owner has decided about the sales since the backup.
 */
export async function adoptAsOriginal(db: Db, here: InstallationPlace): Promise<Adoption> {
  return db.$transaction(async (tx) => {
    const before = await findInstallation(tx);
    const isRestored = before?.place !== here.place || before.site === here.site;
    const sessions = isRestored ? await endSessions(tx) : 0;
    if (isRestored) await skipIds(tx);
    if (isRestored) await skipInvoiceNumbers(tx);
    await writeInstallation(
      tx,
      {
        id: before?.id ?? randomUUID(),
        copiedAt: before?.copiedAt ?? null,
        restoredFrom: restoredFrom(before),
      },
      here,
    );
    return { ...NOTHING, before, isRestored, sessions };
  }, TRANSACTION);
}

/**
 * Adopts a database as a copy, with a new id, so that it reaches neither the payment provider nor a person.
 * Drops its jobs, ends its open attempts, detaches its people from customers and subscriptions at the
 * provider, and leaves no credit pending.
 */
export async function adoptAsCopy(db: Db, here: InstallationPlace): Promise<Adoption> {
  return db.$transaction(async (tx) => {
    const before = await findInstallation(tx);
    const ended = new Map<string, number>();
    for (const [table, end] of Object.entries(IN_A_COPY)) ended.set(table, await end(tx));
    const count = (table: Prisma.ModelName) => ended.get(table) ?? 0;
    await skipIds(tx);
    await writeInstallation(
      tx,
      { id: randomUUID(), copiedAt: await readDatabaseTime(tx), restoredFrom: null },
      here,
    );
    return {
      before,
      isRestored: true,
      sessions: count('Session'),
      jobs: count('Job'),
      attempts: count('PurchaseAttempt') + count('SubscriptionAttempt'),
      subscriptions: count('Subscription'),
      customers: count('PaymentCustomer'),
      credits: count('ReferralCredit'),
    };
  }, TRANSACTION);
}

const NOTHING = { sessions: 0, jobs: 0, attempts: 0, subscriptions: 0, customers: 0, credits: 0 };

/**
 * Stops a table's rows from having further effects at the provider or on people; returns how many changed.
 */
type NeutralizeTable = (tx: Tx) => Promise<number>;

const leaveUnchanged: NeutralizeTable = async () => 0;

/** The type is exhaustive, so a new table requires a decision here. */
const IN_A_COPY: Record<Prisma.ModelName, NeutralizeTable> = {
  User: leaveUnchanged,
  Session: (tx) => tx.$executeRaw`DELETE FROM session`,
  KnownPlace: (tx) => tx.$executeRaw`DELETE FROM known_place`,
  AccountToken: (tx) => tx.$executeRaw`DELETE FROM account_token`,
  PaymentCustomer: (tx) => tx.$executeRaw`DELETE FROM payment_customer`,
  ContactMessage: leaveUnchanged,
  ContactAnswer: leaveUnchanged,
  Setting: leaveUnchanged,
  Item: leaveUnchanged,
  ItemOption: leaveUnchanged,
  ItemImage: leaveUnchanged,
  Picture: leaveUnchanged,
  PictureFile: leaveUnchanged,
  StockAdjustment: leaveUnchanged,
  SoldUnits: leaveUnchanged,
  PurchaseAttempt: endPurchases,
  Order: leaveUnchanged,
  DeliveryNotice: leaveUnchanged,
  Replacement: leaveUnchanged,
  SavedDelivery: leaveUnchanged,
  // A copy drops stock alerts, because the original sends these notifications.
  StockRequest: (tx) => tx.$executeRaw`DELETE FROM stock_request`,
  VisitorStockRequest: (tx) => tx.$executeRaw`DELETE FROM visitor_stock_request`,
  Review: leaveUnchanged,
  RelayPoint: leaveUnchanged,
  OrderArchive: leaveUnchanged,
  Invoice: leaveUnchanged,
  ContractText: leaveUnchanged,
  MoneyAudit: leaveUnchanged,
  Refund: endRefunds,
  Dispute: leaveUnchanged,
  Subscription: detachSubscriptions,
  SubscriptionPayment: leaveUnchanged,
  SubscriptionAttempt: endSubscribing,
  ReferralCredit: detachCredits,
  Declaration: endDeclarations,
  DeclarationEvent: leaveUnchanged,
  WithdrawalMark: leaveUnchanged,
  EmailLog: leaveUnchanged,
  Article: leaveUnchanged,
  JournalEntry: leaveUnchanged,
  // Passkeys work in the copy's office only if it has the same host.
  Staff: leaveUnchanged,
  StaffPasskey: leaveUnchanged,
  StaffSession: (tx) => tx.$executeRaw`DELETE FROM staff_session`,
  StaffInvitation: (tx) => tx.$executeRaw`DELETE FROM staff_invitation`,
  StaffChallenge: (tx) => tx.$executeRaw`DELETE FROM staff_challenge`,
  Installation: leaveUnchanged,
  Job: dropJobs,
  KeyedHashKey: leaveUnchanged,
  LogKey: (tx) => tx.$executeRaw`DELETE FROM log_key`,
  JobSchedule: (tx) => tx.$executeRaw`UPDATE job_schedule SET locked_until = NULL`,
  RateLimit: leaveUnchanged,
  // These processes send no heartbeats here and so count as dead.
  ProcessHeartbeat: leaveUnchanged,
};

async function endSessions(tx: Tx): Promise<number> {
  await tx.$executeRaw`DELETE FROM account_token`;
  await tx.$executeRaw`DELETE FROM staff_session`;
  await tx.$executeRaw`DELETE FROM staff_invitation`;
  return tx.$executeRaw`DELETE FROM session`;
}

/** Marks open jobs as done, so that no invariant reports a missing email, and deletes their personal data. */
async function dropJobs(tx: Tx): Promise<number> {
  return tx.$executeRaw`
    UPDATE job SET done_at = clock_timestamp(), locked_by = NULL, locked_until = NULL,
      last_error = 'dropped: adopted as a copy', payload = payload - ${PERSONAL}::text[]
    WHERE done_at IS NULL AND dead_at IS NULL`;
}

/** Expires open attempts: their payments belong to the original, so the units return to stock. */
async function endPurchases(tx: Tx): Promise<number> {
  return tx.$executeRaw`
    WITH open AS (SELECT id, state, option_id FROM purchase_attempt WHERE ${IS_IN_FLIGHT}),
    noted AS (
      INSERT INTO money_audit (attempt_id, from_state, to_state, by)
      SELECT id, state, 'expired', 'adopted as a copy' FROM open),
    stock AS (
      UPDATE item_option SET remaining = remaining + held.units
      FROM (SELECT option_id, count(*)::int AS units FROM open GROUP BY option_id) held
      WHERE item_option.id = held.option_id)
    UPDATE purchase_attempt SET state = 'expired', payment_intent_id = NULL, lease_owner = NULL,
      lease_until = NULL, hold_until = NULL, next_check_at = NULL
    FROM open WHERE purchase_attempt.id = open.id`;
}

async function endSubscribing(tx: Tx): Promise<number> {
  return tx.$executeRaw`
    UPDATE subscription_attempt SET state = 'expired', stripe_intent_id = NULL, lease_owner = NULL,
      lease_until = NULL, hold_until = NULL, next_check_at = NULL
    WHERE state IN ('started', 'requires_action')`;
}

/** Marks open refunds as failed, because the original makes them. */
async function endRefunds(tx: Tx): Promise<number> {
  return tx.$executeRaw`
    UPDATE refund SET state = 'failed', failure_code = 'adopted as a copy', rest = NULL,
      lease_owner = NULL, lease_until = NULL, next_check_at = NULL, settled_at = clock_timestamp()
    WHERE state IN ('requested', 'sending', 'pending')`;
}

/** A copy keeps declarations, but neither acts on them nor emails the receipts that wait. */
async function endDeclarations(tx: Tx): Promise<number> {
  return tx.$executeRaw`
    UPDATE declaration SET next_check_at = NULL,
      receipt = CASE receipt WHEN 'waiting' THEN 'page' ELSE receipt END
    WHERE next_check_at IS NOT NULL OR receipt = 'waiting'`;
}

/** Detaches subscriptions, like those of deleted accounts; the rows are retained for bookkeeping. */
async function detachSubscriptions(tx: Tx): Promise<number> {
  return tx.$executeRaw`
    UPDATE subscription SET user_id = NULL, state = 'ended', stripe_subscription_id = NULL,
      access_ends_on = coalesce(access_ends_on, clock_timestamp()), next_check_at = NULL`;
}

/** Detaches credits, because pending ones and their emails belong to the original. */
async function detachCredits(tx: Tx): Promise<number> {
  return tx.$executeRaw`UPDATE referral_credit SET owner_id = NULL WHERE owner_id IS NOT NULL`;
}

/** SQL for the ids that an earlier adoption of the same backup may have used: it grows with time. */
const USED_SINCE = Prisma.sql`(${IDS_LEFT_OUT.perSecond}::int * coalesce(greatest(
  extract(epoch FROM clock_timestamp() - greatest((SELECT max(created_at) FROM users),
    (SELECT max(created_at) FROM purchase_attempt), (SELECT trusted_from FROM installation))),
  0), 0))::bigint`;

async function skipIds(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    SELECT setval(format('%I.%I', schemaname, sequencename)::regclass,
      last + least((max_value - last) / 2, ${IDS_LEFT_OUT.atLeast}::int + ${USED_SINCE}))
    FROM pg_sequences, coalesce(last_value, 0) AS last
    WHERE schemaname = current_schema()`;
}

const MAX_INT = 2 ** 31 - 1;

/**
 * Skips invoice numbers that may have been issued after the backup, in the year in which the next ones are
 * issued: a number must not be used twice, whereas a gap can be explained.
 */
async function skipInvoiceNumbers(tx: Tx): Promise<void> {
  const newest = await tx.invoice.findFirst({
    orderBy: [{ year: 'desc' }, { number: 'desc' }],
    select: { year: true, number: true },
  });
  const thisYear = Number(parisDayOf(await readDatabaseTime(tx)).slice(0, 4));
  const year = Math.max(thisYear, newest?.year ?? 0);
  const name = 'invoiceNumbersLeftOut';
  const { value: before } = await readSetting(tx, name);
  const last = Math.max(
    before.year === year ? before.upTo : 0,
    newest?.year === year ? newest.number : 0,
  );
  const [used] = await tx.$queryRaw<{ since: number }[]>`SELECT ${USED_SINCE}::float8 AS "since"`;
  const skipped = IDS_LEFT_OUT.atLeast + (used?.since ?? 0);
  const upTo = last + Math.min(Math.floor((MAX_INT - last) / 2), skipped);
  await storeSetting(tx, name, { value: { year, upTo } });
}

/**
 * Returns since when sales may be missing, or null. A backup of a restored database keeps the earlier time.
 */
function restoredFrom(before: Installation | null): Date | null {
  const loaded = before === null ? null : backupAt(before.place);
  const undecided = before?.restoredFrom ?? null;
  if (loaded === null || undecided === null) return loaded ?? undecided;
  return loaded < undecided ? loaded : undecided;
}

async function writeInstallation(
  tx: Tx,
  kept: Pick<Installation, 'id' | 'copiedAt' | 'restoredFrom'>,
  { site, place }: InstallationPlace,
): Promise<void> {
  await tx.installation.deleteMany();
  await tx.installation.create({
    data: { ...kept, site, place, trustedFrom: await readDatabaseTime(tx) },
  });
}

/** Lists the other connections to the database, with names as far as this role may see them. */
export async function otherConnections(db: Db): Promise<string[]> {
  const others = await db.$queryRaw<{ name: string }[]>`
    SELECT concat_ws(' ', usename::text, application_name, client_addr::text) AS name
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL`;
  return others.map(({ name }) => name);
}
