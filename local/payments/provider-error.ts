/** What an error says beside its message. */
export interface ErrorDetails {
  type?: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error' | 'rate_limit_error';
  code?: string;
  param?: string;
  headers?: Record<string, string>;
  /**
   * The operation was carried out and came to this end, so a repetition under the same idempotency key gets the same
   * answer. Requests that were refused unread are not kept.
   */
  executed?: boolean;
}

/** An error in the provider's envelope, thrown by routes and written by the server. */
export class ProviderError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }

  /** The body as the provider words it. */
  body(): unknown {
    const { type = 'invalid_request_error', code, param } = this.details;
    return { error: { type, message: this.message, ...(code && { code }), ...(param && { param }) } };
  }
}

/** 400 for a request that is wrong as it stands. */
export function invalid(message: string, param?: string, code?: string): ProviderError {
  return new ProviderError(400, message, { ...(param && { param }), ...(code && { code }) });
}

/** 400 for a request that was understood and cannot be done as things are. */
export function impossible(message: string, code?: string): ProviderError {
  return new ProviderError(400, message, { executed: true, ...(code && { code }) });
}

/** 404 for an object that is not there, or not in this mode. */
export function missing(object: string, id: string, param = 'id'): ProviderError {
  return new ProviderError(404, `No such ${object}: '${id}'`, { code: 'resource_missing', param });
}
