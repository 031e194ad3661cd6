import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { allEndpoints } from '../../api/endpoints/table';
import { METRICS } from '../../contracts/metrics';
import { serveObservation } from '../../platform/observation/server';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { SECRET_SETTINGS } from '../../platform/secret-files';
import { connectionsOf, flawsOf, variablesOf, type KubernetesObject } from '../../tools/manifests/flaws';
import { mergedCompose } from '../support/compose';

const FOLDER = join(PACKAGE_ROOT, 'deploy', 'kubernetes');
const read = (...path: string[]) => readFileSync(join(FOLDER, ...path), 'utf8');
const page = readFileSync(join(PACKAGE_ROOT, 'docs', 'kubernetes.md'), 'utf8').replaceAll(/\s+/g, ' ');

/** What the folders hold, and the map that kustomize makes of settings.env; the proof looks at what kustomize builds. */
function manifests(): KubernetesObject[] {
  const files = ['namespace/namespace.yaml', 'namespace/network.yaml', 'migrate/migrate.yaml', 'worker/worker.yaml'];
  const objects = [...files, 'api/api.yaml'].flatMap((file) =>
    parseAllDocuments(read(file)).map((document) => document.toJS() as KubernetesObject),
  );
  const lines = [...read('settings', 'settings.env').matchAll(/^(\w+)=(.*)$/gm)];
  const data = Object.fromEntries(lines.map(([, name, value]) => [name!, value!]));
  return [...objects, { kind: 'ConfigMap', metadata: { name: 'settings' }, data }];
}

const find = (kind: string, name: string, among = manifests()) =>
  among.find((object) => object.kind === kind && object.metadata.name === name)!;

test('settings, secrets, images, ports, probes, labels and rights agree with the product and with each other', () => {
  expect(manifests().map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['Namespace', 'NetworkPolicy', 'Job', 'Deployment', 'HorizontalPodAutoscaler', 'Service']),
  );
  expect(flawsOf(manifests())).toEqual([]);
});

type Change = (pod: NonNullable<NonNullable<KubernetesObject['spec']>['template']>, all: KubernetesObject[]) => void;

test.each<[string, Change, string]>([
  ['a misspelt setting', ({ spec }) => void spec.containers[0]!.env!.push({ name: 'PROT' }), 'given PROT, which'],
  [
    'a secret as a value',
    ({ spec }) => void spec.containers[0]!.env!.push({ name: 'TOKEN_SECRET' }),
    'shows the secret',
  ],
  ['a file that is not mounted', ({ spec }) => void spec.volumes![0]!.secret!.items!.shift(), 'has no file'],
  [
    'a secret that nobody reads',
    ({ spec }) => void spec.volumes![0]!.secret!.items!.push({ key: 'RESEND_API_KEY', path: 'RESEND_API_KEY' }),
    'is given the secret RESEND_API_KEY',
  ],
  [
    'another image',
    ({ spec }) => void (spec.containers[0]!.image = 'newsletter-opportunity-intelligence-web'),
    'stage api',
  ],
  [
    'another port',
    ({ spec }) => void (spec.containers[0]!.ports![0]!.containerPort = 3000),
    'another port than its own',
  ],
  ['a probe of no port', ({ spec }) => void (spec.containers[0]!.livenessProbe!.httpGet.port = 'web'), 'port web'],
  ['no probe', ({ spec }) => void delete spec.containers[0]!.readinessProbe, 'has no readinessProbe'],
  ['a short stop', ({ spec }) => void (spec.terminationGracePeriodSeconds = 13), 'before its stop is over'],
  ['root', ({ spec }) => void (spec.securityContext!.runAsUser = 0), 'not run as the user'],
  ['a file system that can be written', ({ spec }) => void delete spec.containers[0]!.securityContext, 'readOnlyRoot'],
  ['no limit of memory', ({ spec }) => void delete spec.containers[0]!.resources!.limits, 'memory and CPU'],
  ['another label', ({ metadata }) => void (metadata.labels['app.kubernetes.io/name'] = 'x'), 'Service api selects no'],
  [
    'a scaler of nothing',
    (_, all) => void (all.find(({ spec }) => spec?.scaleTargetRef)!.spec!.scaleTargetRef!.name = 'workers'),
    'scales workers, which is not there',
  ],
  [
    'a service of both',
    (_, all) =>
      void (find('Service', 'api', all).spec!.selector = {
        'app.kubernetes.io/name': 'newsletter-opportunity-intelligence',
      }),
    'pods of several workloads',
  ],
])('%s is noticed', (_name, change, said) => {
  const all = manifests();
  change(find('Deployment', 'api', all).spec!.template!, all);
  expect(flawsOf(all).join('\n')).toContain(said);
});

test('each process has every setting that docker-compose.yml gives it, and no optional one by accident', () => {
  const { services } = mergedCompose(['docker-compose.yml']);
  for (const [name, kind] of [
    ['api', 'Deployment'],
    ['worker', 'Deployment'],
    ['migrate', 'Job'],
  ] as const) {
    const given = [...variablesOf(find(kind, name), manifests()).keys()].map((one) => one.replace(/_FILE$/, ''));
    const asked = Object.entries(services[name]!.environment ?? {}).filter(([, value]) => value !== null);
    expect([name, asked.map(([variable]) => variable).filter((variable) => !given.includes(variable))]).toEqual([
      name,
      [],
    ]);
  }
});

test('what the probes ask for answers, on the port of metrics and on that of callers', async () => {
  const health = () => Promise.resolve({ fine: true, checks: [], reasons: {} });
  const served = await serveObservation({ metrics: [], live: health, ready: health }, { host: '127.0.0.1', port: 0 });
  const called = allEndpoints('https://noi.example').map(({ path }) => path);
  const containers = manifests().flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
  const probes = containers
    .flatMap(({ startupProbe, livenessProbe, readinessProbe }) => [startupProbe, livenessProbe, readinessProbe])
    .flatMap((probe) => probe?.httpGet ?? []);
  expect(probes).toHaveLength(6);
  const paths = (own: string) => probes.flatMap(({ port, path }) => (port === own ? path : []));
  expect(called).toEqual(expect.arrayContaining(paths('http')));
  for (const path of paths('metrics')) expect([path, (await fetch(served.url + path)).status]).toEqual([path, 200]);
  await served.close();
});

test('workers are scaled by a metric that there is, which the adapter hands on', () => {
  const { external } = find('HorizontalPodAutoscaler', 'worker').spec!.metrics![0]!;
  expect(Object.keys(METRICS)).toContain(external.metric.name);
  const adapter = parse(read('prometheus-adapter.yaml')) as { rules: { external: { seriesQuery: string }[] } };
  expect(adapter.rules.external.map(({ seriesQuery }) => seriesQuery)).toEqual([external.metric.name]);
});

test('a build is written wherever its name stands, and what is no name of one is refused', () => {
  const copy = mkdtempSync(join(tmpdir(), 'noi-build-'));
  cpSync(FOLDER, copy, { recursive: true });
  const set = (build: string) => execFileSync('sh', [join(copy, 'set-build.sh'), build], { stdio: 'pipe' });
  const parts = ['build', 'migrate', 'worker'].map((part) => join(copy, part, 'kustomization.yaml'));
  const texts = () => parts.map((part) => readFileSync(part, 'utf8').replaceAll(/^#.*$/gm, '')).join('\n');
  const places = texts().match(/\bfirst\b/g)!.length;
  for (const build of ['0a1b2c3', '1234567', 'second']) {
    set(build);
    expect([...texts().matchAll(new RegExp(`(?<![\\w-])-?'?${build}\\b`, 'g'))]).toHaveLength(places);
    // A build of digits alone is a text, not a number.
    const { images } = parse(readFileSync(parts[0]!, 'utf8')) as { images: { newTag: unknown }[] };
    expect(images.map(({ newTag }) => newTag)).toEqual([build, build, build]);
  }
  expect(texts()).not.toMatch(/\bfirst\b/);
  for (const wrong of ['', 'A', 'a b', '-a', 'a-', 'a/b', 'x'.repeat(41)]) expect(() => set(wrong)).toThrow('usage: ');
  expect(texts()).toContain("newTag: 'second'");
  rmSync(copy, { recursive: true });
});

test('the page says how many connections PostgreSQL has to admit, and how to make each secret', () => {
  expect(page).toContain(`${connectionsOf(manifests())} connections`);
  const mounted = manifests().flatMap(
    ({ spec }) => spec?.template?.spec.volumes?.flatMap((one) => one.secret?.items ?? []) ?? [],
  );
  const keys = [...new Set(mounted.map(({ key }) => key))].sort();
  expect(SECRET_SETTINGS).toEqual(expect.arrayContaining(keys));
  const made = [...page.matchAll(/--from-file=(\w+)=/g)].map(([, key]) => key!);
  expect(made.sort()).toEqual(keys);
});

test('every path that the page names is there', () => {
  const named = [...page.matchAll(/deploy\/kubernetes\/[\w./-]*\w/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(5);
  for (const path of named)
    expect(() => readFileSync(join(PACKAGE_ROOT, path, path.includes('.') ? '' : 'kustomization.yaml'))).not.toThrow();
});
