-- Declarations of withdrawal and termination, what became of them, and which emails left.

-- CreateTable
CREATE TABLE "declaration" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "key" BYTEA NOT NULL,
    "order_id" INTEGER,
    "subscription_id" INTEGER,
    "proof" TEXT NOT NULL,
    "name" TEXT,
    "reference" TEXT,
    "email" TEXT,
    "locale" TEXT NOT NULL,
    "statement" TEXT,
    "declared_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "letter_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "letter_until" TIMESTAMPTZ(3),
    "return_tracking" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "declaration_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "declaration_kind_known" CHECK ("kind" IN ('withdrawal', 'termination')),
    CONSTRAINT "declaration_proof_known" CHECK ("proof" IN ('account', 'letter', 'none')),
    CONSTRAINT "declaration_locale_known" CHECK ("locale" IN ('fr', 'en')),
    CONSTRAINT "declaration_of_one_contract" CHECK ("order_id" IS NULL OR "subscription_id" IS NULL),
    CONSTRAINT "declaration_proved_of_a_contract"
      CHECK ("proof" = 'none' OR "order_id" IS NOT NULL OR "subscription_id" IS NOT NULL)
);

-- CreateIndex
CREATE UNIQUE INDEX "declaration_key_key" ON "declaration"("key");

-- CreateIndex
CREATE INDEX "declaration_order_id_idx" ON "declaration"("order_id");

-- CreateIndex
CREATE INDEX "declaration_subscription_id_idx" ON "declaration"("subscription_id");

-- CreateIndex
CREATE INDEX "declaration_declared_at_idx" ON "declaration"("declared_at");

-- One open declaration of a kind for each contract: a repetition is the first one again.
CREATE UNIQUE INDEX "declaration_open_of_order" ON "declaration" ("kind", "order_id")
  WHERE "closed_at" IS NULL;
CREATE UNIQUE INDEX "declaration_open_of_subscription" ON "declaration" ("kind", "subscription_id")
  WHERE "closed_at" IS NULL;
CREATE INDEX "declaration_to_check" ON "declaration" ("next_check_at") WHERE "next_check_at" IS NOT NULL;
CREATE INDEX "declaration_open" ON "declaration" ("declared_at", "id") WHERE "closed_at" IS NULL;

-- CreateTable
CREATE TABLE "declaration_event" (
    "id" SERIAL NOT NULL,
    "declaration_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "by" TEXT NOT NULL,
    "facts" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "declaration_event_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "declaration_event_kind_known" CHECK ("kind" IN (
      'receipt_sent', 'receipt_lost', 'matched', 'proved', 'denied', 'held', 'return_asked',
      'return_announced', 'goods_back', 'accepted', 'contested', 'ended', 'refund_requested', 'closed'))
);

-- CreateIndex
CREATE INDEX "declaration_event_declaration_id_idx" ON "declaration_event"("declaration_id");

-- What happens to a declaration once.
CREATE UNIQUE INDEX "declaration_event_once" ON "declaration_event" ("declaration_id", "kind")
  WHERE "kind" IN ('receipt_sent', 'receipt_lost', 'proved', 'denied', 'held', 'return_asked', 'ended',
    'refund_requested', 'closed');

-- AddForeignKey
ALTER TABLE "declaration_event" ADD CONSTRAINT "declaration_event_declaration_id_fkey" FOREIGN KEY ("declaration_id") REFERENCES "declaration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TRIGGER "never_changed" BEFORE UPDATE ON "declaration_event"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"('rows are only added');
CREATE TRIGGER "kept_for_its_term" BEFORE DELETE ON "declaration_event"
  FOR EACH ROW EXECUTE FUNCTION "refuse_early_delete"('5 years');

-- The hour of a declaration, its kind and its words are never changed; the words may go.
CREATE FUNCTION "refuse_other_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."declared_at" <> OLD."declared_at" OR NEW."kind" <> OLD."kind" OR NEW."key" <> OLD."key"
    OR NEW."name" <> OLD."name" OR NEW."reference" <> OLD."reference"
    OR NEW."email" <> OLD."email" OR NEW."statement" <> OLD."statement" THEN
    RAISE EXCEPTION 'UPDATE of declaration is refused: what was declared stays' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "declared_stays" BEFORE UPDATE ON "declaration"
  FOR EACH ROW EXECUTE FUNCTION "refuse_other_words"();

-- CreateTable
CREATE TABLE "email_log" (
    "id" SERIAL NOT NULL,
    "letter" TEXT NOT NULL,
    "subject_kind" TEXT,
    "subject_id" TEXT,
    "message_id" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "text_hash" BYTEA NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_log_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "email_log_outcome_known" CHECK ("outcome" IN ('accepted', 'refused')),
    CONSTRAINT "email_log_of_a_subject" CHECK (("subject_kind" IS NULL) = ("subject_id" IS NULL))
);

-- CreateIndex
CREATE INDEX "email_log_subject_kind_subject_id_id_idx" ON "email_log"("subject_kind", "subject_id", "id");

-- CreateIndex
CREATE INDEX "email_log_at_idx" ON "email_log"("at");

CREATE TRIGGER "never_changed" BEFORE UPDATE ON "email_log"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"('rows are only added');
CREATE TRIGGER "kept_for_its_term" BEFORE DELETE ON "email_log"
  FOR EACH ROW EXECUTE FUNCTION "refuse_early_delete"('5 years');
