-- The office finds orders and members by words: the beginnings of names, items and tracking numbers, without
-- accents. The expressions are those of packages/office/src/operations/search.ts.

CREATE INDEX CONCURRENTLY order_words ON orders USING gin (to_tsvector('simple'::regconfig, lower(translate(
  first_name || ' ' || last_name || ' ' || item_title_fr || ' ' || coalesce(chosen_option_title_fr, '') ||
  ' ' || coalesce(tracking_number, ''),
  'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸàáâãäåçèéêëìíîïñòóôõöùúûüýÿ-''’./',
  'AAAAAACEEEEIIIINOOOOOUUUUYYaaaaaaceeeeiiiinooooouuuuyy     '))));
CREATE INDEX CONCURRENTLY order_cancelled ON orders (order_date, id) WHERE (cancelled_at IS NOT NULL);

CREATE INDEX CONCURRENTLY user_words ON users USING gin (to_tsvector('simple'::regconfig, lower(translate(
  coalesce(first_name, '') || ' ' || coalesce(last_name, ''),
  'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸàáâãäåçèéêëìíîïñòóôõöùúûüýÿ-''’./',
  'AAAAAACEEEEIIIINOOOOOUUUUYYaaaaaaceeeeiiiinooooouuuuyy     '))));
-- An address is found by its beginning, also where the collation is not C. Prisma knows no operator
-- classes and compares partial indexes with nothing.
CREATE INDEX CONCURRENTLY user_email_beginning ON users (email_key text_pattern_ops)
  WHERE (email_key IS NOT NULL);
