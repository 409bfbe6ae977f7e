/** Tables, indexes and single statements that may be read whole, with the reasons. */

/** By name; a partial index is listed separately from its table. */
export const SMALL: Readonly<Record<string, string>> = {
  item: 'as many as the shop sells; the content version reads it whole (decision 012)',
  item_option: 'a few for each item',
  item_image: 'a few for each item',
  picture: 'a few for each item and article',
  picture_file: 'six for each picture at most',
  article: 'as many as the shop wrote',
  job_schedule: 'a row for each periodic job',
  log_key: 'a row for each of the last three days',
  installation: 'one row',
  contract_text: 'two rows for each change of the terms',
  keyed_hash_key: 'a row for each purpose',
  setting: 'what the owner sets, a row each',
  invoice_one_for_an_order: 'an invoice for each order, looked at beside the orders without one',
  staff: 'the people who work for the shop',
  staff_passkey: 'a few for each of them',
  process_heartbeat: 'a row for each process of the last day',
  sold_units: 'a row for each option',
  one_gift: 'holds only pairs of parallettes that were earned',
  _prisma_migrations: 'a row for each migration',
  job_to_run: 'holds only what is still to be done',
  to_sweep: 'holds only purchases under way',
  one_in_flight: 'holds only purchases under way',
  subscription_to_sweep: 'holds only attempts under way',
  one_subscribing: 'holds only attempts under way',
  refund_to_check: 'holds only refunds under way',
  subscription_unsettled: 'holds only subscriptions that wait for a payment',
  user_to_forget:
    'holds only accounts of the last month without activation: the purge deletes the others',
  user_with_pending_email: 'holds only addresses that wait to be confirmed, for a day',
  attempt_with_recipient: 'holds only what the purge has still to do',
  attempt_with_buyer_hash: 'holds only what the purge has still to do',
  job_given_up: 'holds only jobs with an alert to a person',
  order_to_send: 'holds only orders whose parcel is still to leave',
  replacement_to_send: 'holds only replacements that are still to leave',
  replacement_underway: 'holds only replacements that left and are not marked as delivered',
  subscription_payment_without_rate: 'holds only payments from before the answer about VAT',
  dispute_open: 'holds only disputes that no bank has decided',
  message_to_answer: 'holds only messages that wait for an answer',
  order_held: 'holds only orders that wait for the shop owner’s decision',
  declaration_to_check: 'holds only declarations that something still follows from',
  declaration_open: 'holds only declarations that are not closed',
  refund_failed: 'holds only refunds that a bank sent back, with an alert to a person',
  declaration_open_of_order: 'holds only declarations that are proved and not closed',
  declaration_open_of_subscription: 'holds only declarations that are proved and not closed',
  declaration_receipt_waiting: 'holds only receipts that wait for the next email, for a day',
  declaration_receipt_lost: 'holds only receipts that did not arrive',
  refund_one_in_flight: 'holds only refunds on their way',
  review_shown: 'is read of the items of the shop, all at once, when their pages are prepared',
  stock_request_option_id_told_at_idx: 'holds only who waits for stock, for ninety days at most',
};

export type Exception = {
  /** A part of the statement's text, with single spaces. */
  statement: string;
  why: string;
  /** The lowest major version of PostgreSQL whose plan needs the exception; default every version. */
  since?: number;
};

/** An adoption changes every row of these tables, once, while no site runs. */
export const UNCHECKED_FOLDER = 'packages/money/src/adoption/';

export const EXCEPTIONS: readonly Exception[] = [
  {
    statement: 'FROM review GROUP BY state',
    why: 'the reviews by state, from the index alone, when the owner opens their list',
  },
  {
    statement: 'FROM orders ORDER BY order_date DESC, id DESC LIMIT',
    why: 'the newest orders (`pnpm shop orders list`), in the order of the index, until the limit is reached',
  },
  {
    statement: 'FROM "public"."journal" WHERE ("public"."journal"."actor_name" = $1',
    why: 'the newest actions of one person, in the order of the index, until the limit is reached',
  },
  {
    statement: 'UPDATE orders o SET contact_email',
    why: "one deleted account's orders; the replacements that have yet to arrive are few",
  },
  {
    statement: 'FROM orders o WHERE o.contact_email IS NOT NULL',
    why: 'runs daily; the index holds only orders of deleted accounts that have yet to arrive',
  },
  {
    statement: 'DELETE FROM session WHERE expires_at < now() OR created_at',
    why: 'runs hourly; a session is a short row, and lives for thirty days after its last use',
  },
  {
    statement: "receipt <> 'waiting' AND lower(email) = $1",
    why: 'once per deleted account; a declaration stores the address as typed',
  },
  {
    statement: 'FROM "public"."relay_point" WHERE 1=1',
    why: 'the shop owner compares and replaces every pickup point by those of a file (`pnpm shop relays import`)',
  },
  {
    statement: 'SELECT DISTINCT c.owner_id AS "referrerId" FROM referral_credit c',
    why: 'runs hourly; rows of the ledger never change (decision 022), so no index can exclude settled credits',
  },
  {
    statement: 'SELECT c.id AS "creditId", c.owner_id AS "referrerId" FROM referral_credit c',
    why: 'runs hourly; a reversal is a row of its own (decision 022), so no index on the credit can exclude reversed credits',
  },
  {
    statement: 'SELECT v.about_id AS "creditId" FROM referral_credit v',
    why: 'runs hourly; a recovery is a row of its own (decision 022), so no index on the reversal can exclude recovered credits',
  },
  {
    statement: 'SELECT COUNT(*) AS "_count$_all" FROM (SELECT … FROM "public"."users"',
    why: 'the shop owner asks how many members there are (`pnpm shop members list`)',
  },
  {
    statement:
      'SELECT COUNT(*) AS "_count$_all" FROM (SELECT … FROM "public"."subscription" WHERE "public"."subscription"."state" IN',
    why: 'the shop owner asks how many of them subscribe (`pnpm shop members list`)',
  },
  {
    statement:
      'FROM "public"."contact_message" WHERE "public"."contact_message"."answered_at" IS NOT NULL ORDER BY',
    why: 'the newest messages until fifty answered ones are found; few of three years have no answer',
  },
  {
    statement: "SELECT id FROM referral_credit c WHERE owner_id = $1::int AND c.kind = 'credit'",
    why: "one owner's credits, each compared with its reversal by id; the plan on an empty ledger reads the reversals instead",
  },
  {
    statement: 'SELECT g.id, g.owner_id AS "member", g.at AS "earnedAt"',
    why: 'one gift for each three referrals; the plan on an empty ledger reads the reversals instead',
  },
  {
    statement:
      'SELECT COUNT(*) AS "_count$_all" FROM (SELECT … FROM "public"."referral_credit" WHERE ("public"."referral_credit"."owner_id"',
    why: "one owner's credits; the plan on an empty ledger reads the reversals instead",
  },
  {
    statement: 'SELECT r.id, r.owner_id AS "referrerId", r.first_payment_account AS "account"',
    why: 'the plan on an empty table of events scans it',
    since: 18,
  },
  {
    statement:
      "SELECT count(*)::int AS count FROM purchase_attempt WHERE state IN ('reserved', 'charging')",
    why: 'the plan on an empty table skips through the index of options and states',
    since: 18,
  },
  {
    statement:
      "UPDATE purchase_attempt SET next_check_at = greatest(date_trunc('milliseconds', clock_timestamp()",
    why: 'the plan on an empty table skips through the index of options and states',
    since: 18,
  },
  {
    statement: 'SELECT id::text AS "attemptId" FROM purchase_attempt held',
    why: 'once an item is sold out; the plan on an empty table reads the paid attempts instead of those of one buyer',
  },
  {
    statement:
      'INSERT INTO order_archive (order_id, order_date, first_name, last_name, shipping_address)',
    why: 'a portion of a thousand ids; the plan on an empty table skips through the index of dates',
    since: 18,
  },
];
