import { html, type Markup } from '../../base/html';
import type { Money } from '../../base/money';
import { formatMoney } from '../../base/wording';
import { titleOf } from '../../modules/dossiers/model/text';
import { DIMENSIONS } from '../../modules/findings/contract/findings';
import { dimensionLabel } from '../../modules/findings/verdict-words';
import type { Teaser } from '../../modules/opportunities/store/catalogue';
import { ALL_OFFERS } from '../../modules/orders/offers';
import type { Sample } from '../../modules/runs/use-cases/sample';
import { codeBlock } from '../components/code';
import { cards } from '../components/data';
import { verdictBand, scoreRing } from '../components/verdict';
import { comparison, type PriceWords } from '../shop/offers';
import { SAMPLE_PORTFOLIO } from './sample-dossier-page';

const SHOWN_DIMENSIONS = 4;

/** Promise of the service next to a piece of its sample dossier; the sample of a search is shown where one is published. */
export function hero(cheapest: Money, sample: Sample, searchShown: boolean): Markup {
  return html`<section class="hero">
    <div>
      <h1>Know whether a newsletter is worth starting</h1>
      <p class="lead">
        AI agents research your idea, or find ideas that fit you, and hand you a dossier: a verdict with its score,
        competitors, income, risks and first steps. Every score with its sources, or called an inference.
      </p>
      <div class="actions">
        <a class="button" href="/sample-dossier">Open a sample dossier</a>
        <a class="button quiet" href="/scan">Scan your idea for free</a>
      </div>
      <p class="soft">
        No subscription. From ${formatMoney(cheapest)}, paid once.
        ${searchShown && html`<a href="${SAMPLE_PORTFOLIO}">Open a sample Custom Search</a>`}
      </p>
    </div>
    ${specimen(sample)}
  </section>`;
}

function specimen({ runId, findings }: Sample): Markup {
  const { subject, verdict, dimensions, evidence } = findings;
  const shown = DIMENSIONS.slice(0, SHOWN_DIMENSIONS);
  return html`<aside class="specimen" aria-label="From the sample dossier">
    <p class="eyebrow">From the sample dossier</p>
    <h2>${titleOf(subject.idea)}</h2>
    ${verdictBand(verdict)}
    <dl class="bars">
      ${shown.map(
        (name) =>
          html`<dt>${dimensionLabel(name)}</dt>
            <dd aria-hidden="true">${bar(dimensions[name].score)}</dd>
            <dd class="value">${dimensions[name].score}</dd>`,
      )}
    </dl>
    <p class="soft">
      ${evidence.length} sources · ${DIMENSIONS.length} dimensions ·
      ${runId ? 'a run of a customer, who agreed' : 'an invented example'}, told in full
    </p>
  </aside>`;
}

function bar(score: number): Markup {
  return html`<svg viewBox="0 0 100 10" preserveAspectRatio="none"><rect width="${score}" height="10" /></svg>`;
}

/** Way from an idea to a decision. */
export function steps(): Markup {
  return html`<section class="band" aria-labelledby="how">
    <h2 id="how">How it works</h2>
    <ol class="steps">
      <li>
        <h3>Say what you have in mind</h3>
        <p>One idea for an Idea Check, or your experience and interests for a Custom Search. A minute of typing.</p>
      </li>
      <li>
        <h3>Agents research, rules check</h3>
        <p>
          They read primary sources, competitors and prices. What contradicts itself or lacks a source goes back to them
          until it holds. You watch it live. <a href="/how-we-research">How we research</a>
        </p>
      </li>
      <li>
        <h3>Decide with a dossier</h3>
        <p>
          A verdict in one page, then the reasons: evidence, competitors, income, risks, first issues. As a page, PDF
          and JSON, yours to keep.
        </p>
      </li>
    </ol>
  </section>`;
}

const QUESTIONS = [
  {
    asked: 'Is this written by a machine?',
    answer: html`Yes. AI agents research and write; the service checks what they hand in, and marks what is fact,
      estimate or inference. <a href="/how-we-research">How we research</a> says what is checked, and an error that was
      caught.`,
  },
  {
    asked: 'What does “each sold once” mean?',
    answer:
      'An opportunity of the catalog has one buyer. When it is sold it leaves the catalog, and nobody else gets its dossier. Research that you commission is never sold to others.',
  },
  {
    asked: 'How long does a run take?',
    answer:
      'An Idea Check takes minutes, at most half an hour; a Custom Search up to four hours. We e-mail you when it is done.',
  },
  {
    asked: 'What if it fails?',
    answer:
      'Then you get your credit back at once, without asking. Payments that arrive too late are refunded in full.',
  },
  {
    asked: 'Will I make money with it?',
    answer:
      'Nobody can promise that. A dossier gives you the case for and against, with its confidence, so that you lose an evening instead of a year on the wrong idea.',
  },
] as const;

/** Questions before a first purchase. */
export function questions(): Markup {
  return html`<section class="band questions" aria-labelledby="questions">
    <h2 id="questions">Questions</h2>
    ${QUESTIONS.map(
      ({ asked, answer }) =>
        html`<details>
          <summary>${asked}</summary>
          <p>${answer}</p>
        </details>`,
    )}
    <p class="soft">
      More in <a href="/terms">the terms</a> and <a href="/refunds">the refund rules</a>, or
      <a href="/support">ask a person</a>.
    </p>
  </section>`;
}

/** Door for programs. */
export function forDevelopers(publicUrl: string): Markup {
  const request = [
    `curl -sS "${publicUrl}/v1/evaluations" \\`,
    '  -H "X-Api-Key: $NOI_API_KEY" \\',
    '  -H "Idempotency-Key: my-first-idea" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"idea": "A weekly letter on heat pumps"}'`,
  ].join('\n');
  return html`<section class="band" aria-labelledby="developers">
    <div class="split">
      <div>
        <h2 id="developers">For developers</h2>
        <p>
          Everything that the pages do is an API: durable runs, idempotent requests, signed webhooks, findings that
          validate against a published schema.
        </p>
        <div class="actions">
          <a class="button quiet" href="/developers">Quick start</a>
          <a class="button quiet" href="/docs">API reference</a>
        </div>
      </div>
      ${codeBlock('request', request, 'sh')}
    </div>
  </section>`;
}

/** What is sold, with its prices, side by side. */
export function offers(words: PriceWords): Markup {
  return html`<section class="band offers" aria-labelledby="prices">
      <h2 id="prices">Prices</h2>
      <ul class="cards">
        ${ALL_OFFERS.map(
          ({ product, name, sentence, href, action, pack }) =>
            html`<li class="card">
              <h3>${name}</h3>
              <p class="figure">${words.one(product)}</p>
              ${pack && html`<p><a href="${pack.href}">${pack.label} for ${words.pack(product)}</a></p>`}
              <p>${sentence}</p>
              <a class="button quiet" href="${href}" aria-label="${action}: ${name}">${action}</a>
            </li>`,
        )}
      </ul>
    </section>
    ${comparison(words)}`;
}

/** The best of the catalogue; nothing while it is empty. */
export function teasers(best: readonly Teaser[]): Markup | null {
  if (best.length === 0) return null;
  return html`<section class="band" aria-labelledby="catalog">
    <h2 id="catalog">Researched already, each sold once</h2>
    ${cards(
      best.map(({ id, title, summary, score, geography, priceAmount, priceCurrency }) => ({
        title,
        href: `/opportunities/${id}`,
        top: scoreRing(score),
        body: html`<p>${summary}</p>`,
        foot: html`<span class="soft">${geography}</span
          ><span class="price">${formatMoney({ amount: priceAmount, currency: priceCurrency })}</span>`,
      })),
      3,
    )}
    <p><a href="/opportunities">All opportunities</a></p>
  </section>`;
}
