-- A referral that counted and was undone later is reversed by a row that is added; what was taken back of its
-- credit, and that a gift was sent, are rows too (decision 022). A process of the release before reads none of
-- them and may pass a reversed credit on: the next sweep takes that back.

-- AlterTable
ALTER TABLE "referral_credit" ADD COLUMN     "about_id" INTEGER,
ADD COLUMN     "subscription_id" INTEGER;

-- AddForeignKey
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_about_id_fkey" FOREIGN KEY ("about_id") REFERENCES "referral_credit"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- By hand from here on. Each CHECK is replaced by a wider one: what the release before writes fits both.
-- decision 022: replaced below
ALTER TABLE "referral_credit" DROP CONSTRAINT "referral_credit_kind_known";
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_kind_known"
  CHECK ("kind" IN ('referral', 'credit', 'lapse', 'debit', 'gift', 'reversal', 'recovery', 'gift_sent')) NOT VALID;
-- decision 022: replaced below
ALTER TABLE "referral_credit" DROP CONSTRAINT "referral_credit_amount_fits_kind";
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_amount_fits_kind"
  CHECK (CASE "kind" WHEN 'gift' THEN "amount_cents" = 0 WHEN 'gift_sent' THEN "amount_cents" = 0
    WHEN 'recovery' THEN "amount_cents" >= 0 ELSE "amount_cents" > 0 END) NOT VALID;
-- decision 022: replaced below
ALTER TABLE "referral_credit" DROP CONSTRAINT "referral_credit_debit_passes_a_credit_on";
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_debit_passes_a_credit_on"
  CHECK (CASE "kind"
    WHEN 'debit' THEN "credit_id" IS NOT NULL AND "stripe_account" IS NOT NULL AND "stripe_transaction_id" IS NOT NULL
    WHEN 'recovery' THEN "credit_id" IS NULL AND "stripe_account" IS NOT NULL
      AND ("amount_cents" > 0) = ("stripe_transaction_id" IS NOT NULL)
    ELSE "credit_id" IS NULL AND "stripe_account" IS NULL AND "stripe_transaction_id" IS NULL END) NOT VALID;
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_is_about_a_row"
  CHECK (("kind" IN ('reversal', 'recovery', 'gift_sent')) = ("about_id" IS NOT NULL)) NOT VALID;
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_contract_of_a_referral"
  CHECK ("subscription_id" IS NULL OR "kind" = 'referral') NOT VALID;

-- A reversal is of a whole credit; a recovery takes no more back than a reversed credit that was passed on.
CREATE FUNCTION "require_row_it_is_about"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM "referral_credit" c
    WHERE c."id" = NEW."about_id" AND c."owner_id" IS NOT DISTINCT FROM NEW."owner_id"
      AND CASE NEW."kind"
        WHEN 'reversal' THEN c."kind" = 'credit' AND c."amount_cents" = NEW."amount_cents"
        WHEN 'recovery' THEN c."kind" = 'credit' AND c."amount_cents" >= NEW."amount_cents"
          AND EXISTS (SELECT FROM "referral_credit" v WHERE v."about_id" = c."id" AND v."kind" = 'reversal')
          AND EXISTS (SELECT FROM "referral_credit" d WHERE d."credit_id" = c."id")
        ELSE c."kind" = 'gift' END) THEN
    RAISE EXCEPTION 'a % is about a row of the same owner that it fits', NEW."kind" USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "row_it_is_about" BEFORE INSERT ON "referral_credit"
  FOR EACH ROW WHEN (NEW."about_id" IS NOT NULL) EXECUTE FUNCTION "require_row_it_is_about"();

-- The new columns are as final as the others.
CREATE TRIGGER "append_only_as_well" BEFORE UPDATE ON "referral_credit"
  FOR EACH ROW WHEN (
    (OLD."about_id", OLD."subscription_id") IS DISTINCT FROM (NEW."about_id", NEW."subscription_id"))
  EXECUTE FUNCTION "refuse_change"('rows are only added');
