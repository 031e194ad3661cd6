import { Type } from '@sinclair/typebox';
import { Failure } from '../base/failures';
import { isText } from './clean-text';
import type { Reply } from './endpoint';

const MAX_TOKEN = 512;

/** Query schema of emailed links, as published in the OpenAPI document. {@link linkTokenOf} parses it. */
export const tokenQuery = Type.Object({
  token: Type.String({ default: '', description: 'Token from the emailed link.' }),
});

/** Returns the token of a link, or an empty string if it is missing, repeated or malformed. */
export function linkTokenOf(given: unknown): string {
  return typeof given === 'string' && given.length <= MAX_TOKEN && isText(given) ? given.trim() : '';
}

/** Adds the pointer `?token` to an `invalid_token` failure; returns other errors unchanged. */
export function refusedLink(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'invalid_token') return error;
  return new Failure('invalid_token', {
    errors: [{ pointer: '?token', code: 'invalid_token', detail: 'is not a valid token, or has expired' }],
    cause: error,
  });
}

/** Redirects an emailed link to its confirmation page. */
export function toPage(path: string, token: string): Reply {
  return {
    status: 302,
    headers: { Location: `${path}?token=${encodeURIComponent(token)}`, 'Cache-Control': 'no-store' },
  };
}
