import type { ScanStatusName } from '../contracts/scans';
import { machine } from './machine';
import { LOST_AFTER_MS, MINUTE, START_A_WORKER, type Waiting } from './waits';

/** States of a free scan (docs/interface.md, Free scans). Its confirmation token exists once it is mailed. */
export const SCAN = machine<ScanStatusName>({
  queued: ['awaiting_confirmation', 'expired'],
  awaiting_confirmation: ['confirmed', 'expired'],
  confirmed: ['running', 'failed'],
  running: ['completed', 'failed'],
  completed: [],
  failed: [],
  expired: [],
});

/** What waits for somebody to confirm a scan. */
export const SCAN_CONFIRMATION_WAIT = {
  what: 'Free scan that nobody confirmed',
  table: 'free_scans',
  id: 'free_scans.id',
  waits: "status IN ('queued', 'awaiting_confirmation')",
  since: 'confirmation_expires_at',
  from: 'the end of its link',
  longestMs: MINUTE,
  workflows: ['scan'],
  sweep: 'upkeep',
  net: { ends: 'ends it as expired' },
  cure: 'Start a worker, whose sweep ends it.',
} as const satisfies Waiting;

/** What waits for the workflow of a confirmed scan. */
export const SCAN_WAIT = {
  what: 'Free scan that was confirmed',
  table: 'free_scans',
  id: 'free_scans.id',
  waits: "status IN ('confirmed', 'running')",
  since: 'confirmed_at',
  from: 'its confirmation',
  longestMs: LOST_AFTER_MS,
  workflows: ['scan'],
  sweep: 'lost_work',
  net: { starts: 'its session continues', workflowId: "'scan/' || free_scans.id" },
  cure: START_A_WORKER,
} as const satisfies Waiting;
