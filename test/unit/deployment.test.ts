/** What an operator relies on in docker-compose.yml, deploy/kubernetes and the Dockerfile. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { allEndpoints } from '../../api/endpoints/table';
import { METRICS } from '../../base/metrics';
import { PACKAGE_ROOT } from '../../base/package-root';
import { WORKER_START } from '../../base/process-settings';
import { SEARCH_ATTRIBUTE_TYPES, SEARCH_ATTRIBUTES } from '../../base/search-attributes';
import { SECRET_SETTINGS } from '../../base/secrets';
import { readSettings } from '../../base/settings';
import { PROBE_CONNECTIONS } from '../../http/service-status';
import { apiSettings } from '../../http/settings';
import { READ } from '../../tools/images/ship';
import { workerSettings } from '../../worker/settings';
import { filesWithServer, serverSettings } from '../support/compose';

interface Service {
  build?: { target: string };
  command?: string[];
  environment?: Record<string, string | null>;
  ports?: string[];
  [key: string]: unknown;
}

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const services = Object.entries(compose.services);

const KNOWN = {
  api: Object.keys(apiSettings),
  worker: Object.keys(workerSettings),
  migrate: ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_APP_ROLE'],
};
const OURS = Object.keys(KNOWN) as (keyof typeof KNOWN)[];

interface Container {
  env?: { name: string; value?: string }[];
  securityContext: object;
}
type Workload = { kind: string; spec: { template: { spec: { containers: Container[]; securityContext: object } } } };
const manifest = (path: string) =>
  parseAllDocuments(read(`deploy/kubernetes/${path}`)).map((document) => document.toJS() as Workload);
const podOf = (part: string) =>
  manifest(`${part}/${part}.yaml`).find(({ kind }) => ['Deployment', 'Job'].includes(kind))!.spec.template.spec;
const shared = [...read('deploy/kubernetes/settings/settings.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name!);

test.each(OURS)('%s gets every setting it needs from Compose and Kubernetes, and no unknown one', (name) => {
  const { environment = {} } = compose.services[name]!;
  expect(Object.keys(environment).filter((variable) => !KNOWN[name].includes(variable))).toEqual([]);
  const own = podOf(name).containers[0]!.env!.map((variable) => variable.name.replace(/_FILE$/, ''));
  expect(own.filter((variable) => !KNOWN[name].includes(variable))).toEqual([]);
  const given = name === 'migrate' ? own : [...own, ...shared];
  const needed = Object.keys(environment).filter((variable) => environment[variable] !== null);
  expect(needed.filter((variable) => !given.includes(variable))).toEqual([]);
});

test('no secret has a default or is readable in a manifest', () => {
  const secrets = services
    .flatMap(([, { environment = {} }]) => Object.entries(environment))
    .filter(([name]) => /_API_KEY|PASSWORD|_PWD|SECRET/.test(name));
  for (const [, value] of secrets) expect(value).toMatch(/^\$\{\w+(:\?[^}]*)?\}$/);
  const plain = [...shared, ...OURS.flatMap((name) => podOf(name).containers[0]!.env!.map((one) => one.name))];
  expect(plain.filter((name) => (SECRET_SETTINGS as readonly string[]).includes(name))).toEqual([]);
});

test('no container may write its files, gain privileges or run as root', () => {
  const hardened = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
  for (const [, service] of services) expect(service).toMatchObject({ ...hardened, mem_limit: expect.any(String) });
  const rights = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
  for (const pod of OURS.map(podOf)) {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(pod.containers[0]!.securityContext).toMatchObject(rights);
  }
  expect(read('Dockerfile')).toMatch(/^USER node$/m);
});

test('publishes ports on loopback only, and only the setup and the server have the superuser', () => {
  for (const port of services.flatMap(([, { ports = [] }]) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/);
  const having = (sign: string) =>
    services.filter(([, { environment }]) => JSON.stringify(environment ?? {}).includes(sign)).map(([name]) => name);
  expect(having('POSTGRES_PASSWORD')).toEqual(['postgres', 'databases']);
  expect(having('noi_owner:')).toEqual(['migrate']);
  expect(having('noi_app:')).toEqual(['api', 'api-2', 'worker', 'worker-previous']);
});

test.each(filesWithServer())('PostgreSQL of %s admits all processes, Temporal and operators at once', (file) => {
  const { DATABASE_POOL } = readSettings({ DATABASE_POOL: apiSettings.DATABASE_POOL }, {});
  const processes = services.filter(([, { environment = {} }]) => 'DATABASE_URL' in environment).length;
  const { max_connections } = serverSettings(file);
  // Each process listens on one more, an API answers probes on further ones; Temporal takes up to 120 (docs/operations.md).
  const ours = processes * (DATABASE_POOL + 1 + PROBE_CONNECTIONS);
  expect(Number(max_connections)).toBeGreaterThanOrEqual(ours + 120 + 30);
});

test('gives processes more time to stop than they take, and asks for health where they answer', () => {
  const { DRAIN_DELAY, SHUTDOWN_GRACE } = apiSettings;
  const most = readSettings({ DRAIN_DELAY, SHUTDOWN_GRACE }, {});
  const paths = allEndpoints('https://noi.example').map(({ path }) => path);
  for (const name of ['api', 'api-2', 'worker']) {
    const { stop_grace_period, healthcheck, environment } = compose.services[name]!;
    expect(Number.parseInt(String(stop_grace_period), 10) * 1_000).toBeGreaterThan(
      most.DRAIN_DELAY + most.SHUTDOWN_GRACE + 2_000,
    );
    expect(JSON.stringify(healthcheck)).toContain(`:${environment!.METRICS_PORT}/health/ready`);
  }
  const haproxy = read('deploy/haproxy.cfg');
  expect(paths).toContain(/httpchk GET (\S+)/.exec(haproxy)![1]);
  expect(haproxy.match(/ port "\$\{API_[12]_METRICS\}"/g)).toHaveLength(2);
  const { METRICS_PORT } = compose.services.api!.environment!;
  expect(compose.services.proxy!.environment).toMatchObject({
    API_1_METRICS: METRICS_PORT,
    API_2_METRICS: METRICS_PORT,
  });
  for (const name of ['api', 'worker'])
    expect(podOf(name).containers[0]).toMatchObject({ readinessProbe: { httpGet: { port: 'metrics' } } });
  expect(compose.services['api-2']).toEqual(compose.services.api);
});

test('sets up the search attributes of workflows, and scales workers by a metric of ours', () => {
  const loops = /^for name in (.*); do\n {2}create "\$name" (\w+)$/gm;
  const created = [...read('deploy/setup-temporal-namespace.sh').matchAll(loops)].flatMap(([, names, type]) =>
    names!.split(' ').map((name) => `${name} ${type}`),
  );
  const ours = Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => `${name} ${SEARCH_ATTRIBUTE_TYPES[type]}`);
  expect(created.sort()).toEqual(ours.sort());
  const [, metric] = /seriesQuery: '?(\w+)/.exec(read('deploy/kubernetes/prometheus-adapter.yaml'))!;
  expect(Object.keys(METRICS)).toContain(metric);
  expect(read('deploy/kubernetes/worker/worker.yaml')).toContain(metric);
});

test('images hold what programs read, and start the worker so that its memory stays small', () => {
  expect(READ.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.local', 'test']));
  for (const path of ['prisma/migrations', 'modules/dossiers/assets', 'web/assets']) expect(READ).toContain(path);
  const worker = read('Dockerfile')
    .split(/^FROM runtime AS /m)
    .find((stage) => stage.startsWith('worker'))!;
  for (const option of WORKER_START.options) expect(worker).toContain(`"${option}"`);
  for (const [name, value] of Object.entries(WORKER_START.env)) expect(worker).toContain(`${name}=${value}`);
});
