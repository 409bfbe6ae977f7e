-- What buyers of late orders asked for: that the parcel comes, or that the order is cancelled. Each once,
-- with its hour; no column names a person.

-- CreateTable
CREATE TABLE "delivery_notice" (
    "order_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "delivery_notice_pkey" PRIMARY KEY ("order_id","kind"),
    CONSTRAINT "delivery_notice_kind_known" CHECK ("kind" IN ('delivery', 'cancellation'))
);

-- AddForeignKey
ALTER TABLE "delivery_notice" ADD CONSTRAINT "delivery_notice_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TRIGGER "never_changed" BEFORE UPDATE OR DELETE ON "delivery_notice"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"('rows are only added');
