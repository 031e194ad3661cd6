import type { Findings } from '../../contracts/findings';
import type { Portfolio } from '../../contracts/portfolio';
import { flawsOfPublished } from '../../domain/findings-rules/review';
import { EVIDENCE_FLOOR } from '../../domain/findings-rules/floor';
import type { RunStatus } from '../../contracts/runs';
import { Dice } from '../campaign/dice';
import { call, createSearch } from '../../test/support/api';
import { eventually } from '../../test/support/eventually';
import { failing, retryUntilAnswered } from '../../test/support/patience';
import type { Stack } from '../../test/support/stack';
import { drawSearch, type DrawnSearch } from './drawn-search';

/** Sources of a candidate: from just enough to far more than others of its search have. */
const SOURCES: [least: number, most: number] = [EVIDENCE_FLOOR.sources, 25];
const AT_ONCE = 2;
/** What becomes of honest quotations: pages that a busy machine had no time for count as the agent saw them. */
const FOUND: readonly string[] = ['verified', 'unreachable'];
/** Longest time of one search, on a machine that many share. */
const PATIENCE_MS = 15 * 60_000;

/**
 * Has searches drawn by seed researched, from their plans to their portfolios: of 3 to 25 candidates with 5 to 25
 * sources and 0 to 12 rivals each, in many scripts and lengths, with plans and findings that break rules, agents that
 * hand in twice, and candidates that come to nothing.
 *
 * @returns the broken promises: each search completes with every candidate that had enough, and what is published holds
 * every rule
 */
export async function playSearches(stack: Stack, { searches, seed }: { searches: number; seed: number }) {
  const dice = new Dice(seed, 'searches');
  const drawn = Array.from({ length: searches }, (_, number) => drawSearch(number, dice.stream(`search ${number}`)));
  await stack.agents.variety({ seed, sources: SOURCES, habits: 'varied' });
  const broken: string[] = [];
  let unequal = 0;
  const waiting = [...drawn];
  const seat = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { flaws, sources } = await play(stack, next);
      broken.push(...flaws.map((flaw) => `${next.mark}, seed ${seed}: ${flaw}`));
      if (Math.max(...sources) > sources[0]!) unequal++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, seat));
  // Those are what this is for: a candidate with more sources than the one that is ranked first.
  if (unequal === 0) broken.push(`seed ${seed}: no search had a candidate with more sources than its first`);
  const candidates = drawn.reduce((sum, { body }) => sum + body.candidateCount, 0);
  return { broken, candidates };
}

async function play(stack: Stack, { body, mark, planCorrected, troubles }: DrawnSearch) {
  const { agents, api, customer } = stack;
  // The session of the plan is the first whose task holds the mark.
  if (planCorrected) await agents.fault(`task:${mark}`, 'invalid_findings');
  for (const { candidate, kind, rule, times } of troubles) {
    const task = `${mark} (idea ${candidate} of ${body.candidateCount})`;
    if (kind === 'refuses') await agents.fault(`task:${task}`, 'refusal');
    else if (kind === 'idle') await agents.fault(`task:${task}`, 'idle');
    else if (kind === 'thin') await agents.breakRule(task, 'enough-evidence', 9);
    else await agents.breakRule(task, rule, times);
  }
  const get = async <T extends object>(path: string) => {
    const send = () => call<T & { code?: string }>(api, 'GET', path, { key: customer.apiKey });
    return (await retryUntilAnswered(`GET ${path}`, send, failing))!.body;
  };
  const created = await retryUntilAnswered(
    'POST /v1/searches',
    () => createSearch(api, customer, `search ${mark}`, body),
    failing,
  );
  const run = await eventually(
    `${mark} has ended`,
    async () => {
      const status = await get<RunStatus>(`/v1/runs/${created!.body.runId}`);
      return status.completedAt !== null && status;
    },
    PATIENCE_MS,
  );
  if (run.status !== 'completed') {
    return { flaws: [`it ended as ${run.status}: ${JSON.stringify(run.failure)}`], sources: [0] };
  }
  const findings = await get<Findings>(run.links.findings);
  const portfolio = await get<Portfolio>(run.links.portfolio!);
  const passed = findings.candidates ?? [];
  const lost = troubles.filter(({ kind }) => kind !== 'corrected').length;
  const sources = passed.map(({ evidence }) => evidence.length);
  const cited = sources.reduce((sum, each) => sum + each, 0);
  const flaws = [
    ...flawsOfPublished(findings).map(({ pointer, detail }) => `${pointer} ${detail}`),
    ...unlike('done', run.progress.done, body.candidateCount),
    ...unlike('passed', passed.length, body.candidateCount - lost),
    ...unlike('excluded', portfolio.excluded.length, lost, portfolio.excluded),
    ...unlike('cited', run.evidence?.cited, cited),
    ...passed.flatMap(({ candidateId, evidence }) =>
      evidence.flatMap(({ sourceUrl, excerpt, verification }) =>
        FOUND.includes(verification!.status)
          ? []
          : [`${candidateId}: ${verification!.status} is “${excerpt}” on ${sourceUrl}`],
      ),
    ),
  ];
  return { flaws, sources };
}

function unlike(what: string, is: number | undefined, due: number, seen?: object): string[] {
  return is === due ? [] : [`${what} are ${is}, not ${due}${seen ? `: ${JSON.stringify(seen)}` : ''}`];
}
