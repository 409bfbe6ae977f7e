-- Terms: when somebody last logged in, what tells them before their account goes, and what finds rows
-- whose time is over. Safe beside a process of the release before: it reads and writes none of this.

-- AlterTable
-- The default is told once, by this statement: who was here before counts from today, and no row is
-- written for it.
ALTER TABLE "users" ADD COLUMN "last_log_in_on" DATE NOT NULL DEFAULT CURRENT_DATE,
ADD COLUMN "inactivity_email_on" DATE,
ADD COLUMN "inactivity_email_accepted_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX IF NOT EXISTS "users_last_log_in_on_idx" ON "users"("last_log_in_on");

-- By hand from here on.
CREATE INDEX IF NOT EXISTS "user_told_of_inactivity" ON "users" ("inactivity_email_accepted_at")
  WHERE "inactivity_email_accepted_at" IS NOT NULL;

-- Whose an email is, while its job is there.
CREATE INDEX IF NOT EXISTS "job_of_account" ON "job" (("payload"->>'userId')) WHERE "kind" = 'mail';
CREATE INDEX IF NOT EXISTS "job_of_order" ON "job" (("payload"->>'orderId')) WHERE "kind" = 'mail';

-- What the daily retention has still to do.
CREATE INDEX IF NOT EXISTS "failed_attempt_with_recipient" ON "purchase_attempt" ("updated_at")
  WHERE "state" IN ('refused', 'expired') AND "recipient" <> '{}'::jsonb;
CREATE INDEX IF NOT EXISTS "referral_with_hash" ON "referral_credit" ("at")
  WHERE "address_hash" IS NOT NULL OR "card_hash" IS NOT NULL;

-- A referral is written with both hashes, and loses both when their term is over (decision 064).
ALTER TABLE "referral_credit" DROP CONSTRAINT "referral_credit_referral_waits";
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_referral_waits"
  CHECK (CASE "kind"
    WHEN 'referral' THEN "due_at" IS NOT NULL
      AND ("address_hash" IS NULL) = ("owner_address_hash" IS NULL)
      AND ("first_payment_account" IS NULL) = ("first_payment_id" IS NULL)
    ELSE "due_at" IS NULL AND "address_hash" IS NULL AND "owner_address_hash" IS NULL
      AND "first_payment_account" IS NULL AND "first_payment_id" IS NULL END) NOT VALID;
CREATE TRIGGER "referral_has_its_hashes" BEFORE INSERT ON "referral_credit"
  FOR EACH ROW WHEN (NEW."kind" = 'referral' AND NEW."address_hash" IS NULL)
  EXECUTE FUNCTION "refuse_change"('a referral is written with its hashes');

DROP TRIGGER "append_only_too" ON "referral_credit";
CREATE TRIGGER "append_only_too" BEFORE UPDATE ON "referral_credit"
  FOR EACH ROW WHEN (
    OLD."due_at" IS DISTINCT FROM NEW."due_at"
    OR (OLD."first_payment_account", OLD."first_payment_id", OLD."referral_id")
      IS DISTINCT FROM (NEW."first_payment_account", NEW."first_payment_id", NEW."referral_id"))
  EXECUTE FUNCTION "refuse_change"('rows are only added');

CREATE FUNCTION "refuse_other_hash"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."address_hash" IS NULL AND NEW."owner_address_hash" IS NULL AND NEW."card_hash" IS NULL
    AND OLD."at" <= clock_timestamp() - TG_ARGV[0]::interval THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE of % is refused: hashes are kept for % and never changed', TG_TABLE_NAME,
    TG_ARGV[0] USING ERRCODE = '23514';
END $$;
CREATE TRIGGER "hashes_go_after_their_term" BEFORE UPDATE ON "referral_credit"
  FOR EACH ROW WHEN (
    (OLD."address_hash", OLD."owner_address_hash", OLD."card_hash")
      IS DISTINCT FROM (NEW."address_hash", NEW."owner_address_hash", NEW."card_hash"))
  EXECUTE FUNCTION "refuse_other_hash"('5 years');
