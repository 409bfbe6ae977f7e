import { runOn } from '@agres/db/testing/test-servers';

export type ShopSize = {
  items: number;
  members: number;
  orders: number;
  jobsDone: number;
  sessions: number;
};

export const SMALL_SHOP: ShopSize = {
  items: 20,
  members: 100,
  orders: 200,
  jobsDone: 200,
  sessions: 50,
};

/** `share`: the fraction of the large shop; the number of items is always that of the whole. */
export const largeShop = (share: number): ShopSize => ({
  items: 1000,
  members: Math.ceil(200_000 * share),
  orders: Math.ceil(1_000_000 * share),
  jobsDone: Math.ceil(1_000_000 * share),
  sessions: Math.ceil(50_000 * share),
});

/** The figures measure the profile of this member. */
const ORDERS_OF_THE_BUSIEST = 200;

/**
 * Fills a seeded database with a large shop, by SQL and without triggers, which requires a superuser. The shop
 * is three years old and its sales are spread evenly over that time. Its busiest member, with 200 orders, is a
 * member of the seed.
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
  // Without these commands the first measured statements would pay for the writes above.
  await runOn(url, 'VACUUM ANALYZE');
  await runOn(url, 'CHECKPOINT');
}

const WITHOUT_TRIGGERS =
  "SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'";

/** Returns SQL that spreads rows evenly over three years, the newest an hour ago. */
const soldAt = (count: number) =>
  `now() - interval '1 hour' - (g::float8 / ${count}) * interval '1095 days'`;

function statements(size: ShopSize, busiest: string): [what: string, sql: string][] {
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
         payment_intent_id, created_at, updated_at)
       SELECT
         CASE WHEN g % ${Math.max(1, Math.floor(size.orders / ORDERS_OF_THE_BUSIEST))} = 0 THEN m.busiest
           ELSE m.first + (g * 7919::bigint) % ${size.members} END,
         't:' || md5(g::text), decode(md5('request' || g), 'hex'),
         'paid',
         o.first + (g * 104729::bigint) % ${size.items * 3},
         jsonb_build_object('itemId', 1, 'priceCents', 3000, 'titleFr', 'Article', 'titleEn', 'Item',
           'descriptionFr', repeat('Un bel objet, fait pour durer. ', 6),
           'descriptionEn', repeat('A fine thing that is made to last. ', 6),
           'optionTitleFr', 'Taille', 'optionTitleEn', 'Size', 'chosenTitleFr', 'Taille 1',
           'chosenTitleEn', 'Size 1'),
         jsonb_build_object('firstName', 'Jeanne', 'lastName', 'Martin', 'shippingAddress',
           E'Relais du Port\\n12 rue des Lilas\\n69001 Lyon\\nFrance'),
         0, ${soldAt(size.orders)}, 'fr', 2999, 'main', 'pi_large_' || g,
         ${soldAt(size.orders)}, ${soldAt(size.orders)}
       FROM generate_series(1, ${size.orders}) g,
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
      'jobs done',
      `INSERT INTO job (kind, payload, dedupe, run_at, attempts, done_at, created_at)
       SELECT 'mail', jsonb_build_object('letter', 'order', 'userId', g), 'large:' || g, t, 1, t, t
       FROM (SELECT g, now() - (g::float8 / ${size.jobsDone}) * interval '6 days' AS t
         FROM generate_series(1, ${size.jobsDone}) g) done`,
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
      // These jobs compare with the provider or with rows that the fill leaves out, or email members inactive
      // for years.
      'daily work put off',
      `INSERT INTO job_schedule (name, next_run_at)
       SELECT name, now() + interval '1 day' FROM unnest(ARRAY['audit', 'subscription_audit', 'retention', 'facts', 'sold_units']) name
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
