import { FINDINGS_SCHEMA_VERSION } from '../../../base/versions';
import type { Findings } from './findings';
import sample from './sample-findings.json';

/**
 * Sample findings for the sandbox (GET /v1/runs/sample/findings), written by hand to show every field. The sources are
 * placeholders under example.org and all figures are invented, as the limitations state.
 */
export const sampleFindings = { schemaVersion: FINDINGS_SCHEMA_VERSION, ...sample } as Omit<Findings, 'candidates'>;
