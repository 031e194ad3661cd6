import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault } from '../base/fault-list';
import type { AgentsRequestEffect } from './faults';
import { stall, retryAfterSeconds, sendJson } from '../base/http';
import { ProviderError } from './provider-error';

/** Writes an error in the provider's envelope; anything but a {@link ProviderError} becomes a 500. */
export function sendError(response: ServerResponse, requestId: string, error: unknown): void {
  const known = error instanceof ProviderError ? error : new ProviderError(500, 'api_error', String(error));
  if (!response.headersSent) for (const [name, value] of Object.entries(known.headers)) response.setHeader(name, value);
  sendJson(response, known.status, JSON.stringify(known.body(requestId)));
}

/** API key of a request, from `x-api-key` or a bearer token. */
export function keyOf({ headers }: IncomingMessage): string | undefined {
  return headers['x-api-key']?.toString() ?? headers.authorization?.replace(/^Bearer /, '');
}

/** Applies a fault before the request runs. @throws ProviderError for effects that are a response */
export async function applyFault(fault: Fault<AgentsRequestEffect>, response: ServerResponse): Promise<void> {
  if (fault.effect === 'error_500') throw new ProviderError(500, 'api_error', 'Fault of the stand-in');
  if (fault.effect === 'overloaded') throw new ProviderError(529, 'overloaded_error', 'Fault of the stand-in');
  if (fault.effect === 'rate_limit') {
    const after = { 'retry-after': retryAfterSeconds(fault.delayMs) };
    throw new ProviderError(429, 'rate_limit_error', 'Fault of the stand-in', after);
  }
  if (fault.effect === 'timeout_before') await stall(response, fault.delayMs);
}
