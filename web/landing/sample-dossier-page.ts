import { Failure } from '../../base/failures';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { fixed, savedAs } from '../../http/reply';
import { createDossierRenderer } from '../../modules/dossiers/dossier-renderer';
import { withTypefaces } from '../../modules/dossiers/typefaces';
import { ARTIFACTS, type RunKind } from '../../modules/run-kinds/contract';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import { ofSample, readSample, type Sample } from '../../modules/runs/use-cases/sample';
import { fileReply } from '../assets';
import { describedBy } from '../layout';
import { page } from '../page';
import { surrounded } from '../runs/run-documents';
import { linkedTypefaces } from '../style';

interface SamplePage {
  kind: RunKind;
  path: string;
  title: string;
  description: string;
  action: { href: string; label: string };
  /** Links to the sample's JSON. */
  json: readonly { href: string; label: string }[];
}

const DOSSIER: SamplePage = {
  kind: 'idea_check',
  path: '/sample-dossier',
  title: 'Sample dossier',
  description: 'Read a complete dossier before you buy: verdict, scores, evidence, income, risks and next steps.',
  action: { href: '/buy?product=idea_check', label: 'Check my idea' },
  json: [{ href: '/v1/runs/sample/findings', label: 'JSON' }],
};

/** The product includes no sample search, so this page exists only after an operator publishes one. */
const PORTFOLIO: SamplePage = {
  kind: 'custom_search',
  path: '/sample-portfolio',
  title: 'Sample portfolio',
  description: 'Read a complete Custom Search before you buy: researched ideas, ranked and compared.',
  action: { href: '/buy?product=custom_search', label: 'Find ideas that fit you' },
  json: [
    { href: '/sample-portfolio/ranking', label: 'Ranking (JSON)' },
    { href: '/sample-portfolio/findings', label: 'Findings (JSON)' },
  ],
};

/** Path of the sample search. Not found until an operator publishes one. */
export const SAMPLE_PORTFOLIO = PORTFOLIO.path;

/** Omits the `sandbox` directive, which would block our fonts. The sample is our own content and needs no sandbox. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const CACHED = 'public, max-age=300';

/** Sample dossiers as buyers get them: a page with a bar of links, a PDF, and JSON for a search. */
export const samplePages = [
  ...[DOSSIER, PORTFOLIO].flatMap((of) => [readingPage(of), pdfPage(of)]),
  jsonPage('ranking', ({ portfolio }) => portfolio!),
  jsonPage('findings', ({ findings }) => findings),
];

function readingPage(of: SamplePage) {
  // Cached by public URL, because the page contains the URL. In practice a process has only one.
  const rendered = new Map<string, (sample: Sample) => Promise<(acceptEncoding: string) => Reply>>();
  return page({
    method: 'GET',
    path: of.path,
    large: true,

    async handle({ deps, header }) {
      const { publicUrl } = deps.settings;
      const render = rendered.get(publicUrl) ?? ofSample((sample) => renderPage(of, sample, publicUrl));
      rendered.set(publicUrl, render);
      const reply = (await render(await sampleOf(deps, of.kind)))(header('accept-encoding'));
      return { ...reply, headers: { ...reply.headers, 'Content-Security-Policy': POLICY } };
    },
  });
}

async function renderPage(
  { kind, path, title, description, action, json }: SamplePage,
  { runId, findings, portfolio }: Sample,
  publicUrl: string,
): Promise<(acceptEncoding: string) => Reply> {
  const document = withTypefaces(await createDossierRenderer().html(findings, portfolio), linkedTypefaces);
  const around = {
    back: { href: '/', label: 'Newsletter Opportunity Intelligence' },
    says: runId
      ? `A real ${RUN_KINDS[kind].label}, shown with its owner’s consent.`
      : 'Example: the idea, sources and figures are invented. Your dossier has the same sections.',
    links: [action, { href: `${path}/pdf`, label: 'PDF' }, ...json],
  };
  const described = describedBy(title, { publicUrl, path, description });
  // Dossiers contain a `noindex` tag, but search engines should find the sample.
  const indexed = surrounded(document, around, described).replace('<meta name="robots" content="noindex" />', '');
  return fileReply('text/html; charset=utf-8', Buffer.from(indexed), CACHED);
}

function pdfPage({ kind, path, title }: SamplePage) {
  const printed = ofSample(print);
  return page({
    method: 'GET',
    path: `${path}/pdf`,
    large: true,

    handle: async ({ deps }) => ({
      status: 200,
      type: ARTIFACTS.dossierPdf.contentType,
      body: await printed(await sampleOf(deps, kind)),
      headers: { ...savedAs(title, 'pdf'), 'Cache-Control': CACHED },
    }),
  });
}

async function print({ findings, portfolio }: Sample): Promise<Buffer> {
  const renderer = createDossierRenderer();
  try {
    return await renderer.pdf(findings, portfolio);
  } finally {
    await renderer.close();
  }
}

function jsonPage(name: string, part: (sample: Sample) => object) {
  const written = ofSample((sample) => Promise.resolve(fixed(part(sample))));
  return page({
    method: 'GET',
    path: `${PORTFOLIO.path}/${name}`,
    large: true,

    handle: async ({ deps, ifNoneMatch }) => (await written(await sampleOf(deps, PORTFOLIO.kind)))(ifNoneMatch),
  });
}

async function sampleOf({ db }: ApiDeps, kind: RunKind): Promise<Sample> {
  const sample = await readSample(db, kind);
  if (!sample) throw new Failure('not_found');
  return sample;
}
