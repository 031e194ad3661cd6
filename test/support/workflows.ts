import { execFile } from 'node:child_process';
import { WorkflowNotFoundError, type WorkflowHandle } from '@temporalio/client';
import { built } from '../../local/process/launch';
import { call, IDEA } from './api';
import { mailTo, tokenIn } from './mails';
import type { Shop } from './shop';

/** Everything that Temporal stores about a workflow, as one string with decoded payloads. */
export async function textOfHistory(handle: WorkflowHandle): Promise<string> {
  const { events } = await handle.fetchHistory();
  return JSON.stringify(events, (_key, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString();
    const { type, data } = (value ?? {}) as { type?: unknown; data?: number[] };
    return type === 'Buffer' ? Buffer.from(data!).toString() : value;
  });
}

/** Activities that a workflow called through its task queue, in order, with their summaries in Temporal Web. */
export async function callsIn(handle: WorkflowHandle): Promise<{ activity: string; summary: string | null }[]> {
  const { events } = await handle.fetchHistory();
  return events!.flatMap(({ activityTaskScheduledEventAttributes: scheduled, userMetadata }) => {
    if (!scheduled) return [];
    const summary = userMetadata?.summary?.data;
    const decoded = summary ? (JSON.parse(Buffer.from(summary).toString()) as string) : null;
    return [{ activity: scheduled.activityType!.name!, summary: decoded }];
  });
}

/** Temporal Web's view of an ended workflow: its status, its result, and the search attributes set at its end. */
export async function endOf(handle: WorkflowHandle) {
  const result: unknown = await handle.result().catch(() => null);
  const { status, searchAttributes } = await handle.describe();
  const of = (name: string) => (searchAttributes[name] as (string | number)[] | undefined)?.[0] ?? null;
  return { status: status.name, outcome: of('Outcome'), failureCode: of('FailureCode'), amount: of('Amount'), result };
}

/** Runs `admin deploy …` as an operator does, with additional environment variables. */
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

/** A scan whose workflow waits for confirmation. */
export interface RequestedScan {
  workflowId: string;
  confirm: () => Promise<unknown>;
}

let people = 0;

/** Requests a scan and waits for its confirmation email. */
export async function scanOf({ api, mails }: Shop): Promise<RequestedScan> {
  const email = `reader-${++people}@example.com`;
  const { body } = await call<{ scanId: string }>(api, 'POST', '/v1/scan', { body: { email, idea: IDEA } });
  // Once the email is sent, the workflow waits for confirmation.
  const token = tokenIn(await mailTo(mails, email, 'scan-confirmation'));
  const path = `/v1/scan/confirm?token=${encodeURIComponent(token)}`;
  const confirm = () => call(api, 'GET', path, { headers: { accept: 'application/json' } });
  return { workflowId: `scan/${body.scanId}`, confirm };
}

/** Build that ran a workflow's last task. Undefined if there is no workflow, task or worker version. */
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

/**
 * Returns the workflow bundle with a statement added to the scan workflow, at the point where the workflow waits for
 * confirmation. `statement` receives the name of the SDK's module in the bundle.
 */
export function changedScan(code: string, statement: (sdk: string) => string): string {
  const changed = code.replace(
    /(_temporalio_workflow__WEBPACK_IMPORTED_MODULE_\d+__)(\.setHandler\)\(scanConfirmed, .*\n)/,
    (whole: string, sdk: string) => `${whole}    ${statement(sdk)}\n`,
  );
  if (changed === code) throw new Error('The bundle has no scan where this looks for it');
  return changed;
}
