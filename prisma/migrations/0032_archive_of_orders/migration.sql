-- Name and address of an order, three years after it: kept for the accounts, and out of the lists.
CREATE TABLE "order_archive" (
    "order_id" INTEGER NOT NULL,
    "order_date" TIMESTAMPTZ(3) NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "shipping_address" TEXT NOT NULL,
    "archived_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "order_archive_pkey" PRIMARY KEY ("order_id")
);

CREATE INDEX "order_archive_order_date_idx" ON "order_archive"("order_date");

ALTER TABLE "order_archive" ADD CONSTRAINT "order_archive_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
