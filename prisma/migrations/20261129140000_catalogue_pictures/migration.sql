-- Cards of the catalogue draw the scores of the seven dimensions, in the order of contracts/findings.ts: kept beside the
-- teaser, so that a page of the catalogue reads no findings.
ALTER TABLE opportunities ADD COLUMN dimension_scores integer[] DEFAULT ARRAY[]::integer[];
UPDATE opportunities SET dimension_scores = ARRAY(
  SELECT (convert_from(findings, 'UTF8')::json -> 'dimensions' -> name ->> 'score')::integer
  FROM unnest(ARRAY['demand', 'competition', 'monetization', 'acquisition', 'operatorFit', 'sustainability', 'risk'])
    WITH ORDINALITY AS dimension (name, place)
  ORDER BY place);

-- The catalogue is also read by price, page by page. It serves the lowest price as well.
CREATE INDEX opportunities_cheapest_idx ON opportunities (mode, price_amount, id)
  WHERE status IN ('available', 'reserved');
DROP INDEX opportunities_price_idx;

-- The catalogue says how many were sold.
CREATE INDEX opportunities_sold_idx ON opportunities (mode) WHERE status = 'sold';
