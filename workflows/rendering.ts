import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';

/** Renders the documents of a run, which takes seconds of one processor at most. */
export const { renderDossier } = proxyActivities<Activities>({
  startToCloseTimeout: '2 minutes',
  retry: { maximumAttempts: 5 },
  summary: 'Render the dossier',
});
