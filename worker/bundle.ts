import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { PACKAGE_ROOT } from '../contracts/package-root';

/** Where `npm run build` puts the workflows, bundled for the deterministic sandbox. */
export const WORKFLOW_BUNDLE = join(PACKAGE_ROOT, 'dist', 'workflow-bundle.js');

/** Bundles all workflows from their sources, or from their compiled form where the sources are not shipped. */
export async function bundleWorkflows(): Promise<string> {
  const source = join(PACKAGE_ROOT, 'workflows', 'index.ts');
  const { code } = await bundleWorkflowCode({
    logger: new DefaultLogger('WARN'),
    workflowsPath: existsSync(source) ? source : join(PACKAGE_ROOT, 'dist', 'workflows', 'index.js'),
  });
  return code;
}

async function writeBundle(): Promise<void> {
  await mkdir(dirname(WORKFLOW_BUNDLE), { recursive: true });
  const unfinished = `${WORKFLOW_BUNDLE}.${process.pid}`;
  await writeFile(unfinished, await bundleWorkflows());
  await rename(unfinished, WORKFLOW_BUNDLE);
}

/* c8 ignore start: a step of `npm run build` */
if (require.main === module) {
  writeBundle().catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
}
