-- The referral ledger is only ever added to: what was passed on to the provider is a row of its own
-- instead of a mark on the credit. Nothing was written to it before.

-- AlterTable
ALTER TABLE "referral_credit" DROP COLUMN "applied_at",
ADD COLUMN     "credit_id" INTEGER;

-- AlterTable
ALTER TABLE "subscription_attempt" ADD COLUMN     "locale" TEXT NOT NULL DEFAULT 'fr';

-- CreateIndex
CREATE UNIQUE INDEX "referral_credit_credit_id_key" ON "referral_credit"("credit_id");

-- AddForeignKey
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_credit_id_fkey" FOREIGN KEY ("credit_id") REFERENCES "referral_credit"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand from here on.
ALTER TABLE "subscription_attempt" ADD CONSTRAINT "subscription_attempt_locale_known" CHECK ("locale" IN ('fr', 'en'));

-- One debit for one credit, of the same amount (a trigger compares them): so a balance is never
-- below zero.
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_debit_passes_a_credit_on"
  CHECK (CASE "kind"
    WHEN 'debit' THEN "credit_id" IS NOT NULL AND "stripe_account" IS NOT NULL AND "stripe_transaction_id" IS NOT NULL
    ELSE "credit_id" IS NULL AND "stripe_account" IS NULL AND "stripe_transaction_id" IS NULL END);

CREATE FUNCTION "require_debit_of_its_credit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM "referral_credit" c
    WHERE c."id" = NEW."credit_id" AND c."kind" = 'credit' AND c."amount_cents" = NEW."amount_cents"
      AND c."owner_id" IS NOT DISTINCT FROM NEW."owner_id") THEN
    RAISE EXCEPTION 'a debit passes on one credit, whole and of the same owner' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "debit_of_its_credit" BEFORE INSERT ON "referral_credit"
  FOR EACH ROW WHEN (NEW."kind" = 'debit') EXECUTE FUNCTION "require_debit_of_its_credit"();

-- A deleted account leaves its rows without the person; nothing else of a row ever changes.
CREATE TRIGGER "append_only" BEFORE UPDATE ON "referral_credit"
  FOR EACH ROW WHEN (
    (OLD."id", OLD."kind", OLD."amount_cents", OLD."at") IS DISTINCT FROM (NEW."id", NEW."kind", NEW."amount_cents", NEW."at")
    OR (OLD."credit_id", OLD."stripe_account", OLD."stripe_transaction_id")
      IS DISTINCT FROM (NEW."credit_id", NEW."stripe_account", NEW."stripe_transaction_id")
    OR (NEW."owner_id" IS NOT NULL AND NEW."owner_id" IS DISTINCT FROM OLD."owner_id")
    OR (NEW."referred_user_id" IS NOT NULL AND NEW."referred_user_id" IS DISTINCT FROM OLD."referred_user_id"))
  EXECUTE FUNCTION "refuse_change"('rows are only added');
