import type { Client } from '@temporalio/client';
import type { Command } from 'commander';
import { processIdentity } from '../../base/build';
import { plainJson, plainText } from '../../base/plain-text';
import { DEFAULT_TASK_QUEUE } from '../../base/workflow-messages';
import type { Database } from '../../prisma/client';
import { temporalAccess, createTemporalClient } from '../../vendors/temporal-client';
import { reads, withDatabase } from '../context';
import { oneOf } from '../options';
import { causeOf } from './causes';
import { counted, DOCTOR_ROLES, runChecks, type DoctorRole, type Finding, type Check } from './check';
import { database, durability, migrations, databaseRole, schema } from './checks/database';
import { clock, archive, storage, workers } from './checks/machines';
import { alerts, money, reconciliation } from './checks/money';
import { agent, api, mail, payments } from './checks/services';
import { secrets, settings, start } from './checks/settings';
import { builds, namespaceCheck, schedules, searchAttributes, taskQueueCheck, temporalCheck } from './checks/temporal';
import { outbox, queue, sweeps, waiting } from './checks/work';

const NO_DATABASE: Finding = {
  name: 'database',
  status: 'fail',
  detail: 'DATABASE_URL is not set, and the local default is not running.',
  cure: 'Set DATABASE_URL with the other settings of the service, or start the local default with `npm start`.',
};

export function addDoctorCommand(program: Command): void {
  reads(program.command('doctor'))
    .description(
      'check everything, and show the likely cause first and how to fix it; exits 1 if a check failed or could not run',
    )
    .option(
      '--for <role>',
      `processes whose settings this environment has: ${DOCTOR_ROLES.join(', ')}`,
      oneOf(DOCTOR_ROLES),
      ownRole(),
    )
    .action(async ({ for: role }: { for: DoctorRole }, command: Command) => {
      const findings = process.env.DATABASE_URL
        ? await withDatabase(command, (db) => openDoctor(db, process.env, role))
        : [NO_DATABASE];
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      process.stdout.write(json ? `${plainJson(findings)}\n` : plainText(report(findings)));
      if (findings.some(({ status }) => status === 'fail' || status === 'unchecked')) process.exitCode = 1;
    });
}

/** The role in DOCTOR_ROLE, which each image sets and an operator's shell does not. */
const ownRole = (): DoctorRole => DOCTOR_ROLES.find((role) => role === process.env.DOCTOR_ROLE) ?? 'operator';

const SIGNS = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const;

/** Formats findings as text: the cause, each finding with its cure, the names of unchecked items, and totals. */
export function report(findings: readonly Finding[]): string {
  const of = (wanted: Finding['status']) => findings.filter(({ status }) => status === wanted);
  const cause = causeOf(findings);
  const [ok, warnings, failures] = [of('ok').length, counted(of('warn').length, 'warning'), of('fail').length];
  return [
    ...(cause ? [`Cause: ${cause.detail} -> ${cause.cure}`, ''] : []),
    ...linesOf(findings),
    ...notChecked(of('unchecked')),
    '',
    `${ok} ok, ${warnings}, ${counted(failures, 'failure')}\n`,
  ].join('\n');
}

function linesOf(findings: readonly Finding[]): string[] {
  const width = Math.max(...findings.map(({ name }) => name.length));
  return findings.flatMap(({ name, status, detail, cure }) => {
    if (status === 'unchecked') return [];
    const line = `${SIGNS[status]}  ${name.padEnd(width)}  ${detail}`;
    return cure ? [line, `      ${' '.repeat(width)}  -> ${cure}`] : [line];
  });
}

function notChecked(findings: readonly Finding[]): string[] {
  const reasons = [...new Set(findings.map(({ detail }) => detail))];
  return reasons.map((reason) => {
    const names = findings.filter(({ detail }) => detail === reason).map(({ name }) => name);
    return `Not checked: ${names.join(', ')}. ${reason}`;
  });
}

/** All checks of `admin doctor`, in report order. */
export const CHECKS: readonly Check[] = [
  ...[settings, start, secrets],
  ...[database, durability, clock, migrations, schema, databaseRole, storage, archive],
  ...[temporalCheck, namespaceCheck, searchAttributes, schedules, taskQueueCheck, builds, workers],
  ...[api, agent, payments, mail],
  ...[outbox, queue, sweeps, waiting, reconciliation, money, alerts],
];

/** Runs all checks of the role with these settings. Never throws: unreadable settings become findings. */
async function openDoctor(db: Database, env: NodeJS.ProcessEnv, role: DoctorRole): Promise<Finding[]> {
  let client: Client | undefined;
  const deps = {
    db,
    env,
    role,
    taskQueue: env.TASK_QUEUE || DEFAULT_TASK_QUEUE,
    /** @throws Error on invalid Temporal settings, which the `temporal` check then reports */
    get temporal() {
      client ??= createTemporalClient(temporalAccess(env), processIdentity('admin'), { retries: false });
      return client;
    },
  };
  try {
    return await runChecks(CHECKS, deps);
  } finally {
    await client?.connection.close();
  }
}
