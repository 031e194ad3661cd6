/**
 * Rules of imports: the table of rooms, circles, and what a room has of its own. Run by `npm run check`. The linter
 * could not hold them: it sees the words of an import, and takes stand-ins/web for web.
 */
const ROOMS = require('./rooms.cjs');

const rooms = Object.entries(ROOMS);
const oneOf = (names) => `^(${names.join('|')})/`;

const ROOM_RULES = rooms.map(([room, imports]) => ({
  name: `${room}-imports`,
  comment: `${room}/ may import ${imports.length === 0 ? 'nothing of ours' : imports.join(', ')} (ARCHITECTURE.md).`,
  from: { path: oneOf([room]) },
  to: { dependencyTypes: ['local'], path: '/', pathNot: oneOf([room, ...imports]) },
}));

/** Rules beside the table. */
const OWN_RULES = [
  {
    name: 'a-room-is-in-the-table',
    comment: 'A folder with code is a room, and rooms.cjs says what it may import.',
    from: { path: '/', pathNot: oneOf(rooms.map(([room]) => room)) },
    to: {},
  },
  {
    name: 'no-circles',
    comment: 'Files that import each other can only be read together, also where they share types alone.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'workflows-are-deterministic',
    comment: 'Workflow code gets its time, chance and news from Temporal: no Node built-ins and no other package.',
    from: { path: '^workflows/' },
    to: { dependencyTypesNot: ['local'], pathNot: '^node_modules/@temporalio/(workflow|common)/' },
  },
  {
    name: 'endpoints-reach-providers-by-commands',
    comment: 'An endpoint asks a provider by a command; it may check what one sent, or an address to send to.',
    from: { path: '^api/endpoints/', pathNot: '^api/endpoints/mail-events/' },
    to: { path: '^providers/' },
  },
  {
    name: 'client-is-a-package-of-its-own',
    comment: 'The client of customers runs in Node and browsers, and takes nothing from here.',
    from: { path: '^clients/typescript/src/' },
    to: { dependencyTypes: ['local', 'core'], pathNot: '^clients/typescript/src/' },
  },
];

module.exports = {
  forbidden: [...ROOM_RULES, ...OWN_RULES].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    doNotFollow: { path: ['(^|/)node_modules/', '^prisma/generated/'] },
    exclude: { path: ['^[.]', '^dist/', '^web/developers/samples/', '^tools/clients/programs/'] },
  },
};
