import { setWorkflowOptions } from '@temporalio/workflow';
import { VERSIONED_SANDBOX, VERSIONING } from '../modules/operations/workflows';
import * as workflows from './all';

export * from './all';

if (VERSIONED_SANDBOX in globalThis) {
  // A workflow that is missing from the versioning table is a compile error.
  for (const [type, workflow] of Object.entries<(...input: never[]) => Promise<unknown>>(workflows)) {
    setWorkflowOptions({ versioningBehavior: VERSIONING[type as keyof typeof workflows] }, workflow);
  }
}
