/** What may be read whole, and why: tables, indexes and single statements. */

/** By name; an index that holds only a part of its table counts by itself. */
export const SMALL: Readonly<Record<string, string>> = {
  item: 'as many as the shop sells; the content version reads it whole (decision 012)',
  item_option: 'a few for each item',
  item_image: 'a few for each item',
  article: 'as many as somebody wrote',
  job_schedule: 'a row for each periodic job',
  log_key: 'a row for each of the last three days',
  installation: 'one row',
  contract_text: 'two rows for each change of the terms',
  keyed_hash_key: 'a row for each purpose',
  process_heartbeat: 'a row for each process of the last day',
  sold_units: 'a row for each option',
  _prisma_migrations: 'a row for each migration',
  job_to_run: 'holds only what is still to be done',
  to_sweep: 'holds only purchases under way',
  one_in_flight: 'holds only purchases under way',
  subscription_to_sweep: 'holds only attempts under way',
  one_subscribing: 'holds only attempts under way',
  refund_to_check: 'holds only refunds under way',
  subscription_unsettled: 'holds only subscriptions that wait for a payment',
  user_to_forget:
    'holds only accounts of the last month that nobody activated: the purge has the rest',
  user_with_pending_email: 'holds only addresses that wait to be confirmed, for a day',
  attempt_with_recipient: 'holds only what the purge has still to do',
  attempt_with_buyer_hash: 'holds only what the purge has still to do',
  job_given_up: 'holds only what a person was told of',
  order_to_send: 'holds only orders whose parcel is still to leave',
  order_held: 'holds only orders that wait for the shop owner’s decision',
  declaration_to_check: 'holds only declarations that something still follows from',
  declaration_open: 'holds only declarations that are not closed',
  refund_failed: 'holds only refunds that a bank sent back, of which a person was told',
  declaration_open_of_order: 'holds only declarations that are proved and not closed',
  declaration_open_of_subscription: 'holds only declarations that are proved and not closed',
  declaration_receipt_lost: 'holds only receipts that did not arrive',
  refund_one_in_flight: 'holds only refunds on their way',
  stock_request_option_id_told_at_idx: 'holds only who waits for stock, for ninety days at most',
};

export type Exception = {
  /** A part of the text of the statement, with single spaces. */
  statement: string;
  why: string;
};

/** Statements that read something whole on purpose. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    statement: '"public"."dispute"."closed_at" IS NULL AND "public"."dispute"."opened_at" <',
    why: 'once an hour; one or two of a thousand orders are disputed',
  },
  {
    statement: 'DELETE FROM "public"."relay_point" WHERE 1=1',
    why: 'the shop owner replaces every pickup point by those of a file (`pnpm shop relays:import`)',
  },
  {
    statement: 'SELECT DISTINCT c.owner_id AS "referrerId" FROM referral_credit c',
    why: 'once an hour; rows of the ledger never change (decision 072), so none says that it is settled',
  },
  {
    statement: 'SELECT COUNT(*) AS "_count$_all" FROM (SELECT … FROM "public"."users"',
    why: 'the shop owner asks how many members there are (`pnpm shop members`)',
  },
  {
    statement:
      'SELECT COUNT(*) AS "_count$_all" FROM (SELECT … FROM "public"."subscription" WHERE "public"."subscription"."state" IN',
    why: 'the shop owner asks how many of them subscribe (`pnpm shop members`)',
  },
];
