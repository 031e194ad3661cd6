import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '../../../base/html';
import { PACKAGE_ROOT } from '../../../base/package-root';
import {
  open,
  TAGS,
  type AnyEndpoint,
  type AnyRoute,
  type EndpointRequest,
  type OpenAuth,
  type Reply,
  type Route,
} from '../../../http/endpoint';
import { scopeText } from '../../../http/middleware/authenticate';
import { preferredFormat } from '../../../http/request-headers';
import { asMarkdown } from '../../../modules/dossiers/markdown';
import { lowestPrice } from '../../../modules/opportunities/store/search';
import { ALL_OFFERS } from '../../../modules/orders/offers';
import { readPrices } from '../../../modules/orders/store/open';
import { MARKDOWN } from '../../../modules/run-kinds/contract';
import { SITE_NAME } from '../../layout';
import { textRoute } from '../../page';
import { pricesInWords } from '../../shop/offers';
import { installLines, listenLine, mcpAddress } from '../clients';
import { environment, WAYS } from '../developers-layout';
import { brunoCollection, httpFile } from './collections';
import { sampleRequest } from './operations';

const WHAT =
  'AI research on newsletter ideas: start a run, wait for it, and read findings that validate against a published schema.';

/** Entry point for language models (llmstxt.org): what the service is, and links to its Markdown documents. */
const llms = (documents: readonly AnyRoute[]) =>
  textRoute('/llms.txt', 'text/plain; charset=utf-8', async ({ db, settings: { publicUrl } }) => {
    const [prices, lowest] = await Promise.all([readPrices(db), lowestPrice(db)]);
    const words = pricesInWords(prices, lowest);
    return [
      `# ${SITE_NAME}\n`,
      `> ${WHAT}\n`,
      'A run uses a credit and takes minutes to hours. Send a key in `X-Api-Key` with each request, and an',
      '`Idempotency-Key` with each POST, so that a retry does nothing twice. Start with a test key',
      `from ${publicUrl}/account/keys and the quick start: ${publicUrl}/developers. Every sample reads two variables:\n`,
      `\`\`\`sh\n${environment(publicUrl)}\n\`\`\`\n`,
      '## Products\n',
      ...ALL_OFFERS.map(
        ({ product, name, sentence, href, pack }) =>
          `- [${name}](${publicUrl}${href}): ${words.one(product)}${pack ? `, ${pack.label} for ${words.pack(product)}` : ''}. ${sentence}`,
      ),
      `- [How we research](${publicUrl}/how-we-research): our checks, their results, and an error they caught`,
      `- [Sample dossier](${publicUrl}/sample-dossier)`,
      '',
      '## Install\n',
      ...Object.entries(installLines(publicUrl)).map(([tool, line]) => `- ${tool}: \`${line}\``),
      `- MCP over HTTP, nothing to install: \`${mcpAddress(publicUrl)}\`, with your key in \`Authorization: Bearer\``,
      `- Events on your own machine: \`${listenLine(publicUrl)}\``,
      '',
      '## Documents\n',
      ...documents.map(({ path }) => `- [${path}](${publicUrl}${path})`),
      `- [All of them in one file](${publicUrl}/llms-full.txt)`,
      '\n## For programs\n',
      ...WAYS.filter(({ machine }) => machine).map(
        ({ href, name, what }) => `- [${name}](${publicUrl}${href}): ${what}`,
      ),
      '',
    ].join('\n');
  });

/** All documents and the reference in one Markdown file. */
const wholeText = (pages: readonly AnyRoute[], endpoints: readonly AnyEndpoint[]) =>
  textRoute('/llms-full.txt', 'text/plain; charset=utf-8', async ({ settings: { publicUrl } }, request) => {
    const parts = await Promise.all(pages.map(async (page) => (await markdownReply(page, request)).body as Buffer));
    return [...parts.map(String), referenceText(endpoints, publicUrl)].join('\n');
  });

/** API catalog (RFC 9727) as a link set (RFC 9264). */
const CATALOG = '/.well-known/api-catalog';
const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const apiCatalog = textRoute(
  CATALOG,
  CATALOG_TYPE,
  async ({ settings: { publicUrl } }) => {
    const link = (path: string, type: string) => ({ href: publicUrl + path, type });
    const api = {
      anchor: `${publicUrl}/v1`,
      'service-desc': [
        link('/openapi/v1.json', 'application/json'),
        link('/openapi/v1.yaml', 'application/yaml'),
        link('/openapi/3.0/v1.json', 'application/json'),
      ],
      'service-doc': [link('/developers', 'text/html'), link('/docs', 'text/html'), link('/llms.txt', 'text/plain')],
      'service-meta': [link('/v1/endpoint-catalog', 'application/json')],
      status: [link('/v1/status', 'application/json'), link('/health', 'application/json')],
      'terms-of-service': [link('/terms', 'text/html')],
    };
    return JSON.stringify({ linkset: [api] });
  },
  ({ settings: { publicUrl } }) => ({ Link: `<${publicUrl}${CATALOG}>; rel="api-catalog"` }),
);

/** Text documents for programs, models and editors, generated from the document pages and the endpoints. */
export function textRoutes(pages: readonly AnyRoute[], endpoints: readonly AnyEndpoint[]): AnyRoute[] {
  const made = (path: string, type: string, make: (all: typeof endpoints, publicUrl: string) => string | Uint8Array) =>
    textRoute(path, type, async ({ settings }) => make(endpoints, settings.publicUrl));
  const documents = [...pages.map(markdownPage), made('/docs.md', MARKDOWN, referenceText)];
  return [
    ...documents,
    llms(documents),
    wholeText(pages, endpoints),
    apiCatalog,
    changesFeed,
    made('/developers/noi.http', 'text/plain; charset=utf-8', httpFile),
    made('/developers/bruno.zip', 'application/zip', brunoCollection),
  ];
}

/** Path of the changelog feed. */
const CHANGES_PATH = '/developers/changes.atom';

/** Release with its changes for developers, one string per entry in CHANGELOG.md. */
interface Release {
  version: string;
  /** First day of the release month. */
  day: string;
  changes: string[];
}

const HEADING = /^## (\d+\.\d+\.\d+) \((\w+ \d{4})\)$/;

/** Releases in a changelog, newest first, without unreleased changes. */
function releasesOf(changelog: string): Release[] {
  const sections = changelog.split(/^(?=## )/m);
  return sections.flatMap((section) => {
    const [, version, month] = HEADING.exec(section.split('\n', 1)[0]!) ?? [];
    if (!version || !month) return [];
    const ours = /^### For developers\n(.*?)(?=^### |(?![\s\S]))/ms.exec(section)?.[1] ?? '';
    const changes = ours.split(/^- /m).slice(1);
    const day = new Date(`1 ${month} UTC`).toISOString().slice(0, 10);
    return [
      { version, day, changes: changes.map((change) => change.replace(/\s+/g, ' ').replaceAll('**', '').trim()) },
    ];
  });
}

let known: Release[] | undefined;

/** Cached without expiry, because the changelog is part of the build. */
const ourReleases = () => (known ??= releasesOf(readFileSync(join(PACKAGE_ROOT, 'CHANGELOG.md'), 'utf8')));

/** Atom feed of releases (RFC 4287), from the changelog. */
export const changesFeed = textRoute(CHANGES_PATH, 'application/atom+xml; charset=utf-8', async ({ settings }) => {
  const { publicUrl } = settings;
  const releases = ourReleases();
  const page = `${publicUrl}/developers/versioning`;
  const entries = releases.map(({ version, day, changes }) => {
    const list = String(
      html`<ul>
        ${changes.map((change) => html`<li>${change}</li>`)}
      </ul>`,
    );
    return html`<entry>
      <id>${page}#${version}</id>
      <title>${version}</title>
      <updated>${day}T00:00:00Z</updated>
      <link href="${page}" />
      <content type="html">${list}</content>
    </entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>\n${String(
    html`<feed xmlns="http://www.w3.org/2005/Atom">
      <id>${publicUrl}${CHANGES_PATH}</id>
      <title>${SITE_NAME}: changes</title>
      <updated>${releases[0]?.day ?? '2026-01-01'}T00:00:00Z</updated>
      <author><name>${SITE_NAME}</name></author>
      <link rel="self" href="${publicUrl}${CHANGES_PATH}" />
      <link href="${page}" />
      ${entries}
    </feed>`,
  )}\n`;
});

const FORMATS = { html: 'text/html', md: MARKDOWN };

type Request = EndpointRequest<OpenAuth, never, never>;

/** Replies with Markdown generated from the HTML of a document page. */
async function markdownReply(page: AnyRoute, request: Request): Promise<Reply> {
  const { body } = await page.handle(request as never);
  return {
    status: 200,
    type: MARKDOWN,
    body: asMarkdown(body as Buffer, request.deps.settings.publicUrl),
    headers: { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' },
  };
}

/** Serves the page as Markdown if `Accept` prefers it. */
export function withMarkdown(page: AnyRoute): AnyRoute {
  return {
    ...page,
    async handle(request: Request) {
      if (preferredFormat(request.accept, FORMATS) === 'md') return markdownReply(page, request);
      const reply = await page.handle(request as never);
      return { ...reply, headers: { ...reply.headers, Vary: 'Accept' } };
    },
  };
}

/** Serves a document page as Markdown at its path with `.md`. */
function markdownPage(page: AnyRoute): Route<OpenAuth> {
  return {
    method: 'GET',
    path: `${page.path}.md`,
    auth: open,
    failsAs: 'negotiated',
    ignoresQuery: true,
    responses: null,
    handle: (request: Request) => markdownReply(page, request),
  };
}

/** Reference as Markdown: customer endpoints by tag, each with its requirements and an example body. */
function referenceText(all: readonly AnyEndpoint[], publicUrl: string): string {
  const endpoints = all.filter(({ internal }) => !internal);
  const parts = Object.entries(TAGS).flatMap(([tag, about]) => {
    const own = endpoints.filter((spec) => spec.tag === tag);
    return own.length > 0 ? [`## ${tag}`, about, ...own.flatMap(operationText)] : [];
  });
  const head = ['# API reference', `Base URL: ${publicUrl}. Full description: ${publicUrl}/openapi/v1.json.`];
  return `${[...head, ...parts].join('\n\n')}\n`;
}

function operationText(spec: AnyEndpoint): string[] {
  const { method, path, summary, description, auth, idempotent, query } = spec;
  const { body } = sampleRequest(spec);
  const needs = [
    auth.type === 'key' && `a${auth.mode ? ` ${auth.mode}` : 'n API'} key with \`${scopeText(auth)}\``,
    idempotent && 'an `Idempotency-Key`',
  ].filter(Boolean);
  const names = Object.keys(query?.properties ?? {}).map((name) => `\`${name}\``);
  return [
    `### ${method} ${path}`,
    [`${summary}.`, description].filter(Boolean).join(' '),
    [needs.length > 0 && `Needs ${needs.join(' and ')}.`, names.length > 0 && `Query: ${names.join(', ')}.`]
      .filter(Boolean)
      .join(' '),
    body ? `\`\`\`json\n${body}\n\`\`\`` : '',
  ].filter(Boolean);
}
