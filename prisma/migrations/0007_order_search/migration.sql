-- What the shop notes for itself on an order.

ALTER TABLE orders ADD COLUMN note text;
