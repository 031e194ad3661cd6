-- A link shares the dossier of a run, or that of a bought opportunity. The table keeps its name: a build before this one
-- reads and writes links to runs in it.
ALTER TABLE run_shares ALTER COLUMN run_id DROP NOT NULL;
ALTER TABLE run_shares ADD COLUMN order_id text;
ALTER TABLE run_shares ADD CONSTRAINT run_shares_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE run_shares ADD CONSTRAINT run_shares_subject_check CHECK (num_nonnulls(run_id, order_id) = 1);
CREATE INDEX run_shares_order_id_id_idx ON run_shares (order_id, id DESC);
