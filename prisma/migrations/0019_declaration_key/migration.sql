-- The key of a declaration is a hash of its name and address, so it may go with the words.

CREATE OR REPLACE FUNCTION refuse_other_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."declared_at" <> OLD."declared_at" OR NEW."kind" <> OLD."kind"
    OR (NEW."key" <> OLD."key" AND NEW."statement" IS NOT NULL)
    OR NEW."name" <> OLD."name" OR NEW."reference" <> OLD."reference"
    OR NEW."email" <> OLD."email" OR NEW."statement" <> OLD."statement" THEN
    RAISE EXCEPTION 'UPDATE of declaration is refused: what was declared stays' USING ERRCODE = '23514';
  END IF;
  RETURN NEW;
END $$;
