import type { FoundEvidence } from '../../contracts/findings';
import { numberEvidence, type NumberedEvidence } from '../../documents/model/evidence-model';
import { isSampleProvider } from '../../domain/samples';
import type { Run } from '../../store/runs/row';
import { html, type Markup } from '../../platform/html';
import { badge, type Tone } from '../components/badge';
import { cards } from '../components/card';

const TONES = { good: 'good', mid: 'warn', bad: 'bad' } as const satisfies Record<string, Tone>;

type Entry = NumberedEvidence['evidence']['groups'][number]['entries'][number];

/** Evidence of a run that had too little of it, free of charge: no scores, which nothing would carry. */
export function foundEvidence({ evidence }: FoundEvidence, { provider }: Pick<Run, 'provider'>): Markup {
  const { summary, groups } = numberEvidence(evidence, isSampleProvider(provider)).evidence;
  return html`<section aria-labelledby="found">
    <h2 id="found">What was found</h2>
    <p>${summary} It is yours, free of charge.</p>
    ${cards(
      groups.flatMap(({ entries }) => entries.map(cardOf)),
      3,
    )}
  </section>`;
}

function cardOf({ title, url, host, claim, excerpt, dates, verification }: Entry) {
  return {
    title: html`<span dir="auto">${title}</span>`,
    top: verification && badge(verification.label, TONES[verification.tone]),
    body: html`<p dir="auto">${claim}</p>
      <blockquote dir="auto">${excerpt}</blockquote>
      <p class="soft">${dates}</p>`,
    foot: url !== null && html`<a href="${url}" rel="noopener noreferrer nofollow">${host}</a>`,
  };
}
