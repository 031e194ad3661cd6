-- How long a payment waited for its decision, for the objective that money is settled within an hour (domain/objectives.ts).
-- A payment of which the provider has not said when it was made was settled when we heard of it.
CREATE FUNCTION count_settled_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (figure, label, amount)
  VALUES ('payments_settled', CASE WHEN NEW.arrived_at < now() - interval '1 hour' THEN 'later' ELSE 'in_time' END, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER payments_settled_counted AFTER INSERT ON payments FOR EACH ROW
  WHEN (NEW.mode = 'live') EXECUTE FUNCTION count_settled_payment();
