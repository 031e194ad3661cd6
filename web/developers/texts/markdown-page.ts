import { MARKDOWN } from '../../../contracts/runs';
import { asMarkdown } from '../../../documents/markdown';
import {
  open,
  type AnyRoute,
  type EndpointRequest,
  type OpenAuth,
  type Reply,
  type Route,
} from '../../../http/endpoint';
import { preferredFormat } from '../../../http/request-headers';

const FORMATS = { html: 'text/html', md: MARKDOWN };

type Request = EndpointRequest<OpenAuth, never, never>;

/** Markdown of a page of documents, made from the page itself. */
export async function markdownReply(page: AnyRoute, request: Request): Promise<Reply> {
  const { body } = await page.handle(request as never);
  return {
    status: 200,
    type: MARKDOWN,
    body: asMarkdown(body as Buffer, request.deps.settings.publicUrl),
    headers: { 'Cache-Control': 'public, max-age=3600', Vary: 'Accept' },
  };
}

/** The page, which answers with Markdown where `Accept` prefers it. */
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

/** Markdown of a page of documents, at its path with `.md`. */
export function markdownPage(page: AnyRoute): Route<OpenAuth> {
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
