import type { Middleware } from '../state';

const HEADERS = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=31536000',
});

/** Sets the headers that keep a browser from doing anything with an answer but showing it; an endpoint may refine them. */
export function secureAnswer(): Middleware {
  return (ctx, next) => {
    for (const [name, value] of HEADERS) ctx.res.setHeader(name, value);
    return next() as Promise<void>;
  };
}
