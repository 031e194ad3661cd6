import { readFileSync } from 'node:fs';
import { html } from '../../platform/html';
import { asset } from '../assets';
import { layout } from '../layout';
import { page, show } from '../page';

// Served by us: the page loads nothing from other hosts.
const library = {
  script: readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8'),
  style: readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css'), 'utf8'),
};

const script = asset('/assets/reference.js', 'text/javascript; charset=utf-8', library.script);
// Overrides: no second heading, no server menu, the colours of our pages, sufficient contrast; on a phone the
// description of a tag is below it, since there is no room next to it.
const style = asset(
  '/assets/reference.css',
  'text/css; charset=utf-8',
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
  '/assets/reference-start.js',
  'text/javascript; charset=utf-8',
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

/** Assets of the reference, served by us. */
export const referenceAssets = [script, style, start].map(({ route }) => route);

/** Interactive reference, rendered in the browser from the OpenAPI document. */
export const referencePage = page({
  method: 'GET',
  path: '/docs',

  handle: () =>
    show(
      layout({
        title: 'API reference',
        section: '/developers',
        body: html`<h1>API reference</h1>
          <p>
            Rendered from <a href="/openapi/v1.json">the OpenAPI description</a>. Requests that you try here are real:
            starting runs needs a live key and spends credits. The <a href="/developers">quick start</a> works without
            JavaScript.
          </p>
          <div id="reference"></div>`,
        styles: [style.href],
        scripts: [script.href, start.href],
      }),
      { loads: ["connect-src 'self'"] },
    ),
});
