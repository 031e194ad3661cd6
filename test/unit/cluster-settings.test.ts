import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { composeService } from '../../local/cluster/compose';
import { composeVariables, productSettings } from '../../local/cluster/settings';
import { withSecretFiles } from '../../local/secret-files';
import { TEMPORAL_SERVER_VERSION } from '../../local/temporal/release';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { readSecretFiles, SECRET_SETTINGS } from '../../platform/secret-files';
import { documentedCombinations, mergedCompose, serverSettings } from '../support/compose';

const read = (path: string) => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { image?: string; environment?: Record<string, string | null> }>;
};
const addresses = { 'postgres:5432': '127.0.0.1:5001', 'temporal:7233': '127.0.0.1:5002' };
const valuesOf = (env: NodeJS.ProcessEnv) => ({
  variables: composeVariables(env, 'https://127.0.0.1:4000'),
  addresses,
});
const internet = { NODE_OPTIONS: '--require=/preload.js', STAND_IN_INTERNET: '5003 /authority.pem' };

test.each(['temporal', 'temporal-schema', 'temporal-namespace', 'databases', 'migrate', 'api', 'worker'])(
  'a cluster gives %s every variable that docker-compose.yml gives it, at addresses of this machine',
  (name) => {
    const declared = compose.services[name]!.environment!;
    // Those that are passed on have a value here.
    const passedOn = Object.entries(declared).flatMap(([key, text]) => (text === null ? [[key, 'x']] : []));
    const { environment } = composeService(name, valuesOf(Object.fromEntries(passedOn) as NodeJS.ProcessEnv));
    expect(Object.keys(environment).sort()).toEqual(Object.keys(declared).sort());
    expect(Object.values(environment).filter((value) => /\$\{|postgres:5432|temporal:7233/.test(value))).toEqual([]);
    const plain = Object.entries(declared).filter(
      ([, text]) => text !== null && !/\$|postgres:5432|temporal:7233|^\/deploy/.test(text),
    );
    expect(environment).toMatchObject(Object.fromEntries(plain));
  },
);

test('a variable without a value is left out where compose passes it on, and refused where compose requires it', () => {
  const values = valuesOf({});
  expect(composeService('worker', values).environment).not.toHaveProperty('ALERT_WEBHOOK_URL');
  const without = { ...values, variables: { ...values.variables, TRUSTED_HOPS: undefined } };
  expect(() => composeService('api', without)).toThrow(/TRUSTED_HOPS: how many proxies/);
});

test('scripts and settings of deploy/ are those of the checkout', () => {
  expect(composeService('temporal-schema', valuesOf({})).script).toBe(
    join(PACKAGE_ROOT, 'deploy/setup-temporal-schema.sh'),
  );
  expect(composeService('temporal', valuesOf({})).environment.DYNAMIC_CONFIG_FILE_PATH).toBe(
    join(PACKAGE_ROOT, 'deploy/temporal-dynamic-config.yaml'),
  );
});

test('Temporal collects its garbage before it needs the gigabyte that compose gives it', () => {
  const { GOMEMLIMIT } = composeService('temporal', valuesOf({})).environment;
  const [, most] = /^(\d+)MiB$/.exec(GOMEMLIMIT!)!;
  expect(readFileSync(join(PACKAGE_ROOT, 'docker-compose.yml'), 'utf8')).toMatch(
    /^ {2}temporal:\n(?: {4}.*\n)*? {4}mem_limit: 1g\n/m,
  );
  expect(Number(most)).toBeLessThanOrEqual(0.85 * 1_024);
});

test('a real key or an address of a provider, Temporal or database in the environment reaches no process', () => {
  const real = {
    ANTHROPIC_API_KEY: 'real',
    ANTHROPIC_BASE_URL: 'https://real.example',
    STRIPE_SECRET_KEY_LIVE: 'real',
    STRIPE_BASE_URL: 'https://real.example',
    RESEND_API_KEY: 'real',
    RESEND_BASE_URL: 'https://real.example',
    DATABASE_URL: 'postgresql://real',
    TEMPORAL_ADDRESS: 'real:7233',
    TEMPORAL_API_KEY: 'real',
  };
  for (const service of ['api', 'worker'] as const) {
    const settings = productSettings(service, real, valuesOf(real), internet);
    expect(Object.entries(settings).filter(([, value]) => value?.includes('real'))).toEqual([]);
  }
});

test('settings that compose does not decide are the user’s, and the API gets no key to send mail with', () => {
  const env = { LIMITS_SCALE: '7', LOG_LEVEL: 'warn' };
  const settings = productSettings('api', env, valuesOf(env), internet);
  expect(settings).toMatchObject({ LIMITS_SCALE: '7', LOG_LEVEL: 'warn', TRUSTED_HOPS: '2', NODE_ENV: 'production' });
  expect(settings).not.toHaveProperty('RESEND_API_KEY');
});

test('a cluster has an https address, secrets in files, and no setting that only one machine may have', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noi-secrets-'));
  for (const service of ['api', 'worker'] as const) {
    const settings = productSettings(service, {}, valuesOf({}), internet);
    const given = withSecretFiles(settings, folder);
    expect(given.PUBLIC_URL).toMatch(/^https:/);
    const onlyHere = /_BASE_URL$|^CITED_PAGES_ORIGIN$|^WEBHOOK_ALLOW_PRIVATE$|^LOCAL_READY_FILE$/;
    expect(Object.keys(given).filter((name) => onlyHere.test(name))).toEqual([]);
    expect(SECRET_SETTINGS.filter((name) => given[name] !== undefined)).toEqual([]);
    readSecretFiles(given);
    expect(given).toEqual(settings);
  }
  rmSync(folder, { recursive: true });
});

test.each(documentedCombinations().map((files) => ({ name: files.join(', '), files })))(
  'PostgreSQL of $name admits the connections of Temporal, two APIs and three workers',
  ({ files }) => {
    // Four services with a pool of 20 for the store and of 10 for visibility; ours have 20, and one to listen.
    const wanted = 4 * 30 + 5 * 21;
    const { max_connections } = serverSettings(mergedCompose(files).services.postgres!);
    expect(Number(max_connections)).toBeGreaterThan(wanted);
  },
);

test('a cluster gives PostgreSQL the settings of docker-compose.yml', () => {
  const declared = serverSettings(mergedCompose(['docker-compose.yml']).services.postgres!);
  expect(Object.keys(declared)).toContain('max_connections');
  expect(composeService('postgres', valuesOf({})).flags).toEqual(declared);
});

test('the server that is built from source is that of the image', () => {
  expect(compose.services.temporal!.image!.split('@')[0]).toBe(`temporalio/server:${TEMPORAL_SERVER_VERSION}`);
  const module = read('local/temporal-server/go.mod');
  expect(module).toContain(`go.temporal.io/server v${TEMPORAL_SERVER_VERSION}`);
  for (const tool of ['cmd/server', 'cmd/tools/sql']) expect(module).toContain(`\tgo.temporal.io/server/${tool}`);
});
