import type { Finding } from './check';

/**
 * Checks whose failure explains those after them, the root first: Temporal may keep its data in the same PostgreSQL, an API
 * without its database is not ready, and without workers everything waits. What is not named here explains nothing else.
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

/** Warnings that a person is woken by, where nothing fails. */
const WAKING = ['alerts', 'workers'];

/** The one finding to begin with: of failures the root, else a warning that wakes somebody; null where nothing does. */
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
