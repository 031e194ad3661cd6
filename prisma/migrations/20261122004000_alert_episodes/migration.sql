-- Episodes: alerts about a condition that begins and ends, told by the API itself. Alerts about one object have no
-- seen_at; existing rows are of that kind.
ALTER TABLE "alerts"
  ADD COLUMN "seen_at" TIMESTAMPTZ(3),
  ADD COLUMN "cleared_at" TIMESTAMPTZ(3),
  ADD COLUMN "told_at" TIMESTAMPTZ(3),
  ADD COLUMN "announce_at" TIMESTAMPTZ(3);

-- One open episode of an alert, however many processes watch.
CREATE UNIQUE INDEX "alerts_open_episode_idx" ON "alerts" ("alert") WHERE "seen_at" IS NOT NULL AND "cleared_at" IS NULL;
CREATE INDEX "alerts_announce_idx" ON "alerts" ("announce_at") WHERE "announce_at" IS NOT NULL;

-- The failure rate of the last hour.
CREATE INDEX "runs_ended_idx" ON "runs" ("completed_at") WHERE "completed_at" IS NOT NULL;
