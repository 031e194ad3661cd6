-- APIs report here too. What a process sees wrong with itself: facts by the name of the alert.
ALTER TABLE workers ADD COLUMN troubles jsonb NOT NULL DEFAULT '{}';
