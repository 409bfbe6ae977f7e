-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "personal_discount_code" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "activated_at" TIMESTAMPTZ(3),
    "first_log_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_token" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "purpose" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "previous_email" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_customer" (
    "user_id" INTEGER NOT NULL,
    "stripe_account" TEXT NOT NULL,
    "stripe_customer_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_customer_pkey" PRIMARY KEY ("user_id","stripe_account")
);

-- CreateTable
CREATE TABLE "contact_message" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER,
    "email" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contact_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "item" (
    "id" SERIAL NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "title_fr" TEXT NOT NULL,
    "title_en" TEXT NOT NULL,
    "description_fr" TEXT NOT NULL,
    "description_en" TEXT NOT NULL,
    "option_title_fr" TEXT,
    "option_title_en" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "best_seller_rank" INTEGER,
    "published_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "item_option" (
    "id" SERIAL NOT NULL,
    "item_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "title_fr" TEXT NOT NULL,
    "title_en" TEXT NOT NULL,
    "initial_stock" INTEGER NOT NULL,
    "remaining" INTEGER NOT NULL,

    CONSTRAINT "item_option_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "item_image" (
    "id" SERIAL NOT NULL,
    "item_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "url" TEXT NOT NULL,

    CONSTRAINT "item_image_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stock_adjustment" (
    "id" SERIAL NOT NULL,
    "option_id" INTEGER NOT NULL,
    "delta" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_adjustment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "purchase_attempt" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" INTEGER,
    "idempotency_key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "state" TEXT NOT NULL,
    "option_id" INTEGER NOT NULL,
    "item_snapshot" JSONB NOT NULL,
    "recipient" JSONB NOT NULL,
    "area" SMALLINT,
    "cgv_at" TIMESTAMPTZ(3) NOT NULL,
    "locale" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL DEFAULT 'eur',
    "stripe_account" TEXT NOT NULL,
    "payment_intent_id" TEXT,
    "payment_generation" INTEGER NOT NULL DEFAULT 0,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "hold_until" TIMESTAMPTZ(3),
    "failure_code" TEXT,
    "response_status" INTEGER,
    "response_body" JSONB,
    "response_sent_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "purchase_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" SERIAL NOT NULL,
    "attempt_id" UUID NOT NULL,
    "user_id" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "order_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "post_date" TIMESTAMPTZ(3),
    "area" SMALLINT,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "shipping_address" TEXT NOT NULL,
    "item_title_fr" TEXT NOT NULL,
    "item_title_en" TEXT NOT NULL,
    "item_description_fr" TEXT NOT NULL,
    "item_description_en" TEXT NOT NULL,
    "item_option_title_fr" TEXT,
    "item_option_title_en" TEXT,
    "chosen_option_title_fr" TEXT,
    "chosen_option_title_en" TEXT,
    "price_cents" INTEGER NOT NULL,
    "fee_cents" INTEGER NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL DEFAULT 'eur',
    "stripe_account" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "cgv_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "money_audit" (
    "id" SERIAL NOT NULL,
    "attempt_id" UUID NOT NULL,
    "from_state" TEXT,
    "to_state" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "pi_status" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "money_audit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "stripe_account" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "attempt_id" UUID,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("stripe_account","event_id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER,
    "stripe_account" TEXT NOT NULL,
    "stripe_customer_id" TEXT NOT NULL,
    "stripe_subscription_id" TEXT,
    "plan" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "subscription_date" TIMESTAMPTZ(3),
    "paid_until" TIMESTAMPTZ(3),
    "access_ends_on" TIMESTAMPTZ(3),
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "referrer_id" INTEGER,
    "next_check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_attempt" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" INTEGER,
    "kind" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "state" TEXT NOT NULL,
    "stripe_account" TEXT NOT NULL,
    "plan" TEXT,
    "referrer_id" INTEGER,
    "subscription_id" INTEGER,
    "stripe_intent_id" TEXT,
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "hold_until" TIMESTAMPTZ(3),
    "failure_code" TEXT,
    "response_status" INTEGER,
    "response_body" JSONB,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "subscription_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "referral_credit" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER,
    "referred_user_id" INTEGER,
    "kind" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stripe_account" TEXT,
    "stripe_transaction_id" TEXT,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "referral_credit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "article" (
    "id" SERIAL NOT NULL,
    "title_fr" TEXT NOT NULL,
    "title_en" TEXT NOT NULL,
    "content_fr" TEXT NOT NULL,
    "content_en" TEXT NOT NULL,
    "slug_fr" TEXT NOT NULL,
    "slug_en" TEXT NOT NULL,
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "cover_picture_url" TEXT,
    "creation_date" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "article_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "dedupe" TEXT,
    "run_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "locked_by" TEXT,
    "locked_until" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "dead_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_schedule" (
    "name" TEXT NOT NULL,
    "next_run_at" TIMESTAMPTZ(3) NOT NULL,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "job_schedule_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" TEXT NOT NULL,
    "tat" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key_key" ON "users"("email_key");

-- CreateIndex
CREATE UNIQUE INDEX "users_personal_discount_code_key" ON "users"("personal_discount_code");

-- CreateIndex
CREATE INDEX "session_user_id_idx" ON "session"("user_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "account_token_hash_key" ON "account_token"("hash");

-- CreateIndex
CREATE INDEX "account_token_user_id_purpose_idx" ON "account_token"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "account_token_expires_at_idx" ON "account_token"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "payment_customer_stripe_account_stripe_customer_id_key" ON "payment_customer"("stripe_account", "stripe_customer_id");

-- CreateIndex
CREATE INDEX "contact_message_user_id_idx" ON "contact_message"("user_id");

-- CreateIndex
CREATE INDEX "contact_message_created_at_idx" ON "contact_message"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "item_option_item_id_position_key" ON "item_option"("item_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "item_image_item_id_position_key" ON "item_image"("item_id", "position");

-- CreateIndex
CREATE INDEX "stock_adjustment_option_id_idx" ON "stock_adjustment"("option_id");

-- CreateIndex
CREATE UNIQUE INDEX "purchase_attempt_payment_intent_id_key" ON "purchase_attempt"("payment_intent_id");

-- CreateIndex
CREATE INDEX "purchase_attempt_option_id_state_idx" ON "purchase_attempt"("option_id", "state");

-- CreateIndex
CREATE INDEX "purchase_attempt_updated_at_idx" ON "purchase_attempt"("updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "purchase_attempt_user_id_idempotency_key_key" ON "purchase_attempt"("user_id", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "orders_attempt_id_key" ON "orders"("attempt_id");

-- CreateIndex
CREATE INDEX "orders_user_id_order_date_idx" ON "orders"("user_id", "order_date" DESC);

-- CreateIndex
CREATE INDEX "orders_order_date_idx" ON "orders"("order_date");

-- CreateIndex
CREATE INDEX "money_audit_attempt_id_idx" ON "money_audit"("attempt_id");

-- CreateIndex
CREATE INDEX "money_audit_at_idx" ON "money_audit"("at");

-- CreateIndex
CREATE INDEX "webhook_event_received_at_idx" ON "webhook_event"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_stripe_subscription_id_key" ON "subscription"("stripe_subscription_id");

-- CreateIndex
CREATE INDEX "subscription_stripe_account_stripe_customer_id_idx" ON "subscription"("stripe_account", "stripe_customer_id");

-- CreateIndex
CREATE INDEX "subscription_referrer_id_idx" ON "subscription"("referrer_id");

-- CreateIndex
CREATE INDEX "subscription_next_check_at_idx" ON "subscription"("next_check_at");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_user_id_generation_key" ON "subscription"("user_id", "generation");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_attempt_stripe_intent_id_key" ON "subscription_attempt"("stripe_intent_id");

-- CreateIndex
CREATE INDEX "subscription_attempt_referrer_id_idx" ON "subscription_attempt"("referrer_id");

-- CreateIndex
CREATE INDEX "subscription_attempt_subscription_id_idx" ON "subscription_attempt"("subscription_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_attempt_user_id_kind_idempotency_key_key" ON "subscription_attempt"("user_id", "kind", "idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "referral_credit_referred_user_id_key" ON "referral_credit"("referred_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "referral_credit_stripe_transaction_id_key" ON "referral_credit"("stripe_transaction_id");

-- CreateIndex
CREATE INDEX "referral_credit_owner_id_idx" ON "referral_credit"("owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "article_slug_fr_key" ON "article"("slug_fr");

-- CreateIndex
CREATE UNIQUE INDEX "article_slug_en_key" ON "article"("slug_en");

-- CreateIndex
CREATE INDEX "article_creation_date_idx" ON "article"("creation_date");

-- CreateIndex
CREATE UNIQUE INDEX "job_dedupe_key" ON "job"("dedupe");

-- CreateIndex
CREATE INDEX "rate_limit_tat_idx" ON "rate_limit"("tat");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_customer" ADD CONSTRAINT "payment_customer_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_option" ADD CONSTRAINT "item_option_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "item_image" ADD CONSTRAINT "item_image_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "item"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_adjustment" ADD CONSTRAINT "stock_adjustment_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "item_option"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase_attempt" ADD CONSTRAINT "purchase_attempt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchase_attempt" ADD CONSTRAINT "purchase_attempt_option_id_fkey" FOREIGN KEY ("option_id") REFERENCES "item_option"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "purchase_attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "money_audit" ADD CONSTRAINT "money_audit_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "purchase_attempt"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_attempt" ADD CONSTRAINT "subscription_attempt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_attempt" ADD CONSTRAINT "subscription_attempt_referrer_id_fkey" FOREIGN KEY ("referrer_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_attempt" ADD CONSTRAINT "subscription_attempt_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscription"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_referred_user_id_fkey" FOREIGN KEY ("referred_user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- ---------------------------------------------------------------------------------------------
-- By hand from here on: what the schema language cannot say. Every name is a sentence that a
-- refused statement can be understood by.

-- Closed sets
ALTER TABLE "users" ADD CONSTRAINT "users_locale_known" CHECK ("locale" IN ('fr', 'en'));
ALTER TABLE "contact_message" ADD CONSTRAINT "contact_message_locale_known" CHECK ("locale" IN ('fr', 'en'));
ALTER TABLE "purchase_attempt" ADD CONSTRAINT "purchase_attempt_locale_known" CHECK ("locale" IN ('fr', 'en'));
ALTER TABLE "orders" ADD CONSTRAINT "orders_locale_known" CHECK ("locale" IN ('fr', 'en'));

ALTER TABLE "account_token" ADD CONSTRAINT "account_token_purpose_known"
  CHECK ("purpose" IN ('activation', 'password_recovery', 'email_undo'));
ALTER TABLE "purchase_attempt" ADD CONSTRAINT "purchase_attempt_state_known"
  CHECK ("state" IN ('reserved', 'charging', 'requires_action', 'paid', 'refused', 'expired'));
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_known" CHECK ("status" IN ('waiting', 'delivered'));
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_state_known"
  CHECK ("state" IN ('pending', 'active', 'past_due', 'ended'));
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_plan_known" CHECK ("plan" IN ('monthly', 'yearly'));
ALTER TABLE "subscription_attempt" ADD CONSTRAINT "subscription_attempt_kind_known"
  CHECK ("kind" IN ('subscribe', 'card_update'));
ALTER TABLE "subscription_attempt" ADD CONSTRAINT "subscription_attempt_state_known"
  CHECK ("state" IN ('started', 'requires_action', 'done', 'refused', 'expired'));
ALTER TABLE "subscription_attempt" ADD CONSTRAINT "subscription_attempt_plan_known"
  CHECK (("kind" = 'subscribe') = ("plan" IS NOT NULL) AND ("plan" IS NULL OR "plan" IN ('monthly', 'yearly')));
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_kind_known"
  CHECK ("kind" IN ('credit', 'debit', 'gift'));

ALTER TABLE "payment_customer" ADD CONSTRAINT "payment_customer_account_known" CHECK ("stripe_account" IN ('main', 'bis'));
ALTER TABLE "purchase_attempt" ADD CONSTRAINT "purchase_attempt_account_known" CHECK ("stripe_account" IN ('main', 'bis'));
ALTER TABLE "orders" ADD CONSTRAINT "orders_account_known" CHECK ("stripe_account" IN ('main', 'bis'));
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_account_known" CHECK ("stripe_account" IN ('main', 'bis'));
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_account_known" CHECK ("stripe_account" IN ('main', 'bis'));
ALTER TABLE "subscription_attempt" ADD CONSTRAINT "subscription_attempt_account_known" CHECK ("stripe_account" IN ('main', 'bis'));
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_account_known" CHECK ("stripe_account" IN ('main', 'bis'));

ALTER TABLE "purchase_attempt" ADD CONSTRAINT "purchase_attempt_area_known" CHECK ("area" BETWEEN 0 AND 2);
ALTER TABLE "orders" ADD CONSTRAINT "orders_area_known" CHECK ("area" BETWEEN 0 AND 2);

-- Amounts and stock
ALTER TABLE "item" ADD CONSTRAINT "item_price_positive" CHECK ("price_cents" > 1);
ALTER TABLE "item_option" ADD CONSTRAINT "item_option_initial_stock_not_negative" CHECK ("initial_stock" >= 0);
ALTER TABLE "item_option" ADD CONSTRAINT "item_option_remaining_not_negative" CHECK ("remaining" >= 0);
ALTER TABLE "stock_adjustment" ADD CONSTRAINT "stock_adjustment_changes_something" CHECK ("delta" <> 0);
ALTER TABLE "purchase_attempt" ADD CONSTRAINT "purchase_attempt_amount_positive" CHECK ("amount_cents" > 0);
ALTER TABLE "purchase_attempt" ADD CONSTRAINT "purchase_attempt_in_euros" CHECK ("currency" = 'eur');
ALTER TABLE "orders" ADD CONSTRAINT "orders_in_euros" CHECK ("currency" = 'eur');
ALTER TABLE "orders" ADD CONSTRAINT "orders_amount_is_price_plus_fee_minus_one"
  CHECK ("price_cents" > 1 AND "fee_cents" >= 0 AND "amount_cents" = "price_cents" + "fee_cents" - 1);
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_amount_fits_kind"
  CHECK (CASE "kind" WHEN 'gift' THEN "amount_cents" = 0 ELSE "amount_cents" > 0 END);

-- Columns that need each other
ALTER TABLE "users" ADD CONSTRAINT "users_email_key_is_lower_case" CHECK ("email_key" = lower("email"));
ALTER TABLE "account_token" ADD CONSTRAINT "account_token_previous_email_for_undo_only"
  CHECK (("purpose" = 'email_undo') = ("previous_email" IS NOT NULL));
ALTER TABLE "item" ADD CONSTRAINT "item_option_title_in_both_languages"
  CHECK (("option_title_fr" IS NULL) = ("option_title_en" IS NULL));
ALTER TABLE "purchase_attempt" ADD CONSTRAINT "purchase_attempt_charged_by_an_intent"
  CHECK ("state" NOT IN ('charging', 'requires_action', 'paid') OR "payment_intent_id" IS NOT NULL);
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivered_on_a_date" CHECK ("status" = 'waiting' OR "post_date" IS NOT NULL);
ALTER TABLE "orders" ADD CONSTRAINT "orders_option_titles_in_both_languages"
  CHECK (("item_option_title_fr" IS NULL) = ("item_option_title_en" IS NULL)
     AND ("chosen_option_title_fr" IS NULL) = ("chosen_option_title_en" IS NULL));
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_starts_with_a_paid_invoice"
  CHECK ("state" NOT IN ('active', 'past_due') OR "subscription_date" IS NOT NULL);
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_names_a_person_for_credit_only"
  CHECK ("kind" = 'credit' OR "referred_user_id" IS NULL);
ALTER TABLE "referral_credit" ADD CONSTRAINT "referral_credit_not_to_oneself" CHECK ("referred_user_id" <> "owner_id");
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_not_brought_by_oneself" CHECK ("referrer_id" <> "user_id");

-- One at a time
CREATE UNIQUE INDEX "one_in_flight" ON "purchase_attempt" ("user_id")
  WHERE "state" IN ('reserved', 'charging', 'requires_action');
CREATE UNIQUE INDEX "one_subscription" ON "subscription" ("user_id") WHERE "state" <> 'ended';
CREATE UNIQUE INDEX "one_subscribing" ON "subscription_attempt" ("user_id")
  WHERE "kind" = 'subscribe' AND "state" IN ('started', 'requires_action');
CREATE UNIQUE INDEX "one_gift" ON "referral_credit" ("owner_id") WHERE "kind" = 'gift';

-- What the workers look for
CREATE INDEX "to_sweep" ON "purchase_attempt" ("next_check_at")
  WHERE "state" IN ('reserved', 'charging', 'requires_action');
CREATE INDEX "subscription_to_sweep" ON "subscription_attempt" ("next_check_at")
  WHERE "state" IN ('started', 'requires_action');
CREATE INDEX "job_to_run" ON "job" ("run_at") WHERE "done_at" IS NULL AND "dead_at" IS NULL;
CREATE INDEX "job_done" ON "job" ("done_at") WHERE "done_at" IS NOT NULL;
CREATE INDEX "referral_credit_to_apply" ON "referral_credit" ("owner_id") WHERE "kind" = 'credit' AND "applied_at" IS NULL;

-- Lost by a crash of the database, without harm: each limit starts anew.
ALTER TABLE "rate_limit" SET UNLOGGED;

-- The time of the last change, whichever statement made it.
CREATE FUNCTION "touch_updated_at"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := now();
  RETURN NEW;
END $$;
CREATE TRIGGER "touch" BEFORE UPDATE ON "item" FOR EACH ROW EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "touch" BEFORE UPDATE ON "article" FOR EACH ROW EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "touch" BEFORE UPDATE ON "purchase_attempt" FOR EACH ROW EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "touch" BEFORE UPDATE ON "subscription" FOR EACH ROW EXECUTE FUNCTION "touch_updated_at"();
CREATE TRIGGER "touch" BEFORE UPDATE ON "subscription_attempt" FOR EACH ROW EXECUTE FUNCTION "touch_updated_at"();

-- What is written for the accounts stays as it was written.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: %', TG_OP, TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = '23514';
END $$;
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "money_audit"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"('rows are only added');
CREATE TRIGGER "never_removed" BEFORE DELETE ON "referral_credit"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"('rows are never removed');
CREATE TRIGGER "paid_is_final" BEFORE UPDATE ON "purchase_attempt"
  FOR EACH ROW WHEN (OLD."state" = 'paid' AND NEW."state" <> 'paid')
  EXECUTE FUNCTION "refuse_change"('a paid attempt stays paid');
CREATE TRIGGER "initial_stock_is_final" BEFORE UPDATE ON "item_option"
  FOR EACH ROW WHEN (OLD."initial_stock" <> NEW."initial_stock")
  EXECUTE FUNCTION "refuse_change"('deliveries and losses are stock adjustments');
