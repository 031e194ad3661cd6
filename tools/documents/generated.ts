import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { objectiveRules } from '../../domain/objectives';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { costsAsMarkdown } from '../bench/cost/cost-table';
import { settingsAsMarkdown } from './configuration';
import { noticesFile } from './shipped-packages';
import {
  metricsAsMarkdown,
  objectivesAsMarkdown,
  personalDataAsMarkdown,
  retentionAsMarkdown,
  rulesAsMarkdown,
  waitingAsMarkdown,
} from './tables';

/** Tables of pages that are otherwise written by hand: each stands between comments with its name. */
const TABLES: Record<string, Record<string, () => string>> = {
  'docs/configuration.md': { settings: settingsAsMarkdown },
  'docs/going-live.md': { costs: costsAsMarkdown },
  'docs/operations.md': { metrics: metricsAsMarkdown, objectives: objectivesAsMarkdown },
  'docs/retention.md': { tables: retentionAsMarkdown, persons: personalDataAsMarkdown },
  'docs/waiting.md': { waiting: waitingAsMarkdown },
};

function withTables(file: string, tables: Record<string, () => string>): string {
  let page = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  for (const [name, table] of Object.entries(tables)) {
    const place = new RegExp(`(<!-- ${name}: begin -->\\n)[^]*(<!-- ${name}: end -->)`);
    if (!place.test(page)) throw new Error(`${file} has no place for ${name}`);
    page = page.replace(place, (_, begin: string, end: string) => `${begin}\n${table()}\n\n${end}`);
  }
  return page;
}

const RULES_HEAD = `# Rules for Prometheus, loaded by \`rule_files\` beside alerts.yaml. Generated from domain/objectives.ts by \`npm run docs\`; a
# test fails when this file is stale. objectives.test.yaml plays them: promtool test rules deploy/objectives.test.yaml
`;

/** Pages of docs/ generated from the code, and what the product reads of its lockfile, by file. */
export const GENERATED: Record<string, () => string> = {
  ...Object.fromEntries(Object.entries(TABLES).map(([file, tables]) => [file, () => withTables(file, tables)])),
  'docs/findings-rules.md': rulesAsMarkdown,
  'deploy/objectives.yaml': () => `${RULES_HEAD}${stringify(objectiveRules(), { lineWidth: 0 })}`,
  'web/assets/notices.json': noticesFile,
};

// `npm run docs`, which also formats them.
if (require.main === module)
  for (const [file, page] of Object.entries(GENERATED)) writeFileSync(join(PACKAGE_ROOT, file), page());
