CREATE INDEX CONCURRENTLY "dispute_subscription_id_idx" ON "dispute"("subscription_id");
