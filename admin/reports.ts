import type { Command } from 'commander';
import { AUDIT_ACTIONS, type AuditAction } from '../base/audit';
import { OBJECTIVE_DAYS, OBJECTIVES } from '../modules/operations/objectives';
import { listAlerts } from '../modules/operations/store/alert-states';
import { readFigures, readObjectives } from '../modules/operations/store/figures';
import { listAuditEvents } from '../modules/outbox/store/audit';
import { readQueue } from '../modules/runs/store/figures';
import type { AuditEvent } from '../prisma/client';
import { printFrom, reads, withDatabase } from './context';
import { integerBetween } from './options';
import { ageOf, durationOf, print } from './print';

export function addReportCommands(program: Command): void {
  for (const add of [addAlerts, addAudit, addFigures, addQueue]) add(program);
}

function addAlerts(program: Command): void {
  const alerts = program.command('alerts').description('conditions that need a person');
  reads(alerts.command('list'))
    .description('list the newest alerts; `open` ones still apply, and an `event` never clears by itself')
    .option('--open', 'only open alerts')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 50)
    .action(({ open, limit }: { open?: true; limit: number }, command: Command) =>
      printFrom(command, async (db) => {
        const { json } = command.optsWithGlobals<{ json?: boolean }>();
        return (await listAlerts(db, limit, open)).map(({ facts, raisedAt, clearedAt, ...row }) =>
          json ? { ...row, facts, raisedAt, clearedAt } : { ...row, age: ageOf(raisedAt) },
        );
      }),
    );
}

function addAudit(program: Command): void {
  const audit = program.command('audit').description('who did what');
  reads(audit.command('list'))
    .description('the newest events of the audit log')
    .option('--account <id>', 'only this account')
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

function addQueue(program: Command): void {
  reads(program.command('queue'))
    .description('runs that wait for a worker: how many, the age of the oldest, and the accounts')
    .option('--limit <n>', 'how many accounts, longest queue first', integerBetween(1, 1000), 20)
    .action(({ limit }: { limit: number }, command: Command) =>
      printFrom(command, async (db) => {
        const queue = await readQueue(db, limit);
        if (command.optsWithGlobals<{ json?: boolean }>().json) return queue;
        const { byAccount, ...all } = queue;
        return [{ accountId: 'all', ...all }, ...byAccount].map(({ accountId, depth, oldestSeconds }) => ({
          account: accountId,
          waiting: depth,
          oldest: oldestSeconds === null ? null : durationOf(oldestSeconds * 1_000),
        }));
      }),
    );
}

function addFigures(program: Command): void {
  reads(program.command('figures'))
    .description(`all figures of the database, and the remaining ${OBJECTIVE_DAYS}-day error budgets of runs and money`)
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<{ json?: boolean }>();
      const [samples, known] = await withDatabase(command, (db) => Promise.all([readFigures(db), readObjectives(db)]));
      const objectives = known.map(({ objective, events, bad }) => {
        const { target, title } = OBJECTIVES[objective];
        return { objective, target, budgetLeft: events === 0 ? 1 : 1 - bad / events / (1 - target), title };
      });
      const figures = samples.map(({ name, labels, value }) => ({ figure: name, labels, value }));
      if (options.json) return print({ objectives, figures }, options);
      print(
        {
          objectives: objectives.map(({ target, budgetLeft, ...each }) => ({
            ...each,
            target: percent(target),
            budgetLeft: percent(budgetLeft),
          })),
          figures: figures.map(({ labels, ...each }) => ({ ...each, labels: Object.values(labels).join(' ') })),
        },
        { ...options, note: 'The error budgets of requests are on the dashboard.' },
      );
    });
}

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;
