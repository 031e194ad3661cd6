import type { Command } from 'commander';
import { AUDIT_ACTIONS, type AuditAction } from '../contracts/audit';
import type { AuditEvent } from '../prisma/client';
import { listAuditEvents } from '../store/audit/read-audit';
import { printFrom, reads } from './context';
import { integerBetween } from './options';

/** `audit list`. */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('who did what');
  reads(audit.command('list'))
    .description('the newest events of the audit log')
    .option('--account <id>', 'of one account only')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 50)
    .action(({ account, limit }, command) =>
      printFrom(command, async (db) => {
        const events = await listAuditEvents(db, limit, account);
        return command.optsWithGlobals().json ? events.map(asValue) : events.map(asRow);
      }),
    );
}

function asValue({ actorKind, actor, accountId: account, ...event }: AuditEvent) {
  const { at, via, action, subject, reason, before, after, requestId } = event;
  return { at, actor: `${actorKind}:${actor}`, via, action, account, subject, reason, before, after, requestId };
}

function asRow(event: AuditEvent) {
  const { at, actor, action, account, subject, reason } = asValue(event);
  return { at, actor, what: AUDIT_ACTIONS[action as AuditAction]?.words ?? action, account, subject, reason };
}
