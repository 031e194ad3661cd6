import { DIMENSIONS, type DimensionName, type Findings } from '../../../modules/findings/contract/findings';
import {
  dimensionLabel,
  RECOMMENDATION_LABELS,
  verdictMeaning,
  type likelyPay,
} from '../../../modules/findings/verdict-words';
import {
  button,
  facts,
  heading,
  paragraph,
  quotation,
  section,
  ranking,
  result,
  scores,
  strong,
  code,
  note,
  type Block,
} from './blocks';
import { compose, counted, shortened, address, type MailContent } from './layout';
import type { Tone } from './style';

/** Longest excerpt of a rationale or a next step, in characters. The dossier has the full text. */
const EXCERPT = 280;

const SHOWN_IDEAS = 5;

export type Verdict = Pick<Findings['verdict'], 'recommendation' | 'score' | 'confidence'>;

export const VERDICT_TONES: Record<Verdict['recommendation'], Tone> = { pursue: 'good', refine: 'mid', avoid: 'bad' };

/** Facts for the email about a completed Idea Check, from its findings. */
export interface CompletedRun extends Verdict {
  runId: string;
  idea: string;
  rationale: string;
  dimensions: Record<DimensionName, { score: number }>;
  competitors: number;
  sources: number;
  /** Number of quotations found word for word; null if they were not checked. */
  verified: number | null;
  /** True if the sources are invented. */
  sample?: boolean;
  /** Likely hourly pay; null if the findings have no economics. */
  pay: ReturnType<typeof likelyPay>;
  /** Worst risk and its mitigation, or null. */
  mainRisk: string | null;
  /** The first of the recommended next steps, or null. */
  nextStep: string | null;
  publicUrl: string;
}

/** Email for an Idea Check whose dossier is ready, with a preview. Truncates long strings. */
export function runCompletedMail(run: CompletedRun): MailContent {
  const label = RECOMMENDATION_LABELS[run.recommendation];
  const meaning = [verdictMeaning(run), ...(run.pay ? [`${run.pay.text}.`] : [])].join(' ');
  const tone = VERDICT_TONES[run.recommendation];
  return readyMail({
    title: 'Your Idea Check is ready',
    headline: `${label}, ${run.score} of 100: ${shortened(run.idea)}`,
    meaning,
    asked: run.idea,
    preview: [
      result({
        // A "Pursue" with low pay must not look like an unqualified yes.
        tone: tone === 'good' && run.pay?.isLow ? 'mid' : tone,
        number: String(run.score),
        headline: `${label}, ${run.confidence} confidence`,
        meaning,
      }),
      paragraph(shortened(run.rationale, EXCERPT)),
      scores(DIMENSIONS.map((name) => ({ label: dimensionLabel(name), score: run.dimensions[name].score }))),
      facts([['Sources', sourcesOf(run)], ['Competitors', String(run.competitors)], ...riskAndStep(run)]),
    ],
    runId: run.runId,
    publicUrl: run.publicUrl,
  });
}

function riskAndStep({ mainRisk, nextStep }: Pick<CompletedRun, 'mainRisk' | 'nextStep'>) {
  const rows = [['Main risk', mainRisk] as const, ['First step', nextStep] as const];
  return rows.flatMap(([label, text]) => (text ? [[label, shortened(text, EXCERPT)] as const] : []));
}

function sourcesOf({ sources, verified, sample }: CompletedRun): string {
  if (sample) return `${sources} example sources, not checked`;
  return verified === null ? String(sources) : `${sources}, with ${counted(verified, 'quote')} verified`;
}

/** Facts for the email about a completed Custom Search: its ideas, best first, and the number of dropped ideas. */
export interface CompletedSearch {
  runId: string;
  operatorProfile: string;
  ideas: readonly { title: string; score: number }[];
  excluded: number;
  /** Likely pay, worst risk and first step of the top idea, as in {@link CompletedRun}. */
  best: Pick<CompletedRun, 'pay' | 'mainRisk' | 'nextStep'>;
  publicUrl: string;
}

/** Email for a Custom Search whose portfolio is ready. Truncates long strings. */
export function searchCompletedMail(search: CompletedSearch): MailContent {
  const { runId, operatorProfile, ideas, excluded, best, publicUrl } = search;
  const { title, score } = ideas[0]!;
  const bestScore = String(Math.round(score));
  const fellOut = excluded > 0 ? ` ${excluded} more could not be researched.` : '';
  const meaning = `We researched and ranked ${counted(ideas.length, 'idea')} for you.${fellOut}`;
  const warnings = riskAndStep(best);
  const others = ideas.slice(1, SHOWN_IDEAS).map((idea) => ({ ...idea, title: shortened(idea.title) }));
  return readyMail({
    title: 'Your Custom Search is ready',
    headline: `Top idea, ${bestScore} of 100: ${shortened(title)}`,
    meaning,
    asked: operatorProfile,
    preview: [
      result({
        tone: 'plain',
        number: bestScore,
        headline: shortened(title),
        meaning: ['Your top idea.', ...(best.pay ? [`${best.pay.text}.`] : [])].join(' '),
      }),
      ...(warnings.length > 0 ? [facts(warnings)] : []),
      ...(others.length > 0 ? [section('The next best'), ranking(others, 2)] : []),
      paragraph(`${meaning} The dossier compares them and shows the evidence for each.`),
    ],
    runId,
    publicUrl,
  });
}

function readyMail(ready: {
  title: string;
  /** Result in one line. Used as the subject, truncated to the length that inboxes show. */
  headline: string;
  meaning: string;
  asked: string;
  preview: readonly Block[];
  runId: string;
  publicUrl: string;
}): MailContent {
  const { title, headline, meaning, asked, preview, runId, publicUrl } = ready;
  return compose({
    subject: headline,
    preheader: `${title}. ${meaning}`,
    blocks: [
      heading(title),
      quotation(shortened(asked)),
      ...preview,
      button('Open the dossier', `${runPage(publicUrl, runId)}/dossier`),
      runNote('Sign in with this email address to read, download or share it.', runId),
    ],
    reason: RUN_REASON,
  });
}

/** Maximum number of source titles in the mail. */
const NAMED = 5;

/** Findings of a run that had too little evidence for a dossier. */
export interface Found {
  cited: number;
  /** Titles of the sources whose quotations were found on their pages. */
  verified: readonly string[];
  sample?: boolean;
}

/** Email for a run without a dossier. `creditReturned` means that a new credit replaced the used one. */
export function runEndedMail(ended: {
  runId: string;
  idea: string;
  reason: string;
  creditReturned: boolean;
  isCanceled?: boolean;
  found?: Found | null;
  publicUrl: string;
}): MailContent {
  const { runId, idea, reason, creditReturned, isCanceled, found = null } = ended;
  const title = isCanceled ? 'You canceled your research' : 'Your research ended without a result';
  const credit = creditReturned
    ? 'Your credit is back in your account. You can start again now.'
    : 'Your credit was used and will not be returned.';
  return compose({
    subject: creditReturned ? `${title}; your credit is back` : title,
    preheader: credit,
    blocks: [
      heading(title),
      quotation(shortened(idea)),
      ...(isCanceled ? [] : [paragraph(reason)]),
      paragraph(strong(credit)),
      ...(found ? whatWasFound(found) : []),
      actionOf(ended),
      runNote('Sign in with this email address.', runId),
    ],
    reason: RUN_REASON,
  });
}

function actionOf({ found, creditReturned, runId, publicUrl }: Parameters<typeof runEndedMail>[0]): Block {
  if (found) return button('See what we found', runPage(publicUrl, runId));
  if (!creditReturned) return button('See what happened', runPage(publicUrl, runId));
  return button('Start again', address(publicUrl, `/account/runs/new?from=${encodeURIComponent(runId)}`));
}

function whatWasFound({ cited, verified, sample }: Found): Block[] {
  const titles = verified.slice(0, NAMED).map((title) => shortened(title));
  const more = verified.length - titles.length;
  const sources = sample
    ? `${counted(cited, 'example source')}, not checked`
    : `${cited}, with ${counted(verified.length, 'quote')} verified`;
  return [
    section('What we found, free of charge'),
    facts([
      ['Sources', sources],
      ...(titles.length > 0 ? [['Verified', [...titles, ...(more > 0 ? [`and ${more} more`] : [])]] as const] : []),
    ]),
  ];
}

const RUN_REASON = 'You get this email because you started this research. It is not advertising.';

/** URL of a run's page in its owner's account. Opening it may require signing in. */
export function runPage(publicUrl: string, runId: string): string {
  return address(publicUrl, `/account/runs/${encodeURIComponent(runId)}`);
}

/** Small print under the button that leads to a run. */
function runNote(sentence: string, runId: string): Block {
  return note(`${sentence} Reference: `, code(runId), '.');
}
