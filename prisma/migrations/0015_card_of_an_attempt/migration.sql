-- Which card an attempt was begun with, as a hash of its token: the same one again is a repetition while
-- nobody has charged it (decision 035).

-- AlterTable
ALTER TABLE "purchase_attempt" ADD COLUMN "card_hash" BYTEA;

-- AlterTable
ALTER TABLE "subscription_attempt" ADD COLUMN "card_hash" BYTEA;
