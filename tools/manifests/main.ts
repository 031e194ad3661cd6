/**
 * `node dist/tools/manifests/main`: builds deploy/kubernetes with kustomize (Go proxy) as a deployment would, for a build that
 * set-build.sh wrote, validates what comes out against the published schemas of Kubernetes (kubernetes-validate, PyPI),
 * and checks that it agrees with itself and with the product. Exits 1 where something does not. Needs go and python3.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { flawsOf, type KubernetesObject } from './flaws';
import { cacheFolder } from '../../local/cache-folder';

const KUSTOMIZE = '5.8.1';
const VALIDATOR = '1.37.0';
/** Oldest and newest release of Kubernetes that is validated against. */
const RELEASES = ['1.34.0', '1.37.0'];
const BUILD = '0a1b2c3';
const PARTS = ['namespace', 'migrate', 'worker', 'api'];

const CACHE = join(cacheFolder(), `manifests-${KUSTOMIZE}-${VALIDATOR}`);

function play(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
}

/** Path of a tool in the cache, made there if it is missing; an interrupted attempt begins again. */
function tool(path: string, make: (folder: string) => void): string {
  const [folder = ''] = path.split('/');
  if (!existsSync(join(CACHE, folder, '.done'))) {
    mkdirSync(CACHE, { recursive: true });
    make(join(CACHE, folder));
    writeFileSync(join(CACHE, folder, '.done'), '');
  }
  return join(CACHE, path);
}

const kustomize = () =>
  tool('go/kustomize', (folder) =>
    play('go', ['install', `sigs.k8s.io/kustomize/kustomize/v5@v${KUSTOMIZE}`], { ...process.env, GOBIN: folder }),
  );

const validator = () =>
  tool('python/bin/kubernetes-validate', (folder) => {
    play('python3', ['-m', 'venv', folder]);
    play(join(folder, 'bin', 'pip'), ['install', '--quiet', `kubernetes-validate==${VALIDATOR}`]);
  });

/** Validates a file against every release; false if one refuses it. */
function isValid(file: string, { say }: { say: boolean }): boolean {
  try {
    for (const release of RELEASES) {
      execFileSync(validator(), ['--strict', '--quiet', '-k', release, file], {
        stdio: say ? ['ignore', 'inherit', 'inherit'] : 'ignore',
      });
    }
    return true;
  } catch {
    return false;
  }
}

/** Copies the manifests and writes a build into them; with a hosted Temporal as its component says. */
function prepared(folder: string, hosted: boolean): void {
  cpSync(join(PACKAGE_ROOT, 'deploy', 'kubernetes'), folder, { recursive: true });
  play('sh', [join(folder, 'set-build.sh'), BUILD]);
  for (const part of hosted ? ['worker', 'api'] : []) {
    const file = join(folder, part, 'kustomization.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(`${file}.new`, text.replace('../build]', '../build, ../temporal-cloud]'));
    renameSync(`${file}.new`, file);
  }
}

/** What is wrong with the built objects beyond their form. */
function flawsOfBuild(objects: readonly KubernetesObject[], hosted: boolean): string[] {
  const flaws = flawsOf(objects);
  const wanted = [`worker-${BUILD}`, `migrate-${BUILD}`, 'api'];
  const names = objects.map(({ metadata }) => metadata.name);
  flaws.push(...wanted.filter((name) => !names.includes(name)).map((name) => `${name} is not built`));
  for (const { kind, spec, metadata } of objects) {
    const container = spec?.template?.spec.containers[0];
    if (kind !== 'Namespace' && metadata.namespace !== 'newsletter-opportunity-intelligence')
      flaws.push(`${kind} ${metadata.name} is in another namespace`);
    if (!container) continue;
    if (!container.image.endsWith(`:${BUILD}`)) flaws.push(`${metadata.name} runs ${container.image}`);
    if (spec.template!.metadata.labels['app.kubernetes.io/version'] !== BUILD)
      flaws.push(`the pods of ${metadata.name} do not say their build`);
    const keyed = container.env?.some(({ name }) => name === 'TEMPORAL_API_KEY_FILE') ?? false;
    if (keyed !== (hosted && kind === 'Deployment'))
      flaws.push(`${metadata.name}: the key of a hosted Temporal is wrong`);
  }
  return flaws;
}

function main(): void {
  const folder = mkdtempSync(join(tmpdir(), 'noi-manifests-'));
  const flaws: string[] = [];
  try {
    for (const hosted of [false, true]) {
      const copy = join(folder, hosted ? 'hosted' : 'own');
      prepared(copy, hosted);
      const texts = PARTS.map((part) => play(kustomize(), ['build', join(copy, part)]));
      const file = join(copy, 'built.yaml');
      writeFileSync(file, texts.join('---\n'));
      const objects = parseAllDocuments(texts.join('---\n')).map((document) => document.toJS() as KubernetesObject);
      if (!isValid(file, { say: true })) flaws.push(`${file} is not valid`);
      flaws.push(...flawsOfBuild(objects, hosted));
      process.stdout.write(`${objects.length} objects${hosted ? ' with a hosted Temporal' : ''}\n`);
    }
    const misspelt = join(folder, 'misspelt.yaml');
    writeFileSync(misspelt, 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {selektor: {}}\n');
    if (isValid(misspelt, { say: false })) flaws.push('a misspelt key is not refused, so that approval means nothing');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const flaw of flaws) process.stderr.write(`${flaw}\n`);
  process.exitCode = flaws.length > 0 ? 1 : 0;
}

main();
