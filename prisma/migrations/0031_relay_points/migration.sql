-- The relay points that the owner knows of, and which of them was chosen for an order.

-- CreateTable
CREATE TABLE "relay_point" (
    "id" TEXT NOT NULL,
    "country" CHAR(2) NOT NULL,
    "name" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "street" TEXT NOT NULL,
    "postcode" TEXT NOT NULL,
    "town" TEXT NOT NULL,
    "hours" TEXT NOT NULL,
    -- Compared byte by byte: a search reads one stretch of the index.
    "postcode_key" TEXT COLLATE "C" NOT NULL,
    "town_key" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "relay_point_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "relay_point_country_postcode_key_idx" ON "relay_point"("country", "postcode_key");

-- CreateIndex
CREATE INDEX "relay_point_country_town_key_idx" ON "relay_point"("country", "town_key");

-- AlterTable
ALTER TABLE "orders" ADD COLUMN "relay_id" TEXT;

-- AlterTable
ALTER TABLE "saved_delivery" ADD COLUMN "relay_id" TEXT;
