-- The people who work for the shop, and how they enter the office: with passkeys alone.

CREATE TABLE staff (
  id serial PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  roles text[] NOT NULL,
  locale text DEFAULT 'fr' NOT NULL,
  passkey_user uuid DEFAULT gen_random_uuid() NOT NULL UNIQUE,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  suspended_at timestamptz(3),
  CONSTRAINT staff_email_lower CHECK (email = lower(email)),
  CONSTRAINT staff_roles_known CHECK (cardinality(roles) > 0 AND roles <@ ARRAY['owner', 'preparer']),
  CONSTRAINT staff_locale_known CHECK (locale IN ('fr', 'en'))
);
CREATE UNIQUE INDEX staff_email_key ON staff (email);

CREATE TABLE staff_passkey (
  id text PRIMARY KEY,
  staff_id integer NOT NULL REFERENCES staff(id) ON UPDATE CASCADE ON DELETE CASCADE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  label text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT staff_passkey_counter_positive CHECK (counter >= 0)
);
CREATE INDEX staff_passkey_staff_id_idx ON staff_passkey (staff_id);

CREATE TABLE staff_session (
  id text PRIMARY KEY,
  staff_id integer NOT NULL REFERENCES staff(id) ON UPDATE CASCADE ON DELETE CASCADE,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  used_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  proved_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE INDEX staff_session_staff_id_idx ON staff_session (staff_id);
CREATE INDEX staff_session_created_at_idx ON staff_session (created_at);

CREATE TABLE staff_invitation (
  token_hash text PRIMARY KEY,
  staff_id integer NOT NULL UNIQUE REFERENCES staff(id) ON UPDATE CASCADE ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX staff_invitation_expires_at_idx ON staff_invitation (expires_at);

CREATE TABLE staff_challenge (
  id text PRIMARY KEY,
  challenge text NOT NULL,
  purpose text NOT NULL,
  staff_id integer REFERENCES staff(id) ON UPDATE CASCADE ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT staff_challenge_purpose_known CHECK (purpose IN ('sign_in', 'prove', 'enrol')),
  CONSTRAINT staff_challenge_staff_named CHECK ((purpose = 'sign_in') = (staff_id IS NULL))
);
CREATE INDEX staff_challenge_staff_id_idx ON staff_challenge (staff_id);
CREATE INDEX staff_challenge_expires_at_idx ON staff_challenge (expires_at);

-- A session ends with the rights and devices that it was begun with, for every writer.
CREATE FUNCTION end_staff_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM staff_session WHERE staff_id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER staff_change_ends_sessions
  AFTER UPDATE OF roles, suspended_at ON staff
  FOR EACH ROW WHEN (OLD.roles IS DISTINCT FROM NEW.roles OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at)
  EXECUTE FUNCTION end_staff_sessions();

CREATE FUNCTION end_passkey_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM staff_session WHERE staff_id = coalesce(NEW.staff_id, OLD.staff_id);
  RETURN NULL;
END $$;
CREATE TRIGGER staff_passkey_ends_sessions
  AFTER INSERT OR DELETE ON staff_passkey
  FOR EACH ROW EXECUTE FUNCTION end_passkey_sessions();
