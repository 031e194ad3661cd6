import { DIMENSIONS, type PublishedParts } from '../../findings/contract/findings';
import { dimensionLabel } from '../../findings/verdict-words';
import { competitorMap, riskMatrix, type PlacedCompetitor } from '../charts/maps';
import { profileChart } from '../charts/scores';
import { costOf, depthModel, priceOf } from './depth-model';
import { economicsModel } from './economics-model';
import { numberEvidence } from './evidence-model';
import { capitalized, link } from './text';
import {
  BASES,
  DIMENSION_QUESTIONS,
  EFFORTS,
  LEVELS,
  RESTS,
  formatCount,
  formatDate,
  convertedIn,
  roundMoney,
  workedIn,
} from './wording';

export type ResearchModel = ReturnType<typeof researchModel>;

/** Builds the sections shared by an Idea Check, an opportunity and a candidate of a search. Pure. */
export function researchModel(research: PublishedParts, sample = false) {
  const { cite, evidence } = numberEvidence(research.evidence, sample);
  const dimensions = dimensionsOf(research, cite);
  return {
    dimensions,
    profile: profileChart(dimensions),
    segments: research.audienceSegments.map(({ evidenceIds, ...segment }) => ({
      ...segment,
      citations: cite(evidenceIds),
    })),
    sizing: sizingOf(research, cite),
    competitors: competitorsOf(research, cite),
    competitorMap: mapOf(research),
    monetization: monetizationOf(research),
    economics: economicsModel(research, cite),
    channels: research.channels.map(({ name, approach, cost, evidenceIds, costPerReader }) => ({
      name,
      approach,
      cost: LEVELS[cost],
      citations: cite(evidenceIds),
      perReader: costOf(costPerReader, cite),
    })),
    risks: risksOf(research),
    riskMatrix: matrixOf(research),
    firstIssues: research.firstIssues ?? [],
    calendar: (research.launchCalendar ?? []).map(({ fromDay, toDay, goal, actions }) => ({
      days: fromDay === toDay ? `Day ${fromDay}` : `Days ${fromDay} to ${toDay}`,
      goal,
      actions,
    })),
    nextSteps: research.nextSteps.map(({ effort, ...step }) => ({ ...step, effort: EFFORTS[effort] })),
    ...depthModel(research, cite),
    evidence,
    limitations: research.limitations,
  };
}

type Cite = (ids: readonly string[]) => number[];

function dimensionsOf({ dimensions }: PublishedParts, cite: Cite) {
  return DIMENSIONS.map((name) => {
    const { score, confidence, rationale, basis, evidenceIds } = dimensions[name];
    return {
      label: dimensionLabel(name),
      question: DIMENSION_QUESTIONS[name],
      score,
      confidence: LEVELS[confidence],
      basis: BASES[basis].label,
      rationale,
      citations: cite(evidenceIds),
    };
  });
}

function sizingOf({ audienceSizing }: PublishedParts, cite: Cite) {
  if (!audienceSizing) return null;
  const { who, factors, people } = audienceSizing;
  return {
    who,
    people: formatCount(people),
    factors: factors.map(({ label, value, outOf, basis, evidenceIds, ...worked }) => ({
      label: [label, workedIn(worked)].filter(Boolean).join(' · '),
      amount:
        outOf === 1
          ? formatCount(value)
          : value > outOf
            ? `× ${Number((value / outOf).toFixed(2))}`
            : `${formatCount(value)} of ${formatCount(outOf)}`,
      basis: RESTS[basis],
      citations: cite(evidenceIds),
    })),
  };
}

function competitorsOf({ competitors }: PublishedParts, cite: Cite) {
  return competitors.map(
    ({ name, url, positioning, strength, gap, evidenceIds, price, frequency, size, lastIssue }, i) => ({
      number: i + 1,
      name,
      ...link(url),
      facts: [
        price && priceOf(price),
        price && convertedIn(price),
        frequency && capitalized(frequency === 'several_a_week' ? 'several times a week' : frequency),
        size && `${formatCount(size.readers)} readers, ${size.basis}`,
        lastIssue && `Last issue ${formatDate(lastIssue)}`,
      ].flatMap((fact) => fact || []),
      positioning,
      strength,
      gap,
      citations: cite(evidenceIds),
    }),
  );
}

/** Months covered by one payment. Payments per issue and one-time payments have no comparable monthly price. */
const MONTHS: Record<string, number> = { month: 1, year: 12 };

/** Map of the competitors whose monthly price and number of readers are known; null if there are fewer than two. */
function mapOf({ competitors }: PublishedParts) {
  const placed = competitors.flatMap(({ price, size }, i): PlacedCompetitor[] => {
    const months = price && (price.amount === 0 ? 1 : MONTHS[price.period]);
    return months && size ? [{ number: i + 1, dollarsAMonth: price.amount / months / 100, readers: size.readers }] : [];
  });
  return placed.length < 2 ? null : competitorMap(placed);
}

function monetizationOf({ monetization }: PublishedParts) {
  const highest = Math.max(1, ...monetization.map(({ high }) => high));
  return monetization.map(({ model, low, high, assumptions }) => ({
    model,
    low: roundMoney(low),
    high: roundMoney(high),
    /** Start of the range on an axis from 0 to the highest amount, in thousandths. */
    from: Math.round((low / highest) * 1000),
    to: Math.round((high / highest) * 1000),
    assumptions,
  }));
}

function risksOf({ risks }: PublishedParts) {
  return risks.map(({ title, severity, mitigation, likelihood, impact, signal, stop }, i) => ({
    number: i + 1,
    title,
    severity: LEVELS[severity],
    placed: likelihood && impact ? `${LEVELS[likelihood].label} likelihood, ${impact} impact` : null,
    mitigation,
    signal: signal ?? null,
    stop: stop ? `day ${stop.byDay}: ${stop.condition}` : null,
  }));
}

function matrixOf({ risks }: PublishedParts) {
  const placed = risks.flatMap(({ likelihood, impact }, i) =>
    likelihood && impact ? [{ number: i + 1, likelihood: LEVELS[likelihood].rank, impact: LEVELS[impact].rank }] : [],
  );
  return placed.length === 0 ? null : riskMatrix(placed);
}
