import { RULES_EDITION, type Rule } from '../../modules/findings/rules/rule';
import { RULES } from '../../modules/findings/rules/rules';
import { OBJECTIVES } from '../../modules/operations/objectives';
import { WAITING_NAMES, waitingOf } from '../../modules/operations/waiting';
import { RETENTION, PERSONAL_DATA } from '../../modules/retention/rules';
import type { Erased, Shown } from '../../modules/retention/stored-data/stored-table';

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

export const objectivesAsMarkdown = () =>
  Object.entries(OBJECTIVES)
    .map(([name, { title, target }]) => `- \`${name}\` (${Number((target * 100).toFixed(3))}%): ${title}`)
    .join('\n');

export const waitingAsMarkdown = () =>
  table(
    ['row', 'workflow', 'overdue', 'what the sweep does'],
    WAITING_NAMES.map(waitingOf).map(({ what, workflows, longestMs, from, net }) => [
      what,
      codes(workflows),
      `${durationOf(longestMs)} after ${from}`,
      'ends' in net ? net.ends : `restarts it: ${net.starts}`,
    ]),
  );

function durationOf(ms: number): string {
  const minutes = ms / 60_000;
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Retention and erasure of each table with personal data, for docs/retention.md. Groups tables with the same rules. */
export function retentionAsMarkdown(): string {
  const rows = new Map<string, { contents: string[]; rules: string[] }>();
  for (const [name, { what, days, why, erased }] of Object.entries(PERSONAL_DATA)) {
    const rules = [days ? `${daysOf(days)}. ${why}` : why, describeErased(erased)];
    const row = rows.get(rules.join()) ?? { contents: [], rules };
    row.contents.push(`${what} (\`${name}\`)`);
    rows.set(rules.join(), row);
  }
  return [
    table(
      ['contents (table)', 'kept', 'erasure'],
      [...rows.values()].map(({ contents, rules }) => [contents.join('; '), ...rules]),
    ),
    `Not exported: ${codes(Object.keys(PERSONAL_DATA).filter((name) => isHidden(PERSONAL_DATA[name]!.shown)))}.`,
    `No personal data: ${codes(Object.keys(RETENTION).filter((name) => !(name in PERSONAL_DATA)))}.`,
  ].join('\n\n');
}

const isHidden = (shown: Shown) => 'never' in shown && !shown.files;

function daysOf(days: number): string {
  const [count, unit] = days % 365 === 0 ? [days / 365, 'year'] : [days, 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function describeErased(erased: Erased): string {
  if (erased === 'deleted') return 'deleted';
  if (erased === 'expires') return 'expires';
  const done: string[] = [];
  if ('blanked' in erased) done.push(`blanks ${codes(Object.keys(erased.blanked))}`);
  if ('by' in erased) done.push(codes([erased.by]));
  if (erased.kept) done.push('kept');
  return done.join('; ');
}

const RULES_HEAD = `# Rules of findings

Generated from \`modules/findings/rules/\` by \`npm run docs\`.

Each submission of the research agent must match the JSON Schema, then pass these rules, in this order. Violations go back
to the agent as a JSON pointer and an instruction, up to three times. The last column says what happens if the last
submission still violates the rule:

- **refused**: we never publish the findings. The run fails as \`findings_invalid\` and returns its credit.
- **not charged**: the agent gets only one chance to correct it. Then the run ends as \`not_enough_evidence\`, returns its
  credit and shows its owner the evidence found so far. A search excludes such a candidate.
- **corrected**: the service removes, lowers or recomputes the value, and says so in the first limitation.
- **allowed**: we publish the findings unchanged.

New rules apply only to sessions that started after \`agents provision\` updated the agent. This build has edition
${RULES_EDITION} of the rules.

- A quotation that is not on its page is also a violation. In the last submission, it cannot support a \`fact\`.
- A quotation counts as seen by the agent if the provider's record of the session contains it on a page that we
  cannot read.
- In a free scan, the agent cannot correct anything: its first submission is also the last.
- The plan of a search has exactly the requested number of candidates, all different. Since edition 2, the agent must also
  correct candidates that repeat another in other words. Repeats in the last submission are allowed.
- Opportunities that operators import must pass every rule.

| rule | demand | in the last submission |
| ---- | ------ | ---------------------- |
`;

/** Renders docs/findings-rules.md. Stored eval results contain this page's hash. */
export function rulesAsMarkdown(): string {
  const rows = RULES.map((rule) => [codes([rule.id]), demandOf(rule), treatmentOf(rule)]);
  return `${RULES_HEAD}${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function demandOf({ demand, since }: Rule): string {
  return since === undefined ? demand : `${demand} Since edition ${since}.`;
}

function treatmentOf({ fallback }: Rule): string {
  if (fallback === 'refuse') return 'refused';
  if (fallback === 'unpaid') return 'not charged';
  return fallback === 'pass' ? 'allowed' : 'corrected';
}
