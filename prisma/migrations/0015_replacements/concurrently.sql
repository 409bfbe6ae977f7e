-- The office lists the orders of which money went back.
CREATE INDEX CONCURRENTLY order_refunded ON orders (order_date, id) WHERE (refunded_cents > 0);
