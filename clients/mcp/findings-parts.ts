import { z } from 'zod';
import type { Findings, Portfolio } from '../typescript/src/types';
import type { Client } from '../typescript/src/index';
import { DIMENSIONS, FindingsPart, type Dimension } from './findings-schema';
import { answer, refused, READS, runId, tool, type Tool } from './tool';

/** Parts into which the findings are split. */
export const PARTS = ['summary', 'candidate', 'dimension', 'evidence', 'economics'] as const;
export type Part = (typeof PARTS)[number];

/** Maximum size of a part, in bytes of JSON. This is about 8,000 tokens or fewer. */
export const MAX_PART_BYTES = 22_000;

/** The part of findings that a tool call requests. */
export interface Asked {
  part: Part;
  candidateId?: string | undefined;
  dimension?: Dimension | undefined;
  cursor?: number | undefined;
}

type Candidate = NonNullable<Findings['candidates']>[number];
type Researched = Findings | Candidate;

class NoSuchPart extends Error {}

/** One part of findings, within {@link MAX_PART_BYTES}. `omitted` counts the dropped list items. */
export function partOf(findings: Findings, portfolio: Portfolio | null, asked: Asked): Record<string, unknown> {
  const about = { runId: findings.runId, kind: findings.kind, part: asked.part };
  if (asked.part === 'summary') return fitted({ ...about, ...summaryOf(findings) }, rankingOf(portfolio));
  const one = researched(findings, asked.candidateId);
  const named = { ...about, ...('candidateId' in one && { candidateId: one.candidateId, title: one.title }) };
  if (asked.part === 'candidate') return candidatePart(named, one);
  if (asked.part === 'dimension') return dimensionPart(named, one, asked.dimension);
  return asked.part === 'evidence' ? evidencePart(named, one, asked) : economicsPart(named, one);
}

function researched(findings: Findings, candidateId: string | undefined): Researched {
  const candidates = findings.candidates ?? [];
  if (candidates.length === 0 && candidateId === undefined) return findings;
  const found = candidates.find((candidate) => candidate.candidateId === candidateId);
  if (found) return found;
  const ids = candidates.map((candidate) => candidate.candidateId).join(', ');
  throw new NoSuchPart(ids ? `Choose a candidateId of this search: ${ids}.` : 'An Idea Check has no candidates.');
}

const scores = ({ dimensions }: Researched) =>
  Object.fromEntries(DIMENSIONS.map((name) => [name, dimensions[name].score]));

function summaryOf(findings: Findings): Record<string, unknown> {
  const of = findings.candidates ?? [findings];
  const all = of.flatMap(({ evidence }) => evidence);
  return {
    subject: findings.subject.idea.slice(0, 500),
    verdict: findings.verdict,
    scores: scores(findings),
    ...(findings.changes && { changes: changesIn(findings.changes) }),
    counts: {
      candidates: findings.candidates?.length ?? 0,
      evidence: all.length,
      verified: all.filter(({ verification }) => verification?.status === 'verified').length,
      competitors: of.flatMap(({ competitors }) => competitors).length,
      risks: of.flatMap(({ risks }) => risks).length,
      nextSteps: of.flatMap(({ nextSteps }) => nextSteps).length,
    },
  };
}

/** Changes since the run that this one continues. Sources and ideas are only counted, because other parts list them. */
function changesIn({ sources, ideas, ...rest }: NonNullable<Findings['changes']>) {
  const counts = (lists: Record<string, readonly unknown[]>) =>
    Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
  return { ...rest, ...(sources && { sources: counts(sources) }), ...(ideas && { ideas: counts(ideas) }) };
}

function rankingOf(portfolio: Portfolio | null): Lists {
  if (!portfolio) return {};
  const ranking = portfolio.ranking.map(({ rank, candidateId, title, score, recommendation, fit, effort }) => ({
    rank,
    candidateId,
    title,
    score,
    ...(recommendation && { recommendation }),
    fit,
    effort,
  }));
  return { ranking, excluded: portfolio.excluded };
}

function candidatePart(named: object, one: Researched): Record<string, unknown> {
  const { verdict, nextSteps, risks, competitors, audienceSegments, monetization, channels, limitations } = one;
  const idea = 'idea' in one ? { idea: one.idea, effort: one.effort } : {};
  const { comparables = [], sponsors = [], nameChecks = [], wouldChange = [] } = one;
  const depth = Object.entries({ wouldChange, comparables, sponsors, nameChecks }).filter(
    ([, list]) => list.length > 0,
  );
  const lists = {
    ...{ risks, nextSteps, competitors, audienceSegments, monetization, channels, limitations },
    ...Object.fromEntries(depth),
  };
  return fitted({ ...named, ...idea, verdict, scores: scores(one) }, lists);
}

function dimensionPart(named: object, one: Researched, name: Dimension | undefined): Record<string, unknown> {
  if (!name) return fitted({ ...named, dimensions: one.dimensions }, {});
  return fitted({ ...named, dimension: { name, ...one.dimensions[name] } }, { evidence: cited(one, name) });
}

function cited(one: Researched, name: Dimension) {
  const ids = new Set(one.dimensions[name].evidenceIds);
  return one.evidence.filter(({ evidenceId }) => ids.has(evidenceId)).map(shownEvidence);
}

/** Evidence for a model: the claim, its source, and whether the quote was found in the source. */
const shownEvidence = ({
  evidenceId,
  claim,
  excerpt,
  sourceUrl,
  title,
  grade,
  publishedAt,
  verification,
}: Researched['evidence'][number]) => ({
  evidenceId,
  claim,
  excerpt,
  sourceUrl,
  title,
  ...(grade && { grade }),
  ...(publishedAt && { publishedAt }),
  verification: verification?.status ?? 'unchecked',
});

function evidencePart(named: object, one: Researched, { dimension, cursor = 0 }: Asked): Record<string, unknown> {
  const all = dimension ? cited(one, dimension) : one.evidence.map(shownEvidence);
  const { omitted, ...part } = fitted(
    { ...named, ...(dimension && { dimension }), total: all.length },
    {
      evidence: all.slice(cursor),
    },
  );
  const shown = (part.evidence as unknown[]).length;
  return { ...part, nextCursor: omitted ? cursor + shown : null };
}

function economicsPart(named: object, one: Researched): Record<string, unknown> {
  const { unitEconomics, audienceSizing, sensitivity } = one;
  if (!unitEconomics) throw new NoSuchPart('These findings have no unit economics.');
  const { currency, model, assumptions, computed } = unitEconomics;
  const cases = Object.fromEntries(
    Object.entries(computed).map(([name, { months, ...sums }]) => [
      name,
      { ...sums, cumulativeCents: months.map(({ cumulativeCents }) => cumulativeCents) },
    ]),
  );
  const more = { ...(audienceSizing && { audienceSizing }), ...(sensitivity && { sensitivity }) };
  return fitted({ ...named, currency, model, cases, assumptions, ...more }, {});
}

type Lists = Record<string, readonly unknown[]>;

/** Adds as many list items as fit. The lists take turns, so no list crowds out another. */
function fitted(head: Record<string, unknown>, lists: Lists): Record<string, unknown> {
  const kept: Record<string, unknown[]> = Object.fromEntries(Object.keys(lists).map((name) => [name, []]));
  let left = MAX_PART_BYTES - bytesOf({ ...head, ...kept, omitted: kept });
  const open = new Set(Object.keys(lists));
  for (let place = 0; open.size > 0; place++) {
    for (const name of open) {
      const item = lists[name]![place];
      const cost = item === undefined ? Infinity : bytesOf(item) + 1;
      if (cost > left) {
        open.delete(name);
        continue;
      }
      kept[name]!.push(item);
      left -= cost;
    }
  }
  const omitted = Object.entries(lists).flatMap(([name, all]) => {
    const missing = all.length - kept[name]!.length;
    return missing > 0 ? [[name, missing] as const] : [];
  });
  return { ...head, ...kept, ...(omitted.length > 0 && { omitted: Object.fromEntries(omitted) }) };
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

const WHAT: Record<Part, string> = {
  summary: 'verdict, scores and counts, for a search also the ranking (default)',
  candidate: 'verdict, risks, next steps, competitors and audience of one idea',
  dimension: 'the reasons for one score with its evidence, or for all scores if dimension is omitted',
  evidence: 'quotations with their sources, page by page',
  economics: 'assumptions and the first twelve months in three cases',
};

/** Tool that reads findings in parts that fit a model's context. */
export function findingsTool(noi: Client): Tool {
  const parts = PARTS.map((part) => `${part}: ${WHAT[part]}`).join('; ');
  return tool({
    name: 'get_findings',
    title: 'Get findings',
    description: `Findings of a completed run, one part at a time. ${parts}. For a search, all parts except the summary need a candidateId. get_dossier returns the whole document. Free.`,
    inputSchema: {
      runId,
      part: z.enum(PARTS).default('summary'),
      candidateId: z.string().optional().describe('For a search: an id from the ranking.'),
      dimension: z.enum(DIMENSIONS).optional().describe('For dimension and evidence.'),
      cursor: z.number().int().min(0).optional().describe('For evidence: nextCursor of the previous part.'),
    },
    outputSchema: FindingsPart,
    annotations: READS,
    run: async ({ runId: id, ...asked }, { signal }) => {
      const run = await noi.runs.get(id, { signal });
      const findings = await run.findings({ signal });
      const needsRanking = asked.part === 'summary' && run.links.portfolio !== null;
      const portfolio = needsRanking ? await run.portfolio({ signal }) : null;
      try {
        const { recommendation, score } = findings.verdict;
        const note = `${asked.part} of ${id}; verdict ${recommendation}, score ${score} of 100.`;
        return answer(partOf(findings, portfolio, asked), note);
      } catch (error) {
        if (!(error instanceof NoSuchPart)) throw error;
        return refused(error.message);
      }
    },
  });
}
