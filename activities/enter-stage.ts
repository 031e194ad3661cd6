import type { Stage } from '../contracts/runs';
import { reachStage } from '../store/runs/reach-stage';
import type { ActivityDeps } from './deps';

/**
 * Moves the row of a run to the stage that its workflow entered with this step (`enter` in `workflows/paid-run.ts`);
 * does nothing if the step belongs to no stage.
 */
export async function enterStage({ db }: Pick<ActivityDeps, 'db'>, runId: string, stage: Stage | null): Promise<void> {
  if (stage) await reachStage(db, runId, stage);
}
