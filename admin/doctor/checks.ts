import type { Check } from './check';
import { agent } from './checks/agent';
import { alerts } from './checks/alerts';
import { api } from './checks/api';
import { builds } from './checks/builds';
import { clock } from './checks/clock';
import { database } from './checks/database';
import { durability } from './checks/durability';
import { fairness } from './checks/fairness';
import { limits } from './checks/limits';
import { mail } from './checks/mail';
import { migrations } from './checks/migrations';
import { money } from './checks/money';
import { namespace } from './checks/namespace';
import { outbox } from './checks/outbox';
import { payments } from './checks/payments';
import { queue } from './checks/queue';
import { reconciliation } from './checks/reconciliation';
import { role } from './checks/role';
import { schedules } from './checks/schedules';
import { schema } from './checks/schema';
import { searchAttributes } from './checks/search-attributes';
import { secrets } from './checks/secrets';
import { settings } from './checks/settings';
import { start } from './checks/start';
import { archive, storage } from './checks/storage';
import { sweeps } from './checks/sweeps';
import { taskQueue } from './checks/task-queue';
import { temporal } from './checks/temporal';
import { waiting } from './checks/waiting';
import { workers } from './checks/workers';

/** Every check of `admin doctor`, in the order of its report. A new dependency adds its file and its line here. */
export const CHECKS: readonly Check[] = [
  ...[settings, start, secrets],
  ...[database, durability, clock, migrations, schema, role, storage, archive],
  ...[temporal, namespace, fairness, searchAttributes, schedules, taskQueue, builds, workers],
  ...[api, limits, agent, payments, mail],
  ...[outbox, queue, sweeps, waiting, reconciliation, money, alerts],
];
