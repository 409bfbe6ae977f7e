-- When a replacement arrived. The previous release does not write it.

ALTER TABLE replacement
  ADD COLUMN delivered_at timestamptz(3),
  ADD CONSTRAINT replacement_delivered_was_sent
    CHECK (delivered_at IS NULL OR sent_at IS NOT NULL) NOT VALID;
