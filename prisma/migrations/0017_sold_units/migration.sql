-- How many units of each option were sold, so that neither the invariants nor the shop owner's list
-- of stock reads every purchase (decision 059).

-- CreateTable
CREATE TABLE "sold_units" (
    "option_id" INTEGER NOT NULL,
    "units" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sold_units_pkey" PRIMARY KEY ("option_id")
);

-- AddForeignKey
ALTER TABLE "sold_units" ADD CONSTRAINT "sold_units_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "item_option"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What was sold until an hour ago; the rest is counted by the release that reads it.
INSERT INTO "sold_units" ("option_id", "units", "until")
SELECT a."option_id", count(*)::int, (now() - interval '1 hour')::timestamptz(3)
FROM "money_audit" m JOIN "purchase_attempt" a ON a."id" = m."attempt_id"
WHERE m."to_state" = 'paid' AND m."at" < (now() - interval '1 hour')::timestamptz(3)
GROUP BY a."option_id";
