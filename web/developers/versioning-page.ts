import { html, type Markup } from '../../base/html';
import type { AnyEndpoint } from '../../http/endpoint';
import { NOTICE_MONTHS, VERSIONING_PATH } from '../../http/retirement';
import { dataTable } from '../components/data';
import { page, show } from '../page';
import { developersLayout } from './developers-layout';

/** Compatibility policy: what may change within v1, how something is retired, and which of `endpoints` are being retired. */
export const versioningPage = (endpoints: readonly AnyEndpoint[]) =>
  page({
    method: 'GET',
    path: VERSIONING_PATH,

    handle({ deps }) {
      const { publicUrl } = deps.settings;
      return show(
        developersLayout({
          title: 'Versioning',
          current: VERSIONING_PATH,
          about: { publicUrl, path: VERSIONING_PATH, description: DESCRIPTION },
          body: html`<h1>Versioning</h1>
            <p class="lead">
              The API is <code>v1</code>. What you rely on stays: within v1 we add, and nothing that you use is renamed,
              narrowed or taken away without ${NOTICE_MONTHS} months of notice.
            </p>
            <p>
              Every release is compared with the one before by a program, endpoint by endpoint and field by field. A
              change that could break you does not ship.
            </p>

            <h2>What may change at any time</h2>
            <p>Write your client so that none of these breaks it.</p>
            ${list(MAY_CHANGE)}

            <h2>What does not change within v1</h2>
            ${list(STAYS)}

            <h2>How something is retired</h2>
            <ol>
              <li>
                It is marked <code>deprecated</code> in <a href="/openapi/v1.json">the description</a>, with the date of
                its end in <code>x-sunset</code>, and listed below.
              </li>
              <li>
                From that day each answer of a retired endpoint, failures included, carries
                <code>Deprecation</code> (RFC 9745), the time of the announcement, and <code>Sunset</code> (RFC 8594),
                the time of its end. <code>Link</code> leads to this page and, as <code>successor-version</code>, to
                what takes its place. Log these headers, and you hear of it without reading here.
              </li>
              <li>
                It works unchanged for at least ${NOTICE_MONTHS} months. <code>GET /v1/usage</code> tells which
                endpoints your keys still call.
              </li>
              <li>After its end an endpoint answers 404.</li>
            </ol>
            <p>
              Only what the law or an attack forces on us can go faster; then we write to every account that is
              concerned.
            </p>

            <h2>Being retired now</h2>
            ${retiring(endpoints)}

            <h2>Findings</h2>
            <p>
              Findings name the version of <a href="/v1/findings-schema">their schema</a> in <code>schemaVersion</code>.
              A minor version adds optional parts only, so findings of 1.0.0 are valid in every 1.x. A document that was
              delivered is never rewritten.
            </p>

            <h2>A v2</h2>
            <p>
              A second version would live under <code>/v2</code> beside v1. v1 would then be retired as a whole, by the
              same rules.
            </p>`,
        }),
      );
    },
  });

const DESCRIPTION = 'What may change within v1 of the API, what never does, and how something is retired.';

const MAY_CHANGE = [
  html`New endpoints, new optional fields of requests and query parameters, new fields of answers and of webhooks:
  ignore fields that you do not know.`,
  html`New values where the description says <code>x-extensible-enum</code>: states, kinds, codes. Treat one that you do
    not know as “something else”.`,
  html`New statuses and codes of failures: branch on the status class and on <code>retryable</code> for those that you
    do not know.`,
  html`Texts for people: titles, details, summaries, pages, mails, the look of dossiers.`,
  html`The order of fields, white space, and the content of cursors, tokens and ETags: send them back, do not parse
  them.`,
  html`Numbers of limits, and how long an answer takes.`,
];

const STAYS = [
  html`Paths, methods, scopes and names of parameters; which fields of a request are optional.`,
  html`Names, types, formats and bounds of fields in answers; a field that is always there stays so.`,
  html`The statuses of successes, and the code and status of each failure.`,
  html`Media types, headers, Problem Details, the signature of webhooks, and the rules of Idempotency-Key.`,
  html`<code>operationId</code>s and the names of components, from which generated clients take theirs.`,
];

function list(points: readonly Markup[]): Markup {
  return html`<ul>
    ${points.map((point) => html`<li>${point}</li>`)}
  </ul>`;
}

/** Table of the endpoints that are being retired. */
export function retiring(endpoints: readonly AnyEndpoint[]): Markup {
  const rows = endpoints.flatMap(({ method, path, retires }) =>
    retires
      ? [[html`<code>${method} ${path}</code>`, retires.announced, retires.sunset, retires.successor ?? 'Nothing']]
      : [],
  );
  if (rows.length === 0) return html`<p>Nothing.</p>`;
  return dataTable('Endpoints being retired', ['Endpoint', 'Announced', 'Gone from', 'Use instead'], rows);
}
