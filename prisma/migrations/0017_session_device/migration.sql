-- The passkey that began a session, for the list of sessions. The previous release does not write it.

ALTER TABLE staff_session ADD COLUMN passkey_id text;
