import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SEARCH_ATTRIBUTES } from '../../contracts/search-attributes';
import { PACKAGE_ROOT } from '../../contracts/package-root';
import { IMAGE_SETTINGS } from '../support/image-settings';

interface Service {
  image?: string;
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
}

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const composeText = read('docker-compose.yml');
const compose = parse(composeText, { merge: true }) as { services: Record<string, Service> };
const services = Object.entries(compose.services);
const OURS = ['api', 'worker', 'migrate'] as const;

/** The last stage of that name in the Dockerfile, with the stages it builds on. */
function dockerStage(name: string): { from: string; commands: string[][] } {
  const stage = read('Dockerfile')
    .split(/^(?=FROM )/m)
    .find((text) => new RegExp(`^FROM \\S+ AS ${name}$`, 'm').test(text));
  if (!stage) throw new Error(`Dockerfile has no stage ${name}`);
  const commands = [...stage.matchAll(/^CMD (\[.*\])$/gm)].map((match) => JSON.parse(match[1]!) as string[]);
  return { from: /^FROM (\S+)/.exec(stage)![1]!, commands };
}

/** Checks by the schema of the Compose Specification; null, or what is wrong. */
function composeErrors(content: unknown): unknown {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv).addFormat('duration', true);
  // Ajv knows this draft by another address, and takes it for granted where none is named.
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

test.each(services)('%s: the image is pinned to a version, or built by a stage of the Dockerfile', (_name, service) => {
  const built = service.build !== undefined && dockerStage(service.build.target).commands.length === 1;
  const pinned = /^[\w./-]+:\d+\.\d+[\w.-]*$/.test(service.image ?? '');
  expect(built || pinned).toBe(true);
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
  const names = /^for name in (.*); do$/m.exec(read('deploy/setup-temporal-namespace.sh'))![1]!.split(' ');
  expect(names).toEqual(Object.values(SEARCH_ATTRIBUTES).sort());
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

test('ports are published on loopback only, and no secret stands in the file', () => {
  for (const [, service] of services) for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  const secrets = composeText.split('\n').filter((line) => /(_API_KEY|PASSWORD|_PWD):/.test(line));
  expect(secrets.length).toBeGreaterThan(3);
  for (const line of secrets) expect(line).toMatch(/: \$\{\w+/);
});

test('API and worker are given longer to stop than the ten seconds that they take at most', () => {
  for (const name of ['api', 'worker']) {
    expect(Number.parseInt(compose.services[name]!.stop_grace_period!, 10)).toBeGreaterThan(10);
  }
});

test('what the programs read beside their compiled form is in the image', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build --chown=root:root \/app\/(\S+) /gm)].map(
    ([, path]) => path!,
  );
  const needed = ['package.json', 'node_modules', 'dist', 'prisma', 'providers', 'api/pages/developers/samples'];
  expect(copied).toEqual(expect.arrayContaining(needed));
  expect(needed.filter((path) => !existsSync(join(PACKAGE_ROOT, path)))).toEqual([]);
});

test('the image copies every workspace of the lockfile before it installs', () => {
  const { workspaces } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  const dockerfile = readFileSync(join(PACKAGE_ROOT, 'Dockerfile'), 'utf8');
  const beforeInstall = dockerfile.slice(0, dockerfile.indexOf('RUN npm install'));
  const ignored = readFileSync(join(PACKAGE_ROOT, '.dockerignore'), 'utf8');
  expect(workspaces.length).toBeGreaterThan(0);
  for (const workspace of workspaces) {
    expect(beforeInstall).toContain(`COPY ${workspace}/package.json ./${workspace}/`);
    expect(ignored).toContain(`!${workspace}/package.json`);
  }
});
