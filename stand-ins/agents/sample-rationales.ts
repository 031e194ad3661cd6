import { DIMENSIONS, type DimensionName, type Submission } from '../../contracts/findings';
import { dimensionLabel } from '../../domain/verdict-words';
import { figureOf } from './sample-evidence';
import type { Material } from './sample-parts';
import { clip } from './sample-words';

type Dimensions = Submission['dimensions'];
type Band = keyof Reasons;

/** Least score that is strong, and least that is middling. */
const STRONG = 67;
const MIDDLING = 45;

/** What a rationale speaks of. */
interface Said {
  subject: string;
  readers: string;
  searches: string;
  circulation: string;
  /** True where the brief tells who would run it. */
  operator: boolean;
}

/** Reasons by how high a score is; in the middle what speaks for it and what against it, in either order. */
interface Reasons {
  strong: (said: Said) => string;
  middling: (said: Said) => { pro: string; con: string };
  weak: (said: Said) => string;
}

const REASONS: Record<DimensionName, Reasons> = {
  demand: {
    strong: ({ subject, readers, searches }) =>
      `Interest in ${subject} holds up all year: ${searches} searches a month is a lot for a field this narrow. The same questions keep coming back, so ${readers} would have a reason to open every issue.`,
    middling: ({ subject, readers, searches }) => ({
      pro: `With ${searches} searches a month, ${subject} can support a small, loyal list.`,
      con: `Most people who search want one quick answer rather than a subscription, so growth would be slow unless ${readers} had a recurring decision to make.`,
    }),
    weak: ({ subject, readers, searches }) =>
      `Few people go looking for ${subject}. The ${searches} searches a month mostly want a definition or a supplier, and nothing suggests that ${readers} would miss a letter if it stopped coming.`,
  },
  competition: {
    strong: ({ subject, readers, circulation }) =>
      `Existing titles treat ${subject} as a side topic. The largest reaches ${circulation} subscribers with a general mix, which leaves the practical questions of ${readers} unanswered.`,
    middling: ({ subject, circulation }) => ({
      pro: `None of the existing letters on ${subject} names prices or compares offers, so a sharper promise still has room.`,
      con: `Readers already have a choice, and the largest title, with ${circulation} subscribers, sets the standard that a newcomer has to beat.`,
    }),
    weak: ({ subject, readers, circulation }) =>
      `The field around ${subject} is crowded. A leader with ${circulation} subscribers can copy a good section within a month, and a newcomer would have to win over ${readers} one at a time.`,
  },
  monetization: {
    strong: ({ subject, readers }) =>
      `Money already moves around ${subject}: sponsors book small lists, and comparable letters charge their readers. One better decision a year would cover the price for ${readers}, which makes it easy to defend.`,
    middling: ({ subject, readers }) => ({
      pro: `A modest price should work once ${readers} can point to an hour saved or a mistake avoided.`,
      con: `Until then a letter on ${subject} would have to live on sponsors, and those pay little for a young list.`,
    }),
    weak: ({ subject, readers }) =>
      `It is hard to see who would pay for a letter on ${subject}. The likely sponsors are few and small, and ${readers} can find most of the answers for free.`,
  },
  acquisition: {
    strong: ({ subject, readers }) =>
      `Finding ${readers} is not the hard part. They already gather in public around ${subject}, ask the same questions every month, and share a good answer when they get one.`,
    middling: ({ subject, readers }) => ({
      pro: `One active forum on ${subject} should bring the first few hundred subscribers at almost no cost.`,
      con: `The next thousand have no obvious source: partnerships could bring more ${readers}, but each one takes time to set up.`,
    }),
    weak: ({ subject, readers }) =>
      `There is no single place to reach ${readers}. They are scattered, rarely discuss ${subject} in public, and paid placements cost more than a new subscriber is likely to bring in.`,
  },
  operatorFit: {
    strong: ({ subject, operator }) =>
      operator
        ? `The background in the brief is close to ${subject}. The operator can report from practice, and the contacts named there are the people a first issue has to reach.`
        : `Writing about ${subject} would suit many operators, though the brief names none. Anyone with a few years of hands-on work in it can write from experience and check facts with one phone call.`,
    middling: ({ subject, operator }) =>
      operator
        ? {
            pro: `The background in the brief gives the operator a head start in part of ${subject}.`,
            con: `The rest has to come from interviews, at the cost of some hours for every issue.`,
          }
        : {
            pro: `Someone with first-hand knowledge of ${subject} could write it in two days a month.`,
            con: `The brief leaves open whether the operator has that knowledge, and a generalist would spend those days catching up.`,
          },
    weak: ({ subject, readers, operator }) =>
      operator
        ? `Little in the operator’s background points to ${subject}. A partner who works in the field would have to supply both the cases and the credibility.`
        : `The brief names nobody with first-hand knowledge of ${subject}. A guess in the first issue would cost the trust of ${readers}, and that is slow to win back.`,
  },
  sustainability: {
    strong: ({ subject }) =>
      `There is enough material for years. Rules, prices and suppliers around ${subject} change often enough to fill every issue without repeating last year’s.`,
    middling: ({ subject, readers }) => ({
      pro: `Case studies and questions sent in by ${readers} can carry a letter on ${subject} for a good while.`,
      con: `News comes in waves, and the quiet months are the test: without fifty issues planned ahead, the rhythm would slip.`,
    }),
    weak: ({ subject }) =>
      `A dozen issues would answer the main questions about ${subject}. After that only news is left, and news alone rarely keeps people subscribed.`,
  },
  risk: {
    strong: ({ subject }) =>
      `Little outside the operator’s control could end a letter on ${subject}. The list belongs to the operator from day one, and no single platform or sponsor has to carry it.`,
    middling: ({ subject }) => ({
      pro: `The list belongs to the operator, and no law or license stands in the way of writing about ${subject}.`,
      con: `Too much depends on one channel: if the main forum stopped allowing links, growth would halve until a replacement was found.`,
    }),
    weak: ({ subject }) =>
      `Two things could end it quickly: a large title adding a section on ${subject}, or a rule that limits what an outsider may publish about it. The operator controls neither.`,
  },
};

const bandOf = (score: number): Band => (score >= STRONG ? 'strong' : score >= MIDDLING ? 'middling' : 'weak');

/** Number of dimensions whose rationale begins with what holds the idea back, however high they score. */
const RESERVATIONS = 2;

/** Rationales that fit the scores; those of the two lowest begin with why they are no higher. */
export function withRationales(
  { subject, readers, brief }: Material,
  dimensions: Dimensions,
  evidence: Submission['evidence'],
): Dimensions {
  const figure = (place: number) => figureOf(evidence[place]!).toLocaleString('en-US');
  const operator = brief.idea.includes(OPERATOR);
  const said = { subject, readers, operator, searches: figure(1), circulation: figure(2) };
  const lowest = byScore(dimensions).slice(-RESERVATIONS);
  const entries = DIMENSIONS.map((name) => {
    const { score } = dimensions[name];
    const rationale = rationaleOf(REASONS[name], bandOf(score), { said, reserved: lowest.includes(name) });
    return [name, { ...dimensions[name], rationale }] as const;
  });
  return Object.fromEntries(entries) as Dimensions;
}

function rationaleOf(reasons: Reasons, band: Band, { said, reserved }: { said: Said; reserved: boolean }): string {
  if (band === 'weak') return reasons.weak(said);
  if (band === 'strong' && !reserved) return reasons.strong(said);
  const { pro, con } = reasons.middling(said);
  return reserved ? `${con} ${pro}` : `${pro} ${con}`;
}

/** Words of a candidate's idea before what its operator brings. */
export const OPERATOR = 'The operator’s background:';

/** Names of dimensions, the highest score first. */
function byScore(dimensions: Dimensions): DimensionName[] {
  return DIMENSIONS.toSorted((one, other) => dimensions[other].score - dimensions[one].score);
}

/** What a weak dimension asks for next, in the middle of a sentence. */
const TESTS: Record<DimensionName, string> = {
  demand: 'put up a page with the promise and a price, and count sign-ups for two weeks',
  competition: 'ask twelve readers of the largest competitor what they skip and why',
  monetization: 'offer the first year in advance to twenty people before writing an archive',
  acquisition: 'try two channels for two weeks and compare what one subscriber costs',
  operatorFit: 'write two issues and have five practitioners mark what they would correct',
  sustainability: 'list fifty issues that could be written today, and stop if the list ends at twenty',
  risk: 'get written advice on what may be published, and line up a second channel',
};

/** The rationale of a verdict: its strongest and its weakest dimension, and the next step. */
export function verdictRationale(
  { subject, readers }: Material,
  dimensions: Dimensions,
  recommendation: Submission['verdict']['recommendation'],
): string {
  const ranked = byScore(dimensions);
  const [best, worst] = [ranked[0]!, ranked.at(-1)!];
  const named = (name: DimensionName) => `${dimensionLabel(name).toLowerCase()} (${dimensions[name].score} of 100)`;
  const opening = {
    pursue: `A letter on ${subject} for ${readers} is worth starting.`,
    refine: `A letter on ${subject} for ${readers} could work, but not yet in this form.`,
    avoid: `As described, a letter on ${subject} for ${readers} is not worth starting.`,
  }[recommendation];
  const closing = {
    pursue: 'If that goes well, write two issues, send them by hand, and commit to a launch date.',
    refine: 'Use the answer to narrow the promise to one decision that these readers face every month.',
    avoid: 'Unless that changes the picture, leave the idea alone.',
  }[recommendation];
  return clip(
    `${opening} Its best argument is ${named(best)}; what holds it back most is ${named(worst)}. The next step costs little: ${TESTS[worst]}. ${closing}`,
    2000,
  );
}
