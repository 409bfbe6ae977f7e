-- What each contract was made on: terms, withdrawal notice and withdrawal form of a day, in a language.
-- Rows are only added, by each release at its start. The columns that name one are plain: a contract of
-- before has none, and every purchase would lock the one row that a foreign key asks for.

-- CreateTable
CREATE TABLE "contract_text" (
    "id" SERIAL NOT NULL,
    "locale" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "terms" TEXT NOT NULL,
    "notice" TEXT NOT NULL,
    "form" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contract_text_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "contract_text_locale_known" CHECK ("locale" IN ('fr', 'en')),
    CONSTRAINT "contract_text_hash_is_sha256" CHECK ("hash" ~ '^[0-9a-f]{64}$')
);

-- CreateIndex
CREATE UNIQUE INDEX "contract_text_locale_hash_key" ON "contract_text"("locale", "hash");

CREATE TRIGGER "never_changed" BEFORE UPDATE ON "contract_text"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"('rows are only added');
CREATE TRIGGER "never_removed" BEFORE DELETE ON "contract_text"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"('rows are never removed');

-- AlterTable
ALTER TABLE "purchase_attempt" ADD COLUMN "contract_text_id" INTEGER;
ALTER TABLE "orders" ADD COLUMN "contract_text_id" INTEGER;
ALTER TABLE "subscription_attempt" ADD COLUMN "contract_text_id" INTEGER,
ADD COLUMN "immediate_start_at" TIMESTAMPTZ(3);
ALTER TABLE "subscription" ADD COLUMN "contract_text_id" INTEGER,
ADD COLUMN "immediate_start_at" TIMESTAMPTZ(3);
