import type { ScanLimits } from '../../base/work-limits';
import { WORKFLOWS, type ScanInput, type WorkflowMessage } from '../../base/workflow-messages';
import { listed, LOST_AFTER_MS, MINUTE, START_A_WORKER, type Waiting } from '../outbox/sweeps';
import { SCAN } from './rules';

/** Starts the workflow of a free scan. The signal confirms the scan, even if its workflow has not started yet. */
export function scanMessage(limits: ScanLimits, scanId: string, signal?: 'scanConfirmed'): WorkflowMessage {
  return {
    workflowType: WORKFLOWS.scan,
    workflowId: `scan/${scanId}`,
    input: {
      scanId,
      confirmationMs: limits.scanConfirmationMs,
      deadlineMs: limits.scanDeadlineMs,
      maxRepairs: limits.maxRepairs,
      heartbeatTimeoutMs: limits.heartbeatTimeoutMs,
      stepTimeoutMs: limits.stepTimeoutMs,
    } satisfies ScanInput,
    ...(signal && { signal }),
    summary: `Free scan ${scanId}`,
    search: { kind: 'free_scan', accountId: null, mode: 'live', runId: scanId },
  };
}

export const SCAN_CONFIRMATION_WAIT = {
  what: 'Unconfirmed free scan',
  table: 'free_scans',
  id: 'free_scans.id',
  waits: `status IN (${listed(SCAN.before('expired'))})`,
  since: 'confirmation_expires_at',
  from: 'its link expires',
  longestMs: MINUTE,
  workflows: ['scan'],
  sweep: 'upkeep',
  net: { ends: 'expires it' },
  cure: 'Start a worker; its sweep ends it.',
} as const satisfies Waiting;

export const SCAN_WAIT = {
  what: 'Confirmed free scan',
  table: 'free_scans',
  id: 'free_scans.id',
  waits: `status IN (${listed(SCAN.before('failed'))})`,
  since: 'confirmed_at',
  from: 'its confirmation',
  longestMs: LOST_AFTER_MS,
  workflows: ['scan'],
  sweep: 'lost_work',
  net: { starts: 'its agent session continues', workflowId: "'scan/' || free_scans.id" },
  cure: START_A_WORKER,
} as const satisfies Waiting;
