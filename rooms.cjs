/**
 * What may import what, on one screen. `npm run check` holds every import to it (`.dependency-cruiser.cjs`). A new room or
 * module is a line here and one in ARCHITECTURE.md.
 */

/** Modules from the ground up: a folder a capability. Each may import those before it. */
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

/** Rooms from the ground up, and which others each may import. */
const ROOMS = {
  base: [], // What every part shares: settings, ids, money, failures, log. No SQL.
  prisma: ['base'],
  modules: ['base', 'prisma'], // No vendor and no request: no network inside a transaction.
  vendors: ['base', 'modules'], // Translators: of modules only contracts and rules, no SQL.
  activities: ['base', 'prisma', 'modules', 'vendors'],
  workflows: ['base', 'modules', 'activities'], // Deterministic: pure code of modules, types of activities.
  worker: ['base', 'prisma', 'modules', 'vendors', 'activities', 'workflows'],
  http: ['base', 'prisma', 'modules', 'vendors'], // Knows no route.
  api: ['base', 'prisma', 'modules', 'vendors', 'http'],
  web: ['base', 'prisma', 'modules', 'http'],
  admin: ['base', 'prisma', 'modules', 'vendors'],
  'stand-ins': ['base', 'modules'],
  clients: ['base', 'modules'],
};

/** Composes what answers requests into one process. */
const server = [...ROOMS.api, 'api', 'web', 'clients'];

/** Starts processes of the product and their stand-ins on one machine. */
const local = [...ROOMS.admin, 'http', 'worker', 'server', 'stand-ins', 'clients'];

const product = { ...ROOMS, server, local };

module.exports = {
  MODULES,
  ROOMS: {
    ...product,
    // Tools and tests share test/support. A tool imports no test.
    tools: [...Object.keys(product), 'test/support'],
    test: [...Object.keys(product), 'tools'],
  },
};
