-- Whose database this is. The identifier travels with every payment to the provider, so that a copy
-- of this database, or a second shop with the same keys, is told from the shop that made it.

-- CreateTable
CREATE TABLE "installation" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "site" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "trusted_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);

-- By hand: one row at most.
CREATE UNIQUE INDEX "installation_only_one" ON "installation" ((true));
