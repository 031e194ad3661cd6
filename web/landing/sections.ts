import { html, type Markup } from '../../base/html';
import type { Money } from '../../base/money';
import { dayInUtc, formatMoney } from '../../base/wording';
import { firstSentence, titleOf } from '../../modules/dossiers/model/text';
import { DIMENSIONS } from '../../modules/findings/contract/findings';
import { dimensionLabel } from '../../modules/findings/verdict-words';
import type { Teaser } from '../../modules/opportunities/store/catalog';
import { ALL_OFFERS } from '../../modules/orders/offers';
import type { Sample } from '../../modules/runs/use-cases/sample';
import { codeBlock } from '../components/code';
import { badge, cards } from '../components/data';
import { scoreBars, scoreRing, verdictBand } from '../components/verdict';
import { SITE_NAME } from '../layout';
import type { PriceWords } from '../shop/offers';
import { SAMPLE_PORTFOLIO } from './sample-dossier-page';

const SHOWN_DIMENSIONS = 4;

/** The headline with a free scan form, next to the first page of the sample dossier. */
export function hero(cheapest: Money, sample: Sample, searchShown: boolean): Markup {
  return html`<section class="hero">
    <div>
      <h1>Know whether a newsletter is worth starting</h1>
      <p class="lead">
        AI agents research demand, competitors, income and risks. You get a verdict, seven scores and a source behind
        every fact.
      </p>
      <form method="post" action="/scan/start">
        <label for="idea">Your idea <span class="hint">Who reads it, what is in it, how often?</span></label>
        <textarea id="idea" name="idea" rows="3" minlength="10" maxlength="2000" required></textarea>
        <button type="submit">Scan my idea for free</button>
        <p class="soft">
          Free scan in minutes, no account. Full dossiers from ${formatMoney(cheapest, 'where needed')}. No
          subscription.
        </p>
      </form>
    </div>
    ${specimen(sample, searchShown)}
  </section>`;
}

/** The sample dossier as a sheet of paper: cover, scores, and a quoted source. */
function specimen({ runId, findings }: Sample, searchShown: boolean): Markup {
  const { subject, verdict, dimensions, evidence, generatedAt } = findings;
  const { claim, excerpt, title } = evidence[0]!;
  return html`<figure class="specimen">
    <div class="sheet">
      <p class="sheet-head"><span>${SITE_NAME}</span>${badge(runId ? 'Sample' : 'Example', 'warn')}</p>
      <p class="eyebrow">Idea Check</p>
      <h2 dir="auto">${titleOf(subject.idea)}</h2>
      <p class="soft">${[subject.geography, dayInUtc(new Date(generatedAt))].filter(Boolean).join(' · ')}</p>
      ${verdictBand(verdict)}
      ${scoreBars(DIMENSIONS.slice(0, SHOWN_DIMENSIONS).map((name) => ({ label: dimensionLabel(name), score: dimensions[name].score })))}
      <div class="source" dir="auto">
        <p>${claim}</p>
        <blockquote>${excerpt}</blockquote>
        <p class="soft">${title}</p>
      </div>
    </div>
    <figcaption class="soft">
      ${runId ? 'A real check, shown with consent.' : 'An invented example.'}
      <a href="/sample-dossier">Open the sample dossier</a>
      ${searchShown && html` or <a href="${SAMPLE_PORTFOLIO}">a sample Custom Search</a>`}
    </figcaption>
  </figure>`;
}

/** Explains the steps from idea to decision. */
export function steps(): Markup {
  return html`<section class="band" aria-labelledby="how">
    <h2 id="how">How it works</h2>
    <ol class="steps">
      <li>
        <h3>Describe your idea</h3>
        <p>No idea yet? Tell us what you know, and a Custom Search finds ideas that fit you.</p>
      </li>
      <li>
        <h3>Agents research, we check</h3>
        <p>
          They find sources and competitors. We check every quote and figure.
          <a href="/how-we-research">How we research</a>
        </p>
      </li>
      <li>
        <h3>Decide with a dossier</h3>
        <p>The verdict, the case for and against, income and first steps: as a page, PDF and JSON.</p>
      </li>
    </ol>
  </section>`;
}

const QUESTIONS = [
  {
    asked: 'Is this written by AI?',
    answer: html`Yes. AI agents research and write. We check their quotes, figures and scores, and mark each statement
      as fact, estimate or inference. <a href="/how-we-research">See how we research</a>.`,
  },
  {
    asked: 'How long does it take?',
    answer:
      'A free scan takes minutes, an Idea Check half an hour at most, a Custom Search up to four hours. We email you when it is done.',
  },
  {
    asked: 'What if the research fails?',
    answer: 'Your credit comes back automatically, and you can use it again.',
  },
  {
    asked: 'Will I make money with it?',
    answer:
      'Nobody can promise that. A dossier shows the case for and against with its confidence, so you can drop a weak idea before you spend a year on it.',
  },
] as const;

/** Questions that people ask before a first purchase. */
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
      More in <a href="/terms">the terms</a> and <a href="/refunds">refund rules</a>, or <a href="/support">ask us</a>.
    </p>
  </section>`;
}

/** Pitch to developers, with a request to paste. */
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
        <p>Run checks from your own product: a REST API, signed webhooks and findings as JSON.</p>
        <div class="actions">
          <a class="button quiet" href="/developers">Quick start</a>
          <a class="button quiet" href="/docs">API reference</a>
        </div>
      </div>
      <div class="wide-only">${codeBlock('request', request, 'sh')}</div>
    </div>
  </section>`;
}

/** Products for sale, with price, audience, number of ideas, delivery time and exclusivity. */
export function offers(words: PriceWords): Markup {
  return html`<section class="band offers" aria-labelledby="prices">
    <h2 id="prices">Prices</h2>
    <ul class="cards">
      ${ALL_OFFERS.map(
        ({ product, name, href, action, pack, compared }) =>
          html`<li class="card">
            <h3>${name}</h3>
            <p class="figure">${words.one(product)}</p>
            <p>${compared['Use it to']}.</p>
            <ul class="contents">
              <li>${compared.Ideas}</li>
              <li>${compared.Delivery}</li>
              <li>
                ${pack ? html`<a href="${pack.href}">${pack.label} for ${words.pack(product)}</a>` : compared.Exclusivity}
              </li>
            </ul>
            <a class="button quiet" href="${href}" aria-label="${action}: ${name}">${action}</a>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Top opportunities of the catalog; null if there are none. */
export function teasers(best: readonly Teaser[]): Markup | null {
  if (best.length === 0) return null;
  return html`<section class="band teasers" aria-labelledby="catalog">
    <h2 id="catalog">Buy a researched idea</h2>
    ${cards(
      best.map(({ id, title, summary, score, geography, isExample, priceAmount, priceCurrency }) => ({
        title,
        href: `/opportunities/${id}`,
        top: scoreRing(score),
        body: html`<p>${firstSentence(summary, 140)}</p>`,
        foot: html`<span class="soft">${geography}${isExample && ' · Example'}</span
          ><span class="price">${formatMoney({ amount: priceAmount, currency: priceCurrency }, 'where needed')}</span>`,
      })),
      3,
    )}
    <p><a href="/opportunities">See all opportunities</a></p>
  </section>`;
}
