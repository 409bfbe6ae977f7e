-- Which e-mails about the shop's work each person of the shop gets, and since when they want these.

ALTER TABLE staff
  ADD COLUMN notices text DEFAULT 'morning' NOT NULL,
  ADD COLUMN notices_since timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  ADD CONSTRAINT staff_notices_known CHECK (notices IN ('orders', 'morning', 'none')) NOT VALID;

-- An invitation is mailed under a token of its own, which is made when the e-mail leaves.
ALTER TABLE staff_invitation ADD COLUMN mailed_hashes text[] DEFAULT '{}' NOT NULL;
