-- Parcels that the owner sends free of charge in place of one that was lost, damaged or wrong.

CREATE TABLE replacement (
  id serial PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  option_id integer NOT NULL REFERENCES item_option(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  option_title_fr text,
  option_title_en text,
  reason text NOT NULL,
  note text,
  first_name text NOT NULL,
  last_name text NOT NULL,
  shipping_address text NOT NULL,
  relay_id text,
  created_at timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
  printed_at timestamptz(3),
  sent_at timestamptz(3),
  carrier text,
  tracking_number text,
  cancelled_at timestamptz(3),
  CONSTRAINT replacement_reason_known CHECK (reason IN ('damaged', 'lost', 'wrong_item', 'defective', 'other')),
  CONSTRAINT replacement_sent_or_cancelled CHECK (sent_at IS NULL OR cancelled_at IS NULL),
  CONSTRAINT replacement_carrier_of_sent CHECK (carrier IS NULL OR sent_at IS NOT NULL),
  CONSTRAINT replacement_number_has_carrier CHECK (tracking_number IS NULL OR carrier IS NOT NULL)
);
CREATE INDEX replacement_order_id_idx ON replacement (order_id);
CREATE INDEX replacement_option_id_idx ON replacement (option_id);
CREATE UNIQUE INDEX replacement_to_send ON replacement (order_id)
  WHERE (sent_at IS NULL AND cancelled_at IS NULL);

-- decision 134: the previous release reads every kind of movement, and writes none that the wider rules refuse.
ALTER TABLE stock_adjustment
  DROP CONSTRAINT stock_adjustment_kind_known,
  DROP CONSTRAINT stock_adjustment_return_names_its_order,
  ADD CONSTRAINT stock_adjustment_kind_known
    CHECK (kind IN ('delivery', 'return', 'replacement', 'loss', 'count', 'other')) NOT VALID,
  ADD CONSTRAINT stock_adjustment_names_its_order
    CHECK ((kind IN ('return', 'replacement')) = (order_id IS NOT NULL)) NOT VALID;
