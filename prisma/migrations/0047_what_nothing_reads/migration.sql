-- What the release before neither wrote nor read.
-- decision 086: the second of its two releases.
ALTER TABLE "purchase_attempt" DROP COLUMN "response_status", DROP COLUMN "response_body";
-- decision 086: the second of its two releases.
ALTER TABLE "subscription_attempt" DROP COLUMN "response_status", DROP COLUMN "response_body";
-- decision 086: the second of its two releases.
ALTER TABLE "article" DROP COLUMN "slug_fr", DROP COLUMN "slug_en";
-- decision 086: the second of its two releases.
DROP TABLE "webhook_event";
