import type { AnyRoute } from '../endpoint';
import { VERSIONING_PATH, type Retirement } from '../retirement';
import type { Middleware } from '../state';

/**
 * Headers that announce a retirement to programs: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and links to read on.
 */
function retirementHeaders({ announced, sunset, successor }: Retirement, publicUrl: string) {
  const links = [`<${publicUrl}${VERSIONING_PATH}>; rel="deprecation"; type="text/html"`];
  if (successor) links.push(`<${publicUrl}${successor}>; rel="successor-version"`);
  return {
    Deprecation: `@${Date.parse(announced) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: links.join(', '),
  };
}

/** Announces the retirement of a route in each of its answers, failures included. */
export function announceRetirement({ retires }: AnyRoute, publicUrl: string): Middleware[] {
  if (!retires) return [];
  const { Link, ...headers } = retirementHeaders(retires, publicUrl);
  const announce: Middleware = async (ctx, next) => {
    ctx.set({ ...headers, Link });
    await next();
    // A list links to its next page under the same name.
    const own = ctx.response.get('Link');
    if (own !== Link) ctx.set('Link', `${own}, ${Link}`);
  };
  return [announce];
}
