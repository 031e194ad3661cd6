import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { allEndpoints } from '../../api/endpoints/table';
import { SEARCH_ATTRIBUTE_TYPES, SEARCH_ATTRIBUTES } from '../../contracts/search-attributes';
import { apiSettings } from '../../http/settings';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { readSettings } from '../../platform/settings';
import { WORKER_START } from '../../platform/worker-start';
import { workerSettings } from '../../worker/settings';
import { documentedCombinations, mergedCompose, serverSettings } from '../support/compose';
import { READ } from '../../tools/images/ship';

/** Names of the variables that each of our images reads. */
const IMAGE_SETTINGS = {
  api: Object.keys(apiSettings),
  worker: Object.keys(workerSettings),
  migrate: ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_APP_ROLE'],
};

const DATABASE_POOL = readSettings({ DATABASE_POOL: apiSettings.DATABASE_POOL }, {}).DATABASE_POOL;
/** Of a server of Temporal that runs every service (docs/operations.md, Many machines). */
const TEMPORAL_CONNECTIONS = 120;
/** Those that PostgreSQL keeps for superusers (3), a migration and a command or two. */
const OPERATORS_CONNECTIONS = 30;

interface Service {
  image?: string;
  pull_policy?: string;
  profiles?: string[];
  build?: { context: string; target: string };
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  restart?: string;
  stop_grace_period?: string;
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt?: string[];
  mem_limit?: string;
  networks?: string[];
}

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const composeText = read('docker-compose.yml');
const compose = parse(composeText, { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
};
const services = Object.entries(compose.services);
const OURS = ['api', 'worker', 'migrate'] as const;

/** The last stage of that name in the Dockerfile, with its base stages. */
function dockerStage(name: string): { from: string; commands: string[][]; env: Record<string, string> } {
  const stage = read('Dockerfile')
    .split(/^(?=FROM )/m)
    .find((text) => new RegExp(`^FROM \\S+ AS ${name}$`, 'm').test(text));
  if (!stage) throw new Error(`Dockerfile has no stage ${name}`);
  const commands = [...stage.matchAll(/^CMD (\[.*\])$/gm)].map((match) => JSON.parse(match[1]!) as string[]);
  const pairs = [...stage.matchAll(/(?:^ENV | )(\w+)=(\S+)/gm)].map(([, key, value]) => [key!, value!]);
  return { from: /^FROM (\S+)/.exec(stage)![1]!, commands, env: Object.fromEntries(pairs) as Record<string, string> };
}

/** Validates against the schema of the Compose Specification; returns the errors, or null. */
function composeErrors(content: unknown): unknown {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv).addFormat('duration', true);
  // Ajv knows this draft by another address, which is its default.
  const { $schema: _draft7, ...schema } = JSON.parse(read('test/fixtures/compose-spec.json')) as Record<
    string,
    unknown
  >;
  const validate = ajv.compile(schema);
  return validate(content) ? null : validate.errors;
}

test('docker-compose.yml is valid by the schema of the Compose Specification', () => {
  expect(composeErrors(compose)).toBeNull();
});

test('the schema refuses a misspelt key, so that its approval means something', () => {
  expect(composeErrors({ services: { api: { image: 'x', helthcheck: {} } } })).not.toBeNull();
});

describe.each(documentedCombinations().map((files) => ({ name: files.join(', '), files })))('$name', ({ files }) => {
  const merged = mergedCompose(files).services;

  test('is valid by that schema when it is merged', () => {
    expect(composeErrors(mergedCompose(files))).toBeNull();
  });

  test('keeps each setting of PostgreSQL that docker-compose.yml gives: a command is replaced, not merged', () => {
    const settings = serverSettings(mergedCompose(['docker-compose.yml']).services.postgres!);
    expect(Object.keys(settings)).not.toEqual([]);
    expect(serverSettings(merged.postgres!)).toMatchObject(settings);
  });

  test('PostgreSQL admits the connections of all at once, and some of operators', () => {
    const pools = Object.values(merged).flatMap(({ environment = {} }) =>
      // One more of each process listens.
      'DATABASE_URL' in environment ? [Number(environment.DATABASE_POOL ?? DATABASE_POOL) + 1] : [],
    );
    expect(pools).toHaveLength(4);
    const wanted = pools.reduce((sum, pool) => sum + pool, TEMPORAL_CONNECTIONS + OPERATORS_CONNECTIONS);
    expect(Number(serverSettings(merged.postgres!).max_connections)).toBeGreaterThanOrEqual(wanted);
  });

  test('nothing of it is a stand-in, or for one machine only', () => {
    const text = JSON.stringify(mergedCompose(files));
    expect(text).not.toMatch(/stand-in|_BASE_URL|CITED_PAGES_ORIGIN|LOCAL_READY_FILE|WEBHOOK_ALLOW_PRIVATE/);
  });

  test('keeps each variable and volume of every service', () => {
    for (const [service, { environment = {}, volumes = [] }] of services) {
      expect(merged[service]!.environment ?? {}).toMatchObject(environment);
      expect(merged[service]!.volumes ?? []).toEqual(expect.arrayContaining(volumes));
    }
  });
});

test('each file of deploy/ that is added to docker-compose.yml is in a combination that is documented', () => {
  const added = readdirSync(join(PACKAGE_ROOT, 'deploy')).filter((name) => /\.compose\.ya?ml$/.test(name));
  expect(added).not.toEqual([]);
  expect(documentedCombinations().flat()).toEqual(expect.arrayContaining(added.map((name) => `deploy/${name}`)));
});

test.each(services)('%s: the image is pinned to a version, or built by a stage of the Dockerfile', (_name, service) => {
  const built = service.build !== undefined && dockerStage(service.build.target).commands.length === 1;
  const pinned = /^[\w./-]+:\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/.test(service.image ?? '');
  // An image that was built here before; it is never fetched from a registry.
  const kept = service.pull_policy === 'never' && /-worker:\$\{PREVIOUS_BUILD_ID\b/.test(service.image ?? '');
  expect(built || pinned || kept).toBe(true);
});

test.each(OURS)('%s: the command of its image runs a file that the build produces, not as root', (name) => {
  const { from, commands } = dockerStage(compose.services[name]!.build!.target);
  const script = commands[0]!.find((word) => word.endsWith('.js'))!;
  expect(script).toMatch(/^dist\//);
  const source = script.replace(/^dist\//, '').replace(/\.js$/, '.ts');
  expect({ source, exists: existsSync(join(PACKAGE_ROOT, source)) }).toEqual({ source, exists: true });
  expect(from).toBe('runtime');
  expect(read('Dockerfile')).toMatch(/^USER node$/m);
});

test.each(OURS)(
  '%s: every variable that compose gives it is one that it reads, and it is given none that it lacks',
  (name) => {
    const known = IMAGE_SETTINGS[name];
    const given = Object.keys(compose.services[name]!.environment ?? {});
    const ignored = ['NODE_ENV'];
    expect(given.filter((variable) => !known.includes(variable) && !ignored.includes(variable))).toEqual([]);
  },
);

test('the worker of the build before is the same service with its own image and build, and starts only to drain', () => {
  const { build, image, environment, ...worker } = compose.services.worker!;
  const previous = compose.services['worker-previous']!;
  expect(previous).toMatchObject(worker);
  expect(previous.build).toBeUndefined();
  expect(previous.profiles).toEqual(['drain']);
  expect({ ...previous.environment, BUILD_ID: null }).toEqual({ ...environment, BUILD_ID: null });
  // The image is named after the build, so that a build id never means other code.
  expect([build !== undefined, image, environment!.BUILD_ID]).toEqual([
    true,
    expect.stringMatching(/-worker:\$\{BUILD_ID\}$/),
    expect.stringMatching(/^\$\{BUILD_ID:\?/),
  ]);
  expect(previous.image).toContain(previous.environment!.BUILD_ID);
});

test('scripts and settings that services are given from the repository exist', () => {
  const mounted = services.flatMap(([, service]) => [
    ...(service.entrypoint ?? []),
    service.environment?.DYNAMIC_CONFIG_FILE_PATH ?? '',
  ]);
  const paths = mounted.filter((word) => word.startsWith('/deploy/')).map((word) => `.${word}`);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
});

test('the namespace is set up with the search attributes that workflows are started with', () => {
  const loops = /^for name in (.*); do\n {2}create "\$name" (\w+)$/gm;
  const created = [...read('deploy/setup-temporal-namespace.sh').matchAll(loops)].flatMap(([, names, type]) =>
    names!.split(' ').map((name) => `${name} ${type}`),
  );
  const ours = Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => `${name} ${SEARCH_ATTRIBUTE_TYPES[type]}`);
  expect(created.sort()).toEqual(ours.sort());
});

test('a service waits for what it needs: done for one-shot services, healthy for the others', () => {
  for (const [name, service] of services) {
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      const target = compose.services[needed]!;
      const wanted = target.restart === 'on-failure' ? 'service_completed_successfully' : 'service_healthy';
      const checked = target.healthcheck !== undefined;
      const expected = { name, needed, condition: wanted, checked: wanted === 'service_healthy' };
      expect({ name, needed, condition, checked }).toEqual(expected);
    }
  }
});

test('ports are published on loopback only, and no secret is in the file', () => {
  for (const [, service] of services) for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  const secrets = composeText.split('\n').filter((line) => /(_API_KEY|PASSWORD|_PWD):/.test(line));
  expect(secrets.length).toBeGreaterThan(3);
  for (const line of secrets) expect(line).toMatch(/: \$\{\w+/);
});

test('API and worker are given longer to stop than they take at most', () => {
  const { DRAIN_DELAY, SHUTDOWN_GRACE } = apiSettings;
  const settings = readSettings({ DRAIN_DELAY, SHUTDOWN_GRACE }, {});
  for (const name of ['api', 'api-2', 'worker']) {
    const given = Number.parseInt(compose.services[name]!.stop_grace_period!, 10) * 1_000;
    expect(given).toBeGreaterThan(settings.DRAIN_DELAY + settings.SHUTDOWN_GRACE + 2_000);
  }
});

test('the second API is the first again, and the proxy sends requests to both by their readiness', () => {
  const { proxy, api, 'api-2': second } = compose.services;
  expect(second).toEqual(api);
  expect(api!.ports).toBeUndefined();
  const { PROXY_LISTEN, ...apis } = proxy!.environment!;
  const { PORT } = api!.environment!;
  expect(apis).toEqual({ API_1: `api:${PORT}`, API_2: `api-2:${PORT}` });
  expect(proxy!.ports!.map((port) => `:${port.split(':').at(-1)}`)).toEqual([PROXY_LISTEN]);
  const configuration = proxy!.command!.at(-1)!;
  expect(proxy!.volumes).toContain('./deploy:/deploy:ro');
  const text = read(configuration.slice(1));
  for (const name of Object.keys(proxy!.environment!)) expect(text).toContain(`"\${${name}}"`);
  expect(allEndpoints('https://noi.example').map(({ path }) => path)).toContain(/httpchk GET (\S+)/.exec(text)![1]);
});

test.each(['api', 'api-2', 'worker', 'worker-previous'])('%s: its health is asked for where it answers', (name) => {
  const { healthcheck, environment } = compose.services[name]! as { healthcheck: { test: string[] } } & Service;
  const asked = new URL(/fetch\('([^']+)'\)/.exec(healthcheck.test.join(' '))![1]!);
  expect([asked.port, asked.pathname]).toEqual([environment!.METRICS_PORT, '/health/ready']);
});

test('the image holds every file that the programs read besides their compiled form', () => {
  const needed = [
    'package.json',
    'prisma/migrations',
    'prisma/schema.prisma',
    'documents/assets',
    'web/assets',
    'web/developers/samples',
    'CHANGELOG.md',
  ];
  expect(READ.toSorted()).toEqual(needed.toSorted());
  expect(needed.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
  expect(read('Dockerfile')).toContain('node dist/tools/images/ship.js /shipped');
  expect(read('Dockerfile')).toMatch(/^COPY --from=build \/shipped \/app$/m);
});

test('the image of the worker is started so that its memory stays small', () => {
  const { env, commands } = dockerStage('worker');
  const [node, ...words] = commands[0]!;
  expect({ env, node, options: words.slice(0, WORKER_START.options.length) }).toEqual({
    node: 'node',
    ...WORKER_START,
  });
});

test.each(services)('%s: what its container does not need is taken from it', (_name, service) => {
  const { read_only, cap_drop, cap_add, privileged, security_opt, mem_limit } = service;
  expect({ read_only, cap_drop, cap_add, privileged, security_opt }).toEqual({
    read_only: true,
    cap_drop: ['ALL'],
    cap_add: undefined,
    privileged: undefined,
    security_opt: ['no-new-privileges:true'],
  });
  expect(mem_limit).toMatch(/^\d+[mg]$/);
});

test('PostgreSQL and Temporal are reached by those who work with them only, and reach nothing themselves', () => {
  const on = (network: string) =>
    services.filter(([, { networks }]) => networks?.includes(network)).map(([name]) => name);
  expect(compose.networks).toMatchObject({ data: { internal: true }, temporal: { internal: true } });
  expect(on('front').sort()).toEqual(['api', 'api-2', 'proxy', 'temporal-ui', 'worker', 'worker-previous']);
  expect(on('data').sort()).toEqual([
    'api',
    'api-2',
    'databases',
    'migrate',
    'postgres',
    'temporal',
    'temporal-schema',
    'worker',
    'worker-previous',
  ]);
  expect(on('temporal').sort()).toEqual([
    'api',
    'api-2',
    'temporal',
    'temporal-namespace',
    'temporal-ui',
    'worker',
    'worker-previous',
  ]);
  const published = services.filter(([, { ports }]) => ports).map(([name]) => name);
  expect(published.filter((name) => !on('front').includes(name))).toEqual([]);
});

test('every part has a database role of its own, and only what sets them up has the superuser', () => {
  const text = (name: string) => JSON.stringify(compose.services[name]!.environment ?? {});
  const has = (sign: string | RegExp) => services.map(([name]) => name).filter((name) => text(name).match(sign));
  expect(has('POSTGRES_PASSWORD')).toEqual(['postgres', 'databases']);
  expect(has(/noi_owner:|DATABASE_OWNER_PASSWORD/)).toEqual(['databases', 'migrate']);
  expect(has(/noi_app:/)).toEqual(['api', 'api-2', 'worker', 'worker-previous']);
  expect(has(/TEMPORAL_DATABASE_PASSWORD/)).toEqual(['databases', 'temporal-schema', 'temporal']);
  expect(compose.services.migrate!.environment).toMatchObject({ DATABASE_APP_ROLE: 'noi_app' });
});

test('the operators’ commands are in the image', () => {
  expect(existsSync(join(PACKAGE_ROOT, 'admin', 'main.ts'))).toBe(true);
  expect(read('.dockerignore').split('\n')).not.toContain('admin');
  expect(read('Dockerfile')).toMatch(/^ENV PATH=\/app\/bin:\$PATH$/m);
});
