-- The whole schema of the shop. What a table is for stands in schema.prisma; here is what Prisma cannot
-- say too: checks, partial indexes and triggers.

-- What is written for the accounts stays as it was written.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: %', TG_OP, TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = '23514';
END $$;

-- A row of the past is never changed, and kept for its term.
CREATE FUNCTION refuse_early_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."at" > clock_timestamp() - TG_ARGV[0]::interval THEN
    RAISE EXCEPTION 'DELETE of % is refused: rows are kept for %', TG_TABLE_NAME, TG_ARGV[0]
      USING ERRCODE = '23514';
  END IF;
  RETURN OLD;
END $$;

-- Hashes go all together, after their term.
CREATE FUNCTION refuse_other_hash() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."address_hash" IS NULL AND NEW."owner_address_hash" IS NULL AND NEW."card_hash" IS NULL
    AND OLD."at" <= clock_timestamp() - TG_ARGV[0]::interval THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'UPDATE of % is refused: hashes are kept for % and never changed', TG_TABLE_NAME,
    TG_ARGV[0] USING ERRCODE = '23514';
END $$;

-- The hour of a declaration, its kind and its words are never changed; the words may go.
CREATE FUNCTION refuse_other_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."declared_at" <> OLD."declared_at" OR NEW."kind" <> OLD."kind" OR NEW."key" <> OLD."key"
    OR NEW."name" <> OLD."name" OR NEW."reference" <> OLD."reference"
    OR NEW."email" <> OLD."email" OR NEW."statement" <> OLD."statement" THEN
    RAISE EXCEPTION 'UPDATE of declaration is refused: what was declared stays' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION require_debit_of_its_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM "referral_credit" c
    WHERE c."id" = NEW."credit_id" AND c."kind" = 'credit' AND c."amount_cents" = NEW."amount_cents"
      AND c."owner_id" IS NOT DISTINCT FROM NEW."owner_id") THEN
    RAISE EXCEPTION 'a debit passes on one credit, whole and of the same owner' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;

-- A reversal is of a whole credit; a recovery takes no more back than a reversed credit that was passed on.
CREATE FUNCTION require_row_it_is_about() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM "referral_credit" c
    WHERE c."id" = NEW."about_id" AND c."owner_id" IS NOT DISTINCT FROM NEW."owner_id"
      AND CASE NEW."kind"
        WHEN 'reversal' THEN c."kind" = 'credit' AND c."amount_cents" = NEW."amount_cents"
        WHEN 'recovery' THEN c."kind" = 'credit' AND c."amount_cents" >= NEW."amount_cents"
          AND EXISTS (SELECT FROM "referral_credit" v WHERE v."about_id" = c."id" AND v."kind" = 'reversal')
          AND EXISTS (SELECT FROM "referral_credit" d WHERE d."credit_id" = c."id")
        ELSE c."kind" = 'gift' END) THEN
    RAISE EXCEPTION 'a % is about a row of the same owner that it fits', NEW."kind" USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION require_settlement_of_its_referral() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM "referral_credit" r
    WHERE r."id" = NEW."referral_id" AND r."kind" = 'referral' AND r."amount_cents" = NEW."amount_cents"
      AND r."owner_id" IS NOT DISTINCT FROM NEW."owner_id") THEN
    RAISE EXCEPTION 'one referral is settled, whole and of the same owner' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;

-- The time of the last change, whichever statement made it.
CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."updated_at" := now();
  RETURN NEW;
END $$;

CREATE TABLE account_token (
  id serial PRIMARY KEY,
  user_id integer NOT NULL,
  purpose text NOT NULL,
  hash text NOT NULL,
  previous_email text,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  new_email text,
  CONSTRAINT account_token_new_email_for_confirmation_only CHECK ((purpose = 'email_confirm') = (new_email
    IS NOT NULL)),
  CONSTRAINT account_token_previous_email_for_undo_only CHECK ((purpose = 'email_undo') = (previous_email IS
    NOT NULL)),
  CONSTRAINT account_token_purpose_known CHECK (purpose IN ('activation', 'password_recovery',
    'email_confirm', 'email_undo'))
);
CREATE INDEX account_token_expires_at_idx ON account_token (expires_at);
CREATE UNIQUE INDEX account_token_hash_key ON account_token (hash);
CREATE INDEX account_token_user_id_purpose_idx ON account_token (user_id, purpose);

CREATE TABLE article (
  id serial PRIMARY KEY,
  title_fr text NOT NULL,
  title_en text NOT NULL,
  content_fr text NOT NULL,
  content_en text NOT NULL,
  tags text[] DEFAULT ARRAY[]::text[],
  cover_picture_url text,
  creation_date timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  published_at timestamptz(3),
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  item_id integer
);
CREATE INDEX article_creation_date_idx ON article (creation_date);
CREATE TRIGGER touch
  BEFORE UPDATE ON article FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE contact_message (
  id serial PRIMARY KEY,
  user_id integer,
  email text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  locale text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  answered_at timestamptz(3),
  CONSTRAINT contact_message_locale_known CHECK (locale IN ('fr', 'en'))
);
CREATE INDEX contact_message_created_at_idx ON contact_message (created_at);
CREATE INDEX contact_message_user_id_idx ON contact_message (user_id);
CREATE INDEX message_to_answer ON contact_message (created_at) WHERE (answered_at IS NULL);

CREATE TABLE contract_text (
  id serial PRIMARY KEY,
  locale text NOT NULL,
  hash text NOT NULL,
  terms text NOT NULL,
  notice text NOT NULL,
  form text NOT NULL,
  first_seen_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT contract_text_hash_is_sha256 CHECK (hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT contract_text_locale_known CHECK (locale IN ('fr', 'en'))
);
CREATE UNIQUE INDEX contract_text_locale_hash_key ON contract_text (locale, hash);
CREATE TRIGGER never_changed
  BEFORE UPDATE ON contract_text FOR EACH ROW EXECUTE FUNCTION refuse_change('rows are only added');
CREATE TRIGGER never_removed
  BEFORE DELETE ON contract_text FOR EACH ROW EXECUTE FUNCTION refuse_change('rows are never removed');

CREATE TABLE declaration (
  id serial PRIMARY KEY,
  kind text NOT NULL,
  key bytea NOT NULL,
  order_id integer,
  subscription_id integer,
  proof text NOT NULL,
  name text,
  reference text,
  email text,
  locale text NOT NULL,
  statement text,
  declared_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  return_tracking text,
  closed_at timestamptz(3),
  next_check_at timestamptz(3),
  tries integer DEFAULT 0 NOT NULL,
  numbers integer[] DEFAULT ARRAY[]::integer[],
  receipt text DEFAULT 'address' NOT NULL,
  receipt_with integer,
  flood bytea,
  CONSTRAINT declaration_kind_known CHECK (kind IN ('withdrawal', 'termination')),
  CONSTRAINT declaration_locale_known CHECK (locale IN ('fr', 'en')),
  CONSTRAINT declaration_of_one_contract CHECK ((order_id IS NULL) OR (subscription_id IS NULL)),
  CONSTRAINT declaration_proof_known CHECK (proof IN ('account', 'owner', 'none')),
  CONSTRAINT declaration_proved_of_a_contract CHECK ((proof = 'none') = ((order_id IS NULL) AND
    (subscription_id IS NULL))),
  CONSTRAINT declaration_receipt_known CHECK (receipt IN ('address', 'account', 'waiting', 'page'))
);
CREATE INDEX declaration_declared_at_idx ON declaration (declared_at);
CREATE UNIQUE INDEX declaration_key_key ON declaration (key);
CREATE INDEX declaration_open ON declaration (declared_at, id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX declaration_open_of_order ON declaration (kind, order_id) WHERE ((closed_at IS NULL) AND
  (proof <> 'none'));
CREATE UNIQUE INDEX declaration_open_of_subscription ON declaration (kind, subscription_id) WHERE
  ((closed_at IS NULL) AND (proof <> 'none'));
CREATE INDEX declaration_order_id_idx ON declaration (order_id);
CREATE INDEX declaration_receipt_waiting ON declaration (declared_at) WHERE (receipt = 'waiting');
CREATE INDEX declaration_receipt_with_idx ON declaration (receipt_with);
CREATE INDEX declaration_subscription_id_idx ON declaration (subscription_id);
CREATE INDEX declaration_to_check ON declaration (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX declaration_with_email ON declaration (email) WHERE (email IS NOT NULL);
CREATE INDEX declaration_with_words ON declaration (closed_at) WHERE (statement IS NOT NULL);
CREATE TRIGGER declared_stays
  BEFORE UPDATE ON declaration FOR EACH ROW EXECUTE FUNCTION refuse_other_words();

CREATE TABLE declaration_event (
  id serial PRIMARY KEY,
  declaration_id integer NOT NULL,
  kind text NOT NULL,
  by text NOT NULL,
  facts jsonb DEFAULT '{}'::jsonb NOT NULL,
  at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT declaration_event_kind_known CHECK (kind IN ('receipt_sent', 'receipt_lost', 'recorded',
    'owner_told', 'held', 'return_asked', 'return_announced', 'goods_back', 'accepted', 'contested',
    'ended', 'refund_requested', 'closed'))
);
CREATE INDEX declaration_event_declaration_id_idx ON declaration_event (declaration_id);
CREATE UNIQUE INDEX declaration_event_once ON declaration_event (declaration_id, kind) WHERE (kind IN
  ('receipt_sent', 'receipt_lost', 'recorded', 'held', 'return_asked', 'ended', 'refund_requested',
  'closed'));
CREATE INDEX declaration_receipt_lost ON declaration_event (at) WHERE (kind = 'receipt_lost');
CREATE TRIGGER kept_for_its_term
  BEFORE DELETE ON declaration_event FOR EACH ROW EXECUTE FUNCTION refuse_early_delete('5 years');
CREATE TRIGGER never_changed
  BEFORE UPDATE ON declaration_event FOR EACH ROW EXECUTE FUNCTION refuse_change('rows are only added');

CREATE TABLE delivery_notice (
  order_id integer NOT NULL,
  kind text NOT NULL,
  at timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT delivery_notice_kind_known CHECK (kind IN ('delivery', 'cancellation')),
  PRIMARY KEY (order_id, kind)
);
CREATE TRIGGER never_changed
  BEFORE DELETE OR UPDATE ON delivery_notice FOR EACH ROW EXECUTE FUNCTION
    refuse_change('rows are only added');

CREATE TABLE dispute (
  id text PRIMARY KEY,
  stripe_account text NOT NULL,
  payment_intent_id text NOT NULL,
  order_id integer,
  status text NOT NULL,
  amount_cents integer NOT NULL,
  reason text NOT NULL,
  answer_by timestamptz(3),
  opened_at timestamptz(3) NOT NULL,
  closed_at timestamptz(3),
  rest jsonb,
  subscription_id integer,
  CONSTRAINT dispute_account_known CHECK (stripe_account IN ('main', 'bis'))
);
CREATE INDEX dispute_open ON dispute (opened_at) WHERE (closed_at IS NULL);
CREATE INDEX dispute_order_id_idx ON dispute (order_id);
CREATE INDEX dispute_payment_intent_id_idx ON dispute (payment_intent_id);
CREATE INDEX dispute_subscription_id_idx ON dispute (subscription_id);

CREATE TABLE email_log (
  id serial PRIMARY KEY,
  letter text NOT NULL,
  subject_kind text,
  subject_id text,
  message_id text NOT NULL,
  outcome text NOT NULL,
  text_hash bytea NOT NULL,
  at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT email_log_of_a_subject CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
  CONSTRAINT email_log_outcome_known CHECK (outcome IN ('accepted', 'refused'))
);
CREATE INDEX email_log_at_idx ON email_log (at);
CREATE INDEX email_log_subject_kind_subject_id_id_idx ON email_log (subject_kind, subject_id, id);
CREATE TRIGGER kept_for_its_term
  BEFORE DELETE ON email_log FOR EACH ROW EXECUTE FUNCTION refuse_early_delete('5 years');
CREATE TRIGGER never_changed
  BEFORE UPDATE ON email_log FOR EACH ROW EXECUTE FUNCTION refuse_change('rows are only added');

CREATE TABLE installation (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  site text NOT NULL,
  place text NOT NULL,
  trusted_from timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  copied_at timestamptz(3),
  restored_from timestamptz(3),
  backed_up_at timestamptz(3)
);
CREATE UNIQUE INDEX installation_only_one ON installation ((true));

CREATE TABLE item (
  id serial PRIMARY KEY,
  price_cents integer NOT NULL,
  title_fr text NOT NULL,
  title_en text NOT NULL,
  description_fr text NOT NULL,
  description_en text NOT NULL,
  option_title_fr text,
  option_title_en text,
  "position" integer DEFAULT 0 NOT NULL,
  best_seller_rank integer,
  published_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  maker_name text,
  maker_address text,
  maker_contact text,
  model_reference text,
  warnings_fr text,
  warnings_en text,
  use text,
  related_item_ids integer[] DEFAULT ARRAY[]::integer[] NOT NULL,
  CONSTRAINT item_maker_is_whole CHECK (num_nulls(maker_name, maker_address, maker_contact) = ANY (ARRAY[0,
    3])),
  CONSTRAINT item_option_title_in_both_languages CHECK ((option_title_fr IS NULL) = (option_title_en IS NULL)),
  CONSTRAINT item_price_positive CHECK (price_cents > 1),
  CONSTRAINT item_reference_is_of_a_maker CHECK ((model_reference IS NULL) OR (maker_name IS NOT NULL)),
  CONSTRAINT item_warnings_in_both_languages CHECK (num_nulls(warnings_fr, warnings_en) = ANY (ARRAY[0, 2]))
);
CREATE TRIGGER touch
  BEFORE UPDATE ON item FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE item_image (
  id serial PRIMARY KEY,
  item_id integer NOT NULL,
  "position" integer NOT NULL,
  url text NOT NULL,
  option_id integer
);
CREATE UNIQUE INDEX item_image_item_id_position_key ON item_image (item_id, "position");
CREATE INDEX item_image_option_id_idx ON item_image (option_id);

CREATE TABLE item_option (
  id serial PRIMARY KEY,
  item_id integer NOT NULL,
  "position" integer NOT NULL,
  title_fr text NOT NULL,
  title_en text NOT NULL,
  initial_stock integer NOT NULL,
  remaining integer NOT NULL,
  CONSTRAINT item_option_initial_stock_not_negative CHECK (initial_stock >= 0),
  CONSTRAINT item_option_remaining_not_negative CHECK (remaining >= 0)
);
CREATE UNIQUE INDEX item_option_item_id_position_key ON item_option (item_id, "position");
CREATE TRIGGER initial_stock_is_final
  BEFORE UPDATE ON item_option FOR EACH ROW WHEN ((old.initial_stock <> new.initial_stock)) EXECUTE FUNCTION
    refuse_change('deliveries and losses are stock adjustments');

CREATE TABLE job (
  id serial PRIMARY KEY,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  dedupe text,
  run_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  locked_by text,
  locked_until timestamptz(3),
  done_at timestamptz(3),
  dead_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  request_id text
);
CREATE INDEX job_about_user ON job (((payload ->> 'userId'))) WHERE (done_at IS NULL);
CREATE UNIQUE INDEX job_dedupe_key ON job (dedupe);
CREATE INDEX job_done ON job (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX job_given_up ON job (dead_at) WHERE (dead_at IS NOT NULL);
CREATE INDEX job_of_account ON job (((payload ->> 'userId'))) WHERE (kind = 'mail');
CREATE INDEX job_of_order ON job (((payload ->> 'orderId'))) WHERE (kind = 'mail');
CREATE INDEX job_to_run ON job (run_at) WHERE ((done_at IS NULL) AND (dead_at IS NULL));

CREATE TABLE job_schedule (
  name text PRIMARY KEY,
  next_run_at timestamptz(3) NOT NULL,
  locked_until timestamptz(3)
);

CREATE TABLE journal (
  id serial PRIMARY KEY,
  at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  actor_kind text NOT NULL,
  actor_name text NOT NULL,
  operation text NOT NULL,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  changes jsonb NOT NULL,
  request_id text,
  CONSTRAINT journal_actor_known CHECK (actor_kind IN ('operator', 'staff', 'member', 'system'))
);
CREATE INDEX journal_at_idx ON journal (at);
CREATE INDEX journal_subject_kind_subject_id_id_idx ON journal (subject_kind, subject_id, id);
CREATE TRIGGER kept_for_its_term
  BEFORE DELETE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_early_delete('5 years');
CREATE TRIGGER never_changed
  BEFORE UPDATE ON journal FOR EACH ROW EXECUTE FUNCTION refuse_change('rows are only added');

CREATE TABLE keyed_hash_key (
  name text PRIMARY KEY,
  key bytea NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE TRIGGER key_is_final
  BEFORE DELETE OR UPDATE ON keyed_hash_key FOR EACH ROW EXECUTE FUNCTION
    refuse_change('hashes of this key are kept');

CREATE TABLE known_place (
  user_id integer NOT NULL,
  network_hash bytea NOT NULL,
  last_used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, network_hash)
);
CREATE INDEX known_place_last_used_at_idx ON known_place (last_used_at);

CREATE TABLE log_key (
  day date PRIMARY KEY,
  key bytea NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE money_audit (
  id serial PRIMARY KEY,
  attempt_id uuid NOT NULL,
  from_state text,
  to_state text NOT NULL,
  by text NOT NULL,
  pi_status text,
  at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE INDEX money_audit_at_idx ON money_audit (at);
CREATE INDEX money_audit_attempt_id_idx ON money_audit (attempt_id);
CREATE TRIGGER append_only
  BEFORE DELETE OR UPDATE ON money_audit FOR EACH ROW EXECUTE FUNCTION refuse_change('rows are only added');

CREATE TABLE order_archive (
  order_id integer PRIMARY KEY,
  order_date timestamptz(3) NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  shipping_address text NOT NULL,
  archived_at timestamptz(3) DEFAULT clock_timestamp() NOT NULL
);
CREATE INDEX order_archive_order_date_idx ON order_archive (order_date);

CREATE TABLE orders (
  id serial PRIMARY KEY,
  attempt_id uuid NOT NULL,
  user_id integer,
  status text DEFAULT 'waiting' NOT NULL,
  order_date timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  post_date timestamptz(3),
  area smallint,
  first_name text NOT NULL,
  last_name text NOT NULL,
  shipping_address text NOT NULL,
  item_title_fr text NOT NULL,
  item_title_en text NOT NULL,
  item_description_fr text NOT NULL,
  item_description_en text NOT NULL,
  item_option_title_fr text,
  item_option_title_en text,
  chosen_option_title_fr text,
  chosen_option_title_en text,
  price_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  amount_cents integer NOT NULL,
  currency character(3) DEFAULT 'eur'::bpchar NOT NULL,
  stripe_account text NOT NULL,
  locale text NOT NULL,
  cgv_at timestamptz(3) NOT NULL,
  refunded_cents integer,
  sent_at timestamptz(3),
  carrier text,
  tracking_number text,
  printed_at timestamptz(3),
  cancelled_at timestamptz(3),
  cancel_reason text,
  held_for text,
  promised_by date,
  contract_text_id integer,
  relay_id text,
  CONSTRAINT orders_account_known CHECK (stripe_account IN ('main', 'bis')),
  CONSTRAINT orders_amount_is_price_plus_fee_minus_one CHECK ((price_cents > 1) AND (fee_cents >= 0) AND
    (amount_cents = ((price_cents + fee_cents) - 1))),
  CONSTRAINT orders_area_known CHECK ((area >= 0) AND (area <= 2)),
  CONSTRAINT orders_delivered_on_a_date CHECK ((status = 'waiting') OR (post_date IS NOT NULL)),
  CONSTRAINT orders_in_euros CHECK (currency = 'eur'::bpchar),
  CONSTRAINT orders_locale_known CHECK (locale IN ('fr', 'en')),
  CONSTRAINT orders_option_titles_in_both_languages CHECK (((item_option_title_fr IS NULL) =
    (item_option_title_en IS NULL)) AND ((chosen_option_title_fr IS NULL) = (chosen_option_title_en IS
    NULL))),
  CONSTRAINT orders_status_known CHECK (status IN ('waiting', 'delivered'))
);
CREATE INDEX order_held ON orders (order_date, id) WHERE (held_for IS NOT NULL);
CREATE INDEX order_to_send ON orders (order_date, id) WHERE ((status = 'waiting') AND (sent_at IS NULL) AND
  (cancelled_at IS NULL) AND (held_for IS NULL));
CREATE UNIQUE INDEX orders_attempt_id_key ON orders (attempt_id);
CREATE INDEX orders_order_date_idx ON orders (order_date);
CREATE INDEX orders_status_order_date_id_idx ON orders (status, order_date, id);
CREATE INDEX orders_tracking_number_idx ON orders (tracking_number);
CREATE INDEX orders_user_id_order_date_idx ON orders (user_id, order_date DESC);

CREATE TABLE payment_customer (
  user_id integer NOT NULL,
  stripe_account text NOT NULL,
  stripe_customer_id text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT payment_customer_account_known CHECK (stripe_account IN ('main', 'bis')),
  PRIMARY KEY (user_id, stripe_account)
);
CREATE UNIQUE INDEX payment_customer_stripe_account_stripe_customer_id_key ON payment_customer
  (stripe_account, stripe_customer_id);

CREATE TABLE process_heartbeat (
  id text PRIMARY KEY,
  beat_at timestamptz(3) NOT NULL,
  steady_since timestamptz(3) NOT NULL
);

CREATE TABLE purchase_attempt (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  user_id integer,
  idempotency_key text NOT NULL,
  request_hash bytea NOT NULL,
  state text NOT NULL,
  option_id integer NOT NULL,
  item_snapshot jsonb NOT NULL,
  recipient jsonb NOT NULL,
  area smallint,
  cgv_at timestamptz(3) NOT NULL,
  locale text NOT NULL,
  amount_cents integer NOT NULL,
  currency character(3) DEFAULT 'eur'::bpchar NOT NULL,
  stripe_account text NOT NULL,
  payment_intent_id text,
  payment_generation integer DEFAULT 0 NOT NULL,
  lease_owner text,
  lease_until timestamptz(3),
  hold_until timestamptz(3),
  failure_code text,
  response_sent_at timestamptz(3),
  tries integer DEFAULT 0 NOT NULL,
  next_check_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  buyer_hash text,
  card_hash bytea,
  contract_text_id integer,
  request_id text,
  CONSTRAINT purchase_attempt_account_known CHECK (stripe_account IN ('main', 'bis')),
  CONSTRAINT purchase_attempt_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT purchase_attempt_area_known CHECK ((area >= 0) AND (area <= 2)),
  CONSTRAINT purchase_attempt_charged_by_an_intent CHECK ((state NOT IN ('charging', 'requires_action',
    'paid')) OR (payment_intent_id IS NOT NULL)),
  CONSTRAINT purchase_attempt_in_euros CHECK (currency = 'eur'::bpchar),
  CONSTRAINT purchase_attempt_locale_known CHECK (locale IN ('fr', 'en')),
  CONSTRAINT purchase_attempt_state_known CHECK (state IN ('reserved', 'charging', 'requires_action',
    'paid', 'refused', 'expired'))
);
CREATE INDEX attempt_with_buyer_hash ON purchase_attempt (id) WHERE ((user_id IS NULL) AND (buyer_hash IS
  NOT NULL));
CREATE INDEX attempt_with_recipient ON purchase_attempt (id) WHERE ((user_id IS NULL) AND (state IN
  ('refused', 'expired')) AND ((recipient <> '{}'::jsonb) OR (request_hash <> '\x'::bytea)));
CREATE INDEX failed_attempt_with_recipient ON purchase_attempt (updated_at) WHERE ((state IN ('refused',
  'expired')) AND (recipient <> '{}'::jsonb));
CREATE UNIQUE INDEX one_in_flight ON purchase_attempt (user_id) WHERE (state IN ('reserved', 'charging',
  'requires_action'));
CREATE INDEX purchase_attempt_option_id_state_idx ON purchase_attempt (option_id, state);
CREATE UNIQUE INDEX purchase_attempt_payment_intent_id_key ON purchase_attempt (payment_intent_id);
CREATE INDEX purchase_attempt_updated_at_idx ON purchase_attempt (updated_at);
CREATE UNIQUE INDEX purchase_attempt_user_id_idempotency_key_key ON purchase_attempt (user_id,
  idempotency_key);
CREATE INDEX to_sweep ON purchase_attempt (next_check_at) WHERE (state IN ('reserved', 'charging',
  'requires_action'));
CREATE TRIGGER paid_is_final
  BEFORE UPDATE ON purchase_attempt FOR EACH ROW WHEN (((old.state = 'paid') AND (new.state <> 'paid')))
    EXECUTE FUNCTION refuse_change('a paid attempt stays paid');
CREATE TRIGGER touch
  BEFORE UPDATE ON purchase_attempt FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE UNLOGGED TABLE rate_limit (
  key text PRIMARY KEY,
  tat timestamp(6) with time zone NOT NULL
);
CREATE INDEX rate_limit_tat_idx ON rate_limit (tat);

CREATE TABLE referral_credit (
  id serial PRIMARY KEY,
  owner_id integer,
  referred_user_id integer,
  kind text NOT NULL,
  amount_cents integer NOT NULL,
  at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  stripe_account text,
  stripe_transaction_id text,
  credit_id integer,
  address_hash bytea,
  card_hash bytea,
  due_at timestamptz(3),
  first_payment_account text,
  first_payment_id text,
  owner_address_hash bytea,
  referral_id integer,
  about_id integer,
  subscription_id integer,
  CONSTRAINT referral_credit_account_known CHECK (stripe_account IN ('main', 'bis')),
  CONSTRAINT referral_credit_card_of_a_settled_credit CHECK ((card_hash IS NULL) OR ((kind = 'credit') AND
    (referral_id IS NOT NULL))),
  CONSTRAINT referral_credit_first_payment_account_known CHECK (first_payment_account IN ('main', 'bis')),
  CONSTRAINT referral_credit_names_a_person_for_credit_only CHECK ((kind IN ('referral', 'credit')) OR
    (referred_user_id IS NULL)),
  CONSTRAINT referral_credit_not_to_oneself CHECK (referred_user_id <> owner_id),
  CONSTRAINT referral_credit_settles_a_referral CHECK ( CASE kind WHEN 'lapse' THEN (referral_id IS NOT
    NULL) WHEN 'credit' THEN ((referral_id IS NULL) OR (referred_user_id IS NULL)) ELSE (referral_id IS
    NULL) END)
);
CREATE UNIQUE INDEX one_gift ON referral_credit (owner_id) WHERE (kind = 'gift');
CREATE UNIQUE INDEX referral_credit_about_id_kind_key ON referral_credit (about_id, kind);
CREATE UNIQUE INDEX referral_credit_address_hash_key ON referral_credit (address_hash);
CREATE UNIQUE INDEX referral_credit_card_hash_key ON referral_credit (card_hash);
CREATE UNIQUE INDEX referral_credit_credit_id_key ON referral_credit (credit_id);
CREATE INDEX referral_credit_owner_id_idx ON referral_credit (owner_id);
CREATE UNIQUE INDEX referral_credit_referral_id_key ON referral_credit (referral_id);
CREATE UNIQUE INDEX referral_credit_referred_user_id_key ON referral_credit (referred_user_id);
CREATE UNIQUE INDEX referral_credit_stripe_transaction_id_key ON referral_credit (stripe_transaction_id);
CREATE INDEX referral_to_settle ON referral_credit (due_at) WHERE (kind = 'referral');
CREATE INDEX referral_with_hash ON referral_credit (at) WHERE ((address_hash IS NOT NULL) OR (card_hash IS
  NOT NULL));
-- A deleted account leaves its rows without the person; nothing else of a row ever changes.
CREATE TRIGGER append_only
  BEFORE UPDATE ON referral_credit FOR EACH ROW WHEN (
    (OLD.id, OLD.kind, OLD.amount_cents, OLD.at, OLD.credit_id, OLD.stripe_account,
      OLD.stripe_transaction_id, OLD.due_at, OLD.first_payment_account, OLD.first_payment_id,
      OLD.referral_id, OLD.about_id, OLD.subscription_id) IS DISTINCT FROM
    (NEW.id, NEW.kind, NEW.amount_cents, NEW.at, NEW.credit_id, NEW.stripe_account,
      NEW.stripe_transaction_id, NEW.due_at, NEW.first_payment_account, NEW.first_payment_id,
      NEW.referral_id, NEW.about_id, NEW.subscription_id)
    OR (NEW.owner_id IS NOT NULL AND NEW.owner_id IS DISTINCT FROM OLD.owner_id)
    OR (NEW.referred_user_id IS NOT NULL AND NEW.referred_user_id IS DISTINCT FROM OLD.referred_user_id))
  EXECUTE FUNCTION refuse_change('rows are only added');
CREATE TRIGGER debit_of_its_credit
  BEFORE INSERT ON referral_credit FOR EACH ROW WHEN ((new.kind = 'debit')) EXECUTE FUNCTION
    require_debit_of_its_credit();
CREATE TRIGGER hashes_go_after_their_term
  BEFORE UPDATE ON referral_credit FOR EACH ROW WHEN ((((old.address_hash IS DISTINCT FROM new.address_hash)
    OR (old.owner_address_hash IS DISTINCT FROM new.owner_address_hash)) OR (old.card_hash IS DISTINCT FROM
    new.card_hash))) EXECUTE FUNCTION refuse_other_hash('5 years');
CREATE TRIGGER never_removed
  BEFORE DELETE ON referral_credit FOR EACH ROW EXECUTE FUNCTION refuse_change('rows are never removed');
CREATE TRIGGER referral_has_its_hashes
  BEFORE INSERT ON referral_credit FOR EACH ROW WHEN (((new.kind = 'referral') AND (new.address_hash IS
    NULL))) EXECUTE FUNCTION refuse_change('a referral is written with its hashes');
CREATE TRIGGER row_it_is_about
  BEFORE INSERT ON referral_credit FOR EACH ROW WHEN ((new.about_id IS NOT NULL)) EXECUTE FUNCTION
    require_row_it_is_about();
CREATE TRIGGER settlement_of_its_referral
  BEFORE INSERT ON referral_credit FOR EACH ROW WHEN ((new.referral_id IS NOT NULL)) EXECUTE FUNCTION
    require_settlement_of_its_referral();

CREATE TABLE refund (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  stripe_account text NOT NULL,
  payment_intent_id text NOT NULL,
  order_id integer,
  subscription_id integer,
  amount_cents integer NOT NULL,
  paid_cents integer NOT NULL,
  reason text NOT NULL,
  by text NOT NULL,
  key text NOT NULL,
  origin text NOT NULL,
  state text NOT NULL,
  provider_refund_id text,
  transfer_reference text,
  key_no integer DEFAULT 0 NOT NULL,
  key_at timestamptz(3),
  lease_owner text,
  lease_until timestamptz(3),
  next_check_at timestamptz(3),
  tries integer DEFAULT 0 NOT NULL,
  failure_code text,
  rest jsonb,
  at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  settled_at timestamptz(3),
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT refund_account_known CHECK (stripe_account IN ('main', 'bis')),
  CONSTRAINT refund_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT refund_final_is_settled CHECK ((state IN ('succeeded', 'failed', 'transferred')) = (settled_at
    IS NOT NULL)),
  CONSTRAINT refund_made_at_the_provider CHECK ((state NOT IN ('pending', 'succeeded')) OR
    (provider_refund_id IS NOT NULL)),
  CONSTRAINT refund_of_one_contract CHECK ((order_id IS NULL) OR (subscription_id IS NULL)),
  CONSTRAINT refund_open_is_checked CHECK ((state IN ('requested', 'sending', 'pending')) = (next_check_at
    IS NOT NULL)),
  CONSTRAINT refund_origin_known CHECK (origin IN ('office', 'withdrawal', 'late', 'audit', 'provider')),
  CONSTRAINT refund_state_known CHECK (state IN ('requested', 'sending', 'pending', 'succeeded', 'failed',
    'transferred')),
  CONSTRAINT refund_transferred_with_reference CHECK ((state = 'transferred') = (transfer_reference IS NOT
    NULL)),
  CONSTRAINT refund_within_payment CHECK (amount_cents <= paid_cents)
);
CREATE INDEX refund_at_idx ON refund (at);
CREATE INDEX refund_failed ON refund (at) WHERE (state = 'failed');
CREATE UNIQUE INDEX refund_one_for_a_key ON refund (payment_intent_id, key) WHERE (state <> 'failed');
CREATE UNIQUE INDEX refund_one_in_flight ON refund (payment_intent_id) WHERE (state IN ('requested',
  'sending'));
CREATE INDEX refund_order_id_idx ON refund (order_id);
CREATE INDEX refund_payment_intent_id_idx ON refund (payment_intent_id);
CREATE UNIQUE INDEX refund_provider_refund_id_key ON refund (provider_refund_id);
CREATE INDEX refund_subscription_id_idx ON refund (subscription_id);
CREATE INDEX refund_to_check ON refund (next_check_at) WHERE (state IN ('requested', 'sending', 'pending'));
CREATE INDEX refund_updated_at_idx ON refund (updated_at);
CREATE TRIGGER never_removed
  BEFORE DELETE ON refund FOR EACH ROW EXECUTE FUNCTION refuse_change('rows are never removed');
CREATE TRIGGER sum_is_final
  BEFORE UPDATE ON refund FOR EACH ROW WHEN (((old.amount_cents <> new.amount_cents) OR (old.paid_cents <>
    new.paid_cents) OR (old.payment_intent_id <> new.payment_intent_id))) EXECUTE FUNCTION
    refuse_change('what is given back of which payment is decided once');
CREATE TRIGGER touch
  BEFORE UPDATE ON refund FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE relay_point (
  id text PRIMARY KEY,
  country character(2) NOT NULL,
  name text NOT NULL,
  number text NOT NULL,
  street text NOT NULL,
  postcode text NOT NULL,
  town text NOT NULL,
  hours text NOT NULL,
  postcode_key text NOT NULL COLLATE pg_catalog."C",
  town_key text NOT NULL COLLATE pg_catalog."C"
);
CREATE INDEX relay_point_country_postcode_key_idx ON relay_point (country, postcode_key);
CREATE INDEX relay_point_country_town_key_idx ON relay_point (country, town_key);

CREATE TABLE saved_delivery (
  user_id integer PRIMARY KEY,
  is_kept boolean DEFAULT true NOT NULL,
  area smallint,
  first_name text,
  last_name text,
  relay_name text,
  relay_number text,
  relay_street text,
  relay_zip_code text,
  relay_city text,
  relay_country text,
  number text,
  street text,
  zip_code text,
  city text,
  country text,
  at timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
  relay_id text,
  CONSTRAINT saved_delivery_area_known CHECK (area = ANY (ARRAY[0, 1, 2])),
  CONSTRAINT saved_delivery_forgotten CHECK (is_kept OR (area IS NULL)),
  CONSTRAINT saved_delivery_whole CHECK (num_nulls(area, first_name, last_name, relay_name, relay_number,
    relay_street, relay_zip_code, relay_city, relay_country, number, street, zip_code, city, country) = ANY
    (ARRAY[0, 14]))
);

CREATE TABLE session (
  id text PRIMARY KEY,
  user_id integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE INDEX session_expires_at_idx ON session (expires_at);
CREATE INDEX session_user_id_idx ON session (user_id);

CREATE TABLE sold_units (
  option_id integer PRIMARY KEY,
  units integer NOT NULL,
  until timestamptz(3) NOT NULL
);

CREATE TABLE stock_adjustment (
  id serial PRIMARY KEY,
  option_id integer NOT NULL,
  delta integer NOT NULL,
  reason text NOT NULL,
  by text NOT NULL,
  at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  kind text DEFAULT 'other' NOT NULL,
  order_id integer,
  CONSTRAINT stock_adjustment_changes_something CHECK (delta <> 0),
  CONSTRAINT stock_adjustment_kind_known CHECK (kind IN ('delivery', 'return', 'loss', 'count', 'other')),
  CONSTRAINT stock_adjustment_return_names_its_order CHECK ((kind = 'return') = (order_id IS NOT NULL))
);
CREATE INDEX stock_adjustment_at_idx ON stock_adjustment (at);
CREATE UNIQUE INDEX stock_adjustment_one_return ON stock_adjustment (order_id) WHERE (kind = 'return');
CREATE INDEX stock_adjustment_option_id_idx ON stock_adjustment (option_id);
CREATE INDEX stock_adjustment_order_id_idx ON stock_adjustment (order_id);

CREATE TABLE stock_request (
  id serial PRIMARY KEY,
  user_id integer NOT NULL,
  option_id integer NOT NULL,
  asked_at timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
  told_at timestamptz(3)
);
CREATE INDEX stock_request_asked_at_idx ON stock_request (asked_at);
CREATE INDEX stock_request_option_id_told_at_idx ON stock_request (option_id, told_at);
CREATE UNIQUE INDEX stock_request_user_id_option_id_key ON stock_request (user_id, option_id);

CREATE TABLE subscription (
  id serial PRIMARY KEY,
  user_id integer,
  stripe_account text NOT NULL,
  stripe_customer_id text NOT NULL,
  stripe_subscription_id text,
  plan text NOT NULL,
  state text NOT NULL,
  generation integer DEFAULT 1 NOT NULL,
  subscription_date timestamptz(3),
  paid_until timestamptz(3),
  access_ends_on timestamptz(3),
  referrer_id integer,
  next_check_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  revision integer DEFAULT 0 NOT NULL,
  failed_invoice_id text,
  contract_text_id integer,
  immediate_start_at timestamptz(3),
  withdrawn_at timestamptz(3),
  CONSTRAINT subscription_account_known CHECK (stripe_account IN ('main', 'bis')),
  CONSTRAINT subscription_not_brought_by_oneself CHECK (referrer_id <> user_id),
  CONSTRAINT subscription_plan_known CHECK (plan IN ('monthly', 'yearly')),
  CONSTRAINT subscription_starts_with_a_paid_invoice CHECK ((state NOT IN ('active', 'past_due')) OR
    (subscription_date IS NOT NULL)),
  CONSTRAINT subscription_state_known CHECK (state IN ('pending', 'active', 'past_due', 'ended'))
);
CREATE UNIQUE INDEX one_subscription ON subscription (user_id) WHERE (state <> 'ended');
CREATE INDEX subscription_next_check_at_idx ON subscription (next_check_at);
CREATE INDEX subscription_paid_until_idx ON subscription (paid_until);
CREATE INDEX subscription_referrer_id_idx ON subscription (referrer_id);
CREATE INDEX subscription_stripe_account_stripe_customer_id_idx ON subscription (stripe_account,
  stripe_customer_id);
CREATE UNIQUE INDEX subscription_stripe_subscription_id_key ON subscription (stripe_subscription_id);
CREATE INDEX subscription_unsettled ON subscription (state) WHERE (state IN ('pending', 'past_due'));
CREATE INDEX subscription_updated_at_idx ON subscription (updated_at);
CREATE UNIQUE INDEX subscription_user_id_generation_key ON subscription (user_id, generation);
CREATE TRIGGER touch
  BEFORE UPDATE ON subscription FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE subscription_attempt (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  user_id integer,
  kind text NOT NULL,
  idempotency_key text NOT NULL,
  request_hash bytea NOT NULL,
  state text NOT NULL,
  stripe_account text NOT NULL,
  plan text,
  referrer_id integer,
  subscription_id integer,
  stripe_intent_id text,
  lease_owner text,
  lease_until timestamptz(3),
  hold_until timestamptz(3),
  failure_code text,
  tries integer DEFAULT 0 NOT NULL,
  next_check_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  locale text DEFAULT 'fr' NOT NULL,
  card_hash bytea,
  contract_text_id integer,
  immediate_start_at timestamptz(3),
  request_id text,
  CONSTRAINT subscription_attempt_account_known CHECK (stripe_account IN ('main', 'bis')),
  CONSTRAINT subscription_attempt_kind_known CHECK (kind IN ('subscribe', 'card_update')),
  CONSTRAINT subscription_attempt_locale_known CHECK (locale IN ('fr', 'en')),
  CONSTRAINT subscription_attempt_plan_known CHECK (((kind = 'subscribe') = (plan IS NOT NULL)) AND ((plan
    IS NULL) OR (plan IN ('monthly', 'yearly')))),
  CONSTRAINT subscription_attempt_state_known CHECK (state IN ('started', 'requires_action', 'done',
    'refused', 'expired'))
);
CREATE UNIQUE INDEX one_subscribing ON subscription_attempt (user_id) WHERE ((kind = 'subscribe') AND (state
  IN ('started', 'requires_action')));
CREATE INDEX subscription_attempt_referrer_id_idx ON subscription_attempt (referrer_id);
CREATE UNIQUE INDEX subscription_attempt_stripe_intent_id_key ON subscription_attempt (stripe_intent_id);
CREATE INDEX subscription_attempt_subscription_id_idx ON subscription_attempt (subscription_id);
CREATE INDEX subscription_attempt_updated_at_idx ON subscription_attempt (updated_at);
CREATE UNIQUE INDEX subscription_attempt_user_id_kind_idempotency_key_key ON subscription_attempt (user_id,
  kind, idempotency_key);
CREATE INDEX subscription_to_sweep ON subscription_attempt (next_check_at) WHERE (state IN ('started',
  'requires_action'));
CREATE TRIGGER touch
  BEFORE UPDATE ON subscription_attempt FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE users (
  id serial PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL,
  password_hash text NOT NULL,
  first_name text,
  last_name text,
  personal_discount_code text NOT NULL,
  locale text NOT NULL,
  activated_at timestamptz(3),
  first_log_in_at timestamptz(3),
  greeted_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  pending_email text,
  pending_email_until timestamptz(3),
  last_log_in_on date DEFAULT CURRENT_DATE NOT NULL,
  inactivity_email_on date,
  inactivity_email_accepted_at timestamptz(3),
  CONSTRAINT users_email_key_is_lower_case CHECK (email_key = lower(email)),
  CONSTRAINT users_locale_known CHECK (locale IN ('fr', 'en')),
  CONSTRAINT users_pending_email_until_a_moment CHECK ((pending_email IS NULL) = (pending_email_until IS
    NULL))
);
CREATE INDEX user_to_forget ON users (created_at) WHERE (activated_at IS NULL);
CREATE INDEX user_told_of_inactivity ON users (inactivity_email_accepted_at) WHERE
  (inactivity_email_accepted_at IS NOT NULL);
CREATE INDEX user_with_pending_email ON users (pending_email_until) WHERE (pending_email_until IS NOT NULL);
CREATE UNIQUE INDEX users_email_key_key ON users (email_key);
CREATE INDEX users_last_log_in_on_idx ON users (last_log_in_on);
CREATE UNIQUE INDEX users_personal_discount_code_key ON users (personal_discount_code);

CREATE TABLE withdrawal_mark (
  id serial PRIMARY KEY,
  noun text NOT NULL,
  contract_id integer NOT NULL,
  hash bytea NOT NULL,
  at timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT withdrawal_mark_noun CHECK (noun IN ('order', 'subscription'))
);
CREATE INDEX withdrawal_mark_hash_idx ON withdrawal_mark (hash);
CREATE INDEX withdrawal_mark_noun_at_idx ON withdrawal_mark (noun, at);
CREATE UNIQUE INDEX withdrawal_mark_noun_contract_id_hash_key ON withdrawal_mark (noun, contract_id, hash);

ALTER TABLE item
  ADD CONSTRAINT item_price_chargeable CHECK ((price_cents >= 51) AND (price_cents <= 99998000)) NOT VALID;

ALTER TABLE item
  ADD CONSTRAINT item_use_is_known CHECK (use IN ('strength', 'balance', 'mobility', 'juggling',
    'endurance')) NOT VALID;

ALTER TABLE orders
  ADD CONSTRAINT orders_cancelled_is_not_sent CHECK ((cancelled_at IS NULL) OR ((sent_at IS NULL) AND
    (status <> 'delivered'))) NOT VALID;

ALTER TABLE orders
  ADD CONSTRAINT orders_held_for_known CHECK (held_for IN ('withdrawal', 'late', 'refund', 'dispute')) NOT
    VALID;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_amount_fits_kind CHECK ( CASE kind WHEN 'gift' THEN (amount_cents = 0) WHEN
    'gift_sent' THEN (amount_cents = 0) WHEN 'recovery' THEN (amount_cents >= 0) ELSE (amount_cents > 0)
    END) NOT VALID;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_contract_of_a_referral CHECK ((subscription_id IS NULL) OR (kind =
    'referral')) NOT VALID;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_debit_passes_a_credit_on CHECK ( CASE kind WHEN 'debit' THEN ((credit_id IS
    NOT NULL) AND (stripe_account IS NOT NULL) AND (stripe_transaction_id IS NOT NULL)) WHEN 'recovery' THEN
    ((credit_id IS NULL) AND (stripe_account IS NOT NULL) AND ((amount_cents > 0) = (stripe_transaction_id
    IS NOT NULL))) ELSE ((credit_id IS NULL) AND (stripe_account IS NULL) AND (stripe_transaction_id IS
    NULL)) END) NOT VALID;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_is_about_a_row CHECK ((kind IN ('reversal', 'recovery', 'gift_sent')) =
    (about_id IS NOT NULL)) NOT VALID;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_kind_known CHECK (kind IN ('referral', 'credit', 'lapse', 'debit', 'gift',
    'reversal', 'recovery', 'gift_sent')) NOT VALID;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_referral_waits CHECK ( CASE kind WHEN 'referral' THEN ((due_at IS NOT NULL)
    AND ((address_hash IS NULL) = (owner_address_hash IS NULL)) AND ((first_payment_account IS NULL) =
    (first_payment_id IS NULL))) ELSE ((due_at IS NULL) AND (address_hash IS NULL) AND (owner_address_hash
    IS NULL) AND (first_payment_account IS NULL) AND (first_payment_id IS NULL)) END) NOT VALID;

ALTER TABLE account_token
  ADD CONSTRAINT account_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON
    DELETE CASCADE;

ALTER TABLE contact_message
  ADD CONSTRAINT contact_message_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE
    ON DELETE SET NULL;

ALTER TABLE declaration_event
  ADD CONSTRAINT declaration_event_declaration_id_fkey FOREIGN KEY (declaration_id) REFERENCES
    declaration(id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE delivery_notice
  ADD CONSTRAINT delivery_notice_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON UPDATE
    CASCADE ON DELETE RESTRICT;

ALTER TABLE dispute
  ADD CONSTRAINT dispute_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON UPDATE CASCADE ON
    DELETE RESTRICT;

ALTER TABLE item_image
  ADD CONSTRAINT item_image_item_id_fkey FOREIGN KEY (item_id) REFERENCES item(id) ON UPDATE CASCADE ON
    DELETE CASCADE;

ALTER TABLE item_image
  ADD CONSTRAINT item_image_option_id_fkey FOREIGN KEY (option_id) REFERENCES item_option(id) ON UPDATE
    CASCADE ON DELETE SET NULL;

ALTER TABLE item_option
  ADD CONSTRAINT item_option_item_id_fkey FOREIGN KEY (item_id) REFERENCES item(id) ON UPDATE CASCADE ON
    DELETE CASCADE;

ALTER TABLE known_place
  ADD CONSTRAINT known_place_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON
    DELETE CASCADE;

ALTER TABLE money_audit
  ADD CONSTRAINT money_audit_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES purchase_attempt(id) ON
    UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE order_archive
  ADD CONSTRAINT order_archive_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON UPDATE CASCADE
    ON DELETE RESTRICT;

ALTER TABLE orders
  ADD CONSTRAINT orders_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES purchase_attempt(id) ON UPDATE
    CASCADE ON DELETE RESTRICT;

ALTER TABLE orders
  ADD CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE
    SET NULL;

ALTER TABLE payment_customer
  ADD CONSTRAINT payment_customer_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE
    ON DELETE CASCADE;

ALTER TABLE purchase_attempt
  ADD CONSTRAINT purchase_attempt_option_id_fkey FOREIGN KEY (option_id) REFERENCES item_option(id) ON
    UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE purchase_attempt
  ADD CONSTRAINT purchase_attempt_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE
    ON DELETE SET NULL;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_about_id_fkey FOREIGN KEY (about_id) REFERENCES referral_credit(id) ON
    UPDATE CASCADE ON DELETE RESTRICT NOT VALID;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES referral_credit(id) ON
    UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON UPDATE CASCADE
    ON DELETE SET NULL;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_referral_id_fkey FOREIGN KEY (referral_id) REFERENCES referral_credit(id)
    ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE referral_credit
  ADD CONSTRAINT referral_credit_referred_user_id_fkey FOREIGN KEY (referred_user_id) REFERENCES users(id)
    ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE refund
  ADD CONSTRAINT refund_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON UPDATE CASCADE ON
    DELETE RESTRICT;

ALTER TABLE refund
  ADD CONSTRAINT refund_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscription(id) ON
    UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE saved_delivery
  ADD CONSTRAINT saved_delivery_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON
    DELETE CASCADE;

ALTER TABLE session
  ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE
    CASCADE;

ALTER TABLE sold_units
  ADD CONSTRAINT sold_units_option_id_fkey FOREIGN KEY (option_id) REFERENCES item_option(id) ON UPDATE
    CASCADE ON DELETE CASCADE;

ALTER TABLE stock_adjustment
  ADD CONSTRAINT stock_adjustment_option_id_fkey FOREIGN KEY (option_id) REFERENCES item_option(id) ON
    UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE stock_adjustment
  ADD CONSTRAINT stock_adjustment_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON UPDATE
    CASCADE ON DELETE RESTRICT;

ALTER TABLE stock_request
  ADD CONSTRAINT stock_request_option_id_fkey FOREIGN KEY (option_id) REFERENCES item_option(id) ON UPDATE
    CASCADE ON DELETE CASCADE;

ALTER TABLE stock_request
  ADD CONSTRAINT stock_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON
    DELETE CASCADE;

ALTER TABLE subscription_attempt
  ADD CONSTRAINT subscription_attempt_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id) ON
    UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE subscription_attempt
  ADD CONSTRAINT subscription_attempt_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES
    subscription(id) ON UPDATE CASCADE ON DELETE SET NULL;

ALTER TABLE subscription_attempt
  ADD CONSTRAINT subscription_attempt_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE
    CASCADE ON DELETE SET NULL;

ALTER TABLE subscription
  ADD CONSTRAINT subscription_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES users(id) ON UPDATE
    CASCADE ON DELETE SET NULL;

ALTER TABLE subscription
  ADD CONSTRAINT subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON
    DELETE SET NULL;
