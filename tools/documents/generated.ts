import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricsAsMarkdown } from '../../contracts/metrics';
import { rulesAsMarkdown } from '../../domain/findings-rules/as-markdown';
import { retentionAsMarkdown } from '../../domain/retention';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { configurationPage } from './configuration';

const RETENTION_HEAD = `# Retention

Generated from \`domain/retention.ts\` by \`npm run docs\`; a test fails when this page is stale, and another when a table is missing.
Where no days are given, the last column says what decides.
`;

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
  'docs/retention.md': () => `${RETENTION_HEAD}\n${retentionAsMarkdown()}\n`,
  [OPERATIONS]: operationsPage,
};
