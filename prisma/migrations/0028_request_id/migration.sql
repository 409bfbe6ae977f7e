-- The request that caused it: one id from the answer to log, attempt, job and the provider's metadata.
-- Null for what began before this release, and for what no request caused.
ALTER TABLE "purchase_attempt" ADD COLUMN "request_id" TEXT;
ALTER TABLE "subscription_attempt" ADD COLUMN "request_id" TEXT;
ALTER TABLE "job" ADD COLUMN "request_id" TEXT;
