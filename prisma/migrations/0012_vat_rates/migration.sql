-- VAT rates by item, in percent. The rate that is in force is copied to the order.

ALTER TABLE item
  ADD COLUMN vat_percent double precision,
  ADD CONSTRAINT item_vat_percent_known CHECK (vat_percent > 0 AND vat_percent <= 30) NOT VALID;
ALTER TABLE orders
  ADD COLUMN vat_percent double precision,
  ADD CONSTRAINT orders_vat_percent_known CHECK (vat_percent >= 0 AND vat_percent <= 30) NOT VALID;

-- The release before knows one rate for all: the invoice that it would make with another rate than the
-- order's could never be changed. Its job fails, and the present release makes it.
CREATE FUNCTION refuse_other_vat_rate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "orders"
    WHERE "id" = NEW."order_id" AND "vat_percent" <> coalesce(NEW."vat_percent", 0)
  ) THEN
    RAISE EXCEPTION 'refused: order % has another VAT rate', NEW."order_id";
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER rate_of_order BEFORE INSERT ON invoice
  FOR EACH ROW WHEN (NEW.kind = 'invoice') EXECUTE FUNCTION refuse_other_vat_rate();
