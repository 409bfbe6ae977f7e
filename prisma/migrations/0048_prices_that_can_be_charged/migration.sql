-- The payment provider charges 0.50 to 999 999.99 EUR; a price is charged less one cent, with a delivery fee
-- of up to 20 EUR. Validated in the next release.
ALTER TABLE "item" ADD CONSTRAINT "item_price_chargeable"
  CHECK ("price_cents" BETWEEN 51 AND 99998000) NOT VALID;
