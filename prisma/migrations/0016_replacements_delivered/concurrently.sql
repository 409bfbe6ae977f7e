-- The replacements under way, for the owner's open tasks.
CREATE INDEX CONCURRENTLY replacement_underway ON replacement (sent_at)
  WHERE (sent_at IS NOT NULL AND delivered_at IS NULL);
