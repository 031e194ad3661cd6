import type { ValidatorSpec } from 'envalid';
import { apiSettings } from '../../http/settings';
import { SECRET_SETTINGS } from '../../platform/secret-files';
import { workerSettings } from '../../worker/settings';

type Specs = Record<string, ValidatorSpec<unknown>>;

const PROCESSES: Record<string, Specs> = { api: apiSettings, worker: workerSettings };

/** Each setting once, under the processes that read it. */
export function settingsAsMarkdown(): string {
  const names = [...new Set(Object.values(PROCESSES).flatMap((specs) => Object.keys(specs)))];
  const readers = (name: string) => Object.keys(PROCESSES).filter((process) => name in PROCESSES[process]!);
  const sections = [...new Set(names.map((name) => readers(name).join(' and ')))];
  const table = (section: string) =>
    [
      `## ${section === 'api' ? 'API' : section === 'worker' ? 'Worker' : 'API and worker'}`,
      '',
      '| variable | default | meaning |',
      '| --- | --- | --- |',
      ...names.filter((name) => readers(name).join(' and ') === section).map((name) => row(name)),
    ].join('\n');
  return sections
    .toSorted((a, b) => b.length - a.length)
    .map(table)
    .join('\n\n');
}

function row(name: string): string {
  const spec = Object.values(PROCESSES).find((specs) => name in specs)![name]!;
  const choices = spec.choices ? ` (${spec.choices.join(', ')})` : '';
  const file = (SECRET_SETTINGS as readonly string[]).includes(name) ? `; a secret: also \`${name}_FILE\`` : '';
  return `| \`${name}\` | ${defaultOf(spec)} | ${spec.desc ?? ''}${choices}${file} |`;
}

function defaultOf(spec: ValidatorSpec<unknown>): string {
  if (!('default' in spec)) return 'required';
  if (spec.default === undefined) return 'none';
  if (typeof spec.default === 'number' && isDuration(spec)) return `\`${durationText(spec.default)}\``;
  return `\`${JSON.stringify(spec.default).replaceAll('"', '')}\``;
}

// The validators of durations are the ones that read "31m".
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
