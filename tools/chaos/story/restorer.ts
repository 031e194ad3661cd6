import type { Break } from '../../../store/reconciliation/row';
import { command, type World } from './world';

/** Days that a reconciliation goes back: more than a story lets pass. */
const SINCE_MS = 60 * 86_400_000;

/** Says that the database was set back, before workers look at it. */
export const sayRestored = (world: World) => command(world, 'deploy', 'restored');

/**
 * Does what docs/runbook/restore.md says under "Reconcile", at most so often, until nothing is open; what then is, is seen
 * at the end.
 */
export async function reconcileAfterRestore(world: World, passes: number): Promise<void> {
  await command(world, 'runs', 'resume');
  for (let pass = 0; pass < passes; pass++) {
    const open = await openSince(world);
    world.journal.note('reconciled after a restore', { open: open?.length ?? null });
    if (open?.length === 0) return;
    if (open) await returnOrphans(world, open);
  }
}

/** Gives payments back whose order was lost; returns the other breaks. */
export async function returnOrphans(world: World, breaks: Break[]): Promise<Break[]> {
  const isOrphan = ({ cause, kind }: Break) => cause === 'unknown_order' && kind === 'charge';
  for (const { id } of breaks.filter(isOrphan)) await command(world, 'orphans', 'return', id);
  return breaks.filter((each) => !isOrphan(each));
}

async function openSince({ place }: World): Promise<Break[] | null> {
  const since = new Date(Date.now() - SINCE_MS).toISOString();
  const listed = await place.admin('reconcile', '--since', since, '--json').catch(() => null);
  return listed === null ? null : (JSON.parse(listed) as Break[]).filter(({ status }) => status === 'open');
}
