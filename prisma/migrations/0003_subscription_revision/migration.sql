-- Counts the answers of the provider that were written down. Notices and sweeps, which only say when
-- to ask again, leave it: so they do not hold up whoever is asking.

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;
