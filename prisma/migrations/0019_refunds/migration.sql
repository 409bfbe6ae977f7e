-- Money that goes back to cards, and disputes. Nothing is filled: what was refunded before is written
-- down by the audit.

-- CreateTable
CREATE TABLE "refund" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "stripe_account" TEXT NOT NULL,
    "payment_intent_id" TEXT NOT NULL,
    "order_id" INTEGER,
    "subscription_id" INTEGER,
    "amount_cents" INTEGER NOT NULL,
    "paid_cents" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "provider_refund_id" TEXT,
    "transfer_reference" TEXT,
    "key_no" INTEGER NOT NULL DEFAULT 0,
    "key_at" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "failure_code" TEXT,
    "rest" JSONB,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "refund_account_known" CHECK ("stripe_account" IN ('main', 'bis')),
    CONSTRAINT "refund_amount_positive" CHECK ("amount_cents" > 0),
    CONSTRAINT "refund_within_payment" CHECK ("amount_cents" <= "paid_cents"),
    CONSTRAINT "refund_origin_known"
      CHECK ("origin" IN ('office', 'withdrawal', 'late', 'audit', 'provider')),
    CONSTRAINT "refund_state_known" CHECK ("state" IN
      ('requested', 'sending', 'pending', 'succeeded', 'failed', 'transferred')),
    CONSTRAINT "refund_of_one_contract" CHECK ("order_id" IS NULL OR "subscription_id" IS NULL),
    CONSTRAINT "refund_made_at_the_provider"
      CHECK ("state" NOT IN ('pending', 'succeeded') OR "provider_refund_id" IS NOT NULL),
    CONSTRAINT "refund_transferred_with_reference"
      CHECK (("state" = 'transferred') = ("transfer_reference" IS NOT NULL)),
    CONSTRAINT "refund_open_is_checked" CHECK (
      ("state" IN ('requested', 'sending', 'pending')) = ("next_check_at" IS NOT NULL)),
    CONSTRAINT "refund_final_is_settled" CHECK (
      ("state" IN ('succeeded', 'failed', 'transferred')) = ("settled_at" IS NOT NULL))
);

-- CreateIndex
CREATE UNIQUE INDEX "refund_provider_refund_id_key" ON "refund"("provider_refund_id");

-- CreateIndex
CREATE INDEX "refund_order_id_idx" ON "refund"("order_id");

-- CreateIndex
CREATE INDEX "refund_subscription_id_idx" ON "refund"("subscription_id");

-- CreateIndex
CREATE INDEX "refund_payment_intent_id_idx" ON "refund"("payment_intent_id");

-- CreateIndex
CREATE INDEX "refund_at_idx" ON "refund"("at");

-- CreateIndex
CREATE INDEX "refund_updated_at_idx" ON "refund"("updated_at");

-- A wish gives once; after a failure it may be tried again.
CREATE UNIQUE INDEX "refund_one_for_a_key" ON "refund" ("payment_intent_id", "key")
  WHERE "state" <> 'failed';
-- One on its way at a time.
CREATE UNIQUE INDEX "refund_one_in_flight" ON "refund" ("payment_intent_id")
  WHERE "state" IN ('requested', 'sending');
CREATE INDEX "refund_to_check" ON "refund" ("next_check_at")
  WHERE "state" IN ('requested', 'sending', 'pending');

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER "touch" BEFORE UPDATE ON "refund" FOR EACH ROW EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "sum_is_final" BEFORE UPDATE ON "refund"
  FOR EACH ROW WHEN (OLD."amount_cents" <> NEW."amount_cents" OR OLD."paid_cents" <> NEW."paid_cents"
    OR OLD."payment_intent_id" <> NEW."payment_intent_id")
  EXECUTE FUNCTION "refuse_change"('what is given back of which payment is decided once');
CREATE TRIGGER "never_removed" BEFORE DELETE ON "refund"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"('rows are never removed');

-- CreateTable
CREATE TABLE "dispute" (
    "id" TEXT NOT NULL,
    "stripe_account" TEXT NOT NULL,
    "payment_intent_id" TEXT NOT NULL,
    "order_id" INTEGER,
    "status" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "answer_by" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "dispute_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "dispute_account_known" CHECK ("stripe_account" IN ('main', 'bis'))
);

-- CreateIndex
CREATE INDEX "dispute_payment_intent_id_idx" ON "dispute"("payment_intent_id");

-- CreateIndex
CREATE INDEX "dispute_order_id_idx" ON "dispute"("order_id");

-- AddForeignKey
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
