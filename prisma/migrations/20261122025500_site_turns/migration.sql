-- Turns at the sites whose pages are cited, across processes. Unlogged: after a crash of the database every site is free.
CREATE UNLOGGED TABLE "site_turns" (
    "site" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "free_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_turns_pkey" PRIMARY KEY ("site")
);
