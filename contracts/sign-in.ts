import { Type, type Static } from '@sinclair/typebox';
import { EmailAddress } from './email-address';
import { closed, openEnum, timestamp } from './schema';

/** Purposes of a mailed link; each link serves one purpose, once. */
export const LINK_PURPOSES = ['sign_in', 'password_reset'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/**
 * Wrong passwords within {@link PASSWORD_WINDOW_MS} after which further attempts are refused until the window ends.
 * Counted per address for all unknown browsers together, and separately for each browser that signed in before.
 */
export const MAX_PASSWORD_FAILURES = 10;
export const PASSWORD_WINDOW_MS = 3_600_000;

/** Methods of authentication, at sign-in and before actions that a stolen cookie must not allow. */
export const STEP_UP_METHODS = ['passkey', 'password', 'mail_link'] as const;
export type StepUpMethod = (typeof STEP_UP_METHODS)[number];

/** One-time token as received. Any shape is accepted: a malformed token is handled like an unknown one. */
export const Token = Type.String({ minLength: 1, maxLength: 512 });

/** Redirect target after sign-in: a path on this site, never another host. */
export const ReturnPath = Type.String({
  maxLength: 512,
  // Browsers treat a leading double slash or backslash as another host.
  pattern: '^/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]*$',
  examples: ['/account/keys'],
});

/** New password: long, of any composition (docs/interface.md, Links and passwords). */
export const NewPassword = Type.String({
  writeOnly: true,
  minLength: 15,
  maxLength: 128,
  examples: ['four words that nobody guesses'],
});

/** Body of POST /v1/auth/sign-in-link (docs/interface.md, Links and passwords). */
export const SignInLinkRequest = Type.Object(
  { email: EmailAddress, returnPath: Type.Optional(ReturnPath) },
  { title: 'SignInLinkRequest', ...closed },
);
export type SignInLinkRequest = Static<typeof SignInLinkRequest>;

/** Body of POST /v1/auth/password-reset-link (docs/interface.md, Links and passwords). */
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

/** Body of POST /v1/auth/password-reset (docs/interface.md, Links and passwords). */
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
