-- The figures count what banks took back in a month, and gave back.
CREATE INDEX CONCURRENTLY dispute_opened_at_idx ON dispute (opened_at);
CREATE INDEX CONCURRENTLY dispute_closed_at_idx ON dispute (closed_at);
