-- Stock alerts of visitors without an account, by their address. A table of its own: the release before
-- reads a member in every row of stock_request.

CREATE TABLE visitor_stock_request (
  id serial PRIMARY KEY,
  option_id integer NOT NULL REFERENCES item_option(id) ON UPDATE CASCADE ON DELETE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  link_key text NOT NULL,
  locale text NOT NULL,
  asked_at timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
  confirmed_at timestamptz(3),
  told_at timestamptz(3),
  CONSTRAINT visitor_stock_request_told_is_confirmed CHECK (told_at IS NULL OR confirmed_at IS NOT NULL)
);
CREATE UNIQUE INDEX visitor_stock_request_email_key_option_id_key ON visitor_stock_request (email_key, option_id);
CREATE INDEX visitor_stock_request_option_id_told_at_idx ON visitor_stock_request (option_id, told_at);
CREATE INDEX visitor_stock_request_link_key_idx ON visitor_stock_request (link_key);
CREATE INDEX visitor_stock_request_asked_at_idx ON visitor_stock_request (asked_at);
CREATE INDEX visitor_stock_request_told_at_idx ON visitor_stock_request (told_at);
