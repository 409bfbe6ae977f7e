-- What the owner sets in the office, by name; a row that is missing has the default of the source.

CREATE TABLE setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);
