import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricsAsMarkdown } from '../../contracts/metrics';
import { stringify } from 'yaml';
import { rulesAsMarkdown } from '../../domain/findings-rules/as-markdown';
import { objectiveRules, objectivesAsMarkdown } from '../../domain/objectives';
import { retentionAsMarkdown } from '../../domain/retention';
import { personalDataAsMarkdown } from '../../domain/stored-data/personal-data';
import { waitingAsMarkdown } from '../../domain/waiting';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { costsAsMarkdown } from '../bench/cost/cost-table';
import { configurationPage } from './configuration';
import { noticesFile } from './shipped-packages';

const RETENTION_HEAD = `# Retention

Generated from \`domain/stored-data/\` by \`npm run docs\`; a test fails when this page is stale, and another when a table is missing.
Where no days are given, the last column says what decides.
`;

const PERSONAL_DATA_HEAD = `## Export and erasure

Every table with data of persons. A verb that is named erases what has rules of its own.
`;

function retentionPage(): string {
  return [RETENTION_HEAD, `${retentionAsMarkdown()}\n`, PERSONAL_DATA_HEAD, `${personalDataAsMarkdown()}\n`].join('\n');
}

const WAITING_HEAD = `# What waits for a workflow

Generated from \`domain/waiting.ts\` by \`npm run docs\`; a test fails when this page is stale.

Temporal has what was committed, until somebody terminates a workflow or the data of Temporal are lost. So whatever waits
for a workflow is a row of PostgreSQL that says so, and has a net: once it has waited for as long as stands here, a sweep
acts. To start a workflow again changes nothing where it runs; one that is gone begins anew, and the row, with what the
providers know, says what is left to do. A row is started again once an hour at most.

A message in the outbox waits for Temporal itself; it is delivered until Temporal has it, and then the row that it is about
waits here. The schedules of payments need no row: a worker makes them again. A notification of the payment provider that
a lost workflow had taken is found by the sweeps of payments or, within a day, by the reconciliation
([Sweeps](interface.md#sweeps)).
\`admin doctor\` lists under \`waiting\` what has outlasted its net, with the cure.
`;

function waitingPage(): string {
  return [WAITING_HEAD, `${waitingAsMarkdown()}\n`].join('\n');
}

const OPERATIONS = 'docs/operations.md';
const GOING_LIVE = 'docs/going-live.md';

/** A page that is written by hand but for some tables, each between two comments with its name. */
function pageWithTables(file: string, tables: Record<string, () => string>): string {
  return Object.entries(tables).reduce(
    (page, [name, table]) => {
      const place = new RegExp(`(<!-- ${name}: begin -->\\n)[^]*(<!-- ${name}: end -->)`);
      if (!place.test(page)) throw new Error(`${file} has no place for the ${name}`);
      return page.replace(place, (_, begin: string, end: string) => `${begin}\n${table()}\n\n${end}`);
    },
    readFileSync(join(PACKAGE_ROOT, file), 'utf8'),
  );
}

const RULES_HEAD = `# Rules for Prometheus, loaded by \`rule_files\` beside alerts.yaml. Generated from domain/objectives.ts by \`npm run docs\`; a
# test fails when this file is stale. objectives.test.yaml plays them: promtool test rules deploy/objectives.test.yaml
`;

/** Pages of docs/ generated from the code, and what the product reads of its lockfile, by file. */
export const GENERATED: Record<string, () => string> = {
  'docs/configuration.md': configurationPage,
  'docs/findings-rules.md': rulesAsMarkdown,
  'docs/retention.md': retentionPage,
  'docs/waiting.md': waitingPage,
  [OPERATIONS]: () => pageWithTables(OPERATIONS, { metrics: metricsAsMarkdown, objectives: objectivesAsMarkdown }),
  [GOING_LIVE]: () => pageWithTables(GOING_LIVE, { costs: costsAsMarkdown }),
  'deploy/objectives.yaml': () => `${RULES_HEAD}${stringify(objectiveRules(), { lineWidth: 0 })}`,
  'web/assets/notices.json': noticesFile,
};

// `npm run docs`, which also formats them.
if (require.main === module)
  for (const [file, page] of Object.entries(GENERATED)) writeFileSync(join(PACKAGE_ROOT, file), page());
