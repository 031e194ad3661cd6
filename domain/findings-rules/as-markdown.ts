import { EVIDENCE_FLOOR } from './floor';
import { RULES } from './rules';
import { FIRST_EDITION, RULES_EDITION, type Rule } from './rule';

const HEAD = `# Rules of findings

Generated from \`domain/findings-rules/\` by \`npm run docs\`; a test fails when this page is stale, and another when a rule
has no breach that shows it.

Every submission of the research agent passes the JSON Schema, then these rules, in this order. A flaw goes back to the
agent as a pointer and what to do, while corrections are left (\`RUN_MAX_REPAIRS\`). The last column says what becomes of
a flaw at the last hand-in:

- **refused**: findings with it are never published; the run fails as \`findings_invalid\` and gives its credit back.
- **not charged**: it goes back once; then the run ends as \`not_enough_evidence\`, gives its credit back and shows its
  owner what was found, free of charge. A candidate of a search is excluded for the same reason.
- **mended**: the service corrects it itself, downwards only, and the first limitation says so to the reader.
- **let pass**: it was asked for, and its lack misleads nobody.

A session is judged by the rules of the edition that its prompt had when it began: a rule that a release adds binds the
sessions that begin once \`agents provision\` has brought its prompt to the agent. Edition ${RULES_EDITION} is that of this build;
the last column but one says of each rule which edition had it first.

Quotations come before all of these: an excerpt that is not on its page is a flaw, and at the last hand-in no score rests
on it as a fact. A free scan is settled at its first hand-in. Imported opportunities hold all rules.

The floor for being paid is one value, \`EVIDENCE_FLOOR\`: ${EVIDENCE_FLOOR.percent}% of all citations verified, and of
these at least ${EVIDENCE_FLOOR.sources} pages on ${EVIDENCE_FLOOR.hosts} hosts. With \`EVIDENCE_CHECK=off\` nothing is
verified: the pages and hosts that are cited count, and no rule asks what was found.

| rule | demand | edition | at the last hand-in |
| ---- | ------ | ------- | ------------------- |
`;

/** Page of all rules (docs/findings-rules.md), for `npm run docs`. */
export function rulesAsMarkdown(): string {
  return `${HEAD}${RULES.map((rule) => `| \`${rule.id}\` | ${rule.demand} | ${rule.since ?? FIRST_EDITION} | ${treatmentOf(rule)} |`).join('\n')}\n`;
}

function treatmentOf({ atLast }: Rule): string {
  if (atLast === 'refuse') return 'refused';
  if (atLast === 'unpaid') return 'not charged';
  return atLast === 'pass' ? 'let pass' : `mended: ${atLast.said}`;
}
