-- What follows cannot be said in schema.prisma.

-- The catalogue's page lists the best of one geography and of one language.
CREATE INDEX "opportunities_geography_idx" ON "opportunities" ("mode", "geography", "score" DESC, "id" DESC)
  WHERE "status" IN ('available', 'reserved');
CREATE INDEX "opportunities_language_idx" ON "opportunities" ("mode", "language", "score" DESC, "id" DESC)
  WHERE "status" IN ('available', 'reserved');

-- How often a word occurs, which the planner does not take from an index of some rows: a page of what a common word finds is
-- read in the order of scores, not gathered and sorted.
CREATE STATISTICS "opportunities_words_stats" ON (
  to_tsvector('english', "title" || ' ' || "summary" || ' ' || "niche" || ' ' || "audience" || ' ' || "geography"))
  FROM "opportunities";
ANALYZE "opportunities";

-- Its filters say how many opportunities on offer each choice has: counted by what lists or unlists one, as figures are, so
-- that sales of one language do not wait for each other and a page does not read the catalogue.
CREATE FUNCTION count_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.mode = 'live' AND OLD.status IN ('available', 'reserved') THEN
    INSERT INTO figure_changes (figure, label, amount)
    VALUES ('listed_topic', split_part(OLD.niche, ':', 1), -1), ('listed_geography', OLD.geography, -1),
           ('listed_language', OLD.language, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.mode = 'live' AND NEW.status IN ('available', 'reserved') THEN
    INSERT INTO figure_changes (figure, label, amount)
    VALUES ('listed_topic', split_part(NEW.niche, ':', 1), 1), ('listed_geography', NEW.geography, 1),
           ('listed_language', NEW.language, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "opportunities_counted" AFTER INSERT OR DELETE ON "opportunities" FOR EACH ROW
  EXECUTE FUNCTION count_listed();
CREATE TRIGGER "opportunities_recounted" AFTER UPDATE ON "opportunities" FOR EACH ROW
  WHEN ((OLD.status IN ('available', 'reserved')) <> (NEW.status IN ('available', 'reserved'))
        OR (OLD.mode, OLD.niche, OLD.geography, OLD.language) IS DISTINCT FROM (NEW.mode, NEW.niche, NEW.geography, NEW.language))
  EXECUTE FUNCTION count_listed();

-- The triggers hold off writers until this commits, so nothing is missed or counted twice.
INSERT INTO "figure_totals" ("figure", "label", "amount")
SELECT 'listed_' || property, value, count(*)
FROM "opportunities", LATERAL (VALUES ('topic', split_part("niche", ':', 1)), ('geography', "geography"),
  ('language', "language")) AS of_each (property, value)
WHERE "mode" = 'live' AND "status" IN ('available', 'reserved') GROUP BY 1, 2;
