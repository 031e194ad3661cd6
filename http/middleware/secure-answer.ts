import type { Middleware } from '../state';

const HEADERS = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/** Sets restrictive security headers by default; routes may refine them. */
export function secureAnswer(publicUrl: string): Middleware {
  // Browsers honour it over https only (RFC 6797, 7.2).
  const transport = publicUrl.startsWith('https:')
    ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const]
    : [];
  const headers = [...HEADERS, ...transport];
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next() as Promise<void>;
  };
}
