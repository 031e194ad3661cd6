import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { EnvError, makeValidator } from 'envalid';
import { PACKAGE_ROOT } from './package-root';
import { SERVICE_VERSION } from './versions';

/** Workflow bundle that `npm run build` writes for the deterministic sandbox. */
export const WORKFLOW_BUNDLE = join(PACKAGE_ROOT, 'dist', 'workflow-bundle.js');

/** The running build, which is the same in all processes of one image. */
export interface Build {
  version: string;
  commit: string | null;
  /** Identifies the code: BUILD_ID or, if that is unset, a hash of the workflow bundle. */
  buildId: string;
  /** Name of the Worker Deployment in Temporal on the default task queue. */
  deployment: string;
}

const SHOWN_BUILD_ID = 12;
/** Dots and colons are not allowed, because Temporal uses them to join the deployment name and the build id. */
const BUILD_ID_FORM = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

const buildId = makeValidator<string>((value) => {
  if (BUILD_ID_FORM.test(value)) return value;
  throw new EnvError('must have 1 to 63 letters, digits, _ or - and begin with a letter or digit');
});

export const buildSettings = {
  BUILD_ID: buildId({ default: undefined, desc: 'Name of this build; default a hash of its workflow code' }),
  BUILD_COMMIT: buildId({ default: undefined, desc: 'Commit of this build, only for display' }),
};

export const BUILD: Build = readBuild(process.env);

function readBuild(env: NodeJS.ProcessEnv, bundle = WORKFLOW_BUNDLE): Build {
  return {
    version: SERVICE_VERSION,
    commit: env.BUILD_COMMIT || null,
    buildId: env.BUILD_ID || hashOf(bundle),
    deployment: 'newsletter-opportunity-intelligence',
  };
}

/** Identity of this process for Temporal and operators: `host:pid@version/build`, plus the role unless a worker. */
export function processIdentity(role: 'worker' | 'api' | 'admin', build: Build = BUILD): string {
  const identity = `${hostname()}:${process.pid}@${build.version}/${build.buildId.slice(0, SHOWN_BUILD_ID)}`;
  return role === 'worker' ? identity : `${identity} ${role}`;
}

// Ignores the source map reference. It names folders of the build machine, which would change the hash.
function hashOf(bundle: string): string {
  try {
    const code = readFileSync(bundle, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
    return hash('sha256', code, 'hex').slice(0, SHOWN_BUILD_ID);
  } catch {
    return 'unbuilt';
  }
}
