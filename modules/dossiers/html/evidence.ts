import { html, type Fragment, type Markup } from '../../../base/html';
import type { ResearchModel } from '../model/research-model';
import { chip, foldedSection, link, type Section } from './parts';

type EvidenceModel = ResearchModel['evidence'];
type Entry = EvidenceModel['groups'][number]['entries'][number];

/** Renders each source as a popover at its citation: the claim, the quote, and the result of the quote check. */
export function sourcesAtHand({ groups }: EvidenceModel): Fragment {
  return groups.flatMap(({ entries }) => entries).map(atHand);
}

function atHand({ number, title, claim, excerpt, url, host, verification }: Entry): Markup {
  return html`<div popover id="source-${number}" class="source" role="dialog" aria-label="Source ${number}">
    <p class="head">
      <b dir="auto">[${number}] ${title}</b>
      <button type="button" popovertarget="source-${number}" popovertargetaction="hide">Close</button>
    </p>
    <p dir="auto">${claim}</p>
    <blockquote dir="auto">${excerpt}</blockquote>
    <p class="tags">${url && link(url, host)} ${verification && chip(verification.label, verification.tone)}</p>
  </div>`;
}

/** All sources by grade, each with the result of its quote check. */
export function evidenceSection(evidence: EvidenceModel): Section {
  return foldedSection(
    'evidence',
    'Sources',
    html`<p class="lead">${evidence.summary}</p>
      ${evidence.groups.map(
        ({ heading, meaning, entries }) => html`
          ${heading && html`<h3 class="grade">${heading} <span class="soft">${meaning}</span></h3>`}
          <ol class="evidence">
            ${entries.map(item)}
          </ol>
        `,
      )}`,
  );
}

function item({ number, title, claim, worked, excerpt, around, url, host, dates, verification }: Entry): Markup {
  return html`<li id="evidence-${number}">
    <span class="n">[${number}]</span>
    <div>
      <h4 dir="auto">${title}</h4>
      <p dir="auto">${claim}</p>
      ${worked && html`<p class="soft">${worked}</p>`}
      <blockquote dir="auto">${excerpt}</blockquote>
      ${around && html`<blockquote>On the page: <span dir="auto">${around}</span></blockquote>`}
      <p class="tags">
        ${url && link(url, host)} <span class="soft">${dates}</span>
        ${verification && chip(verification.label, verification.tone)}
      </p>
    </div>
  </li>`;
}

/** True if a quote was checked but not confirmed. The compact list shows only these check results. */
const isFlawed = (verification: Entry['verification']) => verification !== null && verification.tone !== 'good';

/** Sources of one candidate in compact form, with little markup because a search has hundreds of them. */
export function candidateEvidence({ summary, groups, count }: EvidenceModel): Fragment {
  if (count === 0) return html`<p class="soft">${summary}</p>`;
  return html`<details>
    <summary>Sources <span class="soft">${summary}</span></summary>
    <ol class="close">
      ${groups.flatMap(({ heading, entries }) =>
        entries.map(
          ({ claim, excerpt, url, host, verification }) =>
            html`<li>
              <bdi>${claim}</bdi> <q>${excerpt}</q> ${url && link(url, host)}${
                heading && html` · <i>${heading}</i>`
              }${isFlawed(verification) && html` · <b class="tone-${verification.tone}">${verification.label}</b>`}
            </li>`,
        ),
      )}
    </ol>
  </details>`;
}
