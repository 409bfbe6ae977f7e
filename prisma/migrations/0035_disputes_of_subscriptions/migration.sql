-- Whose payment is disputed where a subscription paid it. Rows of before are filled when the provider next
-- tells of them.
ALTER TABLE "dispute" ADD COLUMN "subscription_id" INTEGER;
