-- Looks at the ledger itself, whatever the caller's search path: a temporary table of the same name would come first in it, and
-- an unbalanced transaction would be summed up as nothing.
ALTER FUNCTION "refuse_unbalanced_ledger"() SET search_path = pg_catalog, public, pg_temp;
