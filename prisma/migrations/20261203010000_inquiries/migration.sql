-- A bank's inquiry is a state of its own: no money moved. Rows that an earlier build recorded as open move when the
-- sweep reads them again. Named after the newest migration, because names decide the order and that one is dated ahead.
ALTER TABLE disputes
  DROP CONSTRAINT disputes_status_check,
  ADD CONSTRAINT disputes_status_check CHECK (status IN ('inquiry', 'open', 'won', 'lost')),
  DROP CONSTRAINT disputes_closed_check,
  ADD CONSTRAINT disputes_closed_check CHECK ((status IN ('inquiry', 'open')) = (closed_at IS NULL));
DROP INDEX disputes_open_idx;
CREATE INDEX disputes_open_idx ON disputes (evidence_due_at) WHERE status IN ('inquiry', 'open');
