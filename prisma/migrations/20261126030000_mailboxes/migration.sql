-- Mailbox behind an address as it is stored (contracts/email-address.ts says the same, a test compares): one person has
-- as many addresses as they like, by tags and, at some providers, by dots.
CREATE FUNCTION mailbox_of(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com')
         THEN pg_catalog.replace(name, '.', '') || '@gmail.com' ELSE name || '@' || domain END
  FROM (SELECT pg_catalog.split_part(pg_catalog.regexp_replace(email, '@[^@]*$', ''), '+', 1) AS name,
               pg_catalog.regexp_replace(email, '^.*@', '') AS domain) AS parts
$$;

-- What is scarce is counted by them.
CREATE INDEX accounts_mailbox_idx ON accounts (mailbox_of(email));
CREATE INDEX account_links_mailbox_idx ON account_links (mailbox_of(email), issued_at);
CREATE INDEX free_scans_mailbox_idx ON free_scans (mailbox_of(email), mailed_at);
CREATE INDEX support_requests_mailbox_idx ON support_requests (mailbox_of(email), created_at);
