import { readFileSync } from 'node:fs';
import { html } from '../../../platform/html';
import { asset } from '../../assets';
import { page, show } from '../../page';
import { developersLayout } from '../developers-layout';
import { REFERENCE_PATH, TRY_PATH } from './areas';

// Served by us: the page loads nothing from other hosts.
const library = {
  script: readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8'),
  style: readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css'), 'utf8'),
};

const script = asset('/assets/try.js', library.script);
// Overrides: no second heading, no server menu, the colours of our pages, sufficient contrast; on a phone the
// description of a tag is below it, since there is no room next to it.
const style = asset(
  '/assets/try.css',
  `${library.style}
.swagger-ui .information-container{display:none}.swagger-ui .wrapper{padding:0}
.swagger-ui .scheme-container{background:none;box-shadow:none;margin:0;padding:.5rem 0}
.swagger-ui .schemes-server-container{display:none}
html.dark-mode .swagger-ui{background:none}
html:not(.dark-mode) .swagger-ui .opblock .opblock-summary-method{color:#10182a;text-shadow:none}
html:not(.dark-mode) .swagger-ui .btn.authorize{color:#1c6b45;border-color:#1c6b45}
.swagger-ui .opblock .opblock-summary-path{max-width:none;word-break:break-word}
@media (max-width:40rem){.swagger-ui .opblock-tag{flex-wrap:wrap}
.swagger-ui .opblock-tag small{flex:1 0 100%;order:1;padding:.25rem 0 0}}`,
);
const start = asset(
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
  // No external validator; the key is forgotten when the page closes.
  validatorUrl: null,
  persistAuthorization: false,
});
`,
);

/** Assets of the page where requests are tried, served by us. */
export const tryAssets = [script, style, start].map(({ route }) => route);

/**
 * Form for requests to every endpoint, which a library makes in the browser from the OpenAPI document: a megabyte, and
 * for nobody but who asked for it. What there is to read is on the pages of the reference.
 */
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
            Requests that you send here are real: starting runs needs a live key and spends credits; a test key plays
            them in <a href="${REFERENCE_PATH}/sandbox">the sandbox</a>.
          </p>
          <noscript
            ><p class="notice">
              This form needs JavaScript. <a href="${REFERENCE_PATH}">The reference</a> has a request to paste for each
              endpoint.
            </p></noscript
          >
          <div id="reference"></div>`,
        styles: [style.href],
        scripts: [script.href, start.href],
      }),
      { loads: ["connect-src 'self'"] },
    ),
});
