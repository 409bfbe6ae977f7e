CREATE INDEX CONCURRENTLY "message_to_answer" ON "contact_message"("created_at") WHERE "answered_at" IS NULL;
CREATE INDEX CONCURRENTLY "dispute_open" ON "dispute"("opened_at") WHERE "closed_at" IS NULL;
