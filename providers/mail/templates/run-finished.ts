import { DIMENSIONS, type DimensionName, type Findings } from '../../../contracts/findings';
import { shownScore } from '../../../domain/ranking';
import { dimensionLabel, RECOMMENDATION_LABELS, verdictMeaning } from '../../../domain/verdict-words';
import { button, facts, heading, paragraph, quotation, section, type Block } from './blocks';
import { ranking, result, scores } from './charts';
import { compose, type MailContent } from './layout';
import { RUN_REASON, runNote, runPage } from './run-page';
import type { Tone } from './style';
import { counted, shortened } from './words';

/** Longest excerpt of a rationale or a next step, in characters: the dossier has the whole. */
const EXCERPT = 280;

/** Ranked ideas that the mail of a search shows. */
const SHOWN_IDEAS = 5;

/** Parts of a verdict that mails show. */
export type Verdict = Pick<Findings['verdict'], 'recommendation' | 'score' | 'confidence'>;

/** Colours of each recommendation. */
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

/**
 * Mail for an Idea Check whose dossier is ready, with a preview of it. Texts can be of any length and are truncated;
 * `publicUrl` is our site, with or without a trailing slash.
 */
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
