import { Type, type Static } from '@sinclair/typebox';
import { EmailAddress } from './email-address';
import { closed, openEnum, timestamp } from './schema';

/** What a link to an account is good for; a link serves one purpose, once. */
export const LINK_PURPOSES = ['sign_in', 'password_reset'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** Failures after which an account takes no password any more until it is reset (contract.md, Tokens). */
export const MAX_PASSWORD_FAILURES = 10;

/** A one-time token as it comes back: of any shape, since a malformed one is as unknown as a forged one. */
export const Token = Type.String({ minLength: 1, maxLength: 512 });

/** Where to go after signing in: a path of this site, never another host. */
export const ReturnPath = Type.String({
  maxLength: 512,
  // No second slash and no backslash at the start: browsers read both as another host.
  pattern: '^/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]*$',
  examples: ['/account/keys'],
});

/** A password that is being chosen: long, of any composition (contract.md, Tokens). */
export const NewPassword = Type.String({ minLength: 15, maxLength: 128, examples: ['four words that nobody guesses'] });

/** Body of POST /v1/auth/sign-in-link (spec row 8). */
export const SignInLinkRequest = Type.Object(
  { email: EmailAddress, returnPath: Type.Optional(ReturnPath) },
  { title: 'SignInLinkRequest', ...closed },
);
export type SignInLinkRequest = Static<typeof SignInLinkRequest>;

/** Body of POST /v1/auth/password-reset-link (spec row 9). */
export const PasswordResetLinkRequest = Type.Object(
  { email: EmailAddress },
  { title: 'PasswordResetLinkRequest', ...closed },
);

const accepted = (title: string) =>
  Type.Object({ status: openEnum(['accepted']), message: Type.String() }, { title, ...closed });

/** Answer of POST /v1/auth/sign-in-link: the same for every address. */
export const SignInLinkAccepted = accepted('SignInLinkAccepted');

/** Answer of POST /v1/auth/password-reset-link: the same for every address. */
export const PasswordResetLinkAccepted = accepted('PasswordResetLinkAccepted');

/** Body of POST /v1/auth/password-reset (spec row 10). */
export const PasswordResetComplete = Type.Object(
  { token: Token, newPassword: NewPassword },
  { title: 'PasswordResetComplete', ...closed },
);

/** Answer of POST /v1/auth/password-reset. */
export const PasswordResetCompleted = Type.Object(
  {
    status: openEnum(['completed']),
    completedAt: timestamp,
    sessionsRevoked: Type.Integer({ description: 'Browsers that were signed in and are not any more.' }),
  },
  { title: 'PasswordResetCompleted', ...closed },
);
