import { MODES } from '../../base/access';
import { Failure } from '../../base/failures';
import { idSchema } from '../../base/ids';
import type { Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import { listRuns, type RunPage } from '../../modules/runs/store/lists';
import type { Run } from '../../modules/runs/store/runs';

export const RUN_ID = { prefix: 'run', missing: 'run_not_found' } as const;

const PATTERN = new RegExp(idSchema('run').pattern!);

/** A test or live run of the signed-in account; null if the account has no such run. */
export async function findRunOf(deps: ApiDeps, { account }: Session, id: string): Promise<Run | null> {
  if (!PATTERN.test(id)) return null;
  for (const mode of MODES) {
    const run = await deps.runs.find({ accountId: account.id, mode }, id);
    if (run) return run;
  }
  return null;
}

/** Run of the signed-in account. @throws Failure `run_not_found` */
export async function runOf(deps: ApiDeps, session: Session, id: string): Promise<Run> {
  const run = await findRunOf(deps, session, id);
  if (!run) throw new Failure('run_not_found');
  return run;
}

/** Test and live runs, newest first, at most `page.limit`. */
export async function listRunsOf({ db }: ApiDeps, accountId: string, page: RunPage): Promise<Run[]> {
  const all = (await Promise.all(MODES.map((mode) => listRuns(db, { accountId, mode }, page)))).flat();
  // Ids sort by creation time.
  return all.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit);
}
