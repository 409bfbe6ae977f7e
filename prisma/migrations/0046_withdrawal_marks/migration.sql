-- That a person, an address or a card withdrew from a contract, by keyed hashes.
CREATE TABLE "withdrawal_mark" (
    "id" SERIAL NOT NULL,
    "noun" TEXT NOT NULL,
    "contract_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "withdrawal_mark_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "withdrawal_mark_noun" CHECK ("noun" IN ('order', 'subscription'))
);

-- CreateIndex
CREATE UNIQUE INDEX "withdrawal_mark_noun_contract_id_hash_key" ON "withdrawal_mark"("noun", "contract_id", "hash");

-- CreateIndex
CREATE INDEX "withdrawal_mark_hash_idx" ON "withdrawal_mark"("hash");

-- CreateIndex
CREATE INDEX "withdrawal_mark_noun_at_idx" ON "withdrawal_mark"("noun", "at");
