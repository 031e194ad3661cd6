/**
 * The rooms of the house from the ground up, and which rooms each may import. What `npm run check` says about imports
 * follows from this table (`.dependency-cruiser.cjs`): a new room is a line here and one in ARCHITECTURE.md. A room
 * need not be there yet.
 */
const ROOMS = {
  contracts: [],
  domain: ['contracts'], // Pure: no setting, no row, no network.
  platform: ['contracts'],
  prisma: ['contracts', 'platform'],
  store: ['contracts', 'domain', 'platform', 'prisma'], // No network in a transaction.
  documents: ['contracts', 'domain', 'platform'],
  providers: ['contracts', 'domain', 'platform'], // Translators only.
  activities: ['contracts', 'domain', 'platform', 'prisma', 'store', 'documents', 'providers'],
  workflows: ['contracts', 'domain', 'activities'], // Deterministic: activities by their types alone.
  worker: ['contracts', 'domain', 'platform', 'prisma', 'store', 'documents', 'providers', 'activities', 'workflows'],
  http: ['contracts', 'domain', 'platform', 'prisma', 'store', 'providers'], // Knows no route.
  commands: ['contracts', 'domain', 'platform', 'prisma', 'store', 'documents', 'providers', 'http'],
  api: ['contracts', 'domain', 'platform', 'prisma', 'store', 'providers', 'http', 'commands'],
  web: ['contracts', 'domain', 'platform', 'prisma', 'store', 'documents', 'http', 'commands'],
  admin: ['contracts', 'domain', 'platform', 'prisma', 'store', 'documents', 'providers'],
  'stand-ins': ['contracts', 'domain', 'platform'],
  clients: ['contracts', 'platform'],
};

/** Composes what answers requests into one process. */
const server = [...ROOMS.commands, 'commands', 'api', 'web', 'clients'];

/** Starts processes of the product and their stand-ins on one machine. */
const local = [...ROOMS.admin, 'http', 'worker', 'server', 'stand-ins', 'clients'];

const product = { ...ROOMS, server, local };

/** Tools and tests share test/support. A tool imports no test. */
module.exports = {
  ...product,
  tools: [...Object.keys(product), 'test/support'],
  test: [...Object.keys(product), 'tools'],
};
