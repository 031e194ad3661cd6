import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { html } from '../../platform/html';
import { withTypefaces } from '../../documents/typefaces';
import type { Reply } from '../../http/endpoint';
import { fileReply } from '../assets';
import { pageHead } from '../components/page-head';
import { layout } from '../layout';
import { page, show } from '../page';
import { opensSourcesInTabs } from '../runs/dossier-frame';
import { linkedTypefaces } from '../style';
import { SAMPLE } from './sample';

const PATH = '/sample-dossier';
const DESCRIPTION =
  'A whole dossier to look at before you buy: verdict, scores, evidence, income, risks and next steps.';

/** Sample dossier in the frame of the site, for whoever wants to see what is sold. */
export const sampleDossierPage = page({
  method: 'GET',
  path: PATH,

  handle: ({ deps }) =>
    show(
      layout({
        title: 'Sample dossier',
        about: { publicUrl: deps.settings.publicUrl, path: PATH, description: DESCRIPTION },
        body: html`${pageHead({
            title: 'Sample dossier',
            lead: 'This is what a run ends with. Its idea and figures are invented; its form is that of every dossier.',
            actions: html`<a class="button" href="/buy?product=idea_check">Have your idea checked</a>
              <a class="button quiet" href="${PATH}/document">Open it alone</a>`,
          })}
          <iframe
            class="document"
            src="${PATH}/document"
            title="Sample dossier"
            sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          ></iframe>`,
      }),
      { loads: ["frame-src 'self'"] },
    ),
});

/** Policy of the sample: ours alone, so it may load our typefaces, which a sandbox would keep from it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'self'; base-uri 'none'; frame-ancestors 'self'";

let rendered: Promise<(acceptEncoding: string) => Reply> | null = null;

/** The document of {@link sampleDossierPage}. */
export const sampleDossierDocument = page({
  method: 'GET',
  path: `${PATH}/document`,
  large: true,

  async handle({ header }) {
    const reply = (await (rendered ??= render()))(header('accept-encoding'));
    return { ...reply, headers: { ...reply.headers, 'Content-Security-Policy': POLICY } };
  },
});

async function render(): Promise<(acceptEncoding: string) => Reply> {
  const document = withTypefaces(await createDossierRenderer().html(SAMPLE), linkedTypefaces);
  return fileReply('text/html; charset=utf-8', opensSourcesInTabs(document), 'public, max-age=300');
}
