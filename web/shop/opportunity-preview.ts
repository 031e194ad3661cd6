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
      <p class="soft">The dossier continues with the reasons, the numbers and the plan.</p>
    </section>
    <h2>Seven scores</h2>
    <p class="soft">From 0 to 100. Higher is better for you on every score, including competition and risk.</p>
    ${profile(preview)}
    <h2>What the dossier contains</h2>
    <ul class="contents">
      ${contentsOf(preview).map(([title, detail]) => html`<li><strong>${title}:</strong> <span class="soft">${detail}</span></li>`)}
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

/** Sections of the dossier: each only where the findings have it. */
function contentsOf({ counts, has }: OpportunityPreview): (readonly [string, string])[] {
  const parts: [string, string, boolean?][] = [
    ['Verdict', 'the reasons for its score, and the case against it'],
    ['What exclusivity is worth', worthOf({ counts, has }), worthOf({ counts, has }) !== ''],
    [
      'Audience',
      `${number(counts.audienceSegments, 'segment')}${has.sizing ? ', with its size worked out step by step' : ''}`,
    ],
    ['Interest over time', 'whether demand grows or fades', has.trend],
    ['Competitors', `${counts.competitors}, each with its strength and the gap it leaves`, counts.competitors > 0],
    [
      'Comparable newsletters',
      `${counts.comparables}, with what is known of readers and price`,
      counts.comparables > 0,
    ],
    ['Income', `${number(counts.monetization, 'model')}, with assumptions`],
    ['Sponsors', `${counts.sponsors}, named, with where they advertise today`, counts.sponsors > 0],
    ['First year', 'income and costs by month in three cases, with break-even', has.economics],
    ['Channels', `${number(counts.channels, 'way')} to reach readers, with cost`],
    ['Risks', `${counts.risks}, each with a countermeasure`],
    ['First issues', 'three, with title and outline', has.issues],
    ['Sample issue', 'one issue, written out', has.sampleIssue],
    ['Names', `${number(counts.nameChecks, 'name')}, checked for existing use`, counts.nameChecks > 0],
    ['Launch calendar', 'the first 90 days', has.calendar],
    ['Next steps', `${counts.nextSteps}, each with a measure of success`],
    ['What would change the verdict', number(counts.wouldChange, 'finding'), counts.wouldChange > 0],
    ['Research log', `${number(counts.searchLog, 'step')}: what was searched and opened`, counts.searchLog > 0],
    ['Limits', `${number(counts.limitations, 'thing')} we could not find out`],
  ];
  return parts.filter(([, , there = true]) => there).map(([title, detail]) => [title, detail]);
}

/** What the section on exclusivity has of these findings; empty where it has nothing. */
function worthOf({ counts, has }: Pick<OpportunityPreview, 'counts' | 'has'>): string {
  const parts = [
    counts.comparables > 0 && 'what comparable newsletters earn',
    counts.sponsors > 0 && 'what sponsors pay',
    has.economics && 'a three-year view',
  ];
  return parts.filter((part) => part !== false).join(', ');
}

function sourcing({ sources, sites, primary, verified, newestAt, sample }: EvidenceSummary): Markup {
  if (sample) return exampleSources(sources);
  return html`${stats([
      { label: 'Sources', figure: sources, note: `on ${number(sites, 'site')}` },
      ...(primary === null
        ? []
        : [{ label: 'Primary sources', figure: primary, note: 'registers, statistics, filings' }]),
      ...(verified === null
        ? []
        : [{ label: 'Quotes verified', figure: verified, note: 'found word for word on their page' }]),
    ])}
    <p class="soft">
      The dossier quotes each source and links to it.
      ${newestAt !== null && html`Last retrieved ${localTime(newestAt, 'date')}.`}
    </p>`;
}

function exampleSources(sources: number): Markup {
  return html`${stats([{ label: 'Example sources', figure: sources, note: 'invented, not checked' }])}
    <p class="soft">This opportunity is an example. Its names, figures and sources are invented.</p>`;
}

function number(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
