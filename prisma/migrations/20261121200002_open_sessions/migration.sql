-- Sessions whose cost is not known: those of runs under way, and few of runs that ended while the provider was down.
CREATE INDEX "runs_open_sessions_idx" ON "runs" ("completed_at") WHERE "session_id" IS NOT NULL AND "cost_micros" IS NULL;
CREATE INDEX "candidates_open_sessions_idx" ON "candidates" ("run_id") WHERE "session_id" IS NOT NULL AND "cost_micros" IS NULL;
