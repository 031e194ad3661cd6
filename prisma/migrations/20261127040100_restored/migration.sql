-- Each session of an agent asks when the database was last said to be restored (store/deployment/restores.ts).
CREATE INDEX audit_events_restored_idx ON audit_events (at) WHERE action = 'database.restored';
