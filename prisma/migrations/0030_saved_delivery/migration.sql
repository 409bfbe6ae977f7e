-- Where a member's last parcel went and to whom, field by field, so that the next purchase can be filled in.

-- CreateTable
CREATE TABLE "saved_delivery" (
    "user_id" INTEGER NOT NULL,
    "is_kept" BOOLEAN NOT NULL DEFAULT true,
    "area" SMALLINT,
    "first_name" TEXT,
    "last_name" TEXT,
    "relay_name" TEXT,
    "relay_number" TEXT,
    "relay_street" TEXT,
    "relay_zip_code" TEXT,
    "relay_city" TEXT,
    "relay_country" TEXT,
    "number" TEXT,
    "street" TEXT,
    "zip_code" TEXT,
    "city" TEXT,
    "country" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "saved_delivery_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "saved_delivery_area_known" CHECK ("area" IN (0, 1, 2)),
    CONSTRAINT "saved_delivery_whole" CHECK (num_nulls("area", "first_name", "last_name", "relay_name",
      "relay_number", "relay_street", "relay_zip_code", "relay_city", "relay_country", "number",
      "street", "zip_code", "city", "country") IN (0, 14)),
    -- Whoever wants nothing kept has nothing here.
    CONSTRAINT "saved_delivery_forgotten" CHECK ("is_kept" OR "area" IS NULL)
);

-- AddForeignKey
ALTER TABLE "saved_delivery" ADD CONSTRAINT "saved_delivery_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
