-- A picture may show one option of its item; null: it shows what all of them have in common.
ALTER TABLE "item_image" ADD COLUMN "option_id" INTEGER;
ALTER TABLE "item_image" ADD CONSTRAINT "item_image_option_id_fkey"
    FOREIGN KEY ("option_id") REFERENCES "item_option"("id") ON DELETE SET NULL ON UPDATE CASCADE;
CREATE INDEX "item_image_option_id_idx" ON "item_image"("option_id");
