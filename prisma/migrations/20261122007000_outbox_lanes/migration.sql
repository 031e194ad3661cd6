-- What follows cannot be said in schema.prisma.

-- The line in which a message waits: its account's, or that of its kind where it has none. Computed, so that the
-- previous version of the code fills it too. Compared by bytes, which is cheaper than by the rules of a language.
ALTER TABLE "outbox" ADD COLUMN "lane" TEXT COLLATE "C"
  GENERATED ALWAYS AS (COALESCE("message" -> 'search' ->> 'accountId', "message" -> 'search' ->> 'kind', '')) STORED;

-- A claim goes from lane to lane and reads the oldest of each, however many wait. Replaces
-- the index by time; the previous version reads the few that wait while both run without it.
DROP INDEX "outbox_pending_idx";
CREATE INDEX "outbox_lanes_idx" ON "outbox" ("lane", "available_at", "id") WHERE "delivered_at" IS NULL;

-- Old messages are found for deletion without reading those that wait.
CREATE INDEX "outbox_delivered_idx" ON "outbox" ("delivered_at") WHERE "delivered_at" IS NOT NULL;

-- A backlog that drains leaves what claims have to step over: it is cleared after so many rows, not after a share.
ALTER TABLE "outbox" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000);
