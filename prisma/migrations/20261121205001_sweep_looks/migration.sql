-- CreateTable
CREATE TABLE "sweep_looks" (
    "sweep" TEXT NOT NULL,
    "item" TEXT NOT NULL,
    "looked_at" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "sweep_looks_pkey" PRIMARY KEY ("sweep","item")
);
