/**
 * `node dist/tools/kubernetes/main`: pastes what the pages print for Kubernetes into a control plane of its own (Go proxy): the
 * first build, the next one, and each block of the runbook. Objects, rollouts and jobs are real; no container runs, so
 * what is executed in one is left out. Exits 1 where a command fails or a pod is refused. Needs go.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { SECRET_SETTINGS } from '../../platform/secret-files';
import { blocksOf } from '../../test/support/runbook';
import { exitWith } from '../../test/support/exit-with';
import { startControlPlane, type ControlPlane } from './control-plane';

const NAMESPACE = 'newsletter-opportunity-intelligence';
const [OLD, NEW] = ['0a1b2c3', 'b2c3d4e'];
/** Before every block: names of the builds, and what would be executed in a container or at a server of PostgreSQL. */
const PREAMBLE = `set -e
OLD=${OLD} NEW=${NEW} BUILD=${NEW}
k() { kubectl --namespace ${NAMESPACE} "$@"; }
sql() { :; }
`;
/** Of two restarts within a second Kubernetes refuses the second. */
const APART_MS = 1_100;

interface Step {
  name: string;
  code: string;
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'noi-kubernetes-'));
  const plane = await startControlPlane(join(folder, 'control-plane'));
  try {
    const shell = prepared(join(folder, 'checkout'), plane);
    await plane.kubectl(['create', 'namespace', 'ingress-nginx']);
    await plane.kubectl(['create', 'namespace', 'monitoring']);
    const flaws: string[] = [];
    const steps = [...builds(), ...runbook()];
    for (const { name, code } of steps) {
      const failure = await shell(code);
      console.log(`${failure ? 'FAILS' : 'works'}  ${name}`);
      if (failure) flaws.push(`${name}: ${failure}`);
      // What follows builds on it.
      if (failure) break;
    }
    flaws.push(...(await refusedPods(plane)));
    if (flaws.length === 0) flaws.push(...(await unfinished(plane)));
    for (const flaw of flaws) console.error(flaw);
    console.log(`kubernetes: ${steps.length} blocks, ${flaws.length} flaws`);
    return flaws.length === 0 ? 0 : 1;
  } finally {
    await plane.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first build and the next one, by docs/kubernetes.md. */
function builds(): Step[] {
  const of = (section: string) =>
    blocksOf('kubernetes.md')
      .filter((block) => block.section === section)
      .map(({ code }) => code);
  const [each = ''] = of('Each build');
  const [first, next] = [each.replace(/^OLD=.*$/m, `NEW=${OLD}`), each.replace(/^OLD=.*$/m, '')];
  // Before the first build there is none.
  const withoutOld = first.split('\n').filter((line) => !line.includes('$OLD'));
  return [
    ...of('Once').map((code, index) => ({ name: `kubernetes.md, Once, ${index + 1}`, code })),
    { name: `kubernetes.md, Each build, ${OLD}`, code: withoutOld.join('\n') },
    { name: `kubernetes.md, Each build, ${NEW}`, code: next },
  ];
}

/** Blocks for Kubernetes of all pages of the runbook, those of one page in their order. */
function runbook(): Step[] {
  const pages = readdirSync(join(PACKAGE_ROOT, 'docs', 'runbook')).toSorted();
  return pages.flatMap((page) =>
    blocksOf(`runbook/${page}`)
      .filter(({ deployment }) => deployment === 'kubernetes')
      .map(({ section, code }) => ({
        name: `${page}, ${section}`,
        code: code.replaceAll('worker-OLD', `worker-${OLD}`),
      })),
  );
}

/** A shell in a checkout with the files that the pages name; resolves with what a failed block said. */
function prepared(folder: string, { programs, kubeconfig }: ControlPlane): (code: string) => Promise<string | null> {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'secrets'));
  cpSync(join(PACKAGE_ROOT, 'deploy'), join(folder, 'deploy'), { recursive: true });
  for (const name of SECRET_SETTINGS) writeFileSync(join(folder, 'secrets', name), 'x');
  // Nothing runs on the nodes: what is executed there, and what it has logged, is left out.
  const without = `case " $* " in *" exec "*|*" logs "*) exit 0;; esac\nexec '${join(programs, 'kubectl')}' "$@"`;
  writeFileSync(join(folder, 'bin', 'kubectl'), `#!/bin/sh\n${without}\n`, { mode: 0o755 });
  const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: folder, KUBECONFIG: kubeconfig };
  return async (code) => {
    const timeout = 300_000;
    const pasted = `${PREAMBLE}sleep ${APART_MS / 1_000}\n${code}`;
    return new Promise((resolve) => {
      execFile('sh', ['-c', pasted], { cwd: folder, env, timeout }, (failure, stdout, stderr) => {
        const refused = /would violate PodSecurity/.test(stderr);
        resolve(failure || refused ? `${stdout}${stderr}`.trim().split('\n').slice(-5).join(' / ') : null);
      });
    });
  };
}

/** Pods that no controller could make, as where the namespace does not admit them. */
async function refusedPods({ kubectl }: ControlPlane): Promise<string[]> {
  const found = await kubectl([
    'get',
    'events',
    '--namespace',
    NAMESPACE,
    '--field-selector=reason=FailedCreate',
    '--output=json',
  ]);
  const { items } = JSON.parse(found) as { items: { message: string }[] };
  const messages = items.map(({ message }) => message.replace(/pods "[^"]*"/, 'it'));
  return [...new Set(messages)].map((message) => `a pod is refused: ${message}`);
}

/** Deployments that are not as they should be after the last block. */
async function unfinished({ kubectl }: ControlPlane): Promise<string[]> {
  const found = await kubectl(['get', 'deployments', '--namespace', NAMESPACE, '--output=json']);
  const { items } = JSON.parse(found) as {
    items: { metadata: { name: string }; spec: { replicas: number }; status: { readyReplicas?: number } }[];
  };
  const names = items.map(({ metadata }) => metadata.name).toSorted();
  const expected = ['api', `worker-${OLD}`, `worker-${NEW}`];
  if (String(names) !== String(expected)) return [`the deployments are ${String(names)}, not ${String(expected)}`];
  return items.flatMap(({ metadata: { name }, spec: { replicas }, status: { readyReplicas = 0 } }) =>
    replicas === readyReplicas ? [] : [`${name} has ${readyReplicas} of ${replicas} pods`],
  );
}

exitWith(main());
