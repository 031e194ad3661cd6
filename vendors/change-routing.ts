import { isGrpcServiceError, type Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { inTime, isAnswer, NOT_FOUND, pinnedTo, type WorkerDeployment } from './worker-deployments';

const FAILED_PRECONDITION = 9;
const { PINNED_OVERRIDE_BEHAVIOR_PINNED: PINNED } = temporal.api.workflow.v1.VersioningOverride.PinnedOverrideBehavior;

/** Change of the build that runs new workflows. A null `current` means unversioned workers. */
export type RoutingChange = { current: string | null } | { ramping: string; percent: number } | { ramping: null };

/** Temporal refused a routing change. Nothing was changed. */
export class RoutingRefused extends Error {
  override name = 'RoutingRefused';
}

/**
 * Changes which build runs new workflows, unless somebody changed the routing after `seen` was read.
 * @throws RoutingRefused with the server's reason
 */
export async function changeRouting(
  client: Client,
  seen: Pick<WorkerDeployment, 'name' | 'conflictToken'>,
  change: RoutingChange,
): Promise<void> {
  const { namespace, identity } = client.options;
  const common = { namespace, deploymentName: seen.name, conflictToken: seen.conflictToken, identity };
  const call = async () => {
    if ('current' in change) {
      const request = { ...common, buildId: change.current ?? '' };
      await client.workflowService.setWorkerDeploymentCurrentVersion(request);
    } else {
      const percentage = change.ramping === null ? 0 : change.percent;
      const request = { ...common, buildId: change.ramping ?? '', percentage };
      await client.workflowService.setWorkerDeploymentRampingVersion(request);
    }
  };
  await inTime(client, call).catch((error: unknown) => {
    if (isGrpcServiceError(error) && isAnswer(error, NOT_FOUND, FAILED_PRECONDITION)) {
      throw new RoutingRefused(`Temporal refuses: ${error.details}`, { cause: error });
    }
    throw error;
  });
}

/** Moves running workflows from one build to another, which must be able to replay them. Returns their number. */
export async function movePinned(client: Client, deploymentName: string, from: string, to: string): Promise<number> {
  const { namespace, identity } = client.options;
  let moved = 0;
  for await (const { workflowId, runId } of client.workflow.list({ query: pinnedTo(deploymentName, from) })) {
    await inTime(client, () =>
      client.workflowService.updateWorkflowExecutionOptions({
        namespace,
        identity,
        workflowExecution: { workflowId, runId },
        workflowExecutionOptions: {
          versioningOverride: { pinned: { behavior: PINNED, version: { deploymentName, buildId: to } } },
        },
        updateMask: { paths: ['versioning_override'] },
      }),
    ).catch((error: unknown) => {
      // The workflow ended in the meantime.
      if (!isAnswer(error, NOT_FOUND)) throw error;
      moved -= 1;
    });
    moved += 1;
  }
  return moved;
}
