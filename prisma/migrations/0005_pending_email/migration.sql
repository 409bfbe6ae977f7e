-- A new address waits until the link sent to it is followed.

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "pending_email" TEXT,
ADD COLUMN     "pending_email_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "account_token" ADD COLUMN     "new_email" TEXT;

-- By hand from here on. A wider set: whatever the last release writes stays allowed.
ALTER TABLE "account_token" DROP CONSTRAINT "account_token_purpose_known";
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_purpose_known"
  CHECK ("purpose" IN ('activation', 'password_recovery', 'email_confirm', 'email_undo'));

ALTER TABLE "users" ADD CONSTRAINT "users_pending_email_until_a_moment"
  CHECK (("pending_email" IS NULL) = ("pending_email_until" IS NULL));
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_new_email_for_confirmation_only"
  CHECK (("purpose" = 'email_confirm') = ("new_email" IS NOT NULL));
