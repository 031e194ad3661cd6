-- What follows cannot be said in schema.prisma.

-- The catalogue's page lists what is on offer by its score, also of one topic: the part of a niche before its colon.
CREATE INDEX "opportunities_best_idx" ON "opportunities" ("mode", "score" DESC, "id" DESC)
  WHERE "status" IN ('available', 'reserved');
CREATE INDEX "opportunities_topic_idx" ON "opportunities" ("mode", split_part("niche", ':', 1), "score" DESC, "id" DESC)
  WHERE "status" IN ('available', 'reserved');

-- Words are searched in what anybody may read, never in the findings.
CREATE INDEX "opportunities_words_idx" ON "opportunities" USING gin (
  to_tsvector('english', "title" || ' ' || "summary" || ' ' || "niche" || ' ' || "audience" || ' ' || "geography"))
  WHERE "status" IN ('available', 'reserved');
