-- On its own, so that writers wait for no look through the table.
ALTER TABLE "artifacts" VALIDATE CONSTRAINT "artifacts_encoding";
