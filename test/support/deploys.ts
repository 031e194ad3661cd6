import { execFile } from 'node:child_process';
import { WorkflowNotFoundError } from '@temporalio/client';
import { built } from '../../local/programs';
import { call, IDEA } from './api';
import { mailTo, tokenIn } from './mails';
import type { Shop } from './shop';

/** Runs `admin deploy …` as an operator does, with further settings in its environment. */
export function deployAs(
  shop: Shop,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: shop.db.url,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS,
    TASK_QUEUE: shop.taskQueue,
    ADMIN_ACTOR: 'ada',
    ...settings,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [built('admin/main'), 'deploy', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

/** A scan whose workflow waits for its confirmation. */
export interface RequestedScan {
  workflowId: string;
  confirm: () => Promise<unknown>;
}

let people = 0;

/** Requests a scan and waits for the mail that asks for its confirmation. */
export async function scanOf({ api, mails }: Shop): Promise<RequestedScan> {
  const email = `reader-${++people}@example.com`;
  const { body } = await call<{ scanId: string }>(api, 'POST', '/v1/scan', { body: { email, idea: IDEA } });
  // The workflow waits for the confirmation once the mail has gone out.
  const token = tokenIn(await mailTo(mails, email, 'scan-confirmation'));
  const path = `/v1/scan/confirm?token=${encodeURIComponent(token)}`;
  const confirm = () => call(api, 'GET', path, { headers: { accept: 'application/json' } });
  return { workflowId: `scan/${body.scanId}`, confirm };
}

/**
 * Build that a workflow's last task ran on; undefined before its first task, before its message is delivered, and for
 * a worker without a version.
 */
export async function lastBuildOf({ temporal }: Shop, workflowId: string): Promise<string | null | undefined> {
  const described = await temporal.workflow
    .getHandle(workflowId)
    .describe()
    .catch((error: unknown) => {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    });
  return described?.raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId;
}
