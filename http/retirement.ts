import type { AnyRoute } from './endpoint';
import type { Middleware } from './state';

/** Announced end of an endpoint or of a field (docs/interface.md, Compatibility). */
export interface Retirement {
  /** Day of the announcement, `YYYY-MM-DD`. */
  announced: string;
  /** First day on which it may be gone, `YYYY-MM-DD`; at least {@link NOTICE_MONTHS} later. */
  sunset: string;
  /** Path of what takes its place; null if nothing does. */
  successor: string | null;
}

/** Least time between announcement and end. */
export const NOTICE_MONTHS = 12;

/** Page that says what may change and what is being retired. */
export const VERSIONING_PATH = '/developers/versioning';

/** First day that leaves callers the whole notice after this announcement, `YYYY-MM-DD`. */
export function earliestSunset(announced: string): string {
  const day = new Date(`${announced}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + NOTICE_MONTHS);
  return day.toISOString().slice(0, 10);
}

/** Headers that tell programs of a retirement: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and links to read on. */
export function retirementHeaders({ announced, sunset, successor }: Retirement, publicUrl: string) {
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
