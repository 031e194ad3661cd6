import { html, type Markup } from '../../base/html';
import { dimensionLabel, RECOMMENDATION_LABELS, verdictMeaning } from '../../modules/findings/verdict-words';
import type { EvidenceSummary, OpportunityPreview } from '../../modules/opportunities/preview';
import { badge, localTime, stats } from '../components/data';
import { scoreRing, VERDICT_TONES } from '../components/verdict';

/** Dossier preview: first page, scores, contents and sourcing. */
export function previewSections(preview: OpportunityPreview): Markup {
  const tone = VERDICT_TONES[preview.recommendation];
  const contents = contentsOf(preview);
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
    <div class="sides">
      ${[WORTH, MARKET, INCOME, LAUNCH, PROOF].map(
        (group) =>
          html`<section>
            <h3>${group}</h3>
            <ul class="contents">
              ${contents.map(([of, title, detail]) => of === group && html`<li><strong>${title}:</strong> <span class="soft">${detail}</span></li>`)}
            </ul>
          </section>`,
      )}
    </div>
    <h2>How well it is sourced</h2>
    ${sourcing(preview.evidence)}`;
}

/** Score profile. The name and number next to each bar make it accessible to readers who cannot see it. */
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

const WORTH = 'Is it worth starting?';
const MARKET = 'Who reads it, who competes?';
const INCOME = 'What can it earn?';
const LAUNCH = 'How do you launch it?';
const PROOF = 'How was it researched?';
type Group = typeof WORTH | typeof MARKET | typeof INCOME | typeof LAUNCH | typeof PROOF;

/** Sections of the dossier, grouped by the question that they answer. Omits sections without findings. */
function contentsOf({ counts, has }: OpportunityPreview): [group: Group, title: string, detail: string][] {
  const worth = worthOf({ counts, has });
  const sized = has.sizing ? ', with its size worked out step by step' : '';
  const parts: [Group, string, string, boolean?][] = [
    [WORTH, 'Verdict', 'the reasons for its score, and the case against it'],
    [WORTH, 'What exclusivity is worth', worth, worth !== ''],
    [WORTH, 'Risks', `${counts.risks}, each with a countermeasure`],
    [WORTH, 'What would change the verdict', number(counts.wouldChange, 'finding'), counts.wouldChange > 0],
    [MARKET, 'Audience', `${number(counts.audienceSegments, 'segment')}${sized}`],
    [MARKET, 'Interest over time', 'whether demand grows or fades', has.trend],
    [MARKET, 'Competitors', `${counts.competitors}, each with the gap it leaves`, counts.competitors > 0],
    [MARKET, 'Comparable newsletters', `${counts.comparables}, with readers and price`, counts.comparables > 0],
    [INCOME, 'Income', `${number(counts.monetization, 'model')}, with assumptions`],
    [INCOME, 'Sponsors', `${counts.sponsors}, with where they advertise today`, counts.sponsors > 0],
    [INCOME, 'First year', 'income and costs by month in three cases, with break-even', has.economics],
    [LAUNCH, 'Channels', `${number(counts.channels, 'way')} to reach readers, with cost`],
    [LAUNCH, 'First issues', 'three, with title and outline', has.issues],
    [LAUNCH, 'Sample issue', 'one issue, written out', has.sampleIssue],
    [LAUNCH, 'Names', `${number(counts.nameChecks, 'name')}, checked for existing use`, counts.nameChecks > 0],
    [LAUNCH, 'Launch calendar', 'the first 90 days', has.calendar],
    [LAUNCH, 'Next steps', `${counts.nextSteps}, each with a measure of success`],
    [PROOF, 'Research log', `${number(counts.searchLog, 'step')}: what was searched and opened`, counts.searchLog > 0],
    [PROOF, 'Limits', `${number(counts.limitations, 'thing')} we could not find out`],
  ];
  return parts.filter(([, , , there = true]) => there).map(([group, title, detail]) => [group, title, detail]);
}

/** Describes the exclusivity section of the dossier. Empty if the dossier has no such section. */
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
