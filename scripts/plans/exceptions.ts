/** What may be read whole, and why: tables, indexes and single statements. */

/** By name; an index that holds only a part of its table counts by itself. */
export const SMALL: Readonly<Record<string, string>> = {
  item: 'as many as the shop sells; the content version reads it whole (decision 012)',
  item_option: 'a few for each item',
  item_image: 'a few for each item',
  article: 'as many as somebody wrote',
  job_schedule: 'a row for each periodic job',
  installation: 'one row',
  keyed_hash_key: 'a row for each purpose',
  process_heartbeat: 'a row for each process of the last day',
  sold_units: 'a row for each option',
  _prisma_migrations: 'a row for each migration',
  job_to_run: 'holds only what is still to be done',
  to_sweep: 'holds only purchases under way',
  one_in_flight: 'holds only purchases under way',
  subscription_to_sweep: 'holds only attempts under way',
  one_subscribing: 'holds only attempts under way',
  subscription_unsettled: 'holds only subscriptions that wait for a payment',
  user_to_forget:
    'holds only accounts of the last month that nobody activated: the purge has the rest',
  user_with_pending_email: 'holds only addresses that wait to be confirmed, for a day',
  attempt_with_recipient: 'holds only what the purge has still to do',
  attempt_with_buyer_hash: 'holds only what the purge has still to do',
  job_given_up: 'holds only what a person was told of',
};

export type Exception = {
  /** A part of the text of the statement, with single spaces. */
  statement: string;
  why: string;
};

/** Statements that read something whole on purpose. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    statement: 'SELECT DISTINCT c.owner_id AS "referrerId" FROM referral_credit c',
    why: 'once an hour; rows of the ledger never change (decision 072), so none says that it is settled',
  },
  {
    statement: 'FROM "public"."orders" WHERE 1=1 ORDER BY "public"."orders"."order_date" ASC',
    why: 'the shop owner exports every order by leaving out the period (`pnpm shop orders:export`)',
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
