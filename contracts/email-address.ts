import { Type } from '@sinclair/typebox';

/** An e-mail address as callers give it. */
export const EmailAddress = Type.String({ format: 'email', maxLength: 254, examples: ['reader@example.com'] });

/** The form in which addresses are stored and compared: without regard to case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
