/**
 * The imports allowed between top-level folders ("rooms") and between modules. `.dependency-cruiser.cjs` enforces this
 * table in `npm run check`. A new room or module needs a line here and one in ARCHITECTURE.md.
 */

/** Modules, lowest first. Each may import those before it. */
const MODULES = [
  'outbox',
  'alerts',
  'mail',
  'run-kinds',
  'findings',
  'dossiers',
  'accounts',
  'webhooks',
  'ledger',
  'entitlements',
  'opportunities',
  'orders',
  'runs',
  'usage',
  'retention',
  'scans',
  'payouts',
  'reconciliation',
  'erasure',
  'operations',
];

/** Top-level folders ("rooms"), lowest layer first, each with the folders that it may import. */
const ROOMS = {
  base: [], // Shared by all: settings, ids, money, failures, log. No SQL.
  prisma: ['base'],
  modules: ['base', 'prisma'], // No vendor or HTTP code, so transactions cannot make network calls.
  vendors: ['base', 'modules'], // Imports only contracts and rules from modules. No SQL.
  activities: ['base', 'prisma', 'modules', 'vendors'],
  workflows: ['base', 'modules', 'activities'], // Deterministic: only pure code from modules and types from activities.
  worker: ['base', 'prisma', 'modules', 'vendors', 'activities', 'workflows'],
  http: ['base', 'prisma', 'modules', 'vendors'], // Contains no routes.
  api: ['base', 'prisma', 'modules', 'vendors', 'http'],
  web: ['base', 'prisma', 'modules', 'http'],
  admin: ['base', 'prisma', 'modules', 'vendors'],
  'stand-ins': ['base', 'modules'],
  clients: ['base', 'modules'],
};

/** The rooms that server/ may import to compose the API process. */
const server = [...ROOMS.api, 'api', 'web', 'clients'];

/** The rooms that local/ may import to start the product and its stand-ins on one machine. */
const local = [...ROOMS.admin, 'http', 'worker', 'server', 'stand-ins', 'clients'];

const product = { ...ROOMS, server, local };

module.exports = {
  MODULES,
  ROOMS: {
    ...product,
    // Tools may import test/support, but no tests.
    tools: [...Object.keys(product), 'test/support'],
    test: [...Object.keys(product), 'tools'],
  },
};
