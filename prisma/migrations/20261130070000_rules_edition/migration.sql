-- Edition of the rules of findings that the prompt of a session has, by which its submissions are judged; null where it
-- began under an agent that was provisioned before there were editions.
ALTER TABLE runs ADD COLUMN rules_edition int;
ALTER TABLE candidates ADD COLUMN rules_edition int;
ALTER TABLE free_scans ADD COLUMN rules_edition int;
