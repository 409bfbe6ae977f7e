-- Pictures that are uploaded in the office, with the files that the site serves.

CREATE TABLE picture (
  id text PRIMARY KEY,
  width integer NOT NULL,
  height integer NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT picture_size_positive CHECK (width > 0 AND height > 0)
);

CREATE TABLE picture_file (
  picture_id text NOT NULL REFERENCES picture(id) ON UPDATE CASCADE ON DELETE CASCADE,
  format text NOT NULL,
  width integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (picture_id, format, width),
  CONSTRAINT picture_file_format_known CHECK (format IN ('webp', 'avif'))
);
-- The bytes are compressed already.
ALTER TABLE picture_file ALTER COLUMN bytes SET STORAGE EXTERNAL;
