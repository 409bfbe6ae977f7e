-- Invoices and credit notes of orders. A row is all that its document says: what it was made from may change.

CREATE TABLE invoice (
  id serial PRIMARY KEY,
  year integer NOT NULL,
  number integer NOT NULL,
  kind text NOT NULL,
  order_id integer NOT NULL REFERENCES orders(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  refund_id uuid REFERENCES refund(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  of_invoice integer REFERENCES invoice(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  issued_on date NOT NULL,
  paid_at timestamptz(3) NOT NULL,
  seller text NOT NULL,
  seller_vat_number text,
  buyer_name text NOT NULL,
  buyer_address text NOT NULL,
  item_title text NOT NULL,
  option_title text,
  fee_cents integer NOT NULL,
  net_cents integer NOT NULL,
  vat_cents integer NOT NULL,
  gross_cents integer NOT NULL,
  vat_percent double precision,
  locale text NOT NULL,
  created_at timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT invoice_kind_known CHECK (kind IN ('invoice', 'credit_note')),
  CONSTRAINT invoice_credits_refund CHECK (
    (kind = 'credit_note') = (refund_id IS NOT NULL) AND (kind = 'credit_note') = (of_invoice IS NOT NULL)),
  CONSTRAINT invoice_sums_agree CHECK (
    net_cents + vat_cents = gross_cents AND gross_cents > 0 AND vat_cents >= 0
    AND fee_cents BETWEEN 0 AND gross_cents),
  CONSTRAINT invoice_number_positive CHECK (number > 0),
  CONSTRAINT invoice_franchise_without_vat CHECK (vat_percent IS NOT NULL OR vat_cents = 0)
);
CREATE UNIQUE INDEX invoice_year_number_key ON invoice (year, number);
CREATE UNIQUE INDEX invoice_one_for_an_order ON invoice (order_id) WHERE (kind = 'invoice');
CREATE UNIQUE INDEX invoice_refund_id_key ON invoice (refund_id);
CREATE INDEX invoice_order_id_idx ON invoice (order_id);
CREATE INDEX invoice_of_invoice_idx ON invoice (of_invoice);
CREATE INDEX invoice_paid_at_idx ON invoice (paid_at);
CREATE INDEX invoice_kind_paid_at_idx ON invoice (kind, paid_at);
-- What the retention has still to do.
CREATE INDEX invoice_with_buyer ON invoice (year) WHERE (buyer_name <> '' OR buyer_address <> '');

-- What was issued is corrected by another document. Only the buyer leaves, when the term is over.
CREATE TRIGGER issued
  BEFORE DELETE OR UPDATE OF year, number, kind, refund_id, issued_on, paid_at, seller, seller_vat_number,
    item_title, option_title, fee_cents, net_cents, vat_cents, gross_cents, vat_percent
  ON invoice FOR EACH ROW EXECUTE FUNCTION refuse_change('an invoice is corrected by another');
