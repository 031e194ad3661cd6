import type { Findings } from '../../contracts/findings';
import { RECOMMENDATION_LABELS, verdictMeaning } from '../../domain/verdict-words';
import { html, type Markup } from '../../platform/html';
import { badge } from './badge';
import { scoreRing, VERDICT_TONES } from './score-ring';

/** Verdict of a dossier with its score, in the colors that the dossier has for it. */
export function verdictBand(verdict: Pick<Findings['verdict'], 'recommendation' | 'score' | 'confidence'>): Markup {
  const tone = VERDICT_TONES[verdict.recommendation];
  return html`<div class="verdict ${tone}">
    ${scoreRing(verdict.score, tone)}
    <div>
      <p>${badge(RECOMMENDATION_LABELS[verdict.recommendation], tone)}</p>
      <p>${verdictMeaning(verdict)}</p>
    </div>
  </div>`;
}
