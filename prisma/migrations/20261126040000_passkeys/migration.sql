-- Passkeys, and the challenges that they sign. Neither is known to 1.0, whose code goes on beside them.
CREATE TABLE passkeys (
  id text NOT NULL,
  account_id text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL DEFAULT 0,
  transports text[] DEFAULT ARRAY[]::text[],
  synced boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts (id)
    ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX passkeys_credential_id_key ON passkeys (credential_id);
CREATE INDEX passkeys_account_id_idx ON passkeys (account_id);

CREATE TABLE passkey_challenges (
  hash bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('sign_in', 'step_up', 'add')),
  session_id text CHECK ((session_id IS NULL) = (purpose = 'sign_in')),
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (hash),
  -- A session that ends takes its challenges along.
  CONSTRAINT passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES account_sessions (id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX passkey_challenges_session_id_idx ON passkey_challenges (session_id);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);
