-- How what is left of a cancelled order is requested once the bank has decided about a dispute.
ALTER TABLE "dispute" ADD COLUMN IF NOT EXISTS "rest" JSONB;
