-- Which secret of TOKEN_SECRET made the token of a row: its id, never the secret. A mail that is sent again after a rotation
-- must be made with the same one. Rows from before have none; theirs is found by trying.
ALTER TABLE "account_links" ADD COLUMN "token_key_id" TEXT;
ALTER TABLE "free_scans" ADD COLUMN "token_key_id" TEXT;
ALTER TABLE "consents" ADD COLUMN "token_key_id" TEXT;
