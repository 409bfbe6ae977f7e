-- Written and never read: access_ends_on tells the same.
-- decision 086: no installation runs a release that writes it.
ALTER TABLE "subscription" DROP COLUMN "cancel_at_period_end";

-- Neither written nor read.
-- decision 086: no installation runs a release that knows it.
ALTER TABLE "journal" DROP COLUMN "staff_id";
