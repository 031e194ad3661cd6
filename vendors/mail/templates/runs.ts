import { DIMENSIONS, type DimensionName, type Findings } from '../../../modules/findings/contract/findings';
import { shownScore } from '../../../modules/findings/ranking';
import { dimensionLabel, RECOMMENDATION_LABELS, verdictMeaning } from '../../../modules/findings/verdict-words';
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

/** Longest excerpt of a rationale or a next step, in characters: the dossier has the whole. */
const EXCERPT = 280;

const SHOWN_IDEAS = 5;

export type Verdict = Pick<Findings['verdict'], 'recommendation' | 'score' | 'confidence'>;

export const VERDICT_TONES: Record<Verdict['recommendation'], Tone> = { pursue: 'good', refine: 'mid', avoid: 'bad' };

/** Facts of the mail about a completed Idea Check, from its findings. */
export interface CompletedRun extends Verdict {
  runId: string;
  idea: string;
  rationale: string;
  dimensions: Record<DimensionName, { score: number }>;
  competitors: number;
  /** Sources cited. */
  sources: number;
  /** Quotations of these that were found word for word; null where none was looked for. */
  verified: number | null;
  /** True where the sources are invented. */
  sample?: boolean;
  /** First of the next steps; null if there is none. */
  nextStep: string | null;
  publicUrl: string;
}

/** Mail for an Idea Check whose dossier is ready, with a preview. Texts can be of any length and are truncated. */
export function runCompletedMail(run: CompletedRun): MailContent {
  const label = RECOMMENDATION_LABELS[run.recommendation];
  const meaning = verdictMeaning(run);
  return readyMail({
    title: 'Your dossier is ready',
    headline: `${label}, ${run.score} of 100`,
    meaning,
    asked: run.idea,
    preview: [
      result({
        tone: VERDICT_TONES[run.recommendation],
        number: String(run.score),
        headline: `${label}, ${run.confidence} confidence`,
        meaning,
      }),
      paragraph(shortened(run.rationale, EXCERPT)),
      scores(DIMENSIONS.map((name) => ({ label: dimensionLabel(name), score: run.dimensions[name].score }))),
      facts([
        ['Sources cited', sourcesOf(run)],
        ['Competitors compared', String(run.competitors)],
        ...(run.nextStep ? [['Your first step', shortened(run.nextStep, EXCERPT)] as const] : []),
      ]),
    ],
    runId: run.runId,
    publicUrl: run.publicUrl,
  });
}

function sourcesOf({ sources, verified, sample }: CompletedRun): string {
  if (sample) return `${sources} example sources, not checked`;
  return verified === null ? String(sources) : `${sources}, ${counted(verified, 'quotation')} verified`;
}

/** Facts of the mail about a completed Custom Search: `ideas` as they are ranked, and how many were dropped. */
export interface CompletedSearch {
  runId: string;
  operatorProfile: string;
  ideas: readonly { title: string; score: number }[];
  excluded: number;
  publicUrl: string;
}

/** Mail for a Custom Search whose portfolio is ready. Lengths and `publicUrl` as for {@link runCompletedMail}. */
export function searchCompletedMail(search: CompletedSearch): MailContent {
  const { runId, operatorProfile, ideas, excluded, publicUrl } = search;
  const best = ideas[0]!;
  const bestScore = shownScore(best.score);
  const fellOut =
    excluded > 0 ? ` ${excluded} could not be researched and ${excluded === 1 ? 'is' : 'are'} left out.` : '';
  const meaning = `${counted(ideas.length, 'idea')} ${ideas.length === 1 ? 'was' : 'were'} researched and ranked for you.${fellOut}`;
  const others = ideas.slice(1, SHOWN_IDEAS);
  const shortenedOthers = others.map(({ title, score }) => ({ title: shortened(title), score }));
  const ranked = [section('Next in the ranking'), ranking(shortenedOthers, 2)];
  return readyMail({
    title: 'Your ranked ideas are ready',
    subject: `Your ideas, ranked: ${shortened(best.title)}`,
    headline: `First of ${ideas.length}: ${shortened(best.title)}, ${bestScore} of 100`,
    meaning,
    asked: operatorProfile,
    preview: [
      result({ tone: 'plain', number: bestScore, headline: `First: ${shortened(best.title)}`, meaning }),
      ...(others.length > 0 ? ranked : []),
      paragraph('The dossier compares the ideas, shows how they were ranked, and presents each with its evidence.'),
    ],
    runId,
    publicUrl,
  });
}

function readyMail(ready: {
  title: string;
  /** By default the title with the headline; one that is longer than an inbox shows is cut. */
  subject?: string;
  headline: string;
  meaning: string;
  asked: string;
  preview: readonly Block[];
  runId: string;
  publicUrl: string;
}): MailContent {
  const { title, headline, meaning, asked, preview, runId, publicUrl } = ready;
  return compose({
    subject: ready.subject ?? `${title}: ${headline}`,
    preheader: `${headline}. ${meaning}`,
    blocks: [
      heading(title),
      quotation(shortened(asked)),
      ...preview,
      button('Open the dossier', runPage(publicUrl, runId)),
      runNote('Sign in with this e-mail address to read it, download it as a PDF or share it.', runId),
    ],
    reason: RUN_REASON,
  });
}

/** Titles of sources that the mail names. */
const NAMED = 5;

/** What was found where it was too little for a dossier. */
export interface Found {
  /** Sources cited. */
  cited: number;
  /** Titles of those whose quotations were found on their pages. */
  verified: readonly string[];
  /** True where the sources are invented. */
  sample?: boolean;
}

/**
 * Mail for a run without a dossier. `creditReturned`: a new credit replaced the used one. Texts can be of any length.
 */
export function runEndedMail(ended: {
  runId: string;
  idea: string;
  reason: string;
  creditReturned: boolean;
  found?: Found | null;
  publicUrl: string;
}): MailContent {
  const { runId, idea, reason, creditReturned, found = null, publicUrl } = ended;
  const title = 'Your run ended without a dossier';
  const credit = creditReturned
    ? 'Your credit is back in your account. You can use it for a new run at once.'
    : 'The credit of this run was used and is not returned.';
  return compose({
    subject: creditReturned ? `${title}; your credit is back` : title,
    preheader: credit,
    blocks: [
      heading(title),
      quotation(shortened(idea)),
      paragraph(reason),
      paragraph(strong(credit)),
      ...(found ? whatWasFound(found) : []),
      button(found ? 'See what was found' : 'See what happened', runPage(publicUrl, runId)),
      runNote('Sign in with this e-mail address.', runId),
    ],
    reason: RUN_REASON,
  });
}

function whatWasFound({ cited, verified, sample }: Found): Block[] {
  const titles = verified.slice(0, NAMED).map((title) => shortened(title));
  const more = verified.length - titles.length;
  const sources = sample
    ? `${counted(cited, 'example source')}, not checked`
    : `${cited}, ${counted(verified.length, 'quotation')} verified`;
  return [
    section('What was found, free of charge'),
    facts([
      ['Sources cited', sources],
      ...(titles.length > 0 ? [['Verified', [...titles, ...(more > 0 ? [`and ${more} more`] : [])]] as const] : []),
    ]),
  ];
}

/** Why the owner of a run gets mails about it. */
const RUN_REASON =
  'You receive this e-mail because a run of your account ended. It is part of the product, not advertising.';

/** Page of a run in its owner's account; whoever is not signed in signs in on the way. */
export function runPage(publicUrl: string, runId: string): string {
  return address(publicUrl, `/account/runs/${encodeURIComponent(runId)}`);
}

/** Small print under the button that leads to a run. */
function runNote(sentence: string, runId: string): Block {
  return note(`${sentence} Run `, code(runId), '.');
}
