-- What waits for one email a day; beside it, what an email holds of others.
CREATE INDEX CONCURRENTLY "declaration_receipt_waiting" ON "declaration" ("declared_at")
  WHERE "receipt" = 'waiting';
CREATE INDEX CONCURRENTLY "declaration_receipt_with_idx" ON "declaration" ("receipt_with");
