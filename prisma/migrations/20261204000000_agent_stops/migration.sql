-- A provider that refuses all work until an operator acts: a spend limit, a refused key, a disabled workspace. One row a
-- provider, the latest stop; while it is open no run leaves the queue but the one that claims the next try.
CREATE TABLE agent_stops (
  provider text NOT NULL,
  since timestamptz(3) NOT NULL,
  next_try_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  words text NOT NULL,
  CONSTRAINT agent_stops_pkey PRIMARY KEY (provider)
);
