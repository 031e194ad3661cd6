import type { Mode } from '../base/access';
import type { SourceDomains } from '../base/source-domains';
import { sessionLimit } from '../modules/entitlements/rules';
import {
  isScanAssignment,
  readAssignmentId,
  type AgentBrief,
  type SessionRef,
} from '../modules/findings/contract/agents';
import { changesOf } from '../modules/findings/changes';
import type { Findings, FoundEvidence } from '../modules/findings/contract/findings';
import { evidenceCounts } from '../modules/findings/evidence';
import { planFlaws } from '../modules/findings/plan';
import type { Flaw } from '../modules/findings/rules/rule';
import type { RunKind } from '../modules/run-kinds/contract';
import { earlierResearch, earlierSearch } from '../modules/runs/earlier';
import { readArtifact, readEarlier, saveArtifact } from '../modules/runs/store/artifacts';
import {
  loadCandidate,
  recordCandidateSession,
  recordPlan,
  readCandidateSubmission,
  saveCandidateFindings,
  saveCandidateSubmission,
  type CandidateOfRun,
} from '../modules/runs/store/candidates';
import { recordEvidence } from '../modules/runs/store/evidence';
import { recordSession } from '../modules/runs/store/progress';
import { loadRun, type Run } from '../modules/runs/store/runs';
import {
  recordScanSession,
  readScanSubmission,
  saveScanFindings,
  saveScanSubmission,
} from '../modules/scans/store/progress';
import { loadScan, type ScanRow } from '../modules/scans/store/scans';
import { checkedFindings, checkedPlan, checkedSubmission, type Review } from './check-submission';
import { inMode, type ActivityDeps } from './deps';
import { brokenRecord } from './failures';

/** Work of one agent session: where its brief comes from and where its submission goes. */
export interface Assignment {
  mode: Mode;
  /** Earliest time at which this assignment can have a session. */
  since: Date;
  /** True once work has started. Only then can a session exist. */
  begun: boolean;
  brief: AgentBrief;
  /** Budget of the session, in millionths of a US dollar. */
  budgetMicros: number;
  sessionId: string | null;
  recordSession: (session: SessionRef) => Promise<void>;
  keepSubmission: (submission: Buffer) => Promise<void>;
  submission: () => Promise<Buffer | null>;
  /** Checks a submission. If its document can be published, also stores the document. */
  accept: (submitted: unknown, review: Review) => Promise<Accepted>;
}

/** Domains that the research must use or avoid. Empty in test mode, because the sandbox reads no pages. */
export function sourcesOf({ mode, brief }: Pick<Assignment, 'mode' | 'brief'>): SourceDomains {
  return (mode === 'live' && 'sources' in brief && brief.sources) || {};
}

interface Accepted {
  flaws: Flaw[];
  stored: boolean;
  /** True if the submission only lacks evidence. A run that ends this way is not charged. */
  short?: boolean;
}

/** Findings of the run that this run continues, or null. */
type Earlier = Findings | null;

/** Builds the assignment of a run's first session, for each kind of run. */
const RUN_ASSIGNMENTS: { [Kind in RunKind]: (deps: ActivityDeps, run: Run<Kind>, earlier: Earlier) => Assignment } = {
  idea_check: ideaCheckAssignment,
  custom_search: planAssignment,
};

/** @throws ApplicationFailure `internal_error`, not retried, if the assignment does not exist */
export async function loadAssignment(deps: ActivityDeps, id: string): Promise<Assignment> {
  const { runId, candidateId } = readAssignmentId(id);
  if (isScanAssignment(id)) {
    const scan = await loadScan(deps.db, id);
    if (!scan) throw brokenRecord(`No scan ${id}`);
    return scanAssignment(deps, scan);
  }
  if (candidateId !== null) {
    const candidate = await loadCandidate(deps.db, runId, candidateId);
    if (!candidate) throw brokenRecord(`No candidate ${id}`);
    return candidateAssignment(deps, candidate);
  }
  const run = await loadRun(deps.db, runId);
  if (!run) throw brokenRecord(`No run ${runId}`);
  return runAssignment(deps, run, await readEarlier(deps.db, run));
}

function runAssignment<Kind extends RunKind>(deps: ActivityDeps, run: Run<Kind>, earlier: Earlier): Assignment {
  return RUN_ASSIGNMENTS[run.kind](deps, run, earlier);
}

function sessionOfRun(deps: ActivityDeps, run: Run) {
  const { db } = deps;
  const { providerName } = inMode(deps, run.mode);
  return {
    mode: run.mode,
    since: run.createdAt,
    begun: run.startedAt !== null,
    budgetMicros: sessionLimit('runBudgetMicros', run, deps),
    sessionId: run.sessionId,
    recordSession: (session) => recordSession(db, run.id, { provider: providerName, ...session }),
    keepSubmission: (submission) => saveArtifact(db, run.id, 'submission', submission),
    submission: () => readArtifact(db, run.id, 'submission'),
  } satisfies Partial<Assignment>;
}

/** Assignment to research an Idea Check. Its findings become the findings of the run. */
function ideaCheckAssignment(deps: ActivityDeps, run: Run<'idea_check'>, earlier: Earlier): Assignment {
  const { db } = deps;
  const { idea, audience = null, geography = null } = run.input;
  const subject = { idea, audience, geography };
  return {
    ...sessionOfRun(deps, run),
    brief: {
      ...subject,
      language: run.input.language ?? deps.dossierLanguage,
      sources: run.input.sources,
      ...(earlier && { earlier: earlierResearch(earlier) }),
    },
    async accept(submitted, review) {
      const { providerName } = inMode(deps, run.mode);
      const { findings, flaws, short } = checkedFindings(submitted, review, run, subject, providerName);
      if (findings) {
        const document = earlier ? { ...findings, changes: changesOf(earlier, findings) } : findings;
        await saveArtifact(db, run.id, 'findings', Buffer.from(JSON.stringify(document)));
        await recordEvidence(db, run.id, evidenceCounts([findings]));
      }
      if (short) {
        const found: FoundEvidence = { evidence: short.evidence };
        await saveArtifact(db, run.id, 'found', Buffer.from(JSON.stringify(found)));
      }
      return { flaws, stored: findings !== null, short: short !== null };
    },
  };
}

/** Assignment to plan a search. An accepted plan becomes the search's candidates. */
function planAssignment(deps: ActivityDeps, run: Run<'custom_search'>, earlier: Earlier): Assignment {
  const { operatorProfile, expertise, language = deps.dossierLanguage, sources } = run.input;
  // Fixed when the run was accepted, because the run's progress counts up to this number.
  const candidateCount = run.progressTotal;
  return {
    ...sessionOfRun(deps, run),
    brief: {
      ...{ operatorProfile, expertise, candidateCount, language, sources },
      ...(earlier && { earlier: earlierSearch(earlier) }),
    },
    async accept(submitted, { last }) {
      const { document, flaws } = checkedPlan(submitted, last);
      if (!document) return { flaws, stored: false };
      const flawsOfPlan = planFlaws(document, candidateCount, run.rulesEdition, last);
      if (flawsOfPlan.length === 0) await recordPlan(deps.db, run.id, document.candidates);
      return { flaws: flawsOfPlan, stored: flawsOfPlan.length === 0 };
    },
  };
}

/** Assignment to research one candidate of a search. The result is stored until the search ranks all candidates. */
function candidateAssignment(
  deps: ActivityDeps,
  { run, runId, candidateId, sessionId, rulesEdition, idea, audience, geography }: CandidateOfRun,
): Assignment {
  const { db } = deps;
  return {
    mode: run.mode,
    since: run.createdAt,
    begun: run.startedAt !== null,
    brief: {
      ...{ idea, audience, geography },
      language: run.language ?? deps.dossierLanguage,
      sources: run.sources ?? undefined,
    },
    budgetMicros: sessionLimit('candidateBudgetMicros', run, deps),
    sessionId,
    recordSession: (session) => recordCandidateSession(db, runId, candidateId, session),
    keepSubmission: (submission) => saveCandidateSubmission(db, runId, candidateId, submission),
    submission: () => readCandidateSubmission(db, runId, candidateId),
    async accept(submitted, review) {
      const { document, flaws, short } = checkedSubmission(submitted, review, {
        since: run.createdAt,
        depth: 'research',
        edition: rulesEdition,
      });
      if (document) await saveCandidateFindings(db, runId, candidateId, Buffer.from(JSON.stringify(document)));
      return { flaws, stored: document !== null, short: short !== null };
    },
  };
}

function scanAssignment({ db, scanBudgetMicros }: ActivityDeps, scan: ScanRow): Assignment {
  const { id, idea, sessionId, startedAt } = scan;
  const since = scan.confirmedAt ?? scan.createdAt;
  return {
    mode: 'live',
    since,
    begun: startedAt !== null,
    brief: { scannedIdea: idea },
    budgetMicros: scanBudgetMicros,
    sessionId,
    recordSession: (session) => recordScanSession(db, id, session),
    keepSubmission: (submission) => saveScanSubmission(db, id, submission),
    submission: () => readScanSubmission(db, id),
    async accept(submitted) {
      // Settles problems at once, because a scan is too short to send them back to the agent.
      const review = { last: true, verifications: null };
      const { document, flaws } = checkedSubmission(submitted, review, {
        since,
        depth: 'scan',
        edition: scan.rulesEdition,
      });
      if (document) await saveScanFindings(db, id, Buffer.from(JSON.stringify(document)));
      return { flaws, stored: document !== null };
    },
  };
}
