CREATE UNIQUE INDEX CONCURRENTLY "referral_credit_about_id_kind_key" ON "referral_credit"("about_id", "kind");
