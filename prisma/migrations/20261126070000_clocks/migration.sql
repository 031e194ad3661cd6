-- What the clock of a process said less what the database's said, at its last report; null for one of an older build.
ALTER TABLE workers ADD COLUMN skew_ms INTEGER;
