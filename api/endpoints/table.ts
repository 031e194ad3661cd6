import type { AnyEndpoint } from '../endpoint';
import { getAccount } from './account/get-account';
import { getUsage } from './account/get-usage';
import { describeApi } from './developer/describe-api';
import { getDeveloper } from './developer/get-developer';
import { getFindingsSchema } from './developer/get-findings-schema';
import { createEvaluation } from './evaluations/create-evaluation';
import { getHealth } from './platform/health';
import { getReady } from './platform/ready';
import { cancelRun } from './runs/cancel-run';
import { exportRun } from './runs/export-run';
import { getDossier } from './runs/get-dossier';
import { getFindings } from './runs/get-findings';
import { getPortfolio } from './runs/get-portfolio';
import { getRun } from './runs/get-run';
import { getSampleFindings } from './runs/get-sample-findings';
import { listRuns } from './runs/list-runs';
import { createSearch } from './searches/create-search';
import { createWebhook } from './webhooks/create-webhook';
import { listWebhooks } from './webhooks/list-webhooks';

const endpoints: readonly AnyEndpoint[] = [
  getHealth,
  getReady,
  createEvaluation,
  createSearch,
  // Before the paths with `{id}`, which would take "sample" for one.
  getSampleFindings,
  listRuns,
  getRun,
  getFindings,
  getDossier,
  getPortfolio,
  exportRun,
  cancelRun,
  getAccount,
  getUsage,
  listWebhooks,
  createWebhook,
  getDeveloper,
  getFindingsSchema,
];

/** Every endpoint of the API: the one table from which everything else is derived. */
export function allEndpoints(publicUrl: string): AnyEndpoint[] {
  return [...endpoints, ...describeApi(endpoints, publicUrl)];
}
