import { isGrpcServiceError, ScheduleNotFoundError, type Client } from '@temporalio/client';
import { paymentKeyOf } from '../../../base/payment-settings';
import { SEARCH_ATTRIBUTE_TYPES, SEARCH_ATTRIBUTES } from '../../../base/search-attributes';
import { PAYMENT_SCHEDULES, scheduleIdOf } from '../../../modules/outbox/sweeps';
import { missingSearchAttributes, mistypedSearchAttributes } from '../../../vendors/search-attributes';
import { temporalAccess, isTemporalCloud } from '../../../vendors/temporal-client';
import { readDeployment, buildsWithoutWorkers } from '../../../vendors/worker-deployments';
import {
  check,
  fail,
  inTime,
  messageOf,
  ok,
  warn,
  counted,
  combined,
  type DoctorDeps,
  type PartialFinding,
} from '../check';

const [DEADLINE_EXCEEDED, NOT_FOUND, PERMISSION_DENIED, UNAVAILABLE, UNAUTHENTICATED] = [4, 5, 7, 14, 16];

const codeOf = (error: unknown) => (isGrpcServiceError(error) ? (error.code as number) : null);
const isRefused = (error: unknown) => [PERMISSION_DENIED, UNAUTHENTICATED].includes(codeOf(error) ?? 0);

export const temporalCheck = check({
  name: 'temporal',
  cure: 'Start it (docker compose up --detach --wait temporal; start PostgreSQL first if Temporal keeps its data there), or correct TEMPORAL_ADDRESS. Runs are accepted meanwhile and start when it is back.',
  async run({ temporal: client, env }) {
    const begun = performance.now();
    try {
      const { serverVersion } = await inTime(client, () => client.workflowService.getSystemInfo({}));
      return ok(`Temporal ${serverVersion} answers (connected in ${Math.round(performance.now() - begun)} ms).`);
    } catch (error) {
      const { address } = temporalAccess(env).connection;
      if (isRefused(error)) return refused(address, error);
      const why = codeOf(error) === DEADLINE_EXCEEDED ? 'no answer within 5 s' : messageOf(error);
      return fail(`Temporal does not answer at ${address}: ${why}.`, this.cure);
    }
  },
});

function refused(whose: string, error: unknown): PartialFinding {
  const cure =
    'Create a key for the namespace in Temporal Cloud, and set it as TEMPORAL_API_KEY (or a client certificate) for API and worker.';
  return fail(`Temporal refuses our key for ${whose}: ${messageOf(error)}.`, cure);
}

/** Long enough for operators to inspect yesterday's workflows, and for sweeps to restart closed workflows by id. */
const LEAST_RETENTION_S = 86_400;

/** Checks that the namespace exists and retains closed workflows long enough to inspect them. */
export const namespaceCheck = check({
  name: 'namespace',
  needs: ['temporal'],
  cure: 'Allow this client to describe the namespace.',
  async run({ temporal: client }) {
    const { namespace: name } = client.options;
    const ask = () => client.workflowService.describeNamespace({ namespace: name });
    const described = await inTime(client, ask).catch((error: unknown) => error as Error);
    if (described instanceof Error) return namespaceTrouble(name, described);
    const seconds = Number(described.config?.workflowExecutionRetentionTtl?.seconds ?? 0);
    const kept = `Namespace ${name} keeps closed workflows for ${Math.round(seconds / 3_600)} h.`;
    if (seconds >= LEAST_RETENTION_S) return ok(kept);
    return warn(kept, `temporal operator namespace update --namespace ${name} --retention 30d`);
  },
});

/** @throws `error` unless the namespace is missing, the key is refused or Temporal is unavailable */
function namespaceTrouble(name: string, error: Error): PartialFinding {
  if (isRefused(error)) return refused(name, error);
  if ([DEADLINE_EXCEEDED, UNAVAILABLE].includes(codeOf(error) ?? 0)) {
    const cure = 'Start the database of Temporal. If that is PostgreSQL, fix PostgreSQL first.';
    return fail(`Temporal answers, but cannot read its own database (namespace ${name}).`, cure);
  }
  if (codeOf(error) !== NOT_FOUND) throw error;
  const create = `temporal operator namespace create --namespace ${name} --retention 30d`;
  return fail(`Temporal has no namespace ${name}.`, `Correct TEMPORAL_NAMESPACE, or create it: ${create}`);
}

/** Checks our search attributes and their types. Temporal refuses to start workflows with unknown search attributes. */
export const searchAttributes = check({
  name: 'search-attributes',
  needs: ['namespace'],
  cure: 'Allow this client to read the search attributes.',
  async run({ temporal: client, env }) {
    const { namespace } = client.options;
    const [missing, mistyped] = await inTime(client, () =>
      Promise.all([
        missingSearchAttributes(client.connection, namespace),
        mistypedSearchAttributes(client.connection, namespace),
      ]),
    );
    if (mistyped.length > 0) {
      const named = mistyped.map(({ name, type }) => `${name} (${SEARCH_ATTRIBUTE_TYPES[type]})`).join(', ');
      const cure = 'Use a separate namespace: the type of a search attribute cannot be changed.';
      return fail(`Search attributes with the wrong type; workflows need: ${named}.`, cure);
    }
    if (missing.length > 0) {
      const inCloud = isTemporalCloud(temporalAccess(env).connection);
      const create = missing.map(({ name, type: of }) => {
        const type = SEARCH_ATTRIBUTE_TYPES[of];
        return inCloud
          ? `tcld namespace search-attributes add --namespace ${namespace} --search-attribute ${name}=${type}`
          : `temporal operator search-attribute create --namespace ${namespace} --name ${name} --type ${type}`;
      });
      return fail(`Missing: ${missing.map(({ name }) => name).join(', ')}.`, `${create.join('; ')}.`);
    }
    return ok(`${counted(Object.keys(SEARCH_ATTRIBUTES).length, 'search attribute')} exist in ${namespace}.`);
  },
});

/** Checks that the schedules for lost payments and reconciliation exist and are not paused. */
export const schedules = check({
  name: 'schedules',
  needs: ['namespace'],
  cure: 'Allow this client to describe schedules.',
  async run(deps) {
    const { env } = deps;
    if (!paymentKeyOf(env)) return ok('Payments are off: no schedule is needed.');
    const found = [];
    for (const name of PAYMENT_SCHEDULES) found.push(...(await checkSchedule(name, deps)));
    return found.length > 0 ? combined(found) : ok(`${PAYMENT_SCHEDULES.join(' and ')} are scheduled.`);
  },
});

async function checkSchedule(name: string, { temporal: client, taskQueue }: DoctorDeps): Promise<PartialFinding[]> {
  const id = scheduleIdOf(name, taskQueue);
  try {
    const { state, info } = await inTime(client, () => client.schedule.getHandle(id).describe());
    if (state.paused) return [warn(`${id} is paused: ${state.note || 'no note'}.`, `Unpause ${id} in Temporal Web.`)];
    const next = info.nextActionTimes[0];
    if (next) return [];
    return [warn(`${id} has no next run.`, `Delete ${id} in Temporal Web and restart a worker, which creates it.`)];
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    return [fail(`${id} does not exist.`, 'Start a worker with the payment provider’s keys: it creates the schedule.')];
  }
}

type Request = Parameters<Client['workflowService']['describeTaskQueue']>[0];
type Kind = NonNullable<Request['taskQueueType']>;

const KINDS = { workflows: 1, activities: 2 } as unknown as Record<'workflows' | 'activities', Kind>;

/** Checks that workers poll for workflows and activities. Temporal forgets a poller after a few minutes. */
export const taskQueueCheck = check({
  name: 'task-queue',
  needs: ['namespace'],
  cure: 'Allow this client to describe task queues.',
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
      return ok(`${counted(pollers['workflows']!, 'worker')} on the task queue ${name} of ${namespace}.`);
    const cure = 'Start a worker with this TASK_QUEUE and TEMPORAL_NAMESPACE, or restart the stopped worker.';
    return fail(`No worker polls ${name} in ${namespace} for ${idle.join(' and ')}.`, cure);
  },
});

/** Checks that the current build and every build with pinned workflows have workers. */
export const builds = check({
  name: 'builds',
  needs: ['namespace'],
  cure: 'Allow this client to describe worker deployments in the namespace.',
  async run({ temporal, taskQueue }) {
    const deployment = await readDeployment(temporal, taskQueue);
    if (deployment.builds.length === 0) return ok('Workers are unversioned (WORKER_VERSIONING=off).');
    const stranded = buildsWithoutWorkers(deployment);
    if (stranded.length > 0) {
      const names = stranded.map(({ buildId, pinned }) => `${buildId} (${pinned} workflows)`).join(', ');
      const cure =
        'Start a worker of that build, or move its workflows: see docs/runbook/runs.md#build-gone for the commands.';
      return fail(`Workflows are pinned to builds without workers: ${names}.`, cure);
    }
    const { current, unversioned } = deployment;
    const workers =
      current === null ? unversioned : deployment.builds.find(({ buildId }) => buildId === current)?.workers;
    const name = current === null ? 'Unversioned workers get' : `Build ${current} gets`;
    if (!workers?.length) {
      return fail(
        `${name} new work, but no such worker polls ${taskQueue}.`,
        'Start one, or make another build current: admin deploy promote BUILD --reason TEXT',
      );
    }
    if (current !== null && unversioned.length > 0) {
      const cure = `Set WORKER_VERSIONING=on there, or run: admin deploy promote unversioned --reason TEXT`;
      return warn(`${name} new work. Unversioned workers get none: ${unversioned.join(', ')}.`, cure);
    }
    return ok(`${name} new work.`);
  },
});
