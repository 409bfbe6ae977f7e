-- A declaration without a log-in is stored and decided by the shop owner: no email asks the account's owner.
-- No installation runs the release before this one, so what it used is dropped at once.

-- decision 057: no installation has any of these events
ALTER TABLE "declaration_event" DISABLE TRIGGER "kept_for_its_term";
-- decision 057: likewise
DELETE FROM "declaration_event" WHERE "kind" IN ('matched', 'proved', 'denied');
ALTER TABLE "declaration_event" ENABLE TRIGGER "kept_for_its_term";
-- decision 057: the kinds of events change
ALTER TABLE "declaration_event" DROP CONSTRAINT "declaration_event_kind_known";
-- decision 057: likewise
ALTER TABLE "declaration_event" ADD CONSTRAINT "declaration_event_kind_known" CHECK ("kind" IN (
  'receipt_sent', 'receipt_lost', 'recorded', 'owner_told', 'held', 'return_asked', 'return_announced',
  'goods_back', 'accepted', 'contested', 'ended', 'refund_requested', 'closed'));
-- decision 057: what happens once is without what left
DROP INDEX "declaration_event_once";
-- decision 057: a few rows for each withdrawal and termination
CREATE UNIQUE INDEX "declaration_event_once" ON "declaration_event" ("declaration_id", "kind")
  WHERE "kind" IN ('receipt_sent', 'receipt_lost', 'recorded', 'held', 'return_asked', 'ended',
    'refund_requested', 'closed');

-- decision 057: a contract is named by its account or by the shop owner
ALTER TABLE "declaration" DROP CONSTRAINT "declaration_proof_known",
  DROP CONSTRAINT "declaration_proved_of_a_contract";
-- decision 057: likewise
UPDATE "declaration" SET "proof" = 'owner'
WHERE "proof" = 'letter' OR ("proof" = 'none' AND "closed_at" IS NULL AND EXISTS (
  SELECT FROM "declaration_event" e WHERE e."declaration_id" = "declaration"."id" AND e."kind" = 'accepted'));
-- decision 057: likewise
UPDATE "declaration" SET "order_id" = NULL, "subscription_id" = NULL WHERE "proof" = 'none';
-- decision 057: on a small table
ALTER TABLE "declaration"
  ADD CONSTRAINT "declaration_proof_known" CHECK ("proof" IN ('account', 'owner', 'none')),
  ADD CONSTRAINT "declaration_proved_of_a_contract"
    CHECK (("proof" = 'none') = ("order_id" IS NULL AND "subscription_id" IS NULL));

-- decision 057: the email that asked the account's owner is gone
ALTER TABLE "declaration" DROP COLUMN "letter_hashes", DROP COLUMN "letter_until";
ALTER TABLE "declaration" ADD COLUMN "numbers" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
ALTER TABLE "declaration" ADD COLUMN "receipt" TEXT NOT NULL DEFAULT 'address';
ALTER TABLE "declaration" ADD COLUMN "receipt_with" INTEGER;
ALTER TABLE "declaration" ADD COLUMN "flood" BYTEA;
-- decision 057: on a small table
ALTER TABLE "declaration" ADD CONSTRAINT "declaration_receipt_known"
  CHECK ("receipt" IN ('address', 'account', 'waiting', 'page'));

ALTER TABLE "subscription" ADD COLUMN "withdrawn_at" TIMESTAMPTZ(3);
