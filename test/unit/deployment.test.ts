/** Promises to operators in the Compose files, deploy/helm and the Dockerfile. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { allEndpoints } from '../../api/endpoints/table';
import { METRICS } from '../../base/metrics';
import { PACKAGE_ROOT } from '../../base/package-root';
import { WORKER_START } from '../../base/process-settings';
import { SEARCH_ATTRIBUTE_TYPES, SEARCH_ATTRIBUTES } from '../../base/search-attributes';
import { SECRET_SETTINGS } from '../../base/secrets';
import { readSettings } from '../../base/settings';
import { PROBE_CONNECTIONS } from '../../http/service-status';
import { apiSettings } from '../../http/settings';
import { readServices, type DeclaredService } from '../../local/cluster/compose';
import { READ } from '../../tools/images/ship';
import { workerSettings } from '../../worker/settings';

interface Service extends DeclaredService {
  ports?: string[];
  [key: string]: unknown;
}

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const servicesOf = (path: string) => readServices(path) as Record<string, Service>;
const FILES = ['docker-compose.yml', 'compose.managed.yaml'];
const compose = { services: servicesOf('docker-compose.yml') };
const services = Object.entries(compose.services);
const everywhere = FILES.flatMap((file) => Object.entries(servicesOf(file)));

const KNOWN = {
  api: Object.keys(apiSettings),
  worker: Object.keys(workerSettings),
  migrate: ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_APP_ROLE'],
};
const OURS = Object.keys(KNOWN) as (keyof typeof KNOWN)[];

const chart = parse(read('deploy/helm/values.yaml')) as { settings: object; secrets: Record<string, string[]> };
const template = (name: string) => read(`deploy/helm/templates/${name}.yaml`);
/** Settings that a process gets in Kubernetes from its template and the Secret. */
function inChart(name: keyof typeof KNOWN): string[] {
  const own = [...template(name).matchAll(/name: ([A-Z_]+), value:/g)].map(([, found]) => found!.replace(/_FILE$/, ''));
  if (name === 'migrate') return own;
  return [...own, ...chart.secrets.shared!, ...chart.secrets[name]!];
}
const sharedInChart = [...template('settings').matchAll(/^ {2}([A-Z_]+):/gm)]
  .map(([, name]) => name!)
  .concat(Object.keys(chart.settings));

test.each(OURS)('gives %s every required setting in Compose and Kubernetes, and no unknown one', (name) => {
  for (const file of FILES) {
    const { environment = {} } = servicesOf(file)[name]!;
    expect(Object.keys(environment).filter((variable) => !KNOWN[name].includes(variable))).toEqual([]);
  }
  const own = inChart(name);
  expect(own.filter((variable) => !KNOWN[name].includes(variable))).toEqual([]);
  expect(sharedInChart.filter((variable) => !OURS.some((one) => KNOWN[one].includes(variable)))).toEqual([]);
  const { environment = {} } = compose.services[name]!;
  const given = name === 'migrate' ? own : [...own, ...sharedInChart];
  // Settings that have no default in Compose. The chart must set each of them, too.
  const needed = Object.keys(environment).filter((variable) => environment[variable]?.includes(':?'));
  expect(needed.filter((variable) => !given.includes(variable))).toEqual([]);
});

/**
 * Settings with a fixed value in the Compose files, paths of certificates to mount, and settings only for tests or
 * local use.
 */
const NOT_IN_ENV_FILE = new Set([
  ...['DATABASE_URL', 'TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'TASK_QUEUE', 'SHUTDOWN_GRACE', 'DRAIN_DELAY'],
  ...['TEMPORAL_TLS', 'TEMPORAL_TLS_SERVER_NAME', 'TEMPORAL_TLS_SERVER_CA_CERT_PATH'],
  ...['TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH'],
  ...['ANTHROPIC_BASE_URL', 'RESEND_BASE_URL', 'STRIPE_BASE_URL', 'CITED_PAGES_ORIGIN', 'LOCAL_READY_FILE'],
  ...['WEBHOOK_ALLOW_PRIVATE', 'CHECK_RESPONSES', 'KEY_CACHE_TTL', 'STEP_TIMEOUT', 'SESSION_HEARTBEAT_TIMEOUT'],
]);

test.each(['api', 'worker'] as const)('passes every setting of .env to %s in Compose', (name) => {
  const passed = FILES.flatMap((file) => Object.keys(servicesOf(file)[name]!.environment ?? {}));
  expect(KNOWN[name].filter((setting) => !NOT_IN_ENV_FILE.has(setting) && !passed.includes(setting))).toEqual([]);
});

test('gives no secret a default and shows none in a manifest', () => {
  const secrets = everywhere
    .flatMap(([, { environment = {} }]) => Object.entries(environment))
    .filter(([name, value]) => /_API_KEY|PASSWORD|_PWD|SECRET/.test(name) && value !== null);
  for (const [, value] of secrets) expect(value).toMatch(/^\$\{\w+(:\?[^}]*)?\}$/);
  expect(sharedInChart.filter((name) => (SECRET_SETTINGS as readonly string[]).includes(name))).toEqual([]);
  const keys = Object.values(chart.secrets).flat();
  expect(keys.filter((name) => !(SECRET_SETTINGS as readonly string[]).includes(name))).toEqual([]);
});

test('prevents containers from changing files, gaining privileges and filling the disk with logs', () => {
  const confined = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
  const logging = { driver: 'local', options: { 'max-size': '10m', 'max-file': '5' } };
  for (const [, service] of everywhere)
    expect(service).toMatchObject({ ...confined, logging, mem_limit: expect.any(String) });
  const added = everywhere.flatMap(([name, { cap_add }]) => (cap_add ? [[name, cap_add]] : []));
  expect(added).toEqual(FILES.map(() => ['proxy', ['NET_BIND_SERVICE']]));
  expect(read('Dockerfile')).toMatch(/^USER node$/m);
  const helpers = read('deploy/helm/templates/_helpers.tpl');
  for (const right of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'drop: [ALL]'])
    expect(helpers).toContain(right);
  for (const name of OURS)
    for (const part of ['pod', 'container']) expect(template(name)).toContain(`include "${part}" .`);
});

test('publishes only the proxy, and gives the superuser only to the setup and the server', () => {
  const others = everywhere.filter(([name]) => name !== 'proxy').flatMap(([, { ports = [] }]) => ports);
  for (const port of others) expect(port).toMatch(/^127\.0\.0\.1:/);
  for (const file of FILES) {
    const { ports, environment } = servicesOf(file).proxy!;
    expect(ports!.map((port) => port.split(':').at(-1))).toEqual(['80', '443', '443/udp']);
    expect(environment!.PROBE_PORT).toBe(servicesOf(file).api!.environment!.METRICS_PORT);
  }
  const having = (sign: string) =>
    services.filter(([, { environment }]) => JSON.stringify(environment ?? {}).includes(sign)).map(([name]) => name);
  expect(having('POSTGRES_PASSWORD').toSorted()).toEqual(['databases', 'postgres']);
  expect(having('noi_owner:')).toEqual(['migrate']);
  expect(having('noi_app:').toSorted()).toEqual(['api', 'api-2', 'worker', 'worker-previous']);
});

// The backup file replaces the command in docker-compose.yml.
test.each(['docker-compose.yml', 'deploy/backup.compose.yaml'])(
  'lets all processes, Temporal and operators connect at once to PostgreSQL of %s',
  (file) => {
    const { DATABASE_POOL } = readSettings({ DATABASE_POOL: apiSettings.DATABASE_POOL }, {});
    const processes = services.filter(([, { environment = {} }]) => 'DATABASE_URL' in environment).length;
    const admitted = servicesOf(file).postgres!.command!.find((word) => word.startsWith('max_connections='))!;
    // Each process also needs a connection for listening, and the API a few for probes. Temporal uses up to 120.
    const ours = processes * (DATABASE_POOL + 1 + PROBE_CONNECTIONS);
    expect(Number(admitted.split('=')[1])).toBeGreaterThanOrEqual(ours + 120 + 30);
  },
);

test('gives processes enough time to stop, and checks health at their real addresses', () => {
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
  expect(paths).toContain(/health_uri (\S+)/.exec(read('deploy/Caddyfile'))![1]);
  for (const name of ['api', 'worker']) expect(template(name)).toContain('{ path: /health/ready, port: metrics }');
  for (const file of FILES) expect(servicesOf(file)['api-2']).toEqual(servicesOf(file).api);
});

test("creates our workflows' search attributes, and scales workers by our own metric", () => {
  const loops = /^for name in (.*); do\n {2}create "\$name" (\w+)$/gm;
  const created = [...read('deploy/setup-temporal-namespace.sh').matchAll(loops)].flatMap(([, names, type]) =>
    names!.split(' ').map((name) => `${name} ${type}`),
  );
  const ours = Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => `${name} ${SEARCH_ATTRIBUTE_TYPES[type]}`);
  expect(created.sort()).toEqual(ours.sort());
  const [, metric] = /seriesQuery: '?(\w+)/.exec(read('deploy/helm/prometheus-adapter.yaml'))!;
  expect(Object.keys(METRICS)).toContain(metric);
  expect(template('worker')).toContain(metric);
});

test("builds images with every file that programs read, and limits the worker's memory", () => {
  expect(READ.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.env*', '.local', 'test']));
  for (const path of ['prisma/migrations', 'modules/dossiers/assets', 'web/assets']) expect(READ).toContain(path);
  const worker = read('Dockerfile')
    .split(/^FROM runtime AS /m)
    .find((stage) => stage.startsWith('worker'))!;
  for (const option of WORKER_START.options) expect(worker).toContain(`"${option}"`);
  for (const [name, value] of Object.entries(WORKER_START.env)) expect(worker).toContain(`${name}=${value}`);
});
