import { readFileSync } from 'node:fs';
import { Type } from '@sinclair/typebox';
import { html, Markup, type Fragment } from '../../../base/html';
import { isTyped, type AnyEndpoint, type AnyRoute } from '../../../http/endpoint';
import { scopeText } from '../../../http/middleware/authenticate';
import { problemsOf } from '../../../http/problem';
import { Findings } from '../../../modules/findings/contract/findings';
import { asset, assetFile } from '../../assets';
import { page, show } from '../../page';
import { codeBlock } from '../../components/code';
import { tabs } from '../../components/frame';
import { developersLayout, environment } from '../developers-layout';
import { areaEntries, areasOf, operationHref, REFERENCE_PATH, TRY_PATH, type Area } from './areas';
import { addressOf, operationView } from './operation-view';
import { fieldNames, schemaViews } from './schema-view';

const style = asset('/assets/reference.css', assetFile('style', 'reference.css'));
const filter = asset('/assets/reference.js', assetFile('scripts', 'reference.js'));

/** API reference built from `endpoints`: a searchable index and one page per area. */
export function referencePages(endpoints: readonly AnyEndpoint[]): AnyRoute[] {
  const areas = areasOf(endpoints);
  return [indexPage(areas), ...areas.map((area) => areaPage(area, areas)), style.route, filter.route];
}

/** Index of endpoints by area. `q` selects those that match all its words. A script filters as the reader types. */
const indexPage = (areas: readonly Area[]) => {
  const words = new Map(areas.flatMap((area) => area.endpoints.map((spec) => [spec, wordsOf(spec, area)])));
  return page({
    method: 'GET',
    path: REFERENCE_PATH,
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),

    handle({ deps, query: { q = '' } }) {
      const { publicUrl } = deps.settings;
      const asked = q.toLowerCase().split(/\s+/).filter(Boolean);
      const isFound = (spec: AnyEndpoint) => asked.every((word) => words.get(spec)!.includes(word));
      const count = areas.flatMap((area) => area.endpoints.filter(isFound)).length;
      return show(
        developersLayout({
          title: 'API reference',
          current: REFERENCE_PATH,
          areas: areaEntries(areas),
          about: { publicUrl, path: REFERENCE_PATH, description: DESCRIPTION },
          styles: [style.href],
          scripts: [filter.href],
          body: html`<h1>API reference</h1>
            <p class="lead">Every endpoint with its fields, errors and samples to paste.</p>
            <p>
              Also available as <a href="/openapi/v1.json">OpenAPI 3.1</a> and <a href="/docs.md">Markdown</a>. You can
              <a href="${TRY_PATH}">try requests</a> in the browser. Your endpoints receive
              <a href="/developers/webhooks">webhooks</a>.
            </p>
            <h2 id="setup">Before you paste</h2>
            <p>
              Every sample reads the address and <a href="/account/keys">a key</a> from two variables. TypeScript and
              Python samples also need <a href="/developers/clients">the client</a>.
            </p>
            ${tabs('language', [
              { label: 'curl', body: codeBlock('setup-curl', environment(publicUrl), 'sh') },
              { label: 'TypeScript', body: codeBlock('setup-ts', SETUP_TS, 'ts') },
              { label: 'Python', body: codeBlock('setup-python', SETUP_PYTHON, 'py') },
            ])}
            <h2>Endpoints</h2>
            <form class="search" role="search" method="get" action="${REFERENCE_PATH}">
              <label for="q">Find an endpoint, a field or an error</label>
              <input id="q" name="q" type="search" value="${q}" maxlength="200" autocomplete="off" />
              <button type="submit">Search</button>
            </form>
            <p class="soft" role="status" id="found">${foundText(count)}</p>
            ${areas.map((area) => areaList(area, words, isFound))}`,
        }),
      );
    },
  });
};

const DESCRIPTION =
  'Every endpoint of the API with its fields, limits, errors and samples in curl, TypeScript and Python.';

const SETUP_TS = `import { createClient } from 'noi-client';

const { NOI_API_KEY = '', NOI_API_URL = '' } = process.env;
const noi = createClient({ apiKey: NOI_API_KEY, baseUrl: NOI_API_URL });`;

const SETUP_PYTHON = `import os

import noi

client = noi.Client(os.environ["NOI_API_KEY"], os.environ["NOI_API_URL"])`;

const foundText = (count: number) => (count === 1 ? '1 endpoint' : `${count} endpoints`);

/** Endpoints that do not match are hidden, not removed, so the script can show them again. */
function areaList(
  area: Area,
  words: ReadonlyMap<AnyEndpoint, string>,
  isFound: (spec: AnyEndpoint) => boolean,
): Markup {
  const hidden = (shown: boolean): Fragment => !shown && html` hidden`;
  return html`<section data-area${hidden(area.endpoints.some(isFound))}>
    <h3><a href="${area.href}">${area.name}</a></h3>
    <p class="soft">${area.about}</p>
    <ul class="operations">
      ${area.endpoints.map(
        (spec) =>
          html`<li data-words="${words.get(spec)}" ${hidden(isFound(spec))}>
            <a href="${operationHref(area, spec)}">${spec.summary}</a> <span>${addressOf(spec)}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Search words for an endpoint: unique, in lower case. */
function wordsOf(spec: AnyEndpoint, { name }: Area): string {
  const schemas = [
    ...(spec.query ? [spec.query] : []),
    ...(spec.body ? [spec.body] : []),
    ...Object.values(spec.responses).flatMap((one) =>
      one === null ? [] : isTyped(one) ? Object.values(one.content) : [one],
    ),
  ];
  const said = [name, spec.method, spec.path, spec.operationId, spec.summary, scopeText(spec.auth) ?? ''];
  const words = [...said, ...problemsOf(spec), ...schemas.flatMap(fieldNames)].join(' ').toLowerCase().split(/\s+/);
  return [...new Set(words)].join(' ');
}

/** Area that documents the fields of findings. Other areas link to these fields, because their page is very long. */
const FINDINGS_AREA = 'findings-schema';
const ELSEWHERE = { Findings: `${REFERENCE_PATH}/${FINDINGS_AREA}#Findings` };

/** Page with all endpoints of one area. */
const areaPage = (area: Area, areas: readonly Area[]) =>
  page({
    method: 'GET',
    path: area.href,
    large: true,

    handle({ deps }) {
      const { publicUrl } = deps.settings;
      const isFindings = area.tag === FINDINGS_AREA;
      const views = schemaViews(isFindings ? {} : { elsewhere: ELSEWHERE });
      return show(
        developersLayout({
          title: `${area.name}: API reference`,
          current: REFERENCE_PATH,
          areas: areaEntries(areas),
          here: area.href,
          about: { publicUrl, path: area.href, description: `API reference. ${area.about}` },
          styles: [style.href],
          body: html`<h1>${area.name}</h1>
            <p class="lead">${area.about}</p>
            <p class="soft"><a href="${REFERENCE_PATH}#setup">Set the variables</a> once before you paste samples.</p>
            ${
              area.endpoints.length > 1 &&
              html`<ul class="operations">
                ${area.endpoints.map(
                  (spec) =>
                    html`<li><a href="#${spec.operationId}">${spec.summary}</a> <span>${addressOf(spec)}</span></li>`,
                )}
              </ul>`
            }
            ${area.endpoints.map((spec) => compact(operationView(spec, views)))}
            ${
              isFindings &&
              html`<h2>Findings</h2>
                <p>The fields of the findings of a run.</p>
                ${compact(views.body(Findings, 'Findings'))}`
            }`,
        }),
      );
    },
  });

/** Removes the indentation of templates, which makes up a tenth of a long page. Leaves code blocks unchanged. */
function compact(part: Markup): Markup {
  return new Markup(part.toString().replace(/(<pre.*?<\/pre>)|\n\s*/gs, (_, code?: string) => code ?? ' '));
}

// Served by us, because the page must not load anything from other hosts.
const library = {
  script: readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8'),
  style: readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css'), 'utf8'),
};

const tryScript = asset('/assets/try.js', library.script);
// Hides Swagger's heading and server menu, uses our fonts, and raises the contrast. On phones, a tag's description goes
// below the tag.
const tryStyle = asset(
  '/assets/try.css',
  `${library.style}
.swagger-ui .information-container{display:none}.swagger-ui .wrapper{padding:0}
.swagger-ui,.swagger-ui :not(code,pre,pre *,[class*=path] *,[class*=path],select){font-family:inherit!important}
.swagger-ui .scheme-container{background:none;box-shadow:none;margin:0;padding:.5rem 0}
.swagger-ui .schemes-server-container{display:none}
html.dark-mode .swagger-ui{background:none}
html:not(.dark-mode) .swagger-ui .opblock .opblock-summary-method{color:#10182a;text-shadow:none}
html:not(.dark-mode) .swagger-ui .btn.authorize{color:#1c6b45;border-color:#1c6b45}
.swagger-ui .opblock .opblock-summary-path{max-width:none;word-break:break-word}
@media (max-width:40rem){.swagger-ui .opblock-tag{flex-wrap:wrap}
.swagger-ui .opblock-tag small{flex:1 0 100%;order:1;padding:.25rem 0 0}}`,
);
const tryStart = asset(
  '/assets/try-start.js',
  `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: '/openapi/v1.json',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  // No external validator is used, and the key is forgotten when the page closes.
  validatorUrl: null,
  persistAuthorization: false,
});
`,
);

/** Self-hosted assets of {@link tryPage}. */
export const tryAssets = [tryScript, tryStyle, tryStart].map(({ route }) => route);

/** Page with Swagger UI, which sends requests from the browser. It is separate because it loads a megabyte. */
export const tryPage = page({
  method: 'GET',
  path: TRY_PATH,

  handle: () =>
    show(
      developersLayout({
        title: 'Try requests',
        current: REFERENCE_PATH,
        here: TRY_PATH,
        areas: [{ href: TRY_PATH, label: 'Try requests', part: true }],
        body: html`<h1>Try requests</h1>
          <p>
            Requests from this page are real. With a live key, starting a run uses a credit. With a test key, use
            <a href="${REFERENCE_PATH}/sandbox">the sandbox</a>: it costs nothing.
          </p>
          <noscript
            ><p class="notice">
              This page needs JavaScript. <a href="${REFERENCE_PATH}">The reference</a> has samples to paste for each
              endpoint.
            </p></noscript
          >
          <div id="reference"></div>`,
        styles: [tryStyle.href],
        scripts: [tryScript.href, tryStart.href],
      }),
      { loads: ["connect-src 'self'"] },
    ),
});
