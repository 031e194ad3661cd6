import { ApplicationFailure } from '@temporalio/common';
import { DefaultLogger, Runtime, type LogLevel } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Outage } from '../base/log';
import { subjectOf, subjectOfWorkflow } from '../base/subjects';
import { isDatabaseUnavailable } from '../prisma/connection';

const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;

/** Sources of our own log lines, which are written from INFO up. The SDK's own lines are written only from WARN up. */
const OURS: readonly unknown[] = ['workflow', 'activity'];

/** Fields that the SDK adds to each line and that nobody needs. Moreover, the task token is a secret. */
const DROPPED = new Set(['taskToken', 'isLocal', 'activityId', 'namespace', 'taskQueue', 'error', 'spanContexts']);

/** Makes the SDK name its metrics in Prometheus style, as we do. */
const PROMETHEUS_NAMES = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };

interface SdkLine {
  level: LogLevel;
  message: string;
  meta?: Record<string, unknown>;
}

/** Sends the logs of the Temporal SDK and its native core to our log. The core serves metrics at `metricsAddress`. */
export function installTemporalLog(log: Logger, database: Outage, metricsAddress: string | null = null): void {
  Runtime.install({
    logger: new DefaultLogger('INFO', (line) => writeLine(log, database, line)),
    telemetryOptions: {
      // Without this, the native core writes colored text directly to the output.
      logging: { forward: {}, filter: { core: 'WARN', other: 'ERROR' } },
      ...(metricsAddress && { metrics: { prometheus: { bindAddress: metricsAddress, ...PROMETHEUS_NAMES } } }),
    },
    // Disabled because the process has its own signal handlers.
    shutdownSignals: [],
  });
}

/** Writes a line from the SDK, unless it is dropped as described at {@link installTemporalLog}. */
export function writeLine(log: Logger, database: Outage, { level, message, meta = {} }: SdkLine): void {
  if (level !== 'WARN' && level !== 'ERROR' && !OURS.includes(meta.sdkComponent)) return;
  const { error } = meta;
  if (isDatabaseUnavailable(error)) return database.failed(error);
  log[LEVELS[level]]({ ...factsOf(meta), ...causeOf(error, meta.attempt) }, message);
}

function factsOf(meta: Record<string, unknown>): Record<string, unknown> {
  const { workflowId, runId, ...rest } = meta;
  const ids = typeof workflowId === 'string' ? { workflowId, ...subjectOfWorkflow(workflowId) } : {};
  const facts = Object.entries(rest).filter(([name]) => !DROPPED.has(name));
  return { ...Object.fromEntries(facts), ...executionOf(runId), ...ids };
}

// The SDK calls the execution id `runId`, but everywhere else that name means the id of a customer's run.
function executionOf(runId: unknown): Record<string, unknown> {
  if (typeof runId !== 'string') return {};
  return subjectOf(runId).runId ? { runId } : { workflowRunId: runId };
}

/** Logs typed failures by type and message. Other errors are our bugs, logged with their stack at the first attempt. */
function causeOf(error: unknown, attempt: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return error === undefined ? {} : { error };
  if (error instanceof ApplicationFailure && error.type) {
    return { failureType: error.type, cause: error.message, final: error.nonRetryable === true };
  }
  return typeof attempt === 'number' && attempt > 1 ? { causeType: error.name, cause: error.message } : { err: error };
}
