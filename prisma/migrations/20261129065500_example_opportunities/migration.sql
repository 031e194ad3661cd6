-- Lists say which opportunities are invented examples without reading their findings.
ALTER TABLE opportunities ADD COLUMN is_example boolean NOT NULL DEFAULT false;
UPDATE opportunities SET is_example = true
WHERE convert_from(findings, 'UTF8')::jsonb #>> '{provenance,provider}' IN ('local-sample', 'sandbox', 'sample');
