-- What follows cannot be said in schema.prisma.

-- Changes that were added up are in the way of those that read the rest: they are cleared after so many rows, not after a
-- share of the table.
ALTER TABLE "figure_changes" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
