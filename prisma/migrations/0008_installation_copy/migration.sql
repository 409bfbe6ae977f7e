-- When a database was adopted as a copy. What its rows name at the payment provider without any mark
-- of an installation was made for the original.

-- AlterTable
ALTER TABLE "installation" ADD COLUMN     "copied_at" TIMESTAMPTZ(3);
