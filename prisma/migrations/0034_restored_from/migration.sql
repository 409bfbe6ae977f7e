-- The moment of the backup that this database was restored from; null once the owner has decided what was
-- sold since (docs/decisions/085).
ALTER TABLE "installation" ADD COLUMN     "restored_from" TIMESTAMPTZ(3);
