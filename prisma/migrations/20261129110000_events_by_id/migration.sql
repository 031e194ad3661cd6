-- Events of an account as a list, newest first.
CREATE INDEX product_events_account_id_mode_id_idx ON product_events (account_id, mode, id);
