import type { PublishedParts } from '../../findings/contract/findings';
import type { Registration } from '../../findings/contract/findings-depth';
import { RECOMMENDATION_LABELS } from '../../findings/verdict-words';
import { trendChart } from '../charts/courses';
import { link, paragraphs, readableAddress } from './text';
import {
  formatCents,
  formatCount,
  formatInstant,
  formatPeriod,
  formatShare,
  RECOMMENDATION_TONES,
  RESTS,
  workedIn,
} from './wording';

type Cite = (ids: readonly string[]) => number[];

const PERIODS = { month: 'a month', year: 'a year', issue: 'an issue', once: 'once' } as const;

/** Formats a subscription price, such as `$8 a month` or `Free`. */
export const priceOf = ({ amount, period }: { amount: number; period: keyof typeof PERIODS }) =>
  amount === 0 ? 'Free' : `${formatCents(amount)} ${PERIODS[period]}`;

/** Sections added in version 1.2 of findings. Sections that the findings lack are empty or null. Pure. */
export function depthModel(research: PublishedParts, cite: Cite) {
  return {
    comparables: comparablesOf(research, cite),
    sponsors: sponsorsOf(research, cite),
    trend: trendOf(research, cite),
    sampleIssue: sampleIssueOf(research, cite),
    names: namesOf(research),
    changes: changesOf(research),
    searchLog: searchLogOf(research),
  };
}

interface Rested {
  evidenceIds: string[];
  calculation?: string;
  exchange?: { currency: string; rate: number; day: string };
}

/** Table cell: a figure with its calculation and sources, or a dash if the figure is missing. */
function figure<T extends Rested>(rested: T | null, write: (each: T) => string, cite: Cite) {
  if (rested === null) return { value: '–', worked: null, citations: [] };
  return { value: write(rested), worked: workedIn(rested), citations: cite(rested.evidenceIds) };
}

function comparablesOf({ comparables = [] }: PublishedParts, cite: Cite) {
  return comparables.map(({ name, url, likeness, readers, opens, price }) => ({
    name,
    ...link(url),
    likeness,
    readers: figure(readers, ({ count }) => formatCount(count), cite),
    opens: figure(opens, ({ perThousand }) => formatShare(perThousand), cite),
    price: figure(price, priceOf, cite),
  }));
}

function sponsorsOf({ sponsors = [] }: PublishedParts, cite: Cite) {
  return sponsors.map(({ name, url, advertises, evidenceIds, price }) => ({
    name,
    ...link(url),
    advertises,
    citations: cite(evidenceIds),
    price: figure(price, ({ perThousandOpensCents }) => formatCents(perThousandOpensCents), cite),
    note: price && `${RESTS[price.basis]}: ${price.note}`,
  }));
}

/** Acquisition cost per reader in a channel; null if unknown. */
export function costOf(cost: PublishedParts['channels'][number]['costPerReader'], cite: Cite) {
  if (!cost) return null;
  const { cents, basis, note } = cost;
  const { value, worked, citations } = figure(cost, () => formatCents(cents), cite);
  return {
    value: `${value} per reader`,
    note: [`${RESTS[basis]}: ${note}`, worked].filter(Boolean).join(' · '),
    citations,
  };
}

function trendOf({ trend }: PublishedParts, cite: Cite) {
  if (!trend) return null;
  const points = trend.points.map(({ period, value }) => {
    const [year, month = '1'] = period.split('-');
    return { period: formatPeriod(period), value, month: Number(year) * 12 + Number(month) };
  });
  return {
    counted: trend.counted,
    unit: trend.unit,
    reading: trend.reading,
    chart: trendChart(points, formatCount),
    worked: trend.points.flatMap((point) => workedIn(point) ?? []),
    citations: cite([...new Set(trend.points.flatMap(({ evidenceIds }) => evidenceIds))]),
  };
}

function sampleIssueOf({ sampleIssue: sample }: PublishedParts, cite: Cite) {
  if (!sample) return null;
  const { issue, subject, preview, sections } = sample;
  return {
    issue,
    subject,
    preview,
    sections: sections.map(({ heading, body, evidenceIds }) => ({
      heading,
      paragraphs: paragraphs(body),
      citations: cite(evidenceIds),
    })),
  };
}

const USES = {
  none_seen: { use: 'No use seen', tone: 'good' },
  in_use: { use: 'In use', tone: 'bad' },
  unclear: { use: 'Use unclear', tone: 'mid' },
} as const;

/**
 * Describes the result of a domain check. A registry record proves that the name is taken, but a missing record does
 * not prove that it is free.
 */
function domainWords(domain: string, registration: Registration | undefined): string {
  switch (registration?.status) {
    case 'registered':
      return `${domain} is registered.`;
    case 'not_found': {
      const what = registration.answeredBy.includes('dns') ? 'has no DNS records' : 'is not in the registry';
      return `${domain} ${what}; check with a registrar before you rely on it.`;
    }
    case 'unknown':
      return `${domain} could not be checked; ask a registrar.`;
    default:
      return `${domain} was not checked; ask a registrar.`;
  }
}

function namesOf({ nameChecks = [] }: PublishedParts) {
  return nameChecks.map(({ name, domain, use, registration, checkedAt, note }) => ({
    name,
    ...USES[use],
    domain: domainWords(domain, registration),
    note,
    at: formatInstant(registration?.checkedAt ?? checkedAt),
  }));
}

function changesOf({ wouldChange = [] }: PublishedParts) {
  return wouldChange.map(({ finding, recommendation, test }) => ({
    finding,
    to: RECOMMENDATION_LABELS[recommendation],
    tone: RECOMMENDATION_TONES[recommendation],
    test,
  }));
}

const KINDS = { asked: 'Searched', opened: 'Opened', refused: 'Blocked' } as const;

function searchLogOf({ searchLog = [] }: PublishedParts) {
  if (searchLog.length === 0) return null;
  const count = (kind: keyof typeof KINDS) => searchLog.filter((step) => step.kind === kind).length;
  const [asked, opened, refused] = [count('asked'), count('opened'), count('refused')];
  return {
    summary: `The agent ran ${plural(asked, 'web search', 'es')} and opened ${plural(opened, 'page')}.${refused > 0 ? ` ${plural(refused, 'more page')} blocked it.` : ''}`,
    steps: searchLog.map((step) => ({
      time: step.at.slice(11, 16),
      kind: KINDS[step.kind],
      what: step.kind === 'asked' ? step.query : readableAddress(step.url),
    })),
  };
}

const plural = (count: number, noun: string, ending = 's') => `${count} ${noun}${count === 1 ? '' : ending}`;
