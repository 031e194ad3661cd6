import { ARTIFACTS } from '../../contracts/runs';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { withTypefaces } from '../../documents/typefaces';
import type { Reply } from '../../http/endpoint';
import { savedAs } from '../../http/reply';
import { fileReply } from '../assets';
import { describedBy } from '../layout';
import { page } from '../page';
import { surrounded } from '../runs/dossier-view';
import { linkedTypefaces } from '../style';
import { SAMPLE } from './sample';

const PATH = '/sample-dossier';
const TITLE = 'Sample dossier';
const DESCRIPTION =
  'A whole dossier to look at before you buy: verdict, scores, evidence, income, risks and next steps.';

/** Policy of the sample: ours alone, so it may load our typefaces, which a sandbox would keep from it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const rendered = new Map<string, Promise<(acceptEncoding: string) => Reply>>();

/** Sample dossier as buyers get theirs: the page itself, with a bar that leads on. */
export const sampleDossierPage = page({
  method: 'GET',
  path: PATH,
  large: true,

  async handle({ deps, header }) {
    const { publicUrl } = deps.settings;
    const known = rendered.get(publicUrl) ?? render(publicUrl);
    rendered.set(publicUrl, known);
    const reply = (await known)(header('accept-encoding'));
    return { ...reply, headers: { ...reply.headers, 'Content-Security-Policy': POLICY } };
  },
});

async function render(publicUrl: string): Promise<(acceptEncoding: string) => Reply> {
  const document = withTypefaces(await createDossierRenderer().html(SAMPLE), linkedTypefaces);
  const around = {
    back: { href: '/', label: 'Newsletter Opportunity Intelligence' },
    says: 'This is what a run ends with: the form of every dossier, an invented idea.',
    links: [
      { href: '/buy?product=idea_check', label: 'Have your idea checked' },
      { href: `${PATH}/pdf`, label: 'PDF' },
      { href: '/v1/runs/sample/findings', label: 'JSON' },
    ],
  };
  const described = describedBy(TITLE, { publicUrl, path: PATH, description: DESCRIPTION });
  // Dossiers ask not to be indexed; this one is meant to be found.
  const indexed = surrounded(document, around, described).replace('<meta name="robots" content="noindex" />', '');
  return fileReply('text/html; charset=utf-8', Buffer.from(indexed), 'public, max-age=300');
}

let printed: Promise<Buffer> | null = null;

/** The sample dossier as PDF. */
export const sampleDossierPdf = page({
  method: 'GET',
  path: `${PATH}/pdf`,
  large: true,

  async handle() {
    const body = await (printed ??= print());
    return {
      status: 200,
      type: ARTIFACTS.dossierPdf.contentType,
      body,
      headers: { ...savedAs(TITLE, 'pdf'), 'Cache-Control': 'public, max-age=300' },
    };
  },
});

async function print(): Promise<Buffer> {
  const renderer = createDossierRenderer();
  try {
    return await renderer.pdf(SAMPLE);
  } catch (error) {
    printed = null;
    throw error;
  } finally {
    await renderer.close();
  }
}
