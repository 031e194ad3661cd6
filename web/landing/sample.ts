import type { Findings } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';

/**
 * Findings of the dossier that visitors read: those of `GET /v1/runs/sample/findings`, so that page, PDF and JSON are of
 * one idea. It is nobody's opportunity: what is sold once is never shown for free.
 */
export const SAMPLE: Findings = sampleFindings;
