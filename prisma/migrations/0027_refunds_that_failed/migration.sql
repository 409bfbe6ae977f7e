-- What failed and may still be owed is found without reading every refund ever made.
CREATE INDEX IF NOT EXISTS "refund_failed" ON "refund" ("at") WHERE "state" = 'failed';
