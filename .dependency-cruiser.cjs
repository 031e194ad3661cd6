/**
 * Import rules for `npm run check`: the tables of rooms.cjs, no cycles, and rules for single folders. The linter sees
 * only the text of an import, so it would confuse stand-ins/web with web.
 */
const { MODULES, ROOMS } = require('./rooms.cjs');

const rooms = Object.entries(ROOMS);
const oneOf = (names) => `^(${names.join('|')})/`;

const ROOM_RULES = rooms.map(([room, imports]) => ({
  name: `${room}-imports`,
  comment: `${room}/ may import ${imports.length === 0 ? 'nothing of ours' : imports.join(', ')} (ARCHITECTURE.md).`,
  from: { path: oneOf([room]) },
  to: { dependencyTypes: ['local'], path: '/', pathNot: oneOf([room, ...imports]) },
}));

const MODULE_RULES = MODULES.map((module, i) => ({
  name: `${module}-is-below`,
  comment: `modules/${module} imports only modules before it in the table of rooms.cjs.`,
  from: { path: `^modules/${module}/` },
  to: { path: `^modules/(?!(${MODULES.slice(0, i + 1).join('|')})/)` },
}));

/** Parts of a module that use SQL, files or the network. */
const NOT_PURE = '^modules/[^/]+/(store|use-cases|pdf)/';

/** Rules that the tables do not express. */
const OWN_RULES = [
  {
    name: 'a-room-is-in-the-table',
    comment: 'Every folder with code is listed in rooms.cjs, with what it may import.',
    from: { path: '/', pathNot: oneOf(rooms.map(([room]) => room)) },
    to: {},
  },
  {
    name: 'a-module-is-in-the-table',
    comment: 'Every folder of modules/ has its place in MODULES of rooms.cjs.',
    from: { path: '^modules/', pathNot: `^modules/(${MODULES.join('|')})/` },
    to: {},
  },
  {
    name: 'no-circles',
    comment: 'Files that import each other, even only types, can only be understood together.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'rules-are-pure',
    comment: 'Contracts, rules and messages contain no SQL and import no store.',
    from: { path: '^modules/', pathNot: NOT_PURE },
    to: { path: ['^prisma/', '^modules/[^/]+/(store|use-cases)/'] },
  },
  {
    name: 'store-is-below-use-cases',
    comment:
      'Endpoints, pages and activities call a use case, which calls the store. The store never calls a use case.',
    from: { path: '^modules/[^/]+/store/' },
    to: { path: '^modules/[^/]+/use-cases/' },
  },
  {
    name: 'vendors-and-workflows-know-no-sql',
    comment: 'Vendors implement ports and workflows call activities. Neither reads or writes rows.',
    from: { path: '^(vendors|workflows)/' },
    to: { path: '^modules/[^/]+/(store|use-cases)/' },
  },
  {
    name: 'workflows-are-deterministic',
    comment: 'Workflows get time, randomness and signals from Temporal: no Node built-ins, no other package.',
    from: { path: '^workflows/' },
    to: { dependencyTypesNot: ['local'], pathNot: '^node_modules/@temporalio/(workflow|common)/' },
  },
  {
    name: 'endpoints-reach-vendors-by-use-cases',
    comment: 'Endpoints call vendors through use cases. They may verify webhooks themselves.',
    from: { path: '^api/endpoints/', pathNot: '^api/endpoints/mail' },
    to: { path: '^vendors/' },
  },
  {
    name: 'client-is-a-package-of-its-own',
    comment: 'The client for customers runs in Node and browsers, and imports nothing of ours.',
    from: { path: '^clients/typescript/src/' },
    to: { dependencyTypes: ['local', 'core'], pathNot: '^clients/typescript/src/' },
  },
];

module.exports = {
  forbidden: [...ROOM_RULES, ...MODULE_RULES, ...OWN_RULES].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    doNotFollow: { path: ['(^|/)node_modules/', '^prisma/generated/'] },
    exclude: { path: ['^[.]', '^dist/', '^web/developers/samples/', '^tools/clients/programs/'] },
  },
};
