-- What becomes of an order after it was paid, and the journal of what people do. Nothing is filled: an
-- order of before is neither sent, held nor cancelled.

-- AlterTable
ALTER TABLE "orders" ADD COLUMN "sent_at" TIMESTAMPTZ(3),
ADD COLUMN "carrier" TEXT,
ADD COLUMN "tracking_number" TEXT,
ADD COLUMN "printed_at" TIMESTAMPTZ(3),
ADD COLUMN "cancelled_at" TIMESTAMPTZ(3),
ADD COLUMN "cancel_reason" TEXT,
ADD COLUMN "held_for" TEXT,
ADD COLUMN "promised_by" DATE;

-- L16. Not valid: no row of before has the columns, and a large table is not read for it.
ALTER TABLE "orders" ADD CONSTRAINT "orders_cancelled_is_not_sent"
  CHECK ("cancelled_at" IS NULL OR ("sent_at" IS NULL AND "status" <> 'delivered')) NOT VALID;
ALTER TABLE "orders" ADD CONSTRAINT "orders_held_for_known"
  CHECK ("held_for" IN ('withdrawal', 'late', 'refund', 'dispute')) NOT VALID;

-- CreateIndex
CREATE INDEX IF NOT EXISTS "orders_tracking_number_idx" ON "orders"("tracking_number");

-- The list of parcels.
CREATE INDEX IF NOT EXISTS "order_to_send" ON "orders" ("order_date", "id")
  WHERE "status" = 'waiting' AND "sent_at" IS NULL AND "cancelled_at" IS NULL AND "held_for" IS NULL;
CREATE INDEX IF NOT EXISTS "order_held" ON "orders" ("order_date", "id") WHERE "held_for" IS NOT NULL;

-- AlterTable
ALTER TABLE "stock_adjustment" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'other',
ADD COLUMN "order_id" INTEGER;
ALTER TABLE "stock_adjustment" ADD CONSTRAINT "stock_adjustment_kind_known"
  CHECK ("kind" IN ('delivery', 'return', 'loss', 'count', 'other'));
ALTER TABLE "stock_adjustment" ADD CONSTRAINT "stock_adjustment_return_names_its_order"
  CHECK (("kind" = 'return') = ("order_id" IS NOT NULL));

-- CreateIndex
CREATE INDEX "stock_adjustment_order_id_idx" ON "stock_adjustment"("order_id");

-- L15: the unit of an order comes back once.
CREATE UNIQUE INDEX "stock_adjustment_one_return" ON "stock_adjustment" ("order_id")
  WHERE "kind" = 'return';

-- AddForeignKey
ALTER TABLE "stock_adjustment" ADD CONSTRAINT "stock_adjustment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "journal" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_kind" TEXT NOT NULL,
    "staff_id" INTEGER,
    "actor_name" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "changes" JSONB NOT NULL,
    "request_id" TEXT,

    CONSTRAINT "journal_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "journal_actor_known" CHECK ("actor_kind" IN ('operator', 'staff', 'member', 'system'))
);

-- CreateIndex
CREATE INDEX "journal_subject_kind_subject_id_id_idx" ON "journal"("subject_kind", "subject_id", "id");

-- CreateIndex
CREATE INDEX "journal_at_idx" ON "journal"("at");

-- A row of the past is never changed, and kept for its term.
CREATE FUNCTION "refuse_early_delete"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."at" > clock_timestamp() - TG_ARGV[0]::interval THEN
    RAISE EXCEPTION 'DELETE of % is refused: rows are kept for %', TG_TABLE_NAME, TG_ARGV[0]
      USING ERRCODE = '23514';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "never_changed" BEFORE UPDATE ON "journal"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"('rows are only added');
CREATE TRIGGER "kept_for_its_term" BEFORE DELETE ON "journal"
  FOR EACH ROW EXECUTE FUNCTION "refuse_early_delete"('5 years');
