-- Coding of a document's bytes: as they are (NULL) or compressed by us ('br'). Documents of before stay as they are.
ALTER TABLE "artifacts" ADD COLUMN "encoding" TEXT;
-- Every row of before is NULL: nothing has to be looked through.
ALTER TABLE "artifacts" ADD CONSTRAINT "artifacts_encoding" CHECK ("encoding" = 'br') NOT VALID;
