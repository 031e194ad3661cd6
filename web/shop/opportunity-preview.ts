import { html, type Markup } from '../../base/html';
import { dimensionLabel, RECOMMENDATION_LABELS, verdictMeaning } from '../../modules/findings/verdict-words';
import type { EvidenceSummary, OpportunityPreview } from '../../modules/opportunities/preview';
import { badge, localTime, stats } from '../components/data';
import { scoreRing, VERDICT_TONES } from '../components/verdict';

/** Preview of a dossier: its first page, the profile of its scores, what is in it and how well it is sourced. */
export function previewSections(preview: OpportunityPreview): Markup {
  const tone = VERDICT_TONES[preview.recommendation];
  return html`<section class="specimen" aria-labelledby="first-page">
      <p class="eyebrow">From the first page</p>
      <h2 id="first-page">Verdict: ${RECOMMENDATION_LABELS[preview.recommendation]}</h2>
      <div class="verdict ${tone}">
        ${scoreRing(preview.score, tone)}
        <p>${verdictMeaning(preview)} ${badge(`${capital(preview.confidence)} confidence`, 'plain')}</p>
      </div>
      <p>${preview.opening}</p>
      <p class="soft">The reasons, the numbers and the plan follow in the dossier.</p>
    </section>
    <h2>Seven scores</h2>
    <p class="soft">
      Each from 0 to 100; higher is better for whoever runs the newsletter, also for competition and risk.
    </p>
    ${profile(preview)}
    <h2>In the dossier</h2>
    <ul class="contents">
      ${contentsOf(preview).map(([title, detail]) => html`<li><strong>${title}</strong> <span class="soft">${detail}</span></li>`)}
    </ul>
    <h2>How well it is sourced</h2>
    ${sourcing(preview.evidence)}`;
}

/** Profile of the scores: a bar each next to its name and number, so that nothing depends on seeing it. */
function profile({ dimensions }: OpportunityPreview): Markup {
  return html`<table class="profile" aria-label="Scores">
    <thead class="visually-hidden">
      <tr>
        <th scope="col">Dimension</th>
        <th scope="col">Bar</th>
        <th scope="col">Score</th>
        <th scope="col">Confidence</th>
      </tr>
    </thead>
    <tbody>
      ${dimensions.map(
        ({ name, score, confidence }) =>
          html`<tr>
            <th scope="row">${dimensionLabel(name)}</th>
            <td aria-hidden="true">
              <svg viewBox="0 0 100 6" preserveAspectRatio="none"><rect width="${score}" height="6" /></svg>
            </td>
            <td class="figure-cell">${score}</td>
            <td class="soft">${confidence} confidence</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function contentsOf({ counts, has }: OpportunityPreview): (readonly [string, string])[] {
  const parts: [string, string, boolean?][] = [
    ['Verdict and reasons', 'why this score, and what would change it'],
    ['Audience', `${number(counts.segments, 'segment')}${has.sizing ? ', sized from sources' : ''}`],
    ['Competitors', `${counts.competitors} compared: position, strength, gap`],
    ['Income', `${number(counts.models, 'model')} with assumptions`],
    ['Economics', 'twelve months in a cautious, a likely and an optimistic case, with break-even', has.economics],
    ['Reaching readers', number(counts.channels, 'channel')],
    ['Risks', `${counts.risks}, each with what to do about it`],
    ['First issues', 'three, with title and outline', has.issues],
    ['Launch calendar', 'the first 90 days', has.calendar],
    ['Next steps', `${counts.steps}, each with how to tell that it worked`],
    ['Limits', `${number(counts.limitations, 'thing')} that we could not find out`],
  ];
  return parts.filter(([, , there = true]) => there).map(([title, detail]) => [title, detail]);
}

function sourcing({ sources, sites, primary, verified, newestAt, sample }: EvidenceSummary): Markup {
  if (sample) return exampleSources(sources);
  const quoted = 'Each source is quoted in the dossier with its address.';
  return html`${stats([
      { label: 'Sources', figure: sources, note: `on ${number(sites, 'site')}` },
      ...(primary === null
        ? []
        : [{ label: 'Primary sources', figure: primary, note: 'registers, statistics, filings' }]),
      ...(verified === null
        ? []
        : [{ label: 'Quotations verified', figure: verified, note: 'found again on their page' }]),
    ])}
    <p class="soft">${quoted} ${newestAt !== null && html`Last retrieved ${localTime(newestAt, 'date')}.`}</p>`;
}

function exampleSources(sources: number): Markup {
  return html`${stats([{ label: 'Example sources', figure: sources, note: 'invented, not checked' }])}
    <p class="soft">This opportunity is a sample. Its names, figures and sources are invented.</p>`;
}

function number(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
