-- The answers to messages of the contact form that left from the office.

CREATE TABLE contact_answer (
  id serial PRIMARY KEY,
  message_id integer NOT NULL REFERENCES contact_message(id) ON UPDATE CASCADE ON DELETE CASCADE,
  text text NOT NULL,
  sent_by text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL
);
CREATE INDEX contact_answer_message_id_idx ON contact_answer (message_id);
