import type { IncomingMessage, RequestListener } from 'node:http';

/** Names under which programs reach this machine, and those of the stand-in internet, which nobody else can own. */
const OWN_NAMES =
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|(?:.+\.)?example(?:\.(?:com|net|org))?|api\.(?:anthropic|stripe|resend)\.com)(?::\d+)?$/;

/**
 * True for a request of a program or page of this machine. A page of another site reaches loopback as well, by a name of
 * its own that points here (DNS rebinding) or across origins: its Host or its Origin says so.
 */
export function isOfThisMachine({ headers: { host, origin } }: IncomingMessage): boolean {
  return OWN_NAMES.test(host ?? '') && (origin === undefined || OWN_NAMES.test(origin.replace(/^https?:\/\//, '')));
}

/** Answers only requests of this machine; others get 421. */
export function forThisMachine(answer: RequestListener): RequestListener {
  return (request, response) => {
    if (isOfThisMachine(request)) return answer(request, response);
    response.writeHead(421, { 'content-type': 'text/plain' }).end('Only for programs and pages of this machine.\n');
  };
}
