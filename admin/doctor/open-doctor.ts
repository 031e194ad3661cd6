import type { Client } from '@temporalio/client';
import { DEFAULT_TASK_QUEUE } from '../../contracts/workflow-messages';
import { processIdentity } from '../../platform/build';
import type { Database } from '../../prisma/client';
import { temporalAccess, createTemporalClient } from '../../providers/temporal-client';
import type { DoctorRole, Finding } from './check';
import { CHECKS } from './checks';
import { runChecks } from './run-checks';

/** Runs every check that the role can make against the parts that these settings name. Never throws: what cannot be read is a finding. */
export async function openDoctor(db: Database, env: NodeJS.ProcessEnv, role: DoctorRole): Promise<Finding[]> {
  let client: Client | undefined;
  const deps = {
    db,
    env,
    role,
    taskQueue: env.TASK_QUEUE || DEFAULT_TASK_QUEUE,
    /** @throws Error if the settings of Temporal cannot be read, which is then the finding of its check */
    get temporal() {
      client ??= createTemporalClient(temporalAccess(env), processIdentity('admin'));
      return client;
    },
  };
  try {
    return await runChecks(CHECKS, deps);
  } finally {
    await client?.connection.close();
  }
}
