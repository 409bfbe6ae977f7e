import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { runOn } from '@agres/db/testing/test-servers';

/** The row counts of a large shop; a fraction of it has the same number of items. */
const LARGE = {
  items: 1000,
  members: 200_000,
  orders: 1_000_000,
  /** Purchase attempts that failed. */
  failedAttempts: 200_000,
  subscriptions: 100_000,
  referrals: 20_000,
  jobsDone: 1_000_000,
  journalEntries: 100_000,
  sessions: 50_000,
} as const;

export type ShopSize = Record<keyof typeof LARGE, number>;

/** The shop for comparison: the demonstration data, with one member of as many orders. */
export const SMALL_SHOP: ShopSize = {
  items: 20,
  members: 100,
  orders: 200,
  failedAttempts: 4,
  subscriptions: 50,
  referrals: 10,
  jobsDone: 200,
  journalEntries: 100,
  sessions: 50,
};

/** Returns the size of a fraction of the large shop; 1 is all of it. */
export function shopSize(share: number): ShopSize {
  const part = (count: number) => Math.max(1, Math.round(count * share));
  return {
    items: LARGE.items,
    members: part(LARGE.members),
    orders: part(LARGE.orders),
    failedAttempts: part(LARGE.failedAttempts),
    subscriptions: part(LARGE.subscriptions),
    referrals: part(LARGE.referrals),
    jobsDone: part(LARGE.jobsDone),
    journalEntries: part(LARGE.journalEntries),
    sessions: part(LARGE.sessions),
  };
}

const GB = 1024 ** 3;
/** Disk space for rows, indexes and the write-ahead log. */
const NEEDED_GB = { always: 1, whole: 9 };

/**
 * Returns the disk space that a bench of this size needs, and the free space where its PostgreSQL stores data.
 */
export function diskFor(share: number): { neededGb: number; freeGb: number } {
  const { bavail, bsize } = statfsSync(tmpdir());
  return {
    neededGb: NEEDED_GB.always + NEEDED_GB.whole * share,
    freeGb: (bavail * bsize) / GB,
  };
}

/** The orders of the member whose profile is measured. */
const ORDERS_OF_THE_BUSIEST = 200;

/**
 * Fills a seeded database with a large shop, by SQL and without triggers, which requires a superuser. The shop
 * is three years old, its sales are spread evenly over that time, and its invariants hold. Its busiest member,
 * with 200 orders, is a member of the seed.
 */
export async function fillShop(
  url: string,
  size: ShopSize,
  { busiest, say }: { busiest: string; say: (line: string) => void },
): Promise<void> {
  for (const [what, sql] of statements(size, busiest)) {
    const startedMs = performance.now();
    await runOn(url, `${WITHOUT_TRIGGERS}; ${sql}`);
    say(`  ${what}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  }
  // Otherwise the first statements would pay for the preceding writes.
  await runOn(url, 'VACUUM ANALYZE');
  await runOn(url, 'CHECKPOINT');
}

const WITHOUT_TRIGGERS =
  "SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'";

/** Returns SQL that spreads rows evenly over three years, the newest an hour ago. */
const soldAt = (count: number) =>
  `now() - interval '1 hour' - (g::float8 / ${count}) * interval '1095 days'`;

function statements(size: ShopSize, busiest: string): [what: string, sql: string][] {
  const purchases = size.orders + size.failedAttempts;
  // Failed attempts are interspersed with the others.
  const isSold = `(g % ${purchases}::bigint) * ${size.orders} / ${purchases} <> ((g + 1) % ${purchases}::bigint) * ${size.orders} / ${purchases}`;
  return [
    [
      'items',
      `INSERT INTO item (price_cents, title_fr, title_en, description_fr, description_en,
         option_title_fr, option_title_en, position, published_at)
       SELECT 3000, 'Article ' || g, 'Item ' || g,
         '<p>' || repeat('Un bel objet, fait pour durer. ', 6) || '</p>',
         '<p>' || repeat('A fine thing that is made to last. ', 6) || '</p>',
         'Taille', 'Size', 1000 + g, 'epoch'
       FROM generate_series(1, ${size.items}) g`,
    ],
    [
      'options',
      `INSERT INTO item_option (item_id, position, title_fr, title_en, initial_stock, remaining)
       SELECT i.id, p, 'Taille ' || p, 'Size ' || p, 1000000, 1000000
       FROM item i CROSS JOIN generate_series(0, 2) p WHERE i.position > 1000`,
    ],
    [
      'members',
      `INSERT INTO users (email, email_key, password_hash, first_name, last_name, locale,
         personal_discount_code, activated_at, first_log_in_at, created_at)
       SELECT 'large' || g || '@agres.test', 'large' || g || '@agres.test', m.password_hash, 'Jeanne',
         'Martin ' || g, 'fr', 'L' || lpad(to_hex(g), 8, '0'), ${soldAt(size.members)},
         ${soldAt(size.members)}, ${soldAt(size.members)}
       FROM generate_series(1, ${size.members}) g,
         (SELECT password_hash FROM users WHERE email_key = '${busiest}') m`,
    ],
    [
      'purchases',
      `INSERT INTO purchase_attempt (user_id, idempotency_key, request_hash, state, option_id,
         item_snapshot, recipient, area, cgv_at, locale, amount_cents, stripe_account,
         payment_intent_id, failure_code, created_at, updated_at)
       SELECT
         CASE WHEN g % ${Math.max(1, Math.floor(purchases / ORDERS_OF_THE_BUSIEST / 1.1))} = 0 THEN m.busiest
           ELSE m.first + (g * 7919::bigint) % ${size.members} END,
         't:' || md5(g::text), decode(md5('request' || g), 'hex'),
         CASE WHEN ${isSold} THEN 'paid' ELSE 'refused' END,
         o.first + (g * 104729::bigint) % ${size.items * 3},
         jsonb_build_object('itemId', 1, 'priceCents', 3000, 'titleFr', 'Article', 'titleEn', 'Item',
           'descriptionFr', repeat('Un bel objet, fait pour durer. ', 6),
           'descriptionEn', repeat('A fine thing that is made to last. ', 6),
           'optionTitleFr', 'Taille', 'optionTitleEn', 'Size', 'chosenTitleFr', 'Taille 1',
           'chosenTitleEn', 'Size 1'),
         jsonb_build_object('firstName', 'Jeanne', 'lastName', 'Martin', 'shippingAddress',
           E'Relais du Port\\n12 rue des Lilas\\n69001 Lyon\\nFrance'),
         0, ${soldAt(purchases)}, 'fr', 2999, 'main', 'pi_large_' || g,
         CASE WHEN ${isSold} THEN NULL ELSE 'card_declined' END,
         ${soldAt(purchases)}, ${soldAt(purchases)}
       FROM generate_series(1, ${purchases}) g,
         (SELECT min(id) AS first, (SELECT id FROM users WHERE email_key = '${busiest}') AS busiest
          FROM users WHERE email_key LIKE 'large%') m,
         (SELECT min(id) AS first FROM item_option o
          WHERE o.item_id IN (SELECT id FROM item WHERE position > 1000)) o`,
    ],
    [
      'orders',
      `INSERT INTO orders (attempt_id, user_id, status, order_date, post_date, sent_at, carrier,
         tracking_number, area, first_name, last_name, shipping_address, item_title_fr, item_title_en,
         item_description_fr, item_description_en, item_option_title_fr, item_option_title_en,
         chosen_option_title_fr, chosen_option_title_en, price_cents, fee_cents, amount_cents,
         stripe_account, locale, cgv_at)
       SELECT id, user_id, CASE WHEN is_new THEN 'waiting' ELSE 'delivered' END, created_at,
         CASE WHEN is_new THEN NULL ELSE created_at + interval '6 days' END,
         CASE WHEN is_new THEN NULL ELSE created_at + interval '2 days' END,
         CASE WHEN is_new THEN NULL ELSE 'relay' END,
         CASE WHEN is_new THEN NULL ELSE 'T' || left(id::text, 13) END,
         area, 'Jeanne', 'Martin', recipient->>'shippingAddress',
         'Article', 'Item', item_snapshot->>'descriptionFr', item_snapshot->>'descriptionEn', 'Taille',
         'Size', 'Taille 1', 'Size 1', 3000, 0, 2999, 'main', 'fr', cgv_at
       FROM (SELECT a.*, created_at > now() - interval '2 days' AS is_new FROM purchase_attempt a
         WHERE state = 'paid' AND payment_intent_id LIKE 'pi_large_%' ORDER BY created_at) sold`,
    ],
    [
      'changes of purchases',
      `INSERT INTO money_audit (attempt_id, from_state, to_state, by, at)
       SELECT a.id, s.from_state, coalesce(s.to_state, a.state), 'request', a.created_at
       FROM (SELECT id, state, created_at FROM purchase_attempt
         WHERE payment_intent_id LIKE 'pi_large_%' ORDER BY created_at) a,
         (VALUES (1, NULL, 'reserved'), (2, 'reserved', 'charging'), (3, 'charging', NULL))
           s (n, from_state, to_state)`,
    ],
    [
      'units sold',
      `INSERT INTO sold_units (option_id, units, until)
       SELECT option_id, count(*), now() - interval '5 minutes' FROM purchase_attempt
       WHERE payment_intent_id LIKE 'pi_large_%' AND state = 'paid' GROUP BY option_id
       ON CONFLICT (option_id) DO UPDATE SET units = EXCLUDED.units, until = EXCLUDED.until`,
    ],
    ['times of the count', `UPDATE sold_units SET until = now() - interval '5 minutes'`],
    [
      'stock',
      `UPDATE item_option o SET remaining = initial_stock - s.units FROM sold_units s
       WHERE s.option_id = o.id AND o.initial_stock = 1000000`,
    ],
    [
      'customers',
      `INSERT INTO payment_customer (user_id, stripe_account, stripe_customer_id)
       SELECT m.first + g, 'main', 'cus_large_' || g FROM generate_series(0, ${size.subscriptions - 1}) g,
         (SELECT min(id) AS first FROM users WHERE email_key LIKE 'large%') m`,
    ],
    [
      'subscriptions',
      // A third of them is active; these renew within 40 days, and a few within the look-ahead of the
      // reminders.
      `INSERT INTO subscription (user_id, stripe_account, stripe_customer_id, stripe_subscription_id,
         plan, state, subscription_date, paid_until, access_ends_on, next_check_at, created_at, updated_at)
       SELECT m.first + g, 'main', 'cus_large_' || g, 'sub_large_' || g,
         CASE WHEN g % 2 = 0 THEN 'monthly' ELSE 'yearly' END,
         CASE WHEN g % 3 = 0 THEN 'active' ELSE 'ended' END,
         now() - interval '800 days',
         CASE WHEN g % 3 = 0 THEN now() + interval '1 day' + (g % 40) * interval '1 day'
           ELSE now() - interval '60 days' - (g % 700) * interval '1 day' END,
         CASE WHEN g % 3 = 0 THEN NULL ELSE now() - interval '60 days' END,
         CASE WHEN g % 3 = 0 THEN now() + interval '1 day' + (g % 40) * interval '1 day' END,
         now() - interval '800 days', now() - interval '30 days' - (g % 500) * interval '1 day'
       FROM generate_series(0, ${size.subscriptions - 1}) g,
         (SELECT min(id) AS first FROM users WHERE email_key LIKE 'large%') m`,
    ],
    [
      'attempts to subscribe',
      `INSERT INTO subscription_attempt (user_id, kind, idempotency_key, request_hash, state,
         stripe_account, plan, subscription_id, stripe_intent_id, created_at, updated_at)
       SELECT user_id, 'subscribe', 't:' || md5('s' || id), decode(md5('s' || id), 'hex'), 'done', 'main',
         plan, id, 'pi_sub_' || id, created_at, updated_at
       FROM subscription WHERE stripe_subscription_id LIKE 'sub_large_%'`,
    ],
    [
      'referrals',
      `INSERT INTO referral_credit (owner_id, referred_user_id, kind, amount_cents, at, due_at,
         address_hash, owner_address_hash, first_payment_account, first_payment_id)
       SELECT m.first + g / 4, m.first + ${size.members} - 1 - g, 'referral', 1000, ${soldAt(size.referrals)},
         ${soldAt(size.referrals)} + interval '14 days', decode(md5('a' || g), 'hex'),
         decode(md5('o' || g / 4), 'hex'), 'main', 'pi_sub_' || g
       FROM generate_series(0, ${size.referrals - 1}) g,
         (SELECT min(id) AS first FROM users WHERE email_key LIKE 'large%') m`,
    ],
    [
      'credits',
      `INSERT INTO referral_credit (owner_id, kind, amount_cents, at, referral_id, card_hash)
       SELECT owner_id, 'credit', 1000, due_at, id, decode(md5('c' || id), 'hex')
       FROM referral_credit WHERE kind = 'referral' AND first_payment_id LIKE 'pi_sub_%' AND due_at < now()`,
    ],
    [
      'debits',
      `INSERT INTO referral_credit (owner_id, kind, amount_cents, at, credit_id, stripe_account,
         stripe_transaction_id)
       SELECT owner_id, 'debit', 1000, at, id, 'main', 'cbtxn_large_' || id
       FROM referral_credit WHERE kind = 'credit' AND card_hash IS NOT NULL`,
    ],
    [
      'jobs done',
      `INSERT INTO job (kind, payload, dedupe, run_at, attempts, done_at, created_at)
       SELECT 'mail', jsonb_build_object('letter', 'order', 'userId', g), 'large:' || g, t, 1, t, t
       FROM (SELECT g, now() - (g::float8 / ${size.jobsDone}) * interval '6 days' AS t
         FROM generate_series(1, ${size.jobsDone}) g) done`,
    ],
    [
      'emails of new orders',
      `INSERT INTO job (kind, payload, dedupe, run_at, attempts, done_at, created_at)
       SELECT 'mail', '{}', 'order:' || attempt_id, order_date, 1, order_date, order_date
       FROM orders WHERE order_date > now() - interval '7 days' ON CONFLICT DO NOTHING`,
    ],
    [
      'journal',
      `INSERT INTO journal (at, actor_kind, actor_name, operation, subject_kind, subject_id, changes)
       SELECT ${soldAt(size.journalEntries)}, 'operator', 'owner', 'orders.deliver', 'orders',
         (g * 10)::text, '{"status": ["waiting", "delivered"]}'
       FROM generate_series(1, ${size.journalEntries}) g`,
    ],
    [
      'sessions',
      `INSERT INTO session (id, user_id, expires_at, created_at)
       SELECT md5('s' || g) || md5('t' || g), m.first + g % ${size.members},
         now() + interval '20 days', now() - interval '1 day'
       FROM generate_series(1, ${size.sessions}) g,
         (SELECT min(id) AS first FROM users WHERE email_key LIKE 'large%') m`,
    ],
    [
      // These jobs compare with the provider, which knows none of this data, or write to members inactive for
      // years.
      'daily work put off',
      `INSERT INTO job_schedule (name, next_run_at)
       SELECT name, now() + interval '1 day' FROM unnest(ARRAY['audit', 'subscription_audit', 'retention']) name
       ON CONFLICT (name) DO UPDATE SET next_run_at = EXCLUDED.next_run_at`,
    ],
    [
      'known places',
      `INSERT INTO known_place (user_id, network_hash, last_used_at)
       SELECT m.first + g, decode(md5('n' || g), 'hex'), now() - interval '1 day'
       FROM generate_series(0, least(${size.sessions}, ${size.members}) - 1) g,
         (SELECT min(id) AS first FROM users WHERE email_key LIKE 'large%') m`,
    ],
  ];
}
