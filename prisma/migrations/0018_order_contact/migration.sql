-- The address of a deleted account, for the emails about its orders that have yet to arrive. The previous
-- release does not write it.

ALTER TABLE orders ADD COLUMN contact_email text;
