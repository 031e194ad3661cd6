-- Cards of the catalogue say how many readers there could be, and when the likely case breaks even: kept beside the
-- teaser, as its scores are. People can be more than an integer holds. Month 0 is a case that does not break even within
-- the twelve months.
ALTER TABLE opportunities ADD COLUMN audience_people double precision, ADD COLUMN break_even_month integer;
UPDATE opportunities SET
  audience_people = (convert_from(findings, 'UTF8')::json #>> '{audienceSizing,people}')::double precision,
  break_even_month = CASE WHEN convert_from(findings, 'UTF8')::json #> '{unitEconomics,computed}' IS NOT NULL THEN
    coalesce((convert_from(findings, 'UTF8')::json #>> '{unitEconomics,computed,likely,breakEvenMonth}')::integer, 0) END;
