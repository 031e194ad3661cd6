import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { semanticFlaws, type Flaw } from '../contracts/check-findings';
import { Submission, type Findings } from '../contracts/findings';
import type { EvaluationCreate, RunKind } from '../contracts/runs';
import { FINDINGS_SCHEMA_VERSION } from '../contracts/versions';
import type { Mode } from '../contracts/access';
import type { Run } from '../prisma/client';

const ajv = addFormats(new Ajv2020({ allErrors: true, strict: true }));
const fits = ajv.compile<Submission>(Submission);

/**
 * The findings that a submission makes, or the flaws that keep it from being published. The envelope (run, subject,
 * provenance) is ours; nothing the agent wrote there counts.
 */
export function checkedFindings(
  submission: unknown,
  run: Run,
  providerName: string,
): { findings: Findings | null; flaws: Flaw[] } {
  const flaws = fits(submission) ? semanticFlaws(submission) : schemaFlaws();
  if (flaws.length > 0) return { findings: null, flaws };
  const input = run.input as EvaluationCreate;
  return {
    flaws,
    findings: {
      schemaVersion: FINDINGS_SCHEMA_VERSION,
      runId: run.id,
      kind: run.kind as RunKind,
      mode: run.mode as Mode,
      generatedAt: new Date().toISOString(),
      subject: { idea: input.idea, audience: input.audience ?? null, geography: input.geography ?? null },
      ...(submission as Submission),
      provenance: {
        provider: providerName,
        model: run.model ?? 'unknown',
        agentVersion: run.agentVersion ?? 'unknown',
      },
    },
  };
}

function schemaFlaws(): Flaw[] {
  return (fits.errors ?? []).map((error) => ({
    pointer: error.instancePath,
    detail: `${error.message ?? 'is not valid'} ${describe(error.params)}`.trim(),
  }));
}

function describe(params: Record<string, unknown>): string {
  if (Array.isArray(params.allowedValues)) return `(${params.allowedValues.join(', ')})`;
  if (typeof params.additionalProperty === 'string') return `("${params.additionalProperty}")`;
  return '';
}
