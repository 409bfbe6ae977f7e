-- The payments of subscriptions, as the provider's list of movements has them, for the figures and their VAT.

CREATE TABLE subscription_payment (
  payment_intent_id text PRIMARY KEY,
  stripe_account text NOT NULL,
  subscription_id integer NOT NULL REFERENCES subscription(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  amount_cents integer NOT NULL,
  paid_at timestamptz(3) NOT NULL,
  vat_percent double precision,
  CONSTRAINT subscription_payment_account_known CHECK (stripe_account IN ('main', 'bis')),
  CONSTRAINT subscription_payment_amount_positive CHECK (amount_cents > 0),
  CONSTRAINT subscription_payment_vat_percent_known CHECK (vat_percent >= 0 AND vat_percent <= 30)
);
CREATE INDEX subscription_payment_subscription_id_idx ON subscription_payment (subscription_id);
CREATE INDEX subscription_payment_paid_at_idx ON subscription_payment (paid_at);
-- Holds only payments from before the owner's answer about VAT.
CREATE INDEX subscription_payment_without_rate ON subscription_payment (paid_at) WHERE (vat_percent IS NULL);
