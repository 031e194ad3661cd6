import { z, type ZodType } from 'zod';
import { segmentsAt, read, type Objection } from '../base/fault-list';
import type { Realm } from './world';

/** Form-encoded body or query with nested keys expanded. Lists are keyed by index; empty values are omitted. */
interface Form {
  [name: string]: string | Form;
}

/** Parses `a[b][0][c]=x` and `a[]=x`. @throws ProviderError 400 if a name is both a value and a group */
export function parseForm(text: string): Form {
  const root = empty();
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue;
    const path = name.replaceAll(']', '').split('[');
    let at = root;
    for (const step of path.slice(0, -1)) {
      const next = (at[keyIn(at, step)] ??= empty());
      if (typeof next === 'string') throw invalid(`Invalid request: ${name} mixes a value and a group`, name);
      at = next;
    }
    at[keyIn(at, path.at(-1)!)] = value;
  }
  return root;
}

// Without a prototype, a key named __proto__ is just a key.
const empty = () => Object.create(null) as Form;
const keyIn = (form: Form, step: string) => (step === '' ? String(Object.keys(form).length) : step);

/** A group of parameters. Refuses unknown parameters, as the provider does. */
export const group = z.strictObject;
export const text = z.string();
export const optional = text.optional();
export const nullable = text.optional().transform((value) => value ?? null);
export const flag = z.stringbool({ truthy: ['true'], falsy: ['false'] });
export const whole = (least = 0) => z.coerce.number().int().min(least);
/** An ISO 4217 code in lower case. */
export const currency = text.toLowerCase().regex(/^[a-z]{3}$/);
export const address = text.regex(/^https?:\/\//);
/** List that a form encodes as numbered entries; empty if absent. */
export const list = <T extends ZodType>(entry: T) =>
  z.preprocess((value) => Object.values(value ?? {}), z.array(entry)).default([]);
export const metadata = z
  .record(text.max(40), text.max(500))
  .refine((given) => Object.keys(given).length <= 50, 'Metadata can have up to 50 keys')
  .default({});

/** Input of a route: path segments at `*`, and parameters from body or query. */
export interface Call<P = unknown> {
  ids: string[];
  params: P;
  realm: Realm;
  method: string;
  path: string;
}

/** Route in the provider's protocol: method, path with `*` for ids, parameters, and JSON response. */
export interface Route {
  method: string;
  path: string;
  params: ZodType;
  answer(call: Call): unknown;
}

const route =
  (method: string) =>
  <P>(path: string, params: ZodType<P>, answer: (call: Call<P>) => unknown): Route => ({
    method,
    path,
    params,
    answer,
  });
export const get = route('GET');
export const post = route('POST');
export const remove = route('DELETE');
export const none = group({});

/** Returns the response of the first matching route, or undefined. @throws ProviderError 400 for invalid parameters */
export function answerBy(routes: readonly Route[], call: Omit<Call, 'ids'>): unknown {
  for (const { method, path, params, answer } of routes) {
    const ids = method === call.method ? segmentsAt(path, call.path) : null;
    if (ids) return answer({ ...call, ids, params: read(params, call.params, refused) });
  }
  return undefined;
}

/** The provider's error for an invalid parameter. */
export function refused({ kind, name, message }: Objection) {
  if (kind === 'unknown') return invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  if (kind === 'missing') return invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  return invalid(`Invalid ${name}: ${message}`, name);
}

interface ErrorDetails {
  type?: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error' | 'rate_limit_error';
  code?: string;
  param?: string;
  headers?: Record<string, string>;
  /** True if the operation ran and ended in this error. The error is then stored under the idempotency key. */
  executed?: boolean;
}

const V2_CODES: Record<string, string> = {
  parameter_unknown: 'invalid_fields',
  parameter_missing: 'invalid_fields',
  resource_missing: 'not_found',
};

/** An error in the provider's format, thrown by routes and sent by the server. */
export class ProviderError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
  }

  body(): unknown {
    const { type = 'invalid_request_error', code, param } = this.details;
    return { error: { type, message: this.message, ...(code && { code }), ...(param && { param }) } };
  }

  /** Body in the format of API version 2, where most errors have no type. */
  bodyV2(): unknown {
    const { type, code = '' } = this.details;
    const known = V2_CODES[code] ?? code;
    return { error: { ...(type && { type }), message: this.message, ...(known && { code: known }) } };
  }
}

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

/** 403 for a connected account that the key cannot access. */
export function notConnected(account: string): ProviderError {
  return new ProviderError(
    403,
    `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
    { code: 'account_invalid' },
  );
}

/** 403 for a restricted key without the required permission. The provider sends no code. */
export function notPermitted(key: string): ProviderError {
  const shown = `${key.slice(0, 8)}${'*'.repeat(12)}`;
  return new ProviderError(
    403,
    `The provided key '${shown}' does not have the required permissions for this endpoint.`,
  );
}
