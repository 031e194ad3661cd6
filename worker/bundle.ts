import { existsSync, readdirSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { PACKAGE_ROOT } from '../contracts/package-root';

const DIST = join(PACKAGE_ROOT, 'dist');

/** Where `npm run build` puts the workflows, bundled for the deterministic sandbox. */
export const WORKFLOW_BUNDLE = join(DIST, 'workflow-bundle.js');

/** Bundles all workflows from their sources, or from their compiled form where the sources are not shipped. */
export async function bundleWorkflows(): Promise<string> {
  const source = join(PACKAGE_ROOT, 'workflows', 'index.ts');
  const { code } = await bundleWorkflowCode({
    logger: new DefaultLogger('WARN'),
    workflowsPath: existsSync(source) ? source : join(DIST, 'workflows', 'index.js'),
  });
  return code;
}

/** Writes the bundle, unless it is newer than all that it is made from. */
async function buildBundle(): Promise<void> {
  if (existsSync(WORKFLOW_BUNDLE) && statSync(WORKFLOW_BUNDLE).mtimeMs > newest(['workflows', 'contracts'])) return;
  const unfinished = `${WORKFLOW_BUNDLE}.${process.pid}`;
  await writeFile(unfinished, await bundleWorkflows());
  await rename(unfinished, WORKFLOW_BUNDLE);
}

// The compiler rewrites a file only when its content changes.
function newest(folders: string[]): number {
  const files = folders.flatMap((folder) => readdirSync(join(DIST, folder)).map((name) => join(DIST, folder, name)));
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

/* c8 ignore start: a step of `npm run build` */
if (require.main === module) {
  buildBundle().catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
}
