import { METRICS } from '../../base/metrics';
import { EVIDENCE_FLOOR } from '../../modules/findings/rules/completeness';
import { FIRST_EDITION, RULES_EDITION, type Rule } from '../../modules/findings/rules/rule';
import { RULES } from '../../modules/findings/rules/rules';
import { OBJECTIVES } from '../../modules/operations/objectives';
import { WAITING_NAMES, waitingOf } from '../../modules/operations/waiting';
import { RETENTION, PERSONAL_DATA } from '../../modules/retention/rules';
import { KEPT_BY_LAW, type Erased, type Shown } from '../../modules/retention/stored-data/stored-table';

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Metrics, for docs/operations.md. */
export const metricsAsMarkdown = () =>
  table(
    ['metric', 'type', 'labels', 'from', 'meaning'],
    Object.entries(METRICS).map(([name, { type, help, labels, from }]) => [
      codes([name]),
      type,
      codes(labels),
      from,
      help,
    ]),
  );

/** Objectives, for docs/operations.md. */
export const objectivesAsMarkdown = () =>
  table(
    ['objective', 'good', 'target'],
    Object.entries(OBJECTIVES).map(([name, { title, target }]) => [
      codes([name]),
      title,
      `${Number((target * 100).toFixed(3))}%`,
    ]),
  );

/** Reasons to wait for a workflow, for docs/waiting.md. */
export const waitingAsMarkdown = () =>
  table(
    ['what waits', 'table', 'for', 'at most', 'sweep', 'which then'],
    WAITING_NAMES.map(waitingOf).map(({ what, table: rows, workflows, longestMs, from, sweep, net }) => [
      what,
      codes([rows]),
      codes(workflows),
      `${durationOf(longestMs)} after ${from}`,
      codes([sweep]),
      'ends' in net ? net.ends : `starts it again: ${net.starts}`,
    ]),
  );

function durationOf(ms: number): string {
  const minutes = ms / 60_000;
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** How long rows are kept, for docs/retention.md. */
export const retentionAsMarkdown = () =>
  table(
    ['table', 'what', 'kept', 'why'],
    Object.entries(RETENTION).map(([name, { what, days, why }]) => [
      codes([name]),
      what,
      days ? `${days} days` : '–',
      why,
    ]),
  );

/** Export and erasure of each table, for docs/retention.md. */
export const personalDataAsMarkdown = () =>
  table(
    ['table', 'an export shows', 'an erasure'],
    Object.entries(PERSONAL_DATA).map(([name, { shown, erased }]) => [
      codes([name]),
      describeShown(shown),
      describeErased(erased),
    ]),
  );

function describeShown(shown: Shown): string {
  if ('never' in shown) return shown.files ? 'its documents' : `nothing: ${shown.never}`;
  const rows = shown.without ? `its rows without ${codes(shown.without)}` : 'its rows';
  return shown.files ? `${rows}; its documents` : rows;
}

function describeErased(erased: Erased): string {
  if (erased === 'deleted') return 'deletes it';
  if (erased === 'expires') return 'leaves it to its age';
  const done: string[] = [];
  if ('blanked' in erased) done.push(`blanks ${codes(Object.keys(erased.blanked))}`);
  if ('by' in erased) done.push(`is done by \`${erased.by}\``);
  if (erased.kept) done.push(`keeps it: ${KEPT_BY_LAW[erased.kept].replace(/^.*?: /, '')}`);
  return done.join('; ');
}

const RULES_HEAD = `# Rules of findings

Generated from \`modules/findings/rules/\` by \`npm run docs\`; a test fails when this page is stale, and another when a rule
has no breach that shows it.

Every submission of the research agent passes the JSON Schema, then these rules, in this order. A flaw goes back to the
agent as a pointer and what to do, while corrections are left (three). The last column says what becomes of
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
on it as a fact. A free scan is settled at its first hand-in. The plan of a search has as many candidates as asked for, no
two alike; since edition 2 also none that repeats another one in other words (order, endings and rhythm do not count), which
is let pass at the last hand-in. Imported opportunities hold all rules.

The floor for being paid is one value, \`EVIDENCE_FLOOR\`: ${EVIDENCE_FLOOR.percent}% of all citations verified, and of
these at least ${EVIDENCE_FLOOR.sources} pages on ${EVIDENCE_FLOOR.hosts} hosts. With \`EVIDENCE_CHECK=off\` nothing is
verified: the pages and hosts that are cited count, and no rule asks what was found.

| rule | demand | edition | at the last hand-in |
| ---- | ------ | ------- | ------------------- |
`;

/** Page of all rules, docs/findings-rules.md. Its hash identifies the rules in kept eval results. */
export function rulesAsMarkdown(): string {
  const rows = RULES.map((rule) => [codes([rule.id]), rule.demand, rule.since ?? FIRST_EDITION, treatmentOf(rule)]);
  return `${RULES_HEAD}${rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function treatmentOf({ atLast }: Rule): string {
  if (atLast === 'refuse') return 'refused';
  if (atLast === 'unpaid') return 'not charged';
  return atLast === 'pass' ? 'let pass' : `mended: ${atLast.said}`;
}
