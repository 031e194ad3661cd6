import type { RunFailureCode } from '../../contracts/run-failures';
import { beginRun } from '../../store/runs/begin-run';
import { completeRun } from '../../store/runs/complete-run';
import { saveArtifact } from '../../store/runs/save-artifact';
import { reachStage } from '../../store/runs/reach-stage';
import { endRun } from '../../store/runs/end-run';
import { forgetEverywhere } from './api';
import type { TestDatabase } from './database';

const HOUR_MS = 3_600_000;

/** Moves a queued run to running, as its workflow would; every API of this process knows. */
export async function begin(db: TestDatabase, runId: string) {
  const begun = await beginRun(db, runId, HOUR_MS);
  forgetEverywhere(runId);
  return begun;
}

/** Moves a queued run to completed, with small documents. */
export async function complete(db: TestDatabase, runId: string, findings: object): Promise<void> {
  await begin(db, runId);
  await reachStage(db, runId, 'validating');
  await saveArtifact(db, runId, 'findings', Buffer.from(JSON.stringify(findings)));
  await reachStage(db, runId, 'rendering');
  await saveArtifact(db, runId, 'dossierHtml', Buffer.from('<!doctype html><title>dossier</title>'));
  await saveArtifact(db, runId, 'dossierPdf', Buffer.from('%PDF-1.7 dossier'));
  await completeRun(db, runId, 123_456);
  forgetEverywhere(runId);
}

/** Moves a queued run to failed. */
export async function fail(db: TestDatabase, runId: string, reason: RunFailureCode): Promise<void> {
  await begin(db, runId);
  await endRun(db, runId, 'failed', reason, 1_000);
  forgetEverywhere(runId);
}
