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

type Person = {
  userId: number;
  orderIds: readonly number[];
  subscriptionIds: readonly number[];
};

type ExportRule =
  | { leftOut: string }
  | {
      /** SQL by name of the part: one JSON object per row, oldest first. */
      parts: Readonly<Record<string, (person: Person) => Prisma.Sql>>;
      /** Columns that are not exported, and why. All others are, including columns added later. */
      leftOut: Readonly<Record<string, string>>;
    };

const SECRET = 'a credential: a thief of the export could act as the person';
const HASHED = 'a keyed hash, which shows nothing to its reader';
const INTERNAL = 'internal state of processing, with nothing about the person';
const OWN_ID = 'the id of the exported account';
const OTHER_PERSON = 'refers to another person';
const STAFF_MEMBER = 'names the staff member who acted, which is data of another person';

const LEFT_OUT_OF_ATTEMPTS = {
  user_id: OWN_ID,
  idempotency_key: INTERNAL,
  request_hash: HASHED,
  card_hash: HASHED,
  lease_owner: INTERNAL,
  lease_until: INTERNAL,
  tries: INTERNAL,
  next_check_at: INTERNAL,
  request_id: INTERNAL,
};

/**
 * Which part of every table belongs to an export of personal data (GDPR article 15). The type requires a
 * decision for each new table. A test fails for a column with a member's data that is neither exported nor
 * left out with a reason.
 */
export const EXPORT_RULES: Readonly<Record<Prisma.ModelName, ExportRule>> = {
  User: rowsOf({
    table: 'users',
    part: 'account',
    isOf: ({ userId }) => Prisma.sql`t.id = ${userId}::int`,
    leftOut: { email_key: 'the same address, normalized', password_hash: SECRET },
  }),
  Session: rowsOf({
    table: 'session',
    part: 'sessions',
    leftOut: { id: SECRET, user_id: OWN_ID },
  }),
  KnownPlace: rowsOf({
    table: 'known_place',
    part: 'knownNetworks',
    leftOut: { user_id: OWN_ID, network_hash: HASHED },
  }),
  AccountToken: rowsOf({
    table: 'account_token',
    part: 'links',
    leftOut: { user_id: OWN_ID, hash: SECRET },
  }),
  PaymentCustomer: rowsOf({
    table: 'payment_customer',
    part: 'customers',
    leftOut: { user_id: OWN_ID },
  }),
  ContactMessage: rowsOf({
    table: 'contact_message',
    part: 'messages',
    leftOut: { user_id: OWN_ID },
  }),
  ContactAnswer: rowsOf({
    table: 'contact_answer',
    part: 'messageAnswers',
    isOf: ({ userId }) => Prisma.sql`t.message_id IN (
      SELECT id FROM contact_message WHERE user_id = ${userId}::int)`,
    leftOut: { sent_by: STAFF_MEMBER },
  }),
  Item: { leftOut: 'what the shop sells' },
  ItemOption: { leftOut: 'what the shop sells' },
  ItemImage: { leftOut: 'what the shop sells' },
  Picture: { leftOut: 'what the shop sells' },
  Setting: { leftOut: 'what the shop sells' },
  PictureFile: { leftOut: 'what the shop sells' },
  StockAdjustment: { leftOut: 'stock data; of an order it records only the return of its unit' },
  Staff: { leftOut: 'people who work for the shop' },
  StaffPasskey: { leftOut: 'people who work for the shop' },
  StaffSession: { leftOut: 'people who work for the shop' },
  StaffInvitation: { leftOut: 'people who work for the shop' },
  StaffChallenge: { leftOut: 'people who work for the shop' },
  SoldUnits: { leftOut: 'how many units were sold' },
  PurchaseAttempt: rowsOf({
    table: 'purchase_attempt',
    part: 'purchases',
    leftOut: { ...LEFT_OUT_OF_ATTEMPTS, buyer_hash: HASHED, response_sent_at: INTERNAL },
  }),
  Order: rowsOf({
    table: 'orders',
    part: 'orders',
    leftOut: { user_id: OWN_ID, contact_email: 'empty until the account is deleted' },
  }),
  ContractText: rowsOf({
    table: 'contract_text',
    part: 'acceptedTerms',
    isOf: ({ userId }) => Prisma.sql`t.id IN (
      SELECT contract_text_id FROM orders WHERE user_id = ${userId}::int
      UNION SELECT contract_text_id FROM subscription WHERE user_id = ${userId}::int)`,
    leftOut: { hash: 'computed from the text' },
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
      by: STAFF_MEMBER,
      key: INTERNAL,
      key_no: INTERNAL,
      key_at: INTERNAL,
      lease_owner: INTERNAL,
      lease_until: INTERNAL,
      next_check_at: INTERNAL,
      tries: INTERNAL,
      rest: INTERNAL,
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
    leftOut: { user_id: OWN_ID },
  }),
  StockRequest: rowsOf({
    table: 'stock_request',
    part: 'stockRequests',
    leftOut: { user_id: OWN_ID },
  }),
  VisitorStockRequest: rowsOf({
    table: 'visitor_stock_request',
    part: 'stockRequestsByAddress',
    isOf: ({ userId }) => Prisma.sql`t.email_key = (
      SELECT email_key FROM users WHERE id = ${userId}::int)`,
    leftOut: { email_key: 'the same address, normalized', link_key: SECRET },
  }),
  Review: rowsOf({
    table: 'review',
    part: 'reviews',
    leftOut: {
      user_id: OWN_ID,
      version: INTERNAL,
      is_demonstration: 'always false for a real person',
    },
  }),
  RelayPoint: { leftOut: 'public data of pickup points' },
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
      user_id: OWN_ID,
      referrer_id: OTHER_PERSON,
      next_check_at: INTERNAL,
      revision: INTERNAL,
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
    leftOut: { ...LEFT_OUT_OF_ATTEMPTS, referrer_id: OTHER_PERSON },
  }),
  // Referred people appear only as a number: when each of them subscribed is their own data.
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
      id: INTERNAL,
      owner_id: OTHER_PERSON,
      referred_user_id: OTHER_PERSON,
      credit_id: INTERNAL,
      stripe_account: INTERNAL,
      stripe_transaction_id: INTERNAL,
      address_hash: HASHED,
      owner_address_hash: HASHED,
      first_payment_account: OTHER_PERSON,
      first_payment_id: OTHER_PERSON,
      referral_id: INTERNAL,
      subscription_id: OTHER_PERSON,
      about_id: INTERNAL,
      card_hash: HASHED,
    },
  },
  // A declaration without a log-in may be another person's; it has no contract until the owner accepts it.
  Declaration: rowsOf({
    table: 'declaration',
    part: 'declarations',
    isOf: ({ orderIds, subscriptionIds }) => Prisma.sql`
      (t.order_id = ANY(${orderIds}::int[]) OR t.subscription_id = ANY(${subscriptionIds}::int[]))`,
    leftOut: {
      key: HASHED,
      numbers: INTERNAL,
      receipt: INTERNAL,
      receipt_with: INTERNAL,
      flood: HASHED,
      next_check_at: INTERNAL,
      tries: INTERNAL,
    },
  }),
  DeclarationEvent: rowsOf({
    table: 'declaration_event',
    part: 'declarationEvents',
    isOf: ({ orderIds, subscriptionIds }) => Prisma.sql`t.declaration_id IN (
      SELECT id FROM declaration
      WHERE order_id = ANY(${orderIds}::int[]) OR subscription_id = ANY(${subscriptionIds}::int[]))`,
    leftOut: { by: STAFF_MEMBER },
  }),
  WithdrawalMark: { leftOut: HASHED },
  EmailLog: rowsOf({
    table: 'email_log',
    part: 'sentEmails',
    isOf: isAbout,
    leftOut: { text_hash: HASHED },
  }),
  Article: { leftOut: 'what the shop publishes' },
  JournalEntry: rowsOf({
    table: 'journal',
    part: 'changesByHand',
    isOf: isAbout,
    leftOut: { actor_name: STAFF_MEMBER, request_id: INTERNAL },
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
      id: INTERNAL,
      kind: INTERNAL,
      payload: 'what an email is written from: whose it is, and to which address of the account',
      dedupe: INTERNAL,
      run_at: INTERNAL,
      attempts: INTERNAL,
      locked_by: INTERNAL,
      locked_until: INTERNAL,
      dead_at: INTERNAL,
      last_error: INTERNAL,
      request_id: INTERNAL,
    },
  },
  KeyedHashKey: { leftOut: 'keys of hashes' },
  LogKey: { leftOut: 'keys of hashes' },
  JobSchedule: { leftOut: INTERNAL },
  RateLimit: { leftOut: 'keyed hashes of who called how often, gone within a day' },
  ProcessHeartbeat: { leftOut: INTERNAL },
};

/** SQL for rows whose subject is the person, or something of theirs. */
function isAbout({ userId, orderIds, subscriptionIds }: Person): Prisma.Sql {
  const ofContracts = Prisma.sql`
    order_id = ANY(${orderIds}::int[]) OR subscription_id = ANY(${subscriptionIds}::int[])`;
  return Prisma.sql`
    (t.subject_kind = 'user' AND t.subject_id = ${String(userId)})
    OR (t.subject_kind = 'order' AND t.subject_id = ANY(${orderIds.map(String)}::text[]))
    OR (t.subject_kind = 'subscription'
      AND t.subject_id = ANY(${subscriptionIds.map(String)}::text[]))
    OR (t.subject_kind = 'contact_message' AND t.subject_id = ANY(ARRAY(
      SELECT id::text FROM contact_message WHERE user_id = ${userId}::int)))
    OR (t.subject_kind = 'review' AND t.subject_id = ANY(ARRAY(
      SELECT id::text FROM review WHERE user_id = ${userId}::int)))
    OR (t.subject_kind = 'declaration' AND t.subject_id = ANY(ARRAY(
      SELECT id::text FROM declaration WHERE ${ofContracts})))
    OR (t.subject_kind = 'refund' AND t.subject_id = ANY(ARRAY(
      SELECT id::text FROM refund WHERE ${ofContracts})))`;
}

function byUser({ userId }: Person): Prisma.Sql {
  // guard: an export of personal data contains only the rows of its user
  return Prisma.sql`t.user_id = ${userId}::int`;
}

type RowsOf = {
  table: string;
  part: string;
  isOf?: (person: Person) => Prisma.Sql;
  leftOut?: Readonly<Record<string, string>>;
};

/** SQL for the time when a row of any table was written; ids may be random and give no order. */
const ITS_MOMENT = Prisma.sql`coalesce(to_jsonb(t)->>'created_at', to_jsonb(t)->>'order_date',
  to_jsonb(t)->>'declared_at', to_jsonb(t)->>'at')`;

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
 * Exports all data about a member after verifying the present password, because another person may use the
 * session. Enqueues an email to the account's address in the same transaction.
 * @throws DomainError `incorrect_password`, or 429 after three exports a day
 */
export async function exportData(
  ctx: MemberContext,
  { currentMdp }: ExportData,
): Promise<PersonalData> {
  const { db } = ctx.deps;
  const { userId } = ctx.session;
  const provedHash = await provePassword(ctx, currentMdp, 'copy of data');
  // Counted after the password check, so that a stolen session cannot use up its owner's exports.
  // guard: exports of personal data are rate-limited
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

/** Returns a person's exported data. The caller has verified who receives it. */
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

function inCamelCase(row: PersonalRow): PersonalRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
