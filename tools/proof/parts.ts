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
    proves: 'the description passes Redocly and Spectral (npm), and breaks no client of the last release',
    minutes: 0.5,
    plays: () => [['tools/openapi/main'], ['tools/openapi/lint']],
    brokenBy: [...DESCRIPTION, 'tools/openapi/', 'tools/clients/tools.ts'],
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
    name: 'buyers',
    proves: 'of 300 buyers at once one holds the opportunity and owns it, twenty times over',
    minutes: 1.5,
    plays: () => [['tools/buyers/main', '--buyers', '300', '--rounds', '20']],
    brokenBy: ['commands/orders/', 'store/opportunities/', 'store/orders/', 'tools/buyers/'],
  },
  {
    name: 'storms',
    proves: 'a storm of 5,000 hostile bodies stops nobody',
    minutes: 1,
    seed: 1,
    plays: (seed) => [['tools/storm/main', '--bodies', '5000', '--seed', seed]],
    brokenBy: ['server/app.ts', 'http/', 'tools/storm/'],
  },
  {
    name: 'searches',
    proves:
      'fifty searches of 3 to 25 candidates complete with all that passed, whatever sources, rivals, scripts and corrections they have',
    minutes: 6,
    seed: 5,
    plays: (seed) => [['tools/searches/main', '--searches', '50', '--seed', seed]],
    brokenBy: ['activities/assignments/', 'domain/ranking.ts', 'domain/near-duplicates.ts', 'tools/searches/'],
  },
  {
    name: 'campaign',
    proves:
      'a story of purchases, runs, payouts and erasures under 300 faults, outages and restores keeps every promise',
    minutes: 3,
    seed: 21,
    plays: (seed) => [['tools/campaign/main', '--faults', '300', '--seed', seed]],
    brokenBy: ['tools/campaign/'],
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
    proves: 'nothing is lost or done twice while each process is restarted, killed and replaced',
    minutes: 7,
    plays: () => [['tools/cluster/main', '--drill']],
    brokenBy: ['tools/cluster/'],
    needs: ['go'],
  },
  {
    name: 'soak',
    proves:
      'a quarter of an hour of load, while processes end, keeps every promise, and no run needs more room than before',
    minutes: 18,
    seed: 1,
    plays: (seed) => [['tools/soak/main', '--hours', '0.25', '--rate', '1', '--faults-every', '60', '--seed', seed]],
    brokenBy: ['tools/soak/'],
    needs: ['go'],
  },
  {
    name: 'drill',
    proves: 'what pages of docs/ print for the bare cluster ends the trouble that they are about, pasted as it is',
    minutes: 10,
    plays: () => [['tools/drill/main']],
    brokenBy: ['deploy/setup-databases.sh', 'docs/runbook/', 'tools/drill/'],
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
      'our two clients do what they share, and those of four generators compile and play a session of the sandbox (npm, PyPI, Go, Java)',
    minutes: 5,
    plays: () => [['tools/clients/main']],
    brokenBy: ['clients/', 'tools/clients/', 'tools/openapi-client/'],
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
