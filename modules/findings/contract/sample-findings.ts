import { FINDINGS_SCHEMA_VERSION } from '../../../base/versions';
import type { Findings } from './findings';
import sample from './sample-findings.json';

/**
 * Sample findings of the sandbox (GET /v1/runs/sample/findings), written by hand to show every field. Sources are
 * placeholders under example.org and every figure is invented, as the limitations state. Tests check them against the
 * schema.
 */
export const sampleFindings = { schemaVersion: FINDINGS_SCHEMA_VERSION, ...sample } as Omit<Findings, 'candidates'>;
