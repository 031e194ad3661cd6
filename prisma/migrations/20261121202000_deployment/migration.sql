-- Identity of this deployment, in the metadata of what it creates at the payment provider: two deployments on one provider
-- account recognise each other's objects. Generated here, so it survives another domain and comes back with a backup.
CREATE TABLE "deployment" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployment_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "deployment_only_one" ON "deployment" ((true));
INSERT INTO "deployment" ("id") VALUES ('dep_' || replace(gen_random_uuid()::text, '-', ''));

-- Other deployments on the same provider account, with the events of theirs that reached us and were ignored.
CREATE TABLE "foreign_deployments" (
    "id" TEXT NOT NULL,
    "ignored_events" INTEGER NOT NULL DEFAULT 0,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "foreign_deployments_pkey" PRIMARY KEY ("id")
);
