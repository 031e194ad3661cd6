import { flawsIn, isWithin, spanOf, withEach, type Reviewed, type Rule } from './rule';
import { wordsOf } from './texts';

export const riskSignals: Rule = {
  id: 'risk-signals',
  demand: 'If any risk has an early signal or a stop condition, every risk has both.',
  fallback: 'pass',
  flaws: ({ risks }) => {
    if (!risks.some(({ signal, stop }) => signal !== undefined || stop !== undefined)) return [];
    const detail = 'is missing: other risks have an early signal and a day and condition to stop';
    const names = ['signal', 'stop'] as const;
    return risks.flatMap((risk, i) =>
      names.flatMap((name) => (risk[name] === undefined ? [{ pointer: `/risks/${i}/${name}`, detail }] : [])),
    );
  },
};

export const changeIsChange: Rule = {
  id: 'change-is-change',
  demand: 'Each entry of `wouldChange` leads to a different recommendation than the verdict.',
  flaws: ({ wouldChange = [], verdict }) =>
    flawsIn(
      wouldChange,
      '/wouldChange/*/recommendation',
      ({ recommendation }) =>
        recommendation === verdict.recommendation &&
        `must differ from "${recommendation}", which the verdict already recommends`,
    ),
  fallback: {
    correct: withOtherVerdicts,
    said: 'changes that lead to the same verdict were removed',
  },
};

/** Removes `wouldChange` entries that lead to the same verdict, and the whole field if no entry is left. */
export function withOtherVerdicts<T extends Pick<Reviewed, 'verdict' | 'wouldChange'>>(findings: T): T {
  const { wouldChange, ...rest } = findings;
  const other = (wouldChange ?? []).filter(({ recommendation }) => recommendation !== rest.verdict.recommendation);
  return (other.length > 0 ? { ...rest, wouldChange: other } : rest) as T;
}

export const sponsorsCited: Rule = {
  id: 'sponsors-cited',
  demand: 'Each sponsor cites evidence of where it advertises.',
  flaws: ({ sponsors = [] }) =>
    flawsIn(
      sponsors,
      '/sponsors/*/evidenceIds',
      ({ evidenceIds }) =>
        evidenceIds.length === 0 &&
        'must cite evidence of advertising that it pays for; leave out companies that you did not see advertise',
    ),
  fallback: {
    correct: ({ sponsors, ...findings }) => {
      const seen = (sponsors ?? []).filter(({ evidenceIds }) => evidenceIds.length > 0);
      return seen.length > 0 ? { ...findings, sponsors: seen } : findings;
    },
    said: 'sponsors without evidence of advertising were removed',
  },
};

export const trendInOrder: Rule = {
  id: 'trend-in-order',
  demand: 'The points of a trend are all years or all months, in order, without repeats.',
  flaws: ({ trend }) =>
    flawsIn(trend?.points ?? [], '/trend/points/*/period', ({ period }, i, points) => {
      const before = points[i - 1]?.period;
      if (before === undefined) return null;
      if (before.length !== period.length)
        return `must be a ${before.length === YEAR ? 'year' : 'month'}, as the point before it is`;
      return period <= before && `must be later than ${before}, the point before it`;
    }),
  fallback: {
    correct: ({ trend, ...findings }) => {
      if (!trend) return findings;
      const { length } = trend.points[0]!.period;
      const alike = trend.points.filter(({ period }) => period.length === length);
      const once = alike.filter(({ period }, i) => alike.findIndex((other) => other.period === period) === i);
      const points = once.toSorted((a, b) => (a.period < b.period ? -1 : 1));
      return points.length < 2 ? findings : { ...findings, trend: { ...trend, points } };
    },
    said: 'points of a trend were sorted, and incomparable ones left out',
  },
};

const YEAR = 4;

export const ISSUE_WORDS = 200;

export const sampleIssueWhole: Rule = {
  id: 'sample-issue-whole',
  demand: `The sample issue has at least ${ISSUE_WORDS} words and is one of \`firstIssues\`.`,
  fallback: 'pass',
  flaws: ({ sampleIssue, firstIssues }) => {
    if (!sampleIssue) return [];
    const words = sampleIssue.sections.reduce((sum, { body }) => sum + lengthOf(body), 0);
    const unnamed = { pointer: '/sampleIssue/issue', detail: 'must be an issue of firstIssues, which is missing' };
    const detail = `must be the whole issue, of at least ${ISSUE_WORDS} words, not ${words}`;
    return [
      ...(firstIssues ? [] : [unnamed]),
      ...(words < ISSUE_WORDS ? [{ pointer: '/sampleIssue/sections', detail }] : []),
    ];
  },
};

/** Counts the words of a string. In scripts without spaces, two letters count as a word. */
function lengthOf(body: string): number {
  const unspaced = body.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  return Math.max(wordsOf(body).length, Math.floor(unspaced / 2));
}

export const namesCheckedInSession: Rule = {
  id: 'names-checked-in-session',
  demand: 'The `checkedAt` of each name is within the session that submits the findings.',
  flaws: ({ nameChecks = [] }, context) =>
    flawsIn(
      nameChecks,
      '/nameChecks/*/checkedAt',
      ({ checkedAt }) =>
        !isWithin(checkedAt, context) &&
        `must be the time when you checked the name in this session, between ${spanOf(context)}`,
    ),
  fallback: {
    correct: ({ nameChecks, ...findings }, context) => {
      const within = (nameChecks ?? []).filter(({ checkedAt }) => isWithin(checkedAt, context));
      return within.length > 0 ? { ...findings, nameChecks: within } : findings;
    },
    said: 'names that were not checked in the session were removed',
  },
};

type Risk = Reviewed['risks'][number];

const WEIGHT = { low: 1, medium: 2, high: 3 } as const;

/** Minimum product of likelihood and impact for each severity. The product is at most 9. */
const MEDIUM_FROM = 3;
const HIGH_FROM = 6;

export const severityFromBoth: Rule = {
  id: 'severity-from-both',
  demand: `The severity of a risk follows from its likelihood times its impact (low 1, medium 2, high 3): medium from ${MEDIUM_FROM} up, high from ${HIGH_FROM} up.`,
  flaws: ({ risks }) =>
    flawsIn(risks, '/risks/*/severity', (risk) => {
      const right = severityOf(risk);
      return right !== risk.severity && `must be "${right}": likelihood ${risk.likelihood} and impact ${risk.impact}`;
    }),
  fallback: {
    correct: (findings) => withEach(findings, 'risks', (risk) => ({ ...risk, severity: severityOf(risk) })),
    said: 'severities of risks were recomputed from likelihood and impact',
  },
};

function severityOf({ severity, likelihood, impact }: Risk): Risk['severity'] {
  if (!likelihood || !impact) return severity;
  const product = WEIGHT[likelihood] * WEIGHT[impact];
  if (product >= HIGH_FROM) return 'high';
  return product >= MEDIUM_FROM ? 'medium' : 'low';
}
