-- Members who wait to be told that an option is in stock again.

-- CreateTable
CREATE TABLE "stock_request" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "option_id" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "told_at" TIMESTAMPTZ(3),

    CONSTRAINT "stock_request_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "stock_request_user_id_option_id_key" ON "stock_request"("user_id", "option_id");

-- CreateIndex
CREATE INDEX "stock_request_option_id_told_at_idx" ON "stock_request"("option_id", "told_at");

-- CreateIndex
CREATE INDEX "stock_request_asked_at_idx" ON "stock_request"("asked_at");

-- AddForeignKey
ALTER TABLE "stock_request" ADD CONSTRAINT "stock_request_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_request" ADD CONSTRAINT "stock_request_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "item_option"("id") ON DELETE CASCADE ON UPDATE CASCADE;
