import type { ValidateFunction } from 'ajv/dist/2020';
import { plainTexts } from '../base/plain-text';
import { compiledOnUse, createSchemaCompiler } from '../base/schema-compiler';
import { FINDINGS_SCHEMA_VERSION } from '../base/versions';
import type { SubmittedInput, SearchStep } from '../modules/findings/contract/agents';
import { Findings, Submission, type PublishedParts } from '../modules/findings/contract/findings';
import { Portfolio } from '../modules/findings/contract/portfolio';
import {
  notFoundFlaws,
  settleNotFound,
  withSentences,
  withVerification,
  type Verifications,
} from '../modules/findings/evidence';
import { Plan } from '../modules/findings/plan';
import { withComputed } from '../modules/findings/publish';
import type { Registrations } from '../modules/findings/registrations';
import { EVIDENCE } from '../modules/findings/rules/completeness';
import { leaksIn, withoutMarkup } from '../modules/findings/rules/prose';
import { RULES_EDITION, type Reviewed, type RuleContext, type Flaw } from '../modules/findings/rules/rule';
import { flawsOf, flawsOfEach, settled, semanticFlaws, unpaidFlaws } from '../modules/findings/rules/rules';
import { cleanOutput } from '../modules/findings/text/model-output';
import type { Run } from '../modules/runs/store/runs';

const ajv = createSchemaCompiler();
const submissionValidator = compiledOnUse<Submission>(ajv, Submission);
const planValidator = compiledOnUse<Plan>(ajv, Plan);
const findingsValidator = compiledOnUse<Findings>(ajv, Findings);
const portfolioValidator = compiledOnUse<Portfolio>(ajv, Portfolio);

/**
 * The document to publish (null if there is none) and the problems found. Both are set if the service can fix the
 * problems itself.
 */
export interface Checked<T> {
  document: T | null;
  flaws: Flaw[];
}

export interface CheckedResearch extends Checked<PublishedParts> {
  /** Document whose only problem is too little evidence. Null if it has enough, or if no document can be published. */
  short: PublishedParts | null;
}

export interface Review {
  /** True if the agent has no corrections left. The service then settles what it can without reporting it. */
  last: boolean;
  /** Null if quotations are not checked. */
  verifications: Verifications | null;
  /** Whether the domains of suggested names are registered. Absent if nobody looked up the domains. */
  registrations?: Registrations | null;
  /** Ids of evidence whose page the session never opened. Absent if the opened pages are unknown. */
  unopened?: ReadonlySet<string>;
  /** Domains that the deployment blocks or the run excludes. */
  blockedDomains?: readonly string[];
  /** Domains that the run is limited to, if any. */
  includedDomains?: readonly string[] | undefined;
  /** The session's queries and opened pages; absent if unknown. */
  searchLog?: readonly SearchStep[];
}

export interface Task {
  /** Earliest time at which the session can have opened a page. */
  since: Date;
  depth: RuleContext['depth'];
  /** Edition of the rules in the session's prompt. Defaults to the newest edition. */
  edition?: number;
}

/** Maximum difference between the clocks of the agent and the service. */
const CLOCKS_MS = 5 * 60_000;

/** Submission in the cleaned form that checks use (`modules/findings/text/model-output.ts`). We store the original. */
export const readSubmission = (submitted: unknown) => plainTexts(cleanOutput(submitted, Submission));

/** Cleans a document as little as possible, or fully if corrections refer to positions in the cleaned text. */
export const cleanerOf = ({ corrections }: SubmittedInput) => (corrections?.length ? readSubmission : plainTexts);

/** Checks submitted findings against the schema and the rules. The resulting document is the part to publish. */
export function checkedSubmission(
  input: unknown,
  { last, verifications, registrations = null, unopened, blockedDomains = [], includedDomains, searchLog = [] }: Review,
  { since, depth, edition = RULES_EDITION }: Task,
): CheckedResearch {
  const submitted = readSubmission(input);
  const validSubmission = submissionValidator();
  if (!validSubmission(submitted)) return { document: null, flaws: schemaFlaws(validSubmission), short: null };
  const context = {
    openedFrom: new Date(since.getTime() - CLOCKS_MS),
    openedUntil: new Date(Date.now() + CLOCKS_MS),
    depth,
    edition,
    blockedDomains,
    includedDomains,
    ...(unopened && { unopened }),
  };
  const reviewed = withVerification<Reviewed>(submitted, verifications);
  const flaws = [...notFoundFlaws(reviewed), ...flawsOf(reviewed, context)];
  // Most submissions have no problems. In that case, every rule runs only once and there is nothing to settle.
  const left = flaws.length === 0 ? reviewed : settled(settleNotFound(reviewed), context);
  if (!left) return { document: null, flaws, short: null };
  const document = published(left, { verifications, registrations, searchLog });
  // Checks again whether there is enough evidence, because settling may have removed some.
  const missing = flaws.length > 0 ? unpaidFlaws(left, context) : [];
  if (missing.length === 0) return { document, flaws: last ? [] : flaws, short: null };
  const isNamed = flaws.some(({ pointer }) => pointer === EVIDENCE);
  return { document: null, flaws: isNamed ? flaws : [missing[0]!, ...flaws], short: document };
}

function published(
  reviewed: Reviewed,
  { verifications, registrations, searchLog }: Required<Pick<Review, 'verifications' | 'registrations' | 'searchLog'>>,
): PublishedParts {
  const document = withComputed(withSentences(reviewed, verifications), registrations);
  return searchLog.length === 0 ? document : { ...document, searchLog: [...searchLog] };
}

/** Checks a submitted plan against the schema and for markup. If the agent cannot correct the plan, strips markup. */
export function checkedPlan(submitted: unknown, last = false): Checked<Plan> {
  const plan = plainTexts(cleanOutput(submitted, Plan));
  return checked(planValidator(), last ? withoutMarkup(plan) : plan, (sound) => leaksIn(sound));
}

/** Checks the documents that a search assembled against the public schemas. */
export function flawsOfSearch(findings: Findings, portfolio: Portfolio): Flaw[] {
  const ofFindings = checked(findingsValidator(), findings, (sound) => flawsOfEach(sound, semanticFlaws));
  return [...ofFindings.flaws, ...checked(portfolioValidator(), portfolio, () => []).flaws];
}

/**
 * Builds findings from a submission, or returns the problems that prevent publication. The service writes the envelope
 * (run, subject, provenance) and ignores any envelope fields from the agent.
 */
export function checkedFindings(
  submission: unknown,
  review: Review,
  run: Run,
  subject: Findings['subject'],
  providerName: string,
): { findings: Findings | null; flaws: Flaw[]; short: PublishedParts | null } {
  const { document, flaws, short } = checkedSubmission(submission, review, {
    since: run.createdAt,
    depth: 'research',
    edition: run.rulesEdition,
  });
  if (!document) return { findings: null, flaws, short };
  return { flaws, short, findings: { ...envelope(run, subject, providerName, new Date()), ...document } };
}

/** Fields of a run that its findings include. */
export type Described = Pick<Run, 'id' | 'kind' | 'mode' | 'model' | 'agentVersion'>;

/** Envelope of findings: the fields that the agent does not control. */
export function envelope(run: Described, subject: Findings['subject'], providerName: string, generatedAt: Date) {
  return {
    schemaVersion: FINDINGS_SCHEMA_VERSION,
    runId: run.id,
    kind: run.kind,
    mode: run.mode,
    generatedAt: generatedAt.toISOString(),
    subject,
    provenance: {
      provider: providerName,
      model: run.model ?? 'unknown',
      agentVersion: run.agentVersion ?? 'unknown',
    },
  } as const;
}

function checked<T>(validate: ValidateFunction<T>, value: unknown, rules: (sound: T) => Flaw[]): Checked<T> {
  const flaws = validate(value) ? rules(value) : schemaFlaws(validate);
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
