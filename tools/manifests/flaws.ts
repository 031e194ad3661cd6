import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiSettings } from '../../http/settings';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { SECRET_SETTINGS } from '../../platform/secret-files';
import { parseDuration } from '../../platform/settings';
import { workerSettings } from '../../worker/settings';

type Labels = Record<string, string>;
interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
}
interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  name: string;
  image: string;
  env?: { name: string; value?: string; valueFrom?: unknown }[];
  envFrom?: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  resources?: { requests?: Record<string, string>; limits?: Record<string, string> };
  securityContext?: object;
  volumeMounts?: { name: string; mountPath: string }[];
}
interface Pod {
  automountServiceAccountToken?: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; fsGroup?: number };
  containers: Container[];
  volumes?: { name: string; secret?: { items?: { key: string; path: string }[] } }[];
}

/** One object of Kubernetes, as far as it is looked at here. */
export interface KubernetesObject {
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels };
  data?: Record<string, string>;
  spec?: {
    replicas?: number;
    minReplicas?: number;
    maxReplicas?: number;
    strategy?: { rollingUpdate?: { maxSurge?: number } };
    template?: { metadata: { labels: Labels }; spec: Pod };
    /** Of a service labels, else a selector. */
    selector?: Selector | Labels;
    podSelector?: Selector;
    ingress?: { ports?: { port: number | string }[] }[];
    ports?: { targetPort: string }[];
    scaleTargetRef?: { name: string };
    metrics?: { external: { metric: { name: string } } }[];
  };
}

/** Variables that the image of each stage of the Dockerfile reads. */
const READ: Record<string, readonly string[]> = {
  api: Object.keys(apiSettings),
  worker: Object.keys(workerSettings),
  migrate: ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_APP_ROLE'],
};
const SECRETS: readonly string[] = SECRET_SETTINGS;
const COMPONENT = 'app.kubernetes.io/component';
/** User `node` of the base image. */
const USER = 1000;

/**
 * What does not agree in these objects, or between them and the product: settings, secrets, images, ports, probes, labels,
 * times of stops and what is taken from each container. A sentence each; empty where all agrees.
 */
export function flawsOf(objects: readonly KubernetesObject[]): string[] {
  const workloads = objects.filter(({ spec }) => spec?.template);
  return [
    ...workloads.flatMap((workload) => flawsOfPod(workload, objects)),
    ...objects.flatMap((object) => flawsOfSelector(object, workloads)),
    ...objects.flatMap((object) => flawsOfScaler(object, workloads)),
  ];
}

/** Variables of a workload's container by name: those of its maps, then its own; a value is null where the pod gives it. */
export function variablesOf(
  { spec }: KubernetesObject,
  objects: readonly KubernetesObject[],
): Map<string, string | null> {
  const { env = [], envFrom = [] } = spec!.template!.spec.containers[0]!;
  const maps = envFrom.flatMap(({ configMapRef: { name } }) => {
    const map = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name);
    return Object.entries(map?.data ?? { [`(no map ${name})`]: '' });
  });
  return new Map<string, string | null>([...maps, ...env.map(({ name, value }) => [name, value ?? null] as const)]);
}

function flawsOfPod(workload: KubernetesObject, objects: readonly KubernetesObject[]): string[] {
  const name = `${workload.kind} ${workload.metadata.name}`;
  const { metadata, spec: pod } = workload.spec!.template!;
  const component = metadata.labels[COMPONENT] ?? '';
  const [container, ...others] = pod.containers;
  const variables = variablesOf(workload, objects);
  const flaws = [
    ...flawsOfVariables(component, variables, pod),
    ...flawsOfPorts(component, variables, container!),
    ...flawsOfRights(pod, container!),
  ];
  if (others.length > 0) flaws.push('has more than one container');
  const image = /newsletter-opportunity-intelligence-(\w+)(?::[\w.-]+)?$/.exec(container!.image)?.[1];
  const stages = [...readFileSync(join(PACKAGE_ROOT, 'Dockerfile'), 'utf8').matchAll(/^FROM \S+ AS (\w+)$/gm)];
  if (image !== component || !stages.some(([, stage]) => stage === image))
    flaws.push(`runs ${container!.image}, which no stage ${component} of the Dockerfile makes`);
  const { requests, limits } = container!.resources ?? {};
  if (!requests?.memory || !requests.cpu || !limits?.memory) flaws.push('does not say its memory and CPU');
  if (component !== 'migrate' && (pod.terminationGracePeriodSeconds ?? 30) * 1_000 < stopMs(component, variables))
    flaws.push(`is killed after ${pod.terminationGracePeriodSeconds} s, before its stop is over`);
  return flaws.map((flaw) => `${name} ${flaw}`);
}

function flawsOfVariables(component: string, variables: Map<string, string | null>, { volumes = [], ...pod }: Pod) {
  const flaws: string[] = [];
  const mounted = new Map<string, string>(
    (pod.containers[0]!.volumeMounts ?? []).flatMap(({ name, mountPath }) =>
      (volumes.find((volume) => volume.name === name)?.secret?.items ?? []).map(
        ({ key, path }) => [`${mountPath}/${path}`, key] as const,
      ),
    ),
  );
  for (const [name, value] of variables) {
    const secret = name.replace(/_FILE$/, '');
    const isFile = secret !== name && SECRETS.includes(secret);
    // A map may hold what the other process reads.
    const known = isFile ? READ[component] : [...new Set(Object.values(READ).flat())];
    if (!known?.includes(secret)) flaws.push(`is given ${name}, which it does not read`);
    if (SECRETS.includes(name)) flaws.push(`shows the secret ${name}`);
    if (isFile && mounted.get(value ?? '') !== secret) flaws.push(`has no file ${value} with ${secret}`);
    if (isFile) mounted.delete(value ?? '');
  }
  return [...flaws, ...[...mounted.values()].map((key) => `is given the secret ${key} and does not read it`)];
}

function flawsOfPorts(component: string, variables: Map<string, string | null>, container: Container): string[] {
  if (component === 'migrate') return [];
  const wanted = [
    ...(component === 'api' ? [['http', Number(variables.get('PORT'))] as const] : []),
    ['metrics', Number(variables.get('METRICS_PORT'))] as const,
  ];
  const ports = new Map((container.ports ?? []).map((port) => [port.name, port.containerPort]));
  const flaws = wanted
    .filter(([name, port]) => ports.get(name) !== port)
    .map(([name]) => `opens another port than its own for ${name}`);
  for (const kind of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
    const probe = container[kind]?.httpGet;
    if (!probe) flaws.push(`has no ${kind}`);
    else if (!ports.has(probe.port)) flaws.push(`asks a port ${probe.port} by its ${kind} that it does not open`);
  }
  return flaws;
}

function flawsOfRights(pod: Pod, container: Container): string[] {
  const { runAsNonRoot, runAsUser, fsGroup } = pod.securityContext ?? {};
  const flaws = runAsNonRoot && runAsUser === USER && fsGroup === USER ? [] : ['is not run as the user of its image'];
  if (pod.automountServiceAccountToken !== false) flaws.push('is given a key of the cluster');
  const wanted = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
  const given = container.securityContext ?? {};
  const lacks = Object.entries(wanted).filter(
    ([key, value]) => JSON.stringify((given as Record<string, unknown>)[key]) !== JSON.stringify(value),
  );
  return [...flaws, ...lacks.map(([key]) => `does not have ${key} as it should be`)];
}

/** Longest time of a stop: the drain of an API, open work, and two seconds (server/main.ts, worker/main.ts). */
function stopMs(component: string, variables: Map<string, string | null>): number {
  const ms = (name: string, otherwise: string) => parseDuration(variables.get(name) ?? otherwise);
  return (component === 'api' ? ms('DRAIN_DELAY', '3s') : 0) + ms('SHUTDOWN_GRACE', '8s') + 2_000;
}

/** Who is selected is there; workloads, services and budgets select the pods of one workload, all by the same labels. */
function flawsOfSelector({ kind, metadata, spec }: KubernetesObject, workloads: readonly KubernetesObject[]): string[] {
  const selector = kind === 'NetworkPolicy' ? spec?.podSelector : spec?.selector;
  if (!selector) return [];
  const name = `${kind} ${metadata.name}`;
  const matched = workloads.filter((workload) =>
    selects(
      kind === 'Service' ? { matchLabels: selector as Labels } : selector,
      workload.spec!.template!.metadata.labels,
    ),
  );
  if (matched.length === 0) return [`${name} selects no pod`];
  if (kind !== 'NetworkPolicy' && matched.length > 1) return [`${name} selects pods of several workloads`];
  const open = (port: number | string) =>
    matched.some(({ spec: own }) =>
      own!.template!.spec.containers[0]!.ports?.some((one) => one.name === port || one.containerPort === port),
    );
  const ports = [
    ...(spec!.ports ?? []).map(({ targetPort }) => targetPort),
    ...(spec!.ingress ?? []).flatMap(({ ports: allowed = [] }) => allowed.map(({ port }) => port)),
  ];
  return ports.filter((port) => !open(port)).map((port) => `${name} names port ${port}, which its pods do not open`);
}

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values = [] }) => values.includes(labels[key] ?? ''))
  );
}

function flawsOfScaler({ kind, metadata, spec }: KubernetesObject, workloads: readonly KubernetesObject[]): string[] {
  if (kind !== 'HorizontalPodAutoscaler') return [];
  const scaled = workloads.find(({ metadata: { name } }) => name === spec!.scaleTargetRef!.name);
  if (!scaled) return [`${kind} ${metadata.name} scales ${spec!.scaleTargetRef!.name}, which is not there`];
  return scaled.spec!.replicas === undefined ? [] : [`${kind} ${metadata.name} is overruled by replicas`];
}

/** Most connections to PostgreSQL that the processes of these objects hold at once while a build replaces another. */
export function connectionsOf(objects: readonly KubernetesObject[]): number {
  return objects
    .filter(({ kind }) => kind === 'Deployment')
    .reduce((sum, deployment) => {
      const scaler = objects.find(({ spec }) => spec?.scaleTargetRef?.name === deployment.metadata.name)?.spec;
      const { replicas = scaler?.maxReplicas ?? 1, strategy } = deployment.spec!;
      const surge = strategy?.rollingUpdate?.maxSurge ?? 1;
      // Workers of the build before stay, as few as its scaler lets there be.
      const before = scaler?.minReplicas ?? 0;
      const pool = Number(variablesOf(deployment, objects).get('DATABASE_POOL') ?? 20);
      // One more listens.
      return sum + (replicas + surge + before) * (pool + 1);
    }, 0);
}
