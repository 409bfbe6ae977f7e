-- Indexes for what is asked of tables that grow (decision 059). Writing to a table waits while its
-- index is made: in a large shop make them beforehand (docs/OPERATIONS.md), and this finds them there.

-- CreateIndex
CREATE INDEX IF NOT EXISTS "orders_status_order_date_id_idx" ON "orders"("status", "order_date", "id");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "stock_adjustment_at_idx" ON "stock_adjustment"("at");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "subscription_paid_until_idx" ON "subscription"("paid_until");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "subscription_updated_at_idx" ON "subscription"("updated_at");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "subscription_attempt_updated_at_idx" ON "subscription_attempt"("updated_at");

-- What the purge has to do: nothing else is in them.
CREATE INDEX IF NOT EXISTS "user_to_forget" ON "users" ("created_at") WHERE "activated_at" IS NULL;
CREATE INDEX IF NOT EXISTS "user_with_pending_email" ON "users" ("pending_email_until")
  WHERE "pending_email_until" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "attempt_with_answer" ON "purchase_attempt" ("cgv_at")
  WHERE "response_body" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "attempt_with_recipient" ON "purchase_attempt" ("id")
  WHERE "user_id" IS NULL AND "state" IN ('refused', 'expired')
    AND ("recipient" <> '{}'::jsonb OR "request_hash" <> ''::bytea);
CREATE INDEX IF NOT EXISTS "attempt_with_buyer_hash" ON "purchase_attempt" ("id")
  WHERE "user_id" IS NULL AND "buyer_hash" IS NOT NULL;

-- What is not settled, or was given up.
CREATE INDEX IF NOT EXISTS "subscription_unsettled" ON "subscription" ("state")
  WHERE "state" IN ('pending', 'past_due');
CREATE INDEX IF NOT EXISTS "job_given_up" ON "job" ("dead_at") WHERE "dead_at" IS NOT NULL;
-- Whose the emails are that are not sent yet.
CREATE INDEX IF NOT EXISTS "job_about_user" ON "job" (("payload"->>'userId')) WHERE "done_at" IS NULL;
