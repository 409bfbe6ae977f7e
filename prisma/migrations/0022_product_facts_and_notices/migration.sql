-- What a product sold at a distance says of its maker and its dangers (Regulation 2023/988, art. 19).
-- Nothing is filled, and an item without it stays on sale.

-- AlterTable
ALTER TABLE "item" ADD COLUMN "maker_name" TEXT,
ADD COLUMN "maker_address" TEXT,
ADD COLUMN "maker_contact" TEXT,
ADD COLUMN "model_reference" TEXT,
ADD COLUMN "warnings_fr" TEXT,
ADD COLUMN "warnings_en" TEXT;

ALTER TABLE "item" ADD CONSTRAINT "item_maker_is_whole"
  CHECK (num_nulls("maker_name", "maker_address", "maker_contact") IN (0, 3));
ALTER TABLE "item" ADD CONSTRAINT "item_reference_is_of_a_maker"
  CHECK ("model_reference" IS NULL OR "maker_name" IS NOT NULL);
ALTER TABLE "item" ADD CONSTRAINT "item_warnings_in_both_languages"
  CHECK (num_nulls("warnings_fr", "warnings_en") IN (0, 2));
