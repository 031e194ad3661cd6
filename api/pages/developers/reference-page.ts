import { readFileSync } from 'node:fs';
import { html } from '../../../providers/html';
import { layout } from '../layout';
import { asset, page, show } from '../page';

// Shipped with the product: the page loads nothing from anywhere else.
const library = {
  script: readFileSync(require.resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8'),
  style: readFileSync(require.resolve('swagger-ui-dist/swagger-ui.css'), 'utf8'),
};

const script = asset('/assets/reference.js', 'text/javascript; charset=utf-8', library.script);
// Ours: no second heading and no choice of one server, the colours of our pages, text that can be read on its ground.
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
.swagger-ui .opblock .opblock-summary-path{max-width:none;word-break:break-word}`,
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
  // Nothing leaves for a validator elsewhere, and a key is forgotten with the page.
  validatorUrl: null,
  persistAuthorization: false,
});
`,
);

/** What the reference loads, each from here. */
export const referenceAssets = [script, style, start].map(({ route }) => route);

/** The interactive reference: made in the browser from the description that clients are generated from. */
export const referencePage = page({
  method: 'GET',
  path: '/docs',

  handle: () =>
    show(
      layout({
        title: 'API reference',
        body: html`<h1>API reference</h1>
          <p>
            From <a href="/openapi/v1.json">the description of the API</a>. Requests that you try here are real: use a
            test key unless you mean it. The <a href="/developers">quick start</a> shows the same without a script.
          </p>
          <div id="reference"></div>`,
        styles: [style.href],
        scripts: [script.href, start.href],
      }),
      { loads: ["connect-src 'self'"] },
    ),
});
