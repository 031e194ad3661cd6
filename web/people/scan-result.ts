import { html, type Fragment, type Markup } from '../../base/html';
import type { Money } from '../../base/money';
import { RUN_FAILURES } from '../../base/run-failures';
import { formatMoney } from '../../base/wording';
import type { ScanFindings } from '../../modules/scans/contract';
import { CHECK_ADDS, highlightsOf } from '../../modules/scans/highlights';
import { scanFindings, type FreeScan } from '../../modules/scans/store/scans';
import { scoreBars, verdictBand } from '../components/verdict';
import { reloadScript } from '../shop/order-outcome';

/** Scripts for a page with {@link scanResult}. They reload the page while the scan is active. */
export function scanScripts({ status }: Pick<FreeScan, 'status'>): string[] {
  return isUnderWay(status) ? [reloadScript.href] : [];
}

const isUnderWay = (status: FreeScan['status']) => status === 'confirmed' || status === 'running';

/** Findings, failure or progress of a confirmed scan. `checkHref` leads to an Idea Check of the same idea. */
export function scanResult(scan: FreeScan, check: { href: string; price: Money | null }): Fragment {
  const { status, failureCode } = scan;
  const found = scanFindings(scan);
  if (found) return outcome(found, check);
  if (status === 'failed') {
    return html`<p class="lead">${failureCode && RUN_FAILURES[failureCode].message}</p>
      <p class="actions"><a class="button" href="/scan">Request another scan</a></p>`;
  }
  return html`<p class="lead" role="status">Our agent is researching your idea. This usually takes a few minutes.</p>
    <p>This page updates automatically. You can close it: we email you the result.</p>
    <noscript>
      <p class="actions"><a class="button quiet" href="">Refresh</a></p>
    </noscript>`;
}

function outcome(findings: ScanFindings, { href, price }: { href: string; price: Money | null }): Markup {
  const { verdict, evidence } = findings;
  const { scores, finding } = highlightsOf(findings);
  const others = evidence.slice(1);
  const action = price ? `Check this idea for ${formatMoney(price, 'where needed')}` : 'Start an Idea Check';
  return html`${verdictBand(verdict)}
    <h2>Three of seven scores</h2>
    ${scoreBars(scores)}
    <p dir="auto">${verdict.rationale}</p>
    ${finding && surprise(finding)}
    ${
      others.length > 0 &&
      html`<details>
        <summary>${others.length === 1 ? 'One more source' : `${others.length} more sources`}</summary>
        <ul>
          ${others.map(({ title, sourceUrl, claim }) => html`<li dir="auto">${source(sourceUrl, title)}: ${claim}</li>`)}
        </ul>
      </details>`
    }
    <section class="panel" aria-labelledby="next">
      <h2 id="next">Before you build it</h2>
      <p>This was a quick look: we did not check its quotes. An Idea Check gives you ${CHECK_ADDS}.</p>
      <p class="actions">
        <a class="button" href="${href}">${action}</a>
        ${
          verdict.recommendation === 'avoid'
            ? html`<a class="button quiet" href="/opportunities">See ideas that scored higher</a>`
            : html`<a class="button quiet" href="/sample-dossier">See a sample dossier</a>`
        }
      </p>
    </section>`;
}

function surprise({ claim, excerpt, title, url, host, meaning }: Finding): Markup {
  return html`<section aria-labelledby="surprise">
    <h2 id="surprise">What may surprise you</h2>
    <p dir="auto">${claim}</p>
    <blockquote dir="auto">${excerpt}</blockquote>
    <p class="soft">Source: <bdi>${url ? source(url, title) : title}</bdi>${host && html`, ${host}`}</p>
    ${meaning && html`<p dir="auto"><strong>What it means:</strong> ${meaning}</p>`}
  </section>`;
}

type Finding = NonNullable<ReturnType<typeof highlightsOf>['finding']>;

function source(url: string, title: string): Markup {
  return html`<a href="${url}" target="_blank" rel="nofollow noopener noreferrer">${title}</a>`;
}
