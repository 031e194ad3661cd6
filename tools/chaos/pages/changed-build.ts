import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../platform/package-root';

/** What the image has besides dist/. */
const UNCHANGED = ['package.json', 'node_modules', 'prisma', 'documents'];
const EVALUATION = join('dist', 'workflows', 'evaluation.js');

/**
 * Makes a build in `folder` whose evaluations wait for a moment first: a history that began without that timer cannot
 * be replayed by it. Returns the path of its worker.
 */
export function makeChangedBuild(folder: string): string {
  mkdirSync(folder, { recursive: true });
  cpSync(join(PACKAGE_ROOT, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('workflow-bundle.js'),
  });
  for (const name of UNCHANGED) symlinkSync(join(PACKAGE_ROOT, name), join(folder, name));
  const file = join(folder, EVALUATION);
  const code = readFileSync(file, 'utf8');
  const changed = code.replace(/async \(steps[^)]*\) => \{/, (begin) => `${begin} await workflow.sleep(10);`);
  if (changed === code) throw new Error(`${EVALUATION} has no place for another step`);
  writeFileSync(file, `const workflow = require('@temporalio/workflow');\n${changed}`);
  execFileSync(process.execPath, [join(folder, 'dist', 'worker', 'bundle.js')], { stdio: 'inherit' });
  return join(folder, 'dist', 'worker', 'main.js');
}
