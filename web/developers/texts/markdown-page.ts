import type { AnyRoute, EndpointRequest, OpenAuth, Route } from '../../../http/endpoint';
import { open } from '../../../http/endpoint';
import { markdownOf } from './markdown';

/** Markdown of a page of documents, made from the page itself, at its path with `.md`. */
export function markdownPage(page: AnyRoute): Route<OpenAuth> {
  return {
    method: 'GET',
    path: `${page.path}.md`,
    auth: open,
    failsAs: 'negotiated',
    ignoresQuery: true,
    responses: null,
    async handle(request: EndpointRequest<OpenAuth, never, never>) {
      const { body } = await page.handle(request as never);
      return {
        status: 200,
        type: 'text/markdown; charset=utf-8',
        body: Buffer.from(markdownOf((body as Buffer).toString(), request.deps.settings.publicUrl)),
        headers: { 'Cache-Control': 'public, max-age=3600' },
      };
    },
  };
}
