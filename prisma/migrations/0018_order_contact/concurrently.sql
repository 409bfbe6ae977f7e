-- The addresses to erase, a few among all orders.
CREATE INDEX CONCURRENTLY order_contact ON orders (id) WHERE (contact_email IS NOT NULL);
