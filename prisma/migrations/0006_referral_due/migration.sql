-- Whoever was brought waits until the withdrawal period of their contract is over, in a row of a kind
-- of its own: a process of the release before does not know it, and pays nothing out early. A
-- 'referral' becomes a 'credit' or a 'lapse', each a row that is added (decision 022).

-- AlterTable
ALTER TABLE "referral_credit" ADD COLUMN     "address_hash" BYTEA,
ADD COLUMN     "card_hash" BYTEA,
ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "first_payment_account" TEXT,
ADD COLUMN     "first_payment_id" TEXT,
ADD COLUMN     "owner_address_hash" BYTEA,
ADD COLUMN     "referral_id" INTEGER;

-- CreateTable
CREATE TABLE "keyed_hash_key" (
    "name" TEXT NOT NULL,
    "key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "keyed_hash_key_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "referral_credit_address_hash_key" ON "referral_credit"("address_hash");

-- CreateIndex
CREATE UNIQUE INDEX "referral_credit_card_hash_key" ON "referral_credit"("card_hash");

-- CreateIndex
CREATE UNIQUE INDEX "referral_credit_referral_id_key" ON "referral_credit"("referral_id");

-- AddForeignKey
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_referral_id_fkey" FOREIGN KEY ("referral_id") REFERENCES "referral_credit"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- By hand from here on.
ALTER TABLE "referral_credit" DROP CONSTRAINT "referral_credit_kind_known";
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_kind_known"
  CHECK ("kind" IN ('referral', 'credit', 'lapse', 'debit', 'gift'));
ALTER TABLE "referral_credit" DROP CONSTRAINT "referral_credit_names_a_person_for_credit_only";
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_names_a_person_for_credit_only"
  CHECK ("kind" IN ('referral', 'credit') OR "referred_user_id" IS NULL);
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_first_payment_account_known"
  CHECK ("first_payment_account" IN ('main', 'bis'));
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_referral_waits"
  CHECK (CASE "kind"
    WHEN 'referral' THEN "due_at" IS NOT NULL AND "address_hash" IS NOT NULL AND "owner_address_hash" IS NOT NULL
      AND ("first_payment_account" IS NULL) = ("first_payment_id" IS NULL)
    ELSE "due_at" IS NULL AND "address_hash" IS NULL AND "owner_address_hash" IS NULL
      AND "first_payment_account" IS NULL AND "first_payment_id" IS NULL END);
-- Credits of before the referral rows, and those of a process of that release, settle none.
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_settles_a_referral"
  CHECK (CASE "kind"
    WHEN 'lapse' THEN "referral_id" IS NOT NULL
    WHEN 'credit' THEN "referral_id" IS NULL OR "referred_user_id" IS NULL
    ELSE "referral_id" IS NULL END);
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_card_of_a_settled_credit"
  CHECK ("card_hash" IS NULL OR ("kind" = 'credit' AND "referral_id" IS NOT NULL));

CREATE INDEX "referral_to_settle" ON "referral_credit" ("due_at") WHERE "kind" = 'referral';

CREATE FUNCTION "require_settlement_of_its_referral"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM "referral_credit" r
    WHERE r."id" = NEW."referral_id" AND r."kind" = 'referral' AND r."amount_cents" = NEW."amount_cents"
      AND r."owner_id" IS NOT DISTINCT FROM NEW."owner_id") THEN
    RAISE EXCEPTION 'one referral is settled, whole and of the same owner' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "settlement_of_its_referral" BEFORE INSERT ON "referral_credit"
  FOR EACH ROW WHEN (NEW."referral_id" IS NOT NULL) EXECUTE FUNCTION "require_settlement_of_its_referral"();

-- The new columns are as final as the others.
CREATE TRIGGER "append_only_too" BEFORE UPDATE ON "referral_credit"
  FOR EACH ROW WHEN (
    (OLD."address_hash", OLD."owner_address_hash", OLD."card_hash", OLD."due_at")
      IS DISTINCT FROM (NEW."address_hash", NEW."owner_address_hash", NEW."card_hash", NEW."due_at")
    OR (OLD."first_payment_account", OLD."first_payment_id", OLD."referral_id")
      IS DISTINCT FROM (NEW."first_payment_account", NEW."first_payment_id", NEW."referral_id"))
  EXECUTE FUNCTION "refuse_change"('rows are only added');
CREATE TRIGGER "key_is_final" BEFORE UPDATE OR DELETE ON "keyed_hash_key"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"('hashes of this key are kept');
