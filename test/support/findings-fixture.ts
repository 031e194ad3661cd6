import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Findings } from '../../contracts/findings';
import { PACKAGE_ROOT } from '../../platform/package-root';

const FINDINGS = readFileSync(join(PACKAGE_ROOT, 'test/support/findings.json'), 'utf8');

/** A complete, valid Idea Check that reads like a real one; a new copy per call, so tests may change it. */
export const findingsFixture = (): Findings => JSON.parse(FINDINGS) as Findings;
