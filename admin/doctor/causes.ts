import type { Finding } from './check';

/**
 * Checks whose failure can explain other failures, root causes first. For example, an API without its database is not
 * ready, and without workers all work waits.
 */
const ROOTS = [
  'database',
  'migrations',
  'schema',
  'database-role',
  'settings',
  'start',
  'secrets',
  'temporal',
  'namespace',
  'search-attributes',
  'api',
  'workers',
  'task-queue',
  'builds',
  'agent',
  'payments',
  'mail',
];

/** Warnings that page an operator even if nothing fails. */
const WAKING = ['alerts', 'workers'];

/** Finding to fix first: the most basic failure, or else a warning that pages an operator; null if there is neither. */
export function causeOf(findings: readonly Finding[]): Finding | null {
  const failed = findings.filter(({ status }) => status === 'fail');
  const warned = findings.filter(({ status, name }) => status === 'warn' && WAKING.includes(name));
  return (
    failed.toSorted((a, b) => rankOf(a) - rankOf(b))[0] ??
    warned.toSorted((a, b) => WAKING.indexOf(a.name) - WAKING.indexOf(b.name))[0] ??
    null
  );
}

function rankOf({ name }: Finding): number {
  const rank = ROOTS.indexOf(name.split('/')[0]!);
  return rank < 0 ? ROOTS.length : rank;
}
