-- A run that ended keeps what is left of its reservation until the costs of all its sessions are known.
ALTER TABLE runs ADD COLUMN costs_open boolean NOT NULL DEFAULT false;

CREATE INDEX runs_costs_open_idx ON runs (account_id, mode, completed_at) WHERE costs_open;

-- Costs that candidates brought after their search had ended were not added. Those of erased accounts are gone.
UPDATE runs SET cost_micros = counted.cost, version = version + 1
FROM (SELECT id, (COALESCE(session_cost_micros, 0) + of_candidates.cost + COALESCE(of_strays.cost, 0))::int AS cost
      FROM runs
      JOIN (SELECT run_id, sum(cost_micros) AS cost FROM candidates
            WHERE NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = candidates.session_id)
            GROUP BY run_id) AS of_candidates ON of_candidates.run_id = id
      LEFT JOIN (SELECT run_id, sum(cost_micros) AS cost FROM stray_sessions GROUP BY run_id) AS of_strays
        ON of_strays.run_id = id
      WHERE of_candidates.cost IS NOT NULL) AS counted
WHERE runs.id = counted.id AND runs.completed_at IS NOT NULL AND counted.cost > COALESCE(runs.cost_micros, 0);

-- Reservations are of one month.
UPDATE runs SET costs_open = true
WHERE completed_at > now() - interval '31 days' AND (
  (session_id IS NOT NULL AND session_cost_micros IS NULL
    AND NOT EXISTS (SELECT 1 FROM stray_sessions WHERE stray_sessions.session_id = runs.session_id AND closed_at IS NOT NULL))
  OR EXISTS (SELECT 1 FROM candidates WHERE run_id = runs.id AND session_id IS NOT NULL AND cost_micros IS NULL
    AND NOT EXISTS (SELECT 1 FROM stray_sessions
                    WHERE stray_sessions.session_id = candidates.session_id AND closed_at IS NOT NULL))
  OR EXISTS (SELECT 1 FROM stray_sessions WHERE run_id = runs.id AND closed_at IS NULL));
