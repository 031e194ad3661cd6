import { RULES } from './rules';
import type { Rule } from './rule';

const HEAD = `# Rules of findings

Generated from \`domain/findings-rules/\` by \`npm run docs\`; a test fails when this page is stale, and another when a rule
has no breach that shows it.

Every submission of the research agent passes the JSON Schema, then these rules, in this order. A flaw goes back to the
agent as a pointer and what to do, while corrections are left (\`RUN_MAX_REPAIRS\`). The last column says what becomes of
a flaw at the last hand-in:

- **refused**: findings with it are never published; the run fails as \`findings_invalid\` and gives its credit back.
- **mended**: the service corrects it itself, downwards only, and the first limitation says so to the reader.
- **let pass**: it was asked for, and its lack misleads nobody.

Quotations come before all of these: an excerpt that is not on its page is a flaw, and at the last hand-in no score rests
on it as a fact. A free scan is settled at its first hand-in. Imported opportunities pass the first five rules.

| rule | demand | at the last hand-in |
| ---- | ------ | ------------------- |
`;

/** Page of all rules (docs/findings-rules.md), for `npm run docs`. */
export function rulesAsMarkdown(): string {
  return `${HEAD}${RULES.map((rule) => `| \`${rule.id}\` | ${rule.demand} | ${treatmentOf(rule)} |`).join('\n')}\n`;
}

function treatmentOf({ atLast }: Rule): string {
  if (atLast === 'refuse') return 'refused';
  return atLast === 'pass' ? 'let pass' : `mended: ${atLast.said}`;
}
