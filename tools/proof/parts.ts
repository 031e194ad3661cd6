import type { ProofPart } from './proof-part';

/** Where a change of the description that others read can begin. */
const DESCRIPTION = ['api/description/', 'api/endpoints/', 'contracts/', 'domain/', 'http/', 'docs/openapi/'];

/**
 * The parts of the proof, in the order in which they are played. What `npm test` holds with a fixed seed and small sizes
 * is played here at its whole size; what asks for other tool chains or for registries is played here alone.
 */
export const PARTS: readonly ProofPart[] = [
  {
    name: 'linters',
    proves:
      'the description passes Redocly and Spectral (npm), breaks no client of the last release, and the committed client types are its own',
    minutes: 0.5,
    plays: () => [['tools/openapi/main'], ['tools/openapi/lint'], ['tools/openapi-client/types', '--check']],
    brokenBy: [
      ...DESCRIPTION,
      'clients/typescript/src/api-types.ts',
      'tools/openapi/',
      'tools/openapi-client/',
      'tools/clients/tools.ts',
    ],
    needs: ['npm'],
  },
  {
    name: 'alerts',
    proves:
      "Prometheus' own promtool approves of the rules, and objectives raise their alerts when they should (Debian)",
    minutes: 0.5,
    plays: () => [['tools/alerts/main']],
    brokenBy: ['deploy/alerts.yaml', 'deploy/objectives.yaml', 'deploy/objectives.test.yaml', 'tools/alerts/'],
    needs: ['apt-get'],
  },
  {
    name: 'manifests',
    proves:
      'kustomize builds deploy/kubernetes (Go), and what it builds is valid by the schemas of Kubernetes (PyPI) and agrees with the product',
    minutes: 1.5,
    plays: () => [['tools/manifests/main']],
    brokenBy: ['Dockerfile', 'deploy/kubernetes/', 'platform/secret-files.ts', 'tools/manifests/'],
    needs: ['go', 'python3'],
  },
  {
    name: 'compose',
    proves: 'Docker Compose (Go) makes of our files what the tests take for it, and knows what the pages print',
    // A new machine builds it first.
    minutes: 4,
    plays: () => [['tools/compose/main']],
    brokenBy: ['deploy/backup.compose.yaml', 'docker-compose.yml', 'docs/runbook/', 'tools/compose/'],
    needs: ['go'],
  },
  {
    name: 'vendors',
    proves: "the payment provider's own mock (Go) takes each request of the product, and answers as the stand-in does",
    minutes: 1,
    plays: () => [['tools/vendors/main']],
    brokenBy: ['providers/payments/', 'stand-ins/payments/', 'tools/vendors/'],
    needs: ['go'],
  },
  {
    name: 'kubernetes',
    proves: 'a control plane of Kubernetes (Go) takes the manifests and every command for it that a page prints',
    // A new machine builds it first, which takes three times as long.
    minutes: 10,
    plays: () => [['tools/kubernetes/main']],
    brokenBy: ['deploy/kubernetes/', 'docs/kubernetes.md', 'tools/kubernetes/'],
    needs: ['go'],
  },
  {
    name: 'properties',
    proves: 'properties of pure functions hold for other examples than those of npm test',
    minutes: 1.5,
    seed: 27,
    plays: (seed) => [['tools/tests/main', '--selectProjects', 'unit', `--seed-of-properties=${seed}`]],
    brokenBy: ['tools/tests/'],
  },
  {
    name: 'faults',
    proves: 'runs, money and callers get over killed processes, silent parts, refusing databases and restores',
    minutes: 10,
    plays: () => [['tools/tests/main', '--selectProjects', 'faults']],
    brokenBy: [
      'activities/',
      'local/postgres/',
      'local/process/',
      'prisma/',
      'server/',
      'store/',
      'test/faults/',
      'worker/',
      'workflows/',
    ],
  },
  {
    name: 'chaos',
    proves:
      'a story of purchases, runs, payouts and erasures under 300 faults, outages and restores keeps every promise',
    minutes: 3,
    seed: 21,
    plays: (seed) => [['tools/chaos/main', '--faults', '300', '--seed', seed]],
    short: () => [['tools/chaos/main', '--faults', '20', '--seed', '21']],
    brokenBy: ['activities/', 'store/', 'tools/chaos/', 'workflows/'],
  },
  {
    name: 'images',
    proves:
      'images are built, hold what they need and little else, and do a job together, read-only and without privileges (npm; Docker, or Debian)',
    minutes: 20,
    plays: () => [['tools/images/main']],
    brokenBy: ['.dockerignore', 'Dockerfile', 'tools/images/'],
    needs: ['npm'],
  },
  {
    name: 'cluster',
    proves: 'a quarter of an hour on the bare cluster, while processes end, keeps every promise and lets nothing grow',
    minutes: 20,
    seed: 1,
    plays: (seed) => [
      ['tools/chaos/main', '--on', 'cluster', '--minutes', '15', '--faults', '400', '--buyers', '10', '--seed', seed],
    ],
    brokenBy: ['local/cluster/', 'tools/chaos/cluster.ts'],
    needs: ['go'],
  },
  {
    name: 'pages',
    proves: 'what pages of docs/ print for the bare cluster ends the trouble that they are about, pasted as it is',
    minutes: 10,
    plays: () => [['tools/chaos/main', 'pages']],
    brokenBy: ['deploy/setup-databases.sh', 'docs/operations.md', 'docs/runbook/', 'tools/chaos/pages/'],
    needs: ['go', 'psql'],
  },
  {
    name: 'upgrade',
    proves:
      'the cluster of the last release comes to the code of today by the printed steps, with work in flight, and loses nothing',
    minutes: 8,
    plays: () => [['tools/upgrade/play']],
    brokenBy: ['docs/runbook/deploy.md', 'prisma/migrations/', 'tools/upgrade/', 'workflows/'],
    needs: ['git', 'go', 'npm'],
  },
  {
    name: 'node',
    proves: 'unit, providers and http pass on the other versions of Node (npm)',
    minutes: 4,
    plays: () => [['tools/on-node/main', '22', '24']],
    short: () => [['tools/on-node/main', '22', '24', '--', '--selectProjects', 'unit']],
    brokenBy: [
      '.nvmrc',
      'local/check-node.cjs',
      'package.json',
      'package-lock.json',
      'tools/on-node/',
      'tsconfig.json',
    ],
    needs: ['npm'],
  },
  {
    name: 'clients',
    proves:
      'our clients do what they share, and those of fourteen generators compile and play a session of the sandbox (npm, PyPI, Go, Java, Rust)',
    minutes: 9,
    plays: () => [['tools/clients/main']],
    brokenBy: ['clients/', 'tools/clients/'],
    needs: ['npm'],
  },
  {
    name: 'stranger',
    proves:
      'what /developers prints does what it says, from the first answer to the first event, pasted as it is (npm, PyPI)',
    minutes: 2,
    plays: () => [['tools/stranger/main']],
    brokenBy: ['clients/', 'commands/code-samples.ts', 'tools/stranger/', 'web/developers/'],
    needs: ['curl', 'npm', 'npx', 'python3'],
  },
  {
    name: 'bruno',
    proves: "the collection runs in Bruno's own command and the .http file in httpyac, with a test key alone (npm)",
    // Its tools are 315 MB, which a new machine installs first.
    minutes: 8,
    plays: () => [['tools/bruno/main']],
    brokenBy: ['api/endpoints/', 'tools/bruno/', 'tools/clients/tools.ts', 'web/developers/texts/'],
    needs: ['npm'],
  },
  {
    name: 'fuzz',
    proves: 'no request that Schemathesis (PyPI) makes is answered against the description',
    minutes: 6,
    seed: 1,
    plays: (seed) => [['tools/fuzz/main', '--seed', seed]],
    brokenBy: ['tools/fuzz/'],
    needs: ['python3'],
  },
];

/** Parts that cost seconds, for a change of which nobody knows what it touches. */
export const CHEAP: readonly string[] = ['linters'];
