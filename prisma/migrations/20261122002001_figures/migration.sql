-- CreateTable
CREATE TABLE "figure_changes" (
    "id" BIGSERIAL NOT NULL,
    "figure" TEXT NOT NULL,
    "label" TEXT NOT NULL DEFAULT '',
    "amount" BIGINT NOT NULL,

    CONSTRAINT "figure_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "figure_totals" (
    "figure" TEXT NOT NULL,
    "label" TEXT NOT NULL DEFAULT '',
    "amount" BIGINT NOT NULL,

    CONSTRAINT "figure_totals_pkey" PRIMARY KEY ("figure","label")
);

-- CreateTable
CREATE TABLE "sweep_passes" (
    "sweep" TEXT NOT NULL,
    "completed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sweep_passes_pkey" PRIMARY KEY ("sweep")
);

-- What follows cannot be said in schema.prisma.

-- Age of the oldest message that waits; its availability moves with every attempt.
CREATE INDEX "outbox_waiting_idx" ON "outbox" ("created_at") WHERE "delivered_at" IS NULL;

-- Counted by what changes a row, in its transaction, so that a figure is as cheap with a million rows as with ten. Changes
-- are inserted only, since all writers of one total would wait for each other; the worker's sweep adds them up.
CREATE FUNCTION count_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO figure_changes (figure, label, amount) VALUES (TG_ARGV[0], OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO figure_changes (figure, label, amount) VALUES (TG_ARGV[0], NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "orders_counted" AFTER INSERT OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION count_status('orders');
CREATE TRIGGER "orders_recounted" AFTER UPDATE OF "status" ON "orders" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_status('orders');
CREATE TRIGGER "refunds_counted" AFTER INSERT OR DELETE ON "refunds" FOR EACH ROW EXECUTE FUNCTION count_status('refunds');
CREATE TRIGGER "refunds_recounted" AFTER UPDATE OF "status" ON "refunds" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_status('refunds');
CREATE TRIGGER "withdrawals_counted" AFTER INSERT OR DELETE ON "withdrawals" FOR EACH ROW
  EXECUTE FUNCTION count_status('withdrawals');
CREATE TRIGGER "withdrawals_recounted" AFTER UPDATE OF "status" ON "withdrawals" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_status('withdrawals');
CREATE TRIGGER "webhook_deliveries_counted" AFTER INSERT OR DELETE ON "webhook_deliveries" FOR EACH ROW
  EXECUTE FUNCTION count_status('webhook_deliveries');
CREATE TRIGGER "webhook_deliveries_recounted" AFTER UPDATE OF "status" ON "webhook_deliveries" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION count_status('webhook_deliveries');

-- Runs that have not ended are few and counted by their own index; those that ended are never deleted.
CREATE FUNCTION count_ended_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (figure, label, amount) VALUES ('runs_finished', NEW.kind || '/' || NEW.status, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER "runs_counted" AFTER UPDATE OF "status" ON "runs" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND NEW.status IN ('completed', 'failed', 'canceled', 'expired'))
  EXECUTE FUNCTION count_ended_run();
CREATE TRIGGER "runs_counted_at_once" AFTER INSERT ON "runs" FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'failed', 'canceled', 'expired')) EXECUTE FUNCTION count_ended_run();

CREATE FUNCTION count_cost() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (figure, amount)
  VALUES ('spend_micros', COALESCE(NEW.cost_micros, 0) - COALESCE(OLD.cost_micros, 0));
  RETURN NULL;
END $$;
CREATE TRIGGER "runs_cost_counted" AFTER UPDATE OF "cost_micros" ON "runs" FOR EACH ROW
  WHEN (OLD.cost_micros IS DISTINCT FROM NEW.cost_micros) EXECUTE FUNCTION count_cost();
CREATE TRIGGER "free_scans_cost_counted" AFTER UPDATE OF "cost_micros" ON "free_scans" FOR EACH ROW
  WHEN (OLD.cost_micros IS DISTINCT FROM NEW.cost_micros) EXECUTE FUNCTION count_cost();

CREATE FUNCTION count_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO figure_changes (figure, label, amount) VALUES ('alerts_raised', NEW.alert, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER "alerts_counted" AFTER INSERT ON "alerts" FOR EACH ROW EXECUTE FUNCTION count_alert();

-- The triggers hold off writers until this commits, so nothing is missed or counted twice.
INSERT INTO "figure_totals" SELECT 'orders', "status", count(*) FROM "orders" GROUP BY 2;
INSERT INTO "figure_totals" SELECT 'refunds', "status", count(*) FROM "refunds" GROUP BY 2;
INSERT INTO "figure_totals" SELECT 'withdrawals', "status", count(*) FROM "withdrawals" GROUP BY 2;
INSERT INTO "figure_totals" SELECT 'webhook_deliveries', "status", count(*) FROM "webhook_deliveries" GROUP BY 2;
INSERT INTO "figure_totals" SELECT 'runs_finished', "kind" || '/' || "status", count(*) FROM "runs"
  WHERE "status" IN ('completed', 'failed', 'canceled', 'expired') GROUP BY 2;
INSERT INTO "figure_totals" SELECT 'spend_micros', '', COALESCE((SELECT sum("cost_micros") FROM "runs"), 0)
  + COALESCE((SELECT sum("cost_micros") FROM "free_scans"), 0);
INSERT INTO "figure_totals" SELECT 'alerts_raised', "alert", count(*) FROM "alerts" GROUP BY 2;
