/** Fields of an error besides its message. */
export interface ErrorDetails {
  type?: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error' | 'rate_limit_error';
  code?: string;
  param?: string;
  headers?: Record<string, string>;
  /**
   * True if the operation ran and ended in this error: a repetition with the same idempotency key gets the same
   * response. Requests that were rejected before they ran are not kept.
   */
  executed?: boolean;
}

/** Names that version 2 of the API has for codes. */
const V2_CODES: Record<string, string> = {
  parameter_unknown: 'invalid_fields',
  parameter_missing: 'invalid_fields',
  resource_missing: 'not_found',
};

/** An error in the provider's envelope, thrown by routes and written by the server. */
export class ProviderError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }

  /** Body in the provider's format. */
  body(): unknown {
    const { type = 'invalid_request_error', code, param } = this.details;
    return { error: { type, message: this.message, ...(code && { code }), ...(param && { param }) } };
  }

  /** Body in the format of version 2 of its API, which gives most errors no type. */
  bodyV2(): unknown {
    const { type, code = '' } = this.details;
    const known = V2_CODES[code] ?? code;
    return { error: { ...(type && { type }), message: this.message, ...(known && { code: known }) } };
  }
}

/** 400 for a malformed request. */
export function invalid(message: string, param?: string, code?: string): ProviderError {
  return new ProviderError(400, message, { ...(param && { param }), ...(code && { code }) });
}

/** 400 for a valid request that the current state does not allow. */
export function impossible(message: string, code?: string): ProviderError {
  return new ProviderError(400, message, { executed: true, ...(code && { code }) });
}

/** 404 for an object that does not exist in this mode. */
export function missing(object: string, id: string, param = 'id'): ProviderError {
  return new ProviderError(404, `No such ${object}: '${id}'`, { code: 'resource_missing', param });
}

/** 403 for a connected account that the key cannot reach, or no longer. */
export function notConnected(account: string): ProviderError {
  return new ProviderError(
    403,
    `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid' },
  );
}

/** 403 for a restricted key without the right that a request needs; the provider gives it no code. */
export function notPermitted(key: string): ProviderError {
  const shown = `${key.slice(0, 8)}${'*'.repeat(12)}`;
  return new ProviderError(
    403,
    `The provided key '${shown}' does not have the required permissions for this endpoint.`,
  );
}
