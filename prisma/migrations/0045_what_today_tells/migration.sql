-- When the owner said that a message was answered.
ALTER TABLE "contact_message" ADD COLUMN "answered_at" TIMESTAMPTZ(3);
