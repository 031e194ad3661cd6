import type { Client } from '@temporalio/client';
import { check, counted, fail, inTime, ok } from '../check';

type Request = Parameters<Client['workflowService']['describeTaskQueue']>[0];
type Kind = NonNullable<Request['taskQueueType']>;

/** Numbers of the kinds of task queues in Temporal's API. */
const KINDS = { workflows: 1, activities: 2 } as unknown as Record<'workflows' | 'activities', Kind>;

/** Workers poll the task queue, for workflows and for activities: by Temporal, which forgets a poller after minutes. */
export const taskQueue = check({
  name: 'task-queue',
  needs: ['temporal'],
  cure: 'Create the namespace first, and let this client describe task queues.',
  async run({ temporal: client, taskQueue: name }) {
    const { namespace } = client.options;
    const pollers: Record<string, number> = {};
    for (const [kind, taskQueueType] of Object.entries(KINDS)) {
      const described = await inTime(client, () =>
        client.workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType }),
      );
      pollers[kind] = new Set(described.pollers?.map(({ identity }) => identity)).size;
    }
    const idle = Object.keys(KINDS).filter((kind) => pollers[kind] === 0);
    if (idle.length === 0)
      return ok(`${counted(pollers['workflows']!, 'worker')} at the task queue ${name} of ${namespace}.`);
    const cure = 'Start a worker with this TASK_QUEUE and TEMPORAL_NAMESPACE, or start the one that is stopped.';
    return fail(`No worker polls ${name} in ${namespace} for ${idle.join(' and ')}.`, cure);
  },
});
