import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, LOOPBACK } from '../../local/ports';
import { foreign, launch, type Launched } from '../../local/process/launch';
import { eventually } from '../../test/support/eventually';
import { go, goPrograms } from '../../test/support/go-programs';

const RELEASE = '37.2';
const STARTS_WITHIN_MS = 180_000;

/** A control plane of Kubernetes on loopback; no container runs on its nodes. */
export interface ControlPlane {
  /** Folder of kubectl. */
  programs: string;
  /** File by which kubectl reaches it. */
  kubeconfig: string;
  /** Runs kubectl with an input; resolves with its output. @throws Error with what it said */
  kubectl(args: readonly string[], input?: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts etcd, the API server, the controllers and the scheduler of Kubernetes, and kwok, which says of pods what a
 * kubelet would: that they are ready, and that those of jobs have completed. Builds them first where this machine never did.
 */
export async function startControlPlane(folder: string): Promise<ControlPlane> {
  const { kubernetes, etcd, kwok } = await built();
  const running: Launched[] = [];
  const stop = async () => void (await Promise.all(running.map((part) => part.stop())));
  const start = async (program: string, ...args: string[]) => {
    const [name, env] = [basename(program), { PATH: process.env.PATH, HOME: folder }];
    const log = createWriteStream(join(folder, `${name}.log`));
    // Nothing of it is kept.
    const guard = {
      pidFile: join(folder, `${name}.pid`),
      stopSignal: 'SIGKILL',
      stopWithinMs: 5_000,
      cwd: folder,
    } as const;
    running.push(await launch(foreign(program, args, env, guard), (line) => log.write(`${line}\n`)));
  };

  const [client, peer, server] = [await freePort(), await freePort(), await freePort()];
  const store = `http://${LOOPBACK}:${client}`;
  const peers = `http://${LOOPBACK}:${peer}`;
  mkdirSync(folder, { recursive: true });
  const ofClients = ['--listen-client-urls', store, '--advertise-client-urls', store];
  await start(join(etcd, 'etcd'), '--data-dir', join(folder, 'etcd'), ...ofClients, '--listen-peer-urls', peers);

  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  writeFileSync(join(folder, 'public.pem'), keys.publicKey);
  writeFileSync(join(folder, 'private.pem'), keys.privateKey, { mode: 0o600 });
  const token = randomBytes(16).toString('hex');
  writeFileSync(join(folder, 'tokens.csv'), `${token},admin,admin,"system:masters"\n`, { mode: 0o600 });
  const address = ['--bind-address', LOOPBACK, '--secure-port', String(server), '--advertise-address', LOOPBACK];
  await start(
    join(kubernetes, 'kube-apiserver'),
    ...['--etcd-servers', store, ...address, '--cert-dir', 'certificates', '--endpoint-reconciler-type', 'none'],
    ...['--service-account-issuer', `https://${LOOPBACK}`, '--service-account-key-file', 'public.pem'],
    ...['--service-account-signing-key-file', 'private.pem', '--token-auth-file', 'tokens.csv'],
    ...['--authorization-mode', 'Node,RBAC', '--service-cluster-ip-range', '10.96.0.0/16'],
  );
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, configOf(`https://${LOOPBACK}:${server}`, token), { mode: 0o600 });

  const kubectl: ControlPlane['kubectl'] = async (args, input = '') => {
    const asked = promisify(execFile)(join(kubernetes, 'kubectl'), args, {
      env: { PATH: process.env.PATH, HOME: folder, KUBECONFIG: kubeconfig },
      maxBuffer: 1 << 26,
    });
    asked.child.stdin!.end(input);
    return (await asked).stdout;
  };
  const isReady = () =>
    kubectl(['get', '--raw', '/readyz']).then(
      (answer) => answer === 'ok',
      () => false,
    );
  await eventually('the API server is ready', isReady, STARTS_WITHIN_MS);
  const own = async () => [
    '--kubeconfig',
    kubeconfig,
    '--bind-address',
    LOOPBACK,
    '--secure-port',
    String(await freePort()),
  ];
  const alone = ['--leader-elect=false', '--cert-dir', 'certificates'];
  const signing = ['--service-account-private-key-file', 'private.pem'];
  await start(join(kubernetes, 'kube-controller-manager'), ...(await own()), ...alone, ...signing);
  await start(join(kubernetes, 'kube-scheduler'), ...(await own()), ...alone);
  const stages = (await stagesOf(kwok)).flatMap((file) => ['--config', file]);
  const served = ['--server-address', `${LOOPBACK}:${await freePort()}`];
  await start(join(kwok, 'kwok'), '--kubeconfig', kubeconfig, '--manage-all-nodes', ...served, ...stages);
  for (const name of ['node-1', 'node-2']) await kubectl(['apply', '-f', '-'], JSON.stringify(nodeOf(name)));
  await kubectl(['wait', '--for=condition=Ready', '--timeout=120s', 'node', '--all']);
  return { programs: kubernetes, kubeconfig, kubectl, stop };
}

async function built() {
  const modules = await go('/', 'mod', 'download', '-json', `k8s.io/kubernetes@v1.${RELEASE}`);
  const { GoMod } = JSON.parse(modules) as { GoMod: string };
  // Those that its repository keeps beside it are published as modules of their own.
  const staged = [...readFileSync(GoMod, 'utf8').matchAll(/^\s*(k8s\.io\/[\w-]+) => \.\/staging/gm)];
  const version = `-X k8s.io/component-base/version.gitVersion=v1.${RELEASE}`;
  const number = `-X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=${parseInt(RELEASE)}`;
  const names = ['kubectl', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];
  return {
    kubernetes: await goPrograms('kubernetes', {
      packages: Object.fromEntries(names.map((name) => [name, `k8s.io/kubernetes/cmd/${name}@v1.${RELEASE}`])),
      replacing: staged.map(([, name]) => `replace ${name} => ${name} v0.${RELEASE}`),
      flags: ['-ldflags', `-s -w ${version} ${number}`],
    }),
    etcd: await goPrograms('etcd', { packages: { etcd: 'go.etcd.io/etcd/server/v3@v3.6.16' } }),
    kwok: await goPrograms('kwok', { packages: { kwok: 'sigs.k8s.io/kwok/cmd/kwok@v0.8.0' } }),
  };
}

/** What kwok does to nodes and pods, as its module ships it. */
async function stagesOf(folder: string): Promise<string[]> {
  const module = (await go(folder, 'list', '-m', '-f', '{{.Dir}}', 'sigs.k8s.io/kwok')).trim();
  const nodes = ['node/fast/node-initialize.yaml', 'node/heartbeat/node-heartbeat.yaml'];
  const pods = ['ready', 'complete', 'delete'].map((stage) => `pod/fast/pod-${stage}.yaml`);
  return [...nodes, ...pods].map((name) => join(module, 'kustomize', 'stage', name));
}

function nodeOf(name: string): object {
  const room = { cpu: '32', memory: '256Gi', pods: '110' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name } },
    status: { allocatable: room, capacity: room },
  };
}

// The certificate of the server is its own; it is reached on loopback alone.
function configOf(server: string, token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'own', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'own', context: { cluster: 'own', user: 'admin' } }],
    'current-context': 'own',
  });
}
