import { html, type Markup } from '../../base/html';
import type { AnyEndpoint } from '../../http/endpoint';
import { NOTICE_MONTHS, VERSIONING_PATH } from '../../http/retirement';
import { dataTable } from '../components/data';
import { page, show } from '../page';
import { developersLayout } from './developers-layout';

/** Compatibility policy: what can change within v1, how endpoints are retired, and which ones are being retired. */
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
              The API is <code>v1</code>. We add to it, but we do not rename, narrow or remove what you use without
              ${NOTICE_MONTHS} months of notice.
            </p>
            <p>A program compares each release with the last. A change that could break your client does not ship.</p>

            <h2>Can change at any time</h2>
            <p>Write your client so that it tolerates these changes.</p>
            ${list(MAY_CHANGE)}

            <h2>Does not change within v1</h2>
            ${list(STAYS)}

            <h2>How we retire an endpoint</h2>
            <ol>
              <li>
                We mark it as <code>deprecated</code> in <a href="/openapi/v1.json">the API description</a>, with its
                end date in <code>x-sunset</code>, and list it below.
              </li>
              <li>
                From that day each of its responses contains <code>Deprecation</code> (RFC 9745) with the time of the
                announcement, <code>Sunset</code> (RFC 8594) with the end date, and <code>Link</code> to this page and
                to the replacement (<code>successor-version</code>). Log these headers to notice a retirement in time.
              </li>
              <li>
                It works unchanged for at least ${NOTICE_MONTHS} months. <code>GET /v1/usage</code> shows which
                endpoints your keys still call.
              </li>
              <li>After its end date it returns 404.</li>
            </ol>
            <p>
              Only a legal duty or an attack can shorten this. We then email every affected account. A version 2 would
              live next to v1, under <code>/v2</code>, and retire it by the same rules.
            </p>

            <h2>Endpoints being retired</h2>
            ${retiring(endpoints)}

            <h2>Findings</h2>
            <p>
              Findings name the version of <a href="/v1/findings-schema">their schema</a> in <code>schemaVersion</code>.
              A minor version only adds optional parts, so findings of 1.0.0 are valid in every 1.x. We never rewrite a
              delivered document.
            </p>`,
        }),
      );
    },
  });

const DESCRIPTION = 'What can change within v1 of the API, what does not, and how we retire an endpoint.';

const MAY_CHANGE = [
  html`New endpoints, new optional request fields and query parameters, new fields in responses and webhooks. Ignore
  fields you do not know.`,
  html`New values where the description says <code>x-extensible-enum</code>, such as states, kinds and codes. Treat
    unknown values as “other”.`,
  html`New statuses and error codes. For unknown codes, branch on the status class and on <code>retryable</code>.`,
  html`Texts for people: titles, details, summaries, pages, emails and the look of dossiers.`,
  html`The order of fields, white space, and the content of cursors, tokens and ETags. Do not parse them.`,
  html`Rate limits and response times.`,
];

const STAYS = [
  html`Paths, methods, scopes, parameter names, and which request fields are optional.`,
  html`Names, types, formats and bounds of fields in responses. A field that is always present stays present.`,
  html`Success statuses, and the code and status of each error.`,
  html`Media types, headers, Problem Details, webhook signatures and the rules of Idempotency-Key.`,
  html`Each <code>operationId</code> and component name, which generated clients use.`,
];

function list(points: readonly Markup[]): Markup {
  return html`<ul>
    ${points.map((point) => html`<li>${point}</li>`)}
  </ul>`;
}

/** Table of endpoints that are being retired. */
export function retiring(endpoints: readonly AnyEndpoint[]): Markup {
  const rows = endpoints.flatMap(({ method, path, retires }) =>
    retires
      ? [
          [
            html`<code>${method} ${path}</code>`,
            retires.announced,
            retires.sunset,
            retires.successor ?? 'No replacement',
          ],
        ]
      : [],
  );
  if (rows.length === 0) return html`<p>None.</p>`;
  return dataTable('Endpoints being retired', ['Endpoint', 'Announced', 'Ends', 'Use instead'], rows);
}
