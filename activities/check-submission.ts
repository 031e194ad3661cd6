import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { semanticFlaws, type Flaw } from '../contracts/check-findings';
import { Findings, Submission } from '../contracts/findings';
import { Plan } from '../contracts/plan';
import { Portfolio } from '../contracts/portfolio';
import type { EvaluationCreate, RunKind } from '../contracts/runs';
import { FINDINGS_SCHEMA_VERSION } from '../contracts/versions';
import type { Mode } from '../contracts/access';
import type { Run } from '../prisma/client';

const ajv = addFormats(new Ajv2020({ allErrors: true, strict: true }));
const fits = ajv.compile<Submission>(Submission);
const fitsPlan = ajv.compile<Plan>(Plan);
const fitsFindings = ajv.compile<Findings>(Findings);
const fitsPortfolio = ajv.compile<Portfolio>(Portfolio);

/** A document that passed its checks, or what is wrong with it. */
export interface Checked<T> {
  document: T | null;
  flaws: Flaw[];
}

/** What an agent handed in as findings, held against the schema and the rules beyond it. */
export function checkedSubmission(submitted: unknown): Checked<Submission> {
  return checked(fits, submitted, semanticFlaws);
}

/** What an agent handed in as a plan, held against the schema. */
export function checkedPlan(submitted: unknown): Checked<Plan> {
  return checked(fitsPlan, submitted, () => []);
}

/** The flaws of a search's own documents: what is published passes the same schema that callers are given. */
export function flawsOfSearch(findings: Findings, portfolio: Portfolio): Flaw[] {
  const ofFindings = checked(fitsFindings, findings, (sound) => [
    ...semanticFlaws(sound),
    ...(sound.candidates ?? []).flatMap(semanticFlaws),
  ]);
  return [...ofFindings.flaws, ...checked(fitsPortfolio, portfolio, () => []).flaws];
}

/**
 * The findings that a submission makes, or the flaws that keep it from being published. The envelope (run, subject,
 * provenance) is ours; nothing the agent wrote there counts.
 */
export function checkedFindings(
  submission: unknown,
  run: Run,
  providerName: string,
): { findings: Findings | null; flaws: Flaw[] } {
  const { document, flaws } = checkedSubmission(submission);
  if (!document) return { findings: null, flaws };
  const { idea, audience, geography } = run.input as EvaluationCreate;
  const subject = { idea, audience: audience ?? null, geography: geography ?? null };
  return { flaws, findings: { ...envelope(run, subject, providerName, new Date()), ...document } };
}

/** The parts of findings that are ours, not the agent's. */
export function envelope(run: Run, subject: Findings['subject'], providerName: string, generatedAt: Date) {
  return {
    schemaVersion: FINDINGS_SCHEMA_VERSION,
    runId: run.id,
    kind: run.kind as RunKind,
    mode: run.mode as Mode,
    generatedAt: generatedAt.toISOString(),
    subject,
    provenance: {
      provider: providerName,
      model: run.model ?? 'unknown',
      agentVersion: run.agentVersion ?? 'unknown',
    },
  } as const;
}

function checked<T>(fitsSchema: ValidateFunction<T>, value: unknown, rules: (sound: T) => Flaw[]): Checked<T> {
  const flaws = fitsSchema(value) ? rules(value) : schemaFlaws(fitsSchema);
  return { document: flaws.length === 0 ? (value as T) : null, flaws };
}

function schemaFlaws({ errors }: ValidateFunction): Flaw[] {
  return (errors ?? []).map((error) => ({
    pointer: error.instancePath,
    detail: `${error.message ?? 'is not valid'} ${describe(error.params)}`.trim(),
  }));
}

function describe(params: Record<string, unknown>): string {
  if (Array.isArray(params.allowedValues)) return `(${params.allowedValues.join(', ')})`;
  if (typeof params.additionalProperty === 'string') return `("${params.additionalProperty}")`;
  return '';
}
