import { log } from '@temporalio/activity';
import { readAssignmentId, type SessionMeans } from '../modules/findings/contract/agents';
import { stands, type Verifications } from '../modules/findings/evidence';
import { EVIDENCE } from '../modules/findings/rules/completeness';
import type { Flaw } from '../modules/findings/rules/rule';
import type { Stage } from '../modules/run-kinds/contract';
import type { CheckResult, TimelineDetails } from '../modules/runs/contract';
import { readDossierContent, saveArtifact } from '../modules/runs/store/artifacts';
import { readNameChecks, readTrail, type KnownTrail } from '../modules/runs/store/evidence';
import { reachStage } from '../modules/runs/store/progress';
import { recordCheck } from '../modules/runs/store/submissions';
import { loadAssignment, sourcesOf, type Assignment } from './assignments';
import { readSubmission } from './check-submission';
import { inMode, type ActivityDeps } from './deps';
import { sitesIn, unopenedIn, verificationsOf } from './submitted-evidence';
import { brokenRecord, callAgents, runFailure } from './failures';

/** Maximum number of problems sent to the agent at once. In a longer list, the agent would miss the important ones. */
const MAX_FLAWS_SENT = 25;

/** Maximum number of sites that the timeline names per submission. */
const MAX_SITES_TOLD = 8;

interface Checking {
  mayCorrect: boolean;
  stage: Stage | null;
  evidence: boolean;
  /** True if an earlier submission of the session went back to the agent because it lacked evidence. */
  askedForMore?: boolean;
  /** Corrections that could not be applied and that the agent should repeat. */
  refused?: Flaw[];
  /** Time until the deadline of the agent's work, in milliseconds. */
  leftMs?: number;
}

interface Judged {
  result: CheckResult;
  flaws: number;
  trail: KnownTrail | null;
  verifications: Verifications | null;
}

/** Activities that turn a submission into the documents of a run. Each is idempotent. */
export function createDocumentActivities(deps: ActivityDeps) {
  const { db, agents, dossiers } = deps;

  return {
    /**
     * Checks the latest submission against the schema and the rules, and accepts it if it has no problems. Stores
     * problems for operators, and returns them to the agent if `mayCorrect`. `sound` means that the service settled the
     * problems itself and stored the document. `short` means that the submission only lacks evidence.
     *
     * @throws ApplicationFailure `not_enough_evidence`, not retried, if it is short and the agent cannot be asked again
     */
    async checkSubmission(
      assignmentId: string,
      sessionId: string,
      toolUseId: string,
      { mayCorrect, stage, evidence, askedForMore = false, refused = [], leftMs }: Checking,
    ): Promise<{ flaws: number; sound?: boolean; short?: boolean }> {
      const research = readAssignmentId(assignmentId);
      if (stage) await reachStage(db, research.runId, stage);
      const assignment = await loadAssignment(deps, assignmentId);
      const submission = await assignment.submission();
      if (!submission) throw brokenRecord(`${assignmentId} has no submission to check`);
      const input: unknown = JSON.parse(submission.toString());
      // Keys of quotations are computed from the cleaned submission.
      const submitted = evidence ? readSubmission(input) : input;
      const trail = evidence ? await readTrail(db, research) : null;
      const verifications = evidence
        ? await verificationsOf({ db, ...inMode(deps, assignment.mode) }, assignmentId, submitted, trail)
        : null;
      const sources = sourcesOf(assignment);
      const review = {
        last: !mayCorrect,
        verifications,
        registrations: evidence ? await readNameChecks(db, research) : null,
        blockedDomains: [...deps.blockedDomains, ...(sources.exclude ?? [])],
        includedDomains: sources.include,
        ...(trail && { unopened: unopenedIn(submitted, trail), searchLog: trail.log }),
      };
      const { flaws: found, stored, short = false } = await assignment.accept(submitted, review);
      // A last submission cannot be corrected, so it does not matter which corrections could not be applied.
      const flaws = mayCorrect ? [...refused, ...found] : found;
      const isOver = short && (askedForMore || !mayCorrect);
      const sentBack = mayCorrect ? 'sent_back' : 'refused';
      const result = flaws.length === 0 ? 'passed' : isOver ? 'too_little_evidence' : sentBack;
      const told = toldOf(submitted, { result, flaws: flaws.length, trail, verifications });
      await Promise.all([
        recordCheck(db, { ...research, toolUseId, flaws, told }),
        flaws.length === 0
          ? confirmAccepted(sessionId, toolUseId)
          : mayCorrect && !isOver && sendFlaws(sessionId, toolUseId, flaws, meansOf(assignment, leftMs)),
      ]);
      if (isOver) throw notEnough(found);
      return {
        flaws: flaws.length,
        ...(flaws.length > 0 && stored && { sound: true }),
        ...(short && { short: true }),
      };
    },

    /** Moves a run to `stage` and renders its dossier as HTML. The PDF is created at its first download. */
    async renderDossier(runId: string, stage: Stage): Promise<void> {
      await reachStage(db, runId, stage);
      const content = await readDossierContent(db, runId);
      if (!content) throw brokenRecord(`Run ${runId} has no findings to render`);
      const html = await dossiers.html(content.findings, content.portfolio).catch((error: Error) => {
        throw runFailure('rendering_failed', error.message);
      });
      await saveArtifact(db, runId, 'dossierHtml', html);
    },
  };

  /** Describes a submission for the timeline by counts and sites, never by its content. */
  function toldOf(submitted: unknown, { result, flaws, trail, verifications }: Judged): TimelineDetails['check'] {
    const { competitors } = (submitted ?? {}) as { competitors?: unknown };
    const cited = verifications && [...verifications.values()];
    return {
      result,
      flaws,
      pages: trail && trail.log.filter(({ kind }) => kind === 'opened').length,
      sites: verifications === null ? [] : sitesIn(submitted, verifications).slice(0, MAX_SITES_TOLD),
      quotations: cited && {
        cited: cited.length,
        found: cited.filter((verification) => stands({ verification })).length,
      },
      competitors: Array.isArray(competitors) ? competitors.length : null,
    };
  }

  function meansOf({ budgetMicros }: Assignment, leftMs: number | undefined): SessionMeans {
    return { budgetMicros, until: leftMs === undefined ? null : new Date(Date.now() + leftMs) };
  }

  function notEnough(flaws: readonly Flaw[]) {
    const { detail } = flaws.find(({ pointer }) => pointer === EVIDENCE)!;
    return runFailure('not_enough_evidence', `The evidence ${detail}`);
  }

  async function sendFlaws(sessionId: string, toolUseId: string, flaws: Flaw[], means: SessionMeans): Promise<void> {
    await callAgents(() => agents.answer(sessionId, toolUseId, flaws.slice(0, MAX_FLAWS_SENT), means));
  }

  // Best effort, because the findings are already stored and the end of the run stops the session in any case.
  async function confirmAccepted(sessionId: string, toolUseId: string): Promise<void> {
    await agents.answer(sessionId, toolUseId, []).catch((error: Error) => {
      log.warn('the agent did not learn that its submission passed', { sessionId, error: error.message });
    });
  }
}
