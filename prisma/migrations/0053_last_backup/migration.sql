-- When the last backup was made, for its alert.
ALTER TABLE "installation" ADD COLUMN "backed_up_at" TIMESTAMPTZ(3);
