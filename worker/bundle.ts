import { existsSync, readdirSync, statSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { WORKFLOW_BUNDLE } from '../platform/build';
import { PACKAGE_ROOT } from '../platform/package-root';

const DIST = join(PACKAGE_ROOT, 'dist');

/** Bundles all workflows from their sources, or from the compiled form if the sources are not shipped. */
export async function bundleWorkflows(): Promise<string> {
  const { code } = await bundleWorkflowCode({
    logger: new DefaultLogger('WARN'),
    workflowsPath: sourceOf('index'),
    workflowInterceptorModules: [sourceOf('origin-interceptors')],
  });
  return code;
}

function sourceOf(name: string): string {
  const source = join(PACKAGE_ROOT, 'workflows', `${name}.ts`);
  return existsSync(source) ? source : join(DIST, 'workflows', `${name}.js`);
}

/** Writes the bundle, unless it is newer than all of its inputs. */
async function buildBundle(): Promise<void> {
  if (existsSync(WORKFLOW_BUNDLE) && statSync(WORKFLOW_BUNDLE).mtimeMs > newest(['workflows', 'contracts', 'domain']))
    return;
  const unfinished = `${WORKFLOW_BUNDLE}.${process.pid}`;
  await writeFile(unfinished, await bundleWorkflows());
  await rename(unfinished, WORKFLOW_BUNDLE);
}

// The compiler rewrites a file only when its content changes.
function newest(folders: string[]): number {
  const files = folders.flatMap((folder) =>
    readdirSync(join(DIST, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(DIST, folder, name)),
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

/* c8 ignore start: a step of `npm run build` */
if (require.main === module) {
  buildBundle().catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
}
