import type { Objection } from '../base/read';

/** An error in the provider's envelope, thrown by routes and written by the server. */
export class ProviderError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  /** Body in the provider's format. */
  body(requestId: string): unknown {
    return { type: 'error', error: { type: this.type, message: this.message }, request_id: requestId };
  }
}

/** 400 in the provider's envelope. */
export function invalid(message: string): ProviderError {
  return new ProviderError(400, 'invalid_request_error', message);
}

/** 404 in the provider's envelope. */
export function notFound(what: string): ProviderError {
  return new ProviderError(404, 'not_found_error', `${what} was not found`);
}

/** 409 in the provider's envelope. */
export function conflict(message: string): ProviderError {
  return new ProviderError(409, 'invalid_request_error', message);
}

/** 400 for a body that a schema does not take. */
export function refused({ name, message }: Objection): ProviderError {
  return invalid(`"${name}": ${message}`);
}
