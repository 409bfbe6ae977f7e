-- What an item is for, what its page shows beside it, and the item that an article ends with. Both name
-- items by id alone: one that has gone is passed over. Nothing is filled: what has none stays as it is.

-- AlterTable
ALTER TABLE "item" ADD COLUMN "use" TEXT,
ADD COLUMN "related_item_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];

ALTER TABLE "item" ADD CONSTRAINT "item_use_is_known"
  CHECK ("use" IN ('strength', 'balance', 'mobility', 'juggling', 'endurance')) NOT VALID;

-- AlterTable
ALTER TABLE "article" ADD COLUMN "item_id" INTEGER;
