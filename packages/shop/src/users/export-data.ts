import type { MemberContext } from '@agres/core/context';
import { enqueueEmail } from '@agres/core/jobs/email';
import { requireRateLimit } from '@agres/core/limits/require-rate-limit';
import { emailLocale } from '@agres/core/localized';
import { Prisma, type Tx } from '@agres/db/db';
import { inTransaction } from '@agres/db/transaction';
import type { PersonalData, PersonalRow } from '@agres/domain/shapes';
import type { ExportData } from '@agres/domain/users.schema';

import { dataDownloadedEmail } from './emails.ts';
import { lockProved, provePassword } from './present-password.ts';

/** The keys of the exported rows: the account, and what belongs to it by other keys. */
type Person = {
  userId: number;
  orderIds: readonly number[];
  subscriptionIds: readonly number[];
};

/** Which part of a table goes into the export of a person's data. */
type ExportRule =
  /** Why the table is left out: no personal data, or none that can be exported. */
  | { leftOut: string }
  | {
      /** The exported parts by name: SQL that returns one JSON object per row, oldest first. */
      parts: Readonly<Record<string, (person: Person) => Prisma.Sql>>;
      /** The columns that are not exported, and why. All others are, including columns added later. */
      leftOut: Readonly<Record<string, string>>;
    };

const SECRET = 'proves who somebody is; told, it would be of use to a thief alone';
const KEYED = 'a hash that nothing can be read from';
const MACHINERY = 'tells the shop how to go on after a fault; nothing about the person';
const ITSELF = 'the account that the copy is of';
const OTHERS = 'somebody else';
const SHOP = 'who of the shop did it: told as the shop';

const OF_AN_ATTEMPT = {
  user_id: ITSELF,
  idempotency_key: MACHINERY,
  request_hash: KEYED,
  card_hash: KEYED,
  lease_owner: MACHINERY,
  lease_until: MACHINERY,
  tries: MACHINERY,
  next_check_at: MACHINERY,
  request_id: MACHINERY,
};

/**
 * Defines for every table which part of it is in the export of a person's data (GDPR article 15). Complete over
 * the tables by type, so a new one needs a decision here; a test searches every column for a member's data and
 * fails for each that is neither exported nor left out with a reason.
 */
export const EXPORT_RULES: Readonly<Record<Prisma.ModelName, ExportRule>> = {
  User: rowsOf({
    table: 'users',
    part: 'account',
    isOf: ({ userId }) => Prisma.sql`t.id = ${userId}::int`,
    leftOut: { email_key: 'the address once more', password_hash: SECRET },
  }),
  Session: rowsOf({
    table: 'session',
    part: 'sessions',
    leftOut: { id: SECRET, user_id: ITSELF },
  }),
  KnownPlace: rowsOf({
    table: 'known_place',
    part: 'knownNetworks',
    leftOut: { user_id: ITSELF, network_hash: KEYED },
  }),
  AccountToken: rowsOf({
    table: 'account_token',
    part: 'links',
    leftOut: { user_id: ITSELF, hash: SECRET },
  }),
  PaymentCustomer: rowsOf({
    table: 'payment_customer',
    part: 'customers',
    leftOut: { user_id: ITSELF },
  }),
  ContactMessage: rowsOf({
    table: 'contact_message',
    part: 'messages',
    leftOut: { user_id: ITSELF },
  }),
  ContactAnswer: rowsOf({
    table: 'contact_answer',
    part: 'messageAnswers',
    isOf: ({ userId }) => Prisma.sql`t.message_id IN (
      SELECT id FROM contact_message WHERE user_id = ${userId}::int)`,
    leftOut: { sent_by: SHOP },
  }),
  Item: { leftOut: 'what the shop sells' },
  ItemOption: { leftOut: 'what the shop sells' },
  ItemImage: { leftOut: 'what the shop sells' },
  Picture: { leftOut: 'what the shop sells' },
  Setting: { leftOut: 'what the shop sells' },
  PictureFile: { leftOut: 'what the shop sells' },
  StockAdjustment: { leftOut: 'units of stock; of an order it tells that its unit came back' },
  Staff: { leftOut: 'people who work for the shop' },
  StaffPasskey: { leftOut: 'people who work for the shop' },
  StaffSession: { leftOut: 'people who work for the shop' },
  StaffInvitation: { leftOut: 'people who work for the shop' },
  StaffChallenge: { leftOut: 'people who work for the shop' },
  SoldUnits: { leftOut: 'how many units were sold' },
  PurchaseAttempt: rowsOf({
    table: 'purchase_attempt',
    part: 'purchases',
    leftOut: { ...OF_AN_ATTEMPT, buyer_hash: KEYED, response_sent_at: MACHINERY },
  }),
  Order: rowsOf({ table: 'orders', part: 'orders', leftOut: { user_id: ITSELF } }),
  ContractText: rowsOf({
    table: 'contract_text',
    part: 'acceptedTerms',
    isOf: ({ userId }) => Prisma.sql`t.id IN (
      SELECT contract_text_id FROM orders WHERE user_id = ${userId}::int
      UNION SELECT contract_text_id FROM subscription WHERE user_id = ${userId}::int)`,
    leftOut: { hash: 'made of the text' },
  }),
  MoneyAudit: rowsOf({
    table: 'money_audit',
    part: 'paymentSteps',
    isOf: ({ userId }) => Prisma.sql`t.attempt_id IN (
      SELECT id FROM purchase_attempt WHERE user_id = ${userId}::int)`,
  }),
  Refund: rowsOf({
    table: 'refund',
    part: 'refunds',
    isOf: ({ orderIds, subscriptionIds }) => Prisma.sql`t.order_id = ANY(${orderIds}::int[])
      OR t.subscription_id = ANY(${subscriptionIds}::int[])`,
    leftOut: {
      by: SHOP,
      key: MACHINERY,
      key_no: MACHINERY,
      key_at: MACHINERY,
      lease_owner: MACHINERY,
      lease_until: MACHINERY,
      next_check_at: MACHINERY,
      tries: MACHINERY,
      rest: MACHINERY,
    },
  }),
  Dispute: rowsOf({
    table: 'dispute',
    part: 'disputes',
    isOf: ({ orderIds, subscriptionIds }) => Prisma.sql`t.order_id = ANY(${orderIds}::int[])
      OR t.subscription_id = ANY(${subscriptionIds}::int[])`,
  }),
  DeliveryNotice: rowsOf({
    table: 'delivery_notice',
    part: 'lateOrderRequests',
    isOf: ({ orderIds }) => Prisma.sql`t.order_id = ANY(${orderIds}::int[])`,
  }),
  Replacement: rowsOf({
    table: 'replacement',
    part: 'replacements',
    isOf: ({ orderIds }) => Prisma.sql`t.order_id = ANY(${orderIds}::int[])`,
  }),
  SavedDelivery: rowsOf({
    table: 'saved_delivery',
    part: 'savedDelivery',
    leftOut: { user_id: ITSELF },
  }),
  StockRequest: rowsOf({
    table: 'stock_request',
    part: 'stockRequests',
    leftOut: { user_id: ITSELF },
  }),
  VisitorStockRequest: rowsOf({
    table: 'visitor_stock_request',
    part: 'stockRequestsByAddress',
    isOf: ({ userId }) => Prisma.sql`t.email_key = (
      SELECT email_key FROM users WHERE id = ${userId}::int)`,
    leftOut: { email_key: 'the address once more', link_key: SECRET },
  }),
  Review: rowsOf({
    table: 'review',
    part: 'reviews',
    leftOut: {
      user_id: ITSELF,
      version: MACHINERY,
      is_demonstration: 'never so for a person',
    },
  }),
  RelayPoint: { leftOut: 'where parcels can be fetched' },
  OrderArchive: rowsOf({
    table: 'order_archive',
    part: 'archivedRecipients',
    isOf: ({ orderIds }) => Prisma.sql`t.order_id = ANY(${orderIds}::int[])`,
  }),
  Invoice: rowsOf({
    table: 'invoice',
    part: 'invoices',
    isOf: ({ orderIds }) => Prisma.sql`t.order_id = ANY(${orderIds}::int[])`,
  }),
  Subscription: rowsOf({
    table: 'subscription',
    part: 'subscriptions',
    leftOut: {
      user_id: ITSELF,
      referrer_id: OTHERS,
      next_check_at: MACHINERY,
      revision: MACHINERY,
    },
  }),
  SubscriptionPayment: rowsOf({
    table: 'subscription_payment',
    part: 'subscriptionPayments',
    isOf: ({ subscriptionIds }) => Prisma.sql`t.subscription_id = ANY(${subscriptionIds}::int[])`,
  }),
  SubscriptionAttempt: rowsOf({
    table: 'subscription_attempt',
    part: 'subscriptionAttempts',
    leftOut: { ...OF_AN_ATTEMPT, referrer_id: OTHERS },
  }),
  // Referred people are exported as a number only: when each of them subscribed is their own data.
  ReferralCredit: {
    parts: {
      referrals: ({ userId }) => Prisma.sql`
        SELECT jsonb_build_object('kind', kind, 'count', count(*), 'amount_cents', sum(amount_cents))
          AS row
        FROM referral_credit WHERE owner_id = ${userId}::int GROUP BY kind ORDER BY kind`,
      referredBySomebody: ({ userId }) => Prisma.sql`
        SELECT jsonb_build_object('kind', kind, 'at', at, 'due_at', due_at) AS row
        FROM referral_credit WHERE referred_user_id = ${userId}::int`,
    },
    leftOut: {
      id: MACHINERY,
      owner_id: OTHERS,
      referred_user_id: OTHERS,
      credit_id: MACHINERY,
      stripe_account: MACHINERY,
      stripe_transaction_id: MACHINERY,
      address_hash: KEYED,
      owner_address_hash: KEYED,
      first_payment_account: OTHERS,
      first_payment_id: OTHERS,
      referral_id: MACHINERY,
      subscription_id: OTHERS,
      about_id: MACHINERY,
      card_hash: KEYED,
    },
  },
  // One made without a log-in may be another person's, and has no contract until the shop owner accepts it.
  Declaration: rowsOf({
    table: 'declaration',
    part: 'declarations',
    isOf: ({ orderIds, subscriptionIds }) => Prisma.sql`
      (t.order_id = ANY(${orderIds}::int[]) OR t.subscription_id = ANY(${subscriptionIds}::int[]))`,
    leftOut: {
      key: KEYED,
      numbers: MACHINERY,
      receipt: MACHINERY,
      receipt_with: MACHINERY,
      flood: KEYED,
      next_check_at: MACHINERY,
      tries: MACHINERY,
    },
  }),
  DeclarationEvent: rowsOf({
    table: 'declaration_event',
    part: 'declarationEvents',
    isOf: ({ orderIds, subscriptionIds }) => Prisma.sql`t.declaration_id IN (
      SELECT id FROM declaration
      WHERE order_id = ANY(${orderIds}::int[]) OR subscription_id = ANY(${subscriptionIds}::int[]))`,
    leftOut: { by: SHOP },
  }),
  WithdrawalMark: { leftOut: KEYED },
  EmailLog: rowsOf({
    table: 'email_log',
    part: 'sentEmails',
    isOf: ({ userId, orderIds, subscriptionIds }) => Prisma.sql`
      (t.subject_kind = 'user' AND t.subject_id = ${String(userId)})
      OR (t.subject_kind = 'order' AND t.subject_id = ANY(${orderIds.map(String)}::text[]))
      OR (t.subject_kind = 'subscription'
        AND t.subject_id = ANY(${subscriptionIds.map(String)}::text[]))
      OR (t.subject_kind = 'contact_message' AND t.subject_id = ANY(ARRAY(
        SELECT id::text FROM contact_message WHERE user_id = ${userId}::int)))
      OR (t.subject_kind = 'declaration' AND t.subject_id = ANY(ARRAY(
        SELECT id::text FROM declaration
        WHERE order_id = ANY(${orderIds}::int[]) OR subscription_id = ANY(${subscriptionIds}::int[]))))
      OR (t.subject_kind = 'refund' AND t.subject_id = ANY(ARRAY(
        SELECT id::text FROM refund
        WHERE order_id = ANY(${orderIds}::int[]) OR subscription_id = ANY(${subscriptionIds}::int[]))))`,
    leftOut: { text_hash: KEYED },
  }),
  Article: { leftOut: 'what the shop publishes' },
  JournalEntry: rowsOf({
    table: 'journal',
    part: 'changesByHand',
    isOf: ({ userId, orderIds }) => Prisma.sql`
      (t.subject_kind = 'user' AND t.subject_id = ${String(userId)})
      OR (t.subject_kind = 'order' AND t.subject_id = ANY(${orderIds.map(String)}::text[]))`,
    leftOut: { actor_name: SHOP, request_id: MACHINERY },
  }),
  Installation: { leftOut: 'whose database this is' },
  Job: {
    parts: {
      emails: ({ userId, orderIds }) => Prisma.sql`
        SELECT jsonb_build_object('kind', payload->>'letter', 'asked_at', created_at,
          'sent_at', done_at) AS row
        FROM job WHERE id IN (
          SELECT id FROM job WHERE kind = 'mail' AND payload->>'userId' = ${String(userId)}
          UNION ALL
          SELECT id FROM job
          WHERE kind = 'mail' AND payload->>'orderId' = ANY(${orderIds.map(String)}::text[]))
        ORDER BY id`,
    },
    leftOut: {
      id: MACHINERY,
      kind: MACHINERY,
      payload: 'what an email is written from: whose it is, and to which address of the account',
      dedupe: MACHINERY,
      run_at: MACHINERY,
      attempts: MACHINERY,
      locked_by: MACHINERY,
      locked_until: MACHINERY,
      dead_at: MACHINERY,
      last_error: MACHINERY,
      request_id: MACHINERY,
    },
  },
  KeyedHashKey: { leftOut: 'keys of hashes' },
  LogKey: { leftOut: 'keys of hashes' },
  JobSchedule: { leftOut: MACHINERY },
  RateLimit: { leftOut: 'keyed hashes of who called how often, gone within a day' },
  ProcessHeartbeat: { leftOut: MACHINERY },
};

function byUser({ userId }: Person): Prisma.Sql {
  // guard: a copy holds the rows of its person alone
  return Prisma.sql`t.user_id = ${userId}::int`;
}

type RowsOf = {
  table: string;
  part: string;
  isOf?: (person: Person) => Prisma.Sql;
  leftOut?: Readonly<Record<string, string>>;
};

/** SQL for the time at which a row of any table was written; ids may be random and give no order. */
const ITS_MOMENT = Prisma.sql`coalesce(to_jsonb(t)->>'created_at', to_jsonb(t)->>'order_date',
  to_jsonb(t)->>'declared_at', to_jsonb(t)->>'at')`;

/** Exports a table as stored, without some columns, oldest first. */
function rowsOf({ table, part, isOf = byUser, leftOut = {} }: RowsOf): ExportRule {
  const from = Prisma.raw(`"${table}"`);
  return {
    parts: {
      [part]: (person) => Prisma.sql`
        SELECT to_jsonb(t) - ${Object.keys(leftOut)}::text[] AS row
        FROM ${from} t WHERE ${isOf(person)} ORDER BY ${ITS_MOMENT}, to_jsonb(t)->>'id'`,
    },
    leftOut,
  };
}

/**
 * Exports all data about a member after verifying their present password, because the session may be used by
 * another person. An email informs the account's address, in the same transaction. Fails with
 * `incorrect_password`, and with 429 after three a day.
 */
export async function exportData(
  ctx: MemberContext,
  { currentMdp }: ExportData,
): Promise<PersonalData> {
  const { db } = ctx.deps;
  const { userId } = ctx.session;
  const provedHash = await provePassword(ctx, currentMdp, 'copy of data');
  // Counted after the password check, so that a stolen session cannot use up its owner's exports.
  // guard: exports of personal data are counted
  await requireRateLimit(ctx, { limit: 'exportByUser', key: String(userId) });
  const copied = await inTransaction(db, async (tx) => {
    await lockProved(tx, { userId, provedHash });
    const { email, locale } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { email: true, locale: true },
    });
    const to = { userId, to: email, locale: emailLocale(ctx, { locale }) };
    await enqueueEmail(tx, { email: dataDownloadedEmail, request: to });
    return copyOfData(tx, userId);
  });
  ctx.log.info({ userId }, 'data downloaded');
  ctx.deps.wakeJobs();
  return copied;
}

/** Reads the export of a person's data. The caller has verified who receives it. */
export async function copyOfData(tx: Tx, userId: number): Promise<PersonalData> {
  const of = { where: { userId }, select: { id: true } } as const;
  const orders = await tx.order.findMany(of);
  const subscriptions = await tx.subscription.findMany(of);
  const person: Person = {
    userId,
    orderIds: orders.map(({ id }) => id),
    subscriptionIds: subscriptions.map(({ id }) => id),
  };
  const data: Record<string, PersonalRow[]> = {};
  for (const copied of Object.values(EXPORT_RULES)) {
    if (!('parts' in copied)) continue;
    for (const [part, sqlOf] of Object.entries(copied.parts)) {
      const rows = await tx.$queryRaw<{ row: PersonalRow }[]>(sqlOf(person));
      data[part] = rows.map(({ row }) => inCamelCase(row));
    }
  }
  const [{ now }] = await tx.$queryRaw<[{ now: Date }]>`SELECT now()`;
  return { copiedAt: now.toISOString(), data };
}

/** Renames the columns to camelCase, as in the rest of the API. */
function inCamelCase(row: PersonalRow): PersonalRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
