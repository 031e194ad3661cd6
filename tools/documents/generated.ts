import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricsAsMarkdown } from '../../contracts/metrics';
import { rulesAsMarkdown } from '../../domain/findings-rules/as-markdown';
import { retentionAsMarkdown } from '../../domain/retention';
import { personalDataAsMarkdown } from '../../domain/stored-data/personal-data';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { configurationPage } from './configuration';

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

const OPERATIONS = 'docs/operations.md';
const METRICS_PART = /(<!-- metrics: begin -->\n)[^]*(<!-- metrics: end -->)/;

// One table of a page that is otherwise written by hand.
function operationsPage(): string {
  const page = readFileSync(join(PACKAGE_ROOT, OPERATIONS), 'utf8');
  if (!METRICS_PART.test(page)) throw new Error(`${OPERATIONS} has no place for the metrics`);
  return page.replace(METRICS_PART, (_, begin: string, end: string) => `${begin}\n${metricsAsMarkdown()}\n\n${end}`);
}

/** Pages of docs/ generated from the code, by file. */
export const GENERATED: Record<string, () => string> = {
  'docs/configuration.md': configurationPage,
  'docs/findings-rules.md': rulesAsMarkdown,
  'docs/retention.md': retentionPage,
  [OPERATIONS]: operationsPage,
};
