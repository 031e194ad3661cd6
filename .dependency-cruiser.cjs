/**
 * Rules of imports: the tables of rooms and modules, circles, and what a room has of its own. Run by `npm run check`. The
 * linter could not hold them: it sees the words of an import, and takes stand-ins/web for web.
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

/** What of a module is pure: no SQL, no file, no network. */
const NOT_PURE = '^modules/[^/]+/(store|use-cases|pdf)/';

/** Rules beside the tables. */
const OWN_RULES = [
  {
    name: 'a-room-is-in-the-table',
    comment: 'A folder with code is a room, and rooms.cjs says what it may import.',
    from: { path: '/', pathNot: oneOf(rooms.map(([room]) => room)) },
    to: {},
  },
  {
    name: 'a-module-is-in-the-table',
    comment: 'A folder of modules/ has its place in the order of rooms.cjs.',
    from: { path: '^modules/', pathNot: `^modules/(${MODULES.join('|')})/` },
    to: {},
  },
  {
    name: 'no-circles',
    comment: 'Files that import each other can only be read together, also where they share types alone.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'rules-are-pure',
    comment: 'Contracts, rules and messages of a module know no SQL, neither of their own nor of another module.',
    from: { path: '^modules/', pathNot: NOT_PURE },
    to: { path: ['^prisma/', '^modules/[^/]+/(store|use-cases)/'] },
  },
  {
    name: 'store-is-below-use-cases',
    comment: 'Endpoint, page and activity call a use case, which calls the store; never the other way.',
    from: { path: '^modules/[^/]+/store/' },
    to: { path: '^modules/[^/]+/use-cases/' },
  },
  {
    name: 'vendors-and-workflows-know-no-sql',
    comment: 'A vendor implements the port in a contract, a workflow calls activities: neither reads or writes a row.',
    from: { path: '^(vendors|workflows)/' },
    to: { path: '^modules/[^/]+/(store|use-cases)/' },
  },
  {
    name: 'workflows-are-deterministic',
    comment: 'Workflow code gets its time, chance and news from Temporal: no Node built-ins and no other package.',
    from: { path: '^workflows/' },
    to: { dependencyTypesNot: ['local'], pathNot: '^node_modules/@temporalio/(workflow|common)/' },
  },
  {
    name: 'endpoints-reach-vendors-by-use-cases',
    comment: 'An endpoint asks a vendor by a use case; it may check what one sent.',
    from: { path: '^api/endpoints/', pathNot: '^api/endpoints/mail' },
    to: { path: '^vendors/' },
  },
  {
    name: 'client-is-a-package-of-its-own',
    comment: 'The client of customers runs in Node and browsers, and takes nothing from here.',
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
