-- What members write about items that they received, and what the owner decided about it.

CREATE TABLE review (
  id serial PRIMARY KEY,
  item_id integer NOT NULL REFERENCES item(id) ON UPDATE CASCADE ON DELETE CASCADE,
  user_id integer REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE,
  order_id integer REFERENCES orders(id) ON UPDATE CASCADE ON DELETE SET NULL,
  bought_on date NOT NULL,
  first_name text NOT NULL,
  rating smallint NOT NULL,
  text text NOT NULL,
  locale text NOT NULL,
  state text DEFAULT 'pending' NOT NULL,
  reason text,
  version integer DEFAULT 1 NOT NULL,
  is_demonstration boolean DEFAULT false NOT NULL,
  written_at timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
  changed_at timestamptz(3),
  decided_at timestamptz(3),
  CONSTRAINT review_rating_known CHECK (rating BETWEEN 1 AND 5),
  CONSTRAINT review_state_known CHECK (state IN ('pending', 'published', 'declined')),
  CONSTRAINT review_is_decided CHECK ((state = 'pending') = (decided_at IS NULL)),
  CONSTRAINT review_reason_of_declined CHECK ((state = 'declined') = (reason IS NOT NULL)),
  CONSTRAINT review_has_author CHECK (is_demonstration = (user_id IS NULL))
);
CREATE UNIQUE INDEX review_user_id_item_id_key ON review (user_id, item_id);
CREATE INDEX review_order_id_idx ON review (order_id);
CREATE INDEX review_item_id_idx ON review (item_id);
CREATE INDEX review_state_written_at_id_idx ON review (state, written_at, id);
CREATE INDEX review_shown ON review (item_id, decided_at DESC, id DESC) INCLUDE (rating, is_demonstration)
  WHERE (state = 'published');

-- What shoppers see of an item has changed: the content version reads items, and never all reviews.
CREATE FUNCTION touch_reviewed_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD."state" = 'published' THEN
    UPDATE "item" SET "updated_at" = now() WHERE "id" = OLD."item_id";
  ELSIF TG_OP <> 'DELETE' AND NEW."state" = 'published' THEN
    UPDATE "item" SET "updated_at" = now() WHERE "id" = NEW."item_id";
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER touch_item
  AFTER INSERT OR UPDATE OR DELETE ON review FOR EACH ROW EXECUTE FUNCTION touch_reviewed_item();
