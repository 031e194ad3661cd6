import type { Command } from 'commander';
import { plainJson, plainText } from '../../platform/plain-text';
import { reads, withDatabase } from '../context';
import { oneOf } from '../options';
import { counted, DOCTOR_ROLES, type DoctorRole, type Finding } from './check';
import { openDoctor } from './open-doctor';

const NO_DATABASE: Finding = {
  name: 'database',
  status: 'fail',
  detail: 'DATABASE_URL is not set, and no local default runs.',
  cure: 'Set DATABASE_URL with the other settings of the service, or start the local default with `npm start`.',
};

/** `doctor`. */
export function addDoctorCommand(program: Command): void {
  reads(program.command('doctor'))
    .description('check every dependency, setting and loop, with the cure for each; exits 1 where one fails')
    .option('--for <role>', `from whose environment: ${DOCTOR_ROLES.join(', ')}`, oneOf(DOCTOR_ROLES), 'operator')
    .action(async ({ for: role }: { for: DoctorRole }, command: Command) => {
      const findings = process.env.DATABASE_URL
        ? await withDatabase(command, (db) => openDoctor(db, process.env, role))
        : [NO_DATABASE];
      const { json } = command.optsWithGlobals<{ json?: boolean }>();
      process.stdout.write(json ? `${plainJson(findings)}\n` : plainText(report(findings)));
      if (findings.some(({ status }) => status === 'fail')) process.exitCode = 1;
    });
}

const SIGNS = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const;

/** Report for people: a line each, the cure under what needs one, and the sum. */
export function report(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.flatMap(({ name, status, detail, cure }) => [
    `${SIGNS[status]}  ${name.padEnd(width)}  ${detail}`,
    ...(cure ? [`      ${' '.repeat(width)}  -> ${cure}`] : []),
  ]);
  const of = (wanted: Finding['status']) => findings.filter(({ status }) => status === wanted).length;
  const sum = `${of('ok')} ok, ${counted(of('warn'), 'warning')}, ${counted(of('fail'), 'failure')}`;
  return `${[...lines, '', sum].join('\n')}\n`;
}
