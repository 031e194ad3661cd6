import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidatorSpec } from 'envalid';
import { stringify } from 'yaml';
import { envExample } from '../../admin/env-file';
import { PACKAGE_ROOT } from '../../base/package-root';
import { SECRET_SETTINGS } from '../../base/secrets';
import { apiSettings } from '../../http/settings';
import { objectiveRules } from '../../modules/operations/objectives';
import { workerSettings } from '../../worker/settings';
import { costsAsMarkdown } from '../bench/cost/cost-table';
import { objectivesAsMarkdown, retentionAsMarkdown, rulesAsMarkdown, waitingAsMarkdown } from './tables';

/** Generated tables in hand-written pages, each between comments with the table's name. */
const TABLES: Record<string, Record<string, () => string>> = {
  'docs/configuration.md': { settings: settingsAsMarkdown },
  'docs/costs.md': { costs: costsAsMarkdown },
  'docs/operations.md': { objectives: objectivesAsMarkdown },
  'docs/retention.md': { tables: retentionAsMarkdown },
  'docs/waiting.md': { waiting: waitingAsMarkdown },
};

function withTables(file: string, tables: Record<string, () => string>): string {
  let page = readFileSync(join(PACKAGE_ROOT, file), 'utf8');
  for (const [name, table] of Object.entries(tables)) {
    const place = new RegExp(`(<!-- ${name}: begin -->\\n)[^]*(<!-- ${name}: end -->)`);
    if (!place.test(page)) throw new Error(`${file} has no markers for ${name}`);
    page = page.replace(place, (_, begin: string, end: string) => `${begin}\n${table()}\n\n${end}`);
  }
  return page;
}

const RULES_HEAD = `# Prometheus rules; load with \`rule_files\` beside alerts.yaml. Generated from modules/operations/objectives.ts by \`npm run docs\`.
# \`npm run proof -- alerts\` tests them with objectives.test.yaml.
`;

/** Generated files: pages of docs/, and the list of shipped packages. */
export const GENERATED: Record<string, () => string> = {
  ...Object.fromEntries(Object.entries(TABLES).map(([file, tables]) => [file, () => withTables(file, tables)])),
  '.env.example': envExample,
  'docs/findings-rules.md': rulesAsMarkdown,
  'deploy/objectives.yaml': () => `${RULES_HEAD}${stringify(objectiveRules(), { lineWidth: 0 })}`,
  'web/assets/notices.json': noticesFile,
};

type Specs = Record<string, ValidatorSpec<unknown>>;

const PROCESSES: readonly Specs[] = [apiSettings, workerSettings];

/** Settings that a company is likely to change in its first month; Compose asks for most of them. */
const ESSENTIAL =
  'PUBLIC_URL TRUSTED_HOPS SELLER_NAME SELLER_ADDRESS SELLER_EMAIL OPERATOR_EMAIL SUPPORT_ADDRESS MAIL_FROM ' +
  'ALERT_WEBHOOK_URL DATABASE_URL TEMPORAL_ADDRESS TEMPORAL_NAMESPACE TEMPORAL_API_KEY ANTHROPIC_API_KEY ' +
  'RESEND_API_KEY RESEND_WEBHOOK_SECRET STRIPE_SECRET_KEY_TEST STRIPE_WEBHOOK_SECRETS_TEST STRIPE_SECRET_KEY_LIVE ' +
  'STRIPE_WEBHOOK_SECRETS_LIVE TOKEN_SECRET WEBHOOK_SECRET_KEY CHECKOUT_AUTOMATIC_TAX CHECKOUT_INVOICES ' +
  'FREE_SCANS_PER_DAY DOSSIER_LANGUAGE';

const DRILLS =
  'STEP_TIMEOUT|SESSION_HEARTBEAT_TIMEOUT|EVALUATION_DEADLINE|SEARCH_DEADLINE|CHECKOUT_SESSION_LIFETIME|' +
  'ANONYMOUS_CHECKOUT_LIFETIME|RESERVATION_GRACE|SWEEP_INTERVAL|KEY_CACHE_TTL|CHECK_RESPONSES|LOCAL_READY_FILE|' +
  'CITED_PAGES_ORIGIN|AGENT_PROVIDER_NAME|WEBHOOK_ALLOW_PRIVATE|LIMITS_SCALE|TASK_QUEUE|\\w+_BASE_URL';

/** Variables that are explained in Temporal's and OpenTelemetry's own documentation. */
const STANDARD = /^(TEMPORAL_TLS|OTEL_)/;

/** Sections for all other settings. The first match applies. The first two sections only list names. */
const SECTIONS: readonly [title: string, names: RegExp][] = [
  ['For tests and drills', new RegExp(`^(${DRILLS})$`)],
  ['Standard variables', STANDARD],
  ['Payments and payouts', /^(STRIPE|CHECKOUT|ANONYMOUS|PAYOUT|SHARE|RETURNED|DEPLOYMENT)_/],
  ['Research and its cost', /^(AGENT|CLAIM|EVIDENCE|DOSSIER|RUN|SEARCH|SCAN)_/],
  ['Seller, mail, alerts and webhooks', /^(SELLER|MAIL|MAILS|ALERT|WEBHOOK|PRODUCT)(_|$)/],
  ['Processes', /./],
];

/** Lists each setting once: essential ones first, then by section. */
function settingsAsMarkdown(): string {
  const names = [...new Set(PROCESSES.flatMap((specs) => Object.keys(specs)))];
  const essential = ESSENTIAL.split(' ');
  const others = names.filter((name) => !essential.includes(name));
  const sectionOf = (name: string) => SECTIONS.find(([, fitting]) => fitting.test(name))![0];
  const [drills, standard, ...themes] = SECTIONS.map(([title]) => title);
  const section = (title: string, own: readonly string[]) => `## ${title}\n\n${own.map(item).join('\n')}`;
  const within = (title: string) => others.filter((name) => sectionOf(name) === title);
  const listed = (title: string) =>
    within(title)
      .map((name) => `\`${name}\``)
      .join(', ');
  return [
    section('Essential', essential),
    ...themes.map((title) => section(title, within(title))),
    `## ${standard}`,
    `Temporal and OpenTelemetry document these: ${listed(standard!)}.`,
    `## ${drills}`,
    `Leave these unset in production: ${listed(drills!)}.`,
  ].join('\n\n');
}

function item(name: string): string {
  const spec = PROCESSES.find((specs) => name in specs)![name]!;
  const choices = spec.choices ? ` (${spec.choices.join(', ')})` : '';
  const kind = [defaultOf(spec), (SECRET_SETTINGS as readonly string[]).includes(name) && 'secret'].filter(Boolean);
  return `- \`${name}\`${kind.length > 0 ? ` (${kind.join(', ')})` : ''}: ${spec.desc ?? ''}${choices}`;
}

function defaultOf(spec: ValidatorSpec<unknown>): string {
  if (!('default' in spec)) return 'required';
  if (spec.default === undefined) return '';
  if (typeof spec.default === 'number' && isDuration(spec)) return `\`${durationText(spec.default)}\``;
  return `\`${JSON.stringify(spec.default).replaceAll('"', '')}\``;
}

// Only duration validators parse "31m".
function isDuration(spec: ValidatorSpec<unknown>): boolean {
  try {
    return spec._parse('31m') === 1_860_000;
  } catch {
    return false;
  }
}

function durationText(ms: number): string {
  const units = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
  const [unit, length] = Object.entries(units).find(([, each]) => ms % each === 0 && ms >= each) ?? ['ms', 1];
  return `${ms / length}${unit}`;
}

export interface ShippedPackage {
  name: string;
  version: string;
  licence: string;
  /** Digest of the package's archive in npm's form (algorithm, hyphen, base64); null if the lockfile omits it. */
  integrity: string | null;
}

/** A package in the lockfile (npm, version 3), with only the parts that we read. */
type Locked = { version: string; license?: string; integrity?: string } & Partial<
  Record<'dev' | 'devOptional' | 'link' | 'os' | 'cpu', unknown>
>;

/** Licenses of packages that declare none in package.json, taken from their license files. */
const BY_THEIR_FILE: Readonly<Record<string, string>> = { unionfs: 'Unlicense' };

/** Every shipped version by name, without platform binaries. @throws Error for a package without a license */
export function shippedPackages(): ShippedPackage[] {
  const lock = readFileSync(join(PACKAGE_ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> };
  const found = new Map<string, ShippedPackage>();
  for (const [path, locked] of Object.entries(packages)) {
    const { version, license, integrity = null, dev, devOptional, link, os, cpu } = locked;
    if (!path.startsWith('node_modules/') || dev || devOptional || link || os || cpu) continue;
    const name = path.split('node_modules/').at(-1)!;
    const licence = license ?? BY_THEIR_FILE[name];
    if (licence === undefined) throw new Error(`${name} has no license in package-lock.json; read its license file.`);
    found.set(`${name}@${version}`, { name, version, licence, integrity });
  }
  return [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Name, version and license of every shipped package, one JSON line each, for /licences. */
export function noticesFile(): string {
  const rows = shippedPackages().map(({ name, version, licence }) => `  ["${name}", "${version}", "${licence}"]`);
  return `[\n${rows.join(',\n')}\n]\n`;
}

// `npm run docs` also formats the files.
if (require.main === module)
  for (const [file, page] of Object.entries(GENERATED)) writeFileSync(join(PACKAGE_ROOT, file), page());
