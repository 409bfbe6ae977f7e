-- The office finds orders by their English names too. The expression is that of
-- packages/office/src/operations/search.ts.

CREATE INDEX CONCURRENTLY order_words_en ON orders USING gin (to_tsvector('simple'::regconfig, lower(translate(
  first_name || ' ' || last_name || ' ' || item_title_en || ' ' || coalesce(chosen_option_title_en, ''),
  'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝŸàáâãäåçèéêëìíîïñòóôõöùúûüýÿ-''’./',
  'AAAAAACEEEEIIIINOOOOOUUUUYYaaaaaaceeeeiiiinooooouuuuyy     '))));
