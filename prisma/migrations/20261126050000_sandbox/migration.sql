-- A run of the sandbox reserves nothing and costs nothing, whoever writes its row; every live run has a reservation.
ALTER TABLE runs DROP CONSTRAINT runs_reserved_check;
ALTER TABLE runs ADD CONSTRAINT runs_reserved_check CHECK (
  reserved_cents > 0 OR (reserved_cents = 0 AND mode = 'test' AND COALESCE(cost_micros, 0) = 0));

-- Figures are of live runs: what customers play in the sandbox must not look like an outage.
DROP TRIGGER runs_counted ON runs;
CREATE TRIGGER runs_counted AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.mode = 'live' AND OLD.status IS DISTINCT FROM NEW.status
        AND NEW.status IN ('completed', 'failed', 'canceled', 'expired'))
  EXECUTE FUNCTION count_ended_run();
DROP TRIGGER runs_counted_at_once ON runs;
CREATE TRIGGER runs_counted_at_once AFTER INSERT ON runs FOR EACH ROW
  WHEN (NEW.mode = 'live' AND NEW.status IN ('completed', 'failed', 'canceled', 'expired'))
  EXECUTE FUNCTION count_ended_run();
