import type { ScanStatusName } from '../contracts/scans';
import { machine } from './machine';

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
