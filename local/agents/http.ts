import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, RequestEffect } from '../stand-in/fault-list';
import { hold, retryAfterSeconds, sendJson } from '../stand-in/http';
import { ProviderError } from './provider-error';

/** Writes an error in the provider's envelope; what is no {@link ProviderError} becomes its 500. */
export function sendError(response: ServerResponse, requestId: string, error: unknown): void {
  const known = error instanceof ProviderError ? error : new ProviderError(500, 'api_error', String(error));
  if (!response.headersSent) for (const [name, value] of Object.entries(known.headers)) response.setHeader(name, value);
  sendJson(response, known.status, JSON.stringify(known.body(requestId)));
}

/** The key of a request, which the SDK sends in a header of its own or as a bearer token. */
export function keyOf({ headers }: IncomingMessage): string | undefined {
  return headers['x-api-key']?.toString() ?? headers.authorization?.replace(/^Bearer /, '');
}

/** What a fault does before the request is acted on. @throws ProviderError for the effects that are an answer */
export async function strikeBefore(fault: Fault<RequestEffect>, response: ServerResponse): Promise<void> {
  if (fault.effect === 'error_500') throw new ProviderError(500, 'api_error', 'Fault of the stand-in');
  if (fault.effect === 'rate_limit') {
    const after = { 'retry-after': retryAfterSeconds(fault.delayMs) };
    throw new ProviderError(429, 'rate_limit_error', 'Fault of the stand-in', after);
  }
  if (fault.effect === 'timeout_before') await hold(response, fault.delayMs);
}
