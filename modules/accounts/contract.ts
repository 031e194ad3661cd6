import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Type, type Static } from '@sinclair/typebox';
import { MODES, PLANS, SCOPES, type Mode } from '../../base/access';
import { EmailAddress } from '../../base/email-address';
import { idSchema } from '../../base/ids';
import { closed, nullable, openEnum, timestamp } from '../../base/schema';
import { RUN_KIND_NAMES } from '../run-kinds/contract';

/**
 * Account states. A suspended account cannot be used but can be restored unchanged. An erased account keeps only its
 * id and the records that the law requires.
 */
export const ACCOUNT_STATES = ['pending', 'active', 'suspended', 'erased'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

const ERASED_DOMAIN = '@erased.invalid';

/** Placeholder email address of an erased account. Nothing is ever sent to it (RFC 2606). */
export function erasedAddress(accountId: string): string {
  return `${accountId}${ERASED_DOMAIN}`;
}

export function isErasedAddress(email: string): boolean {
  return email.endsWith(ERASED_DOMAIN);
}

export const EntitlementCount = Type.Object(
  {
    kind: openEnum(RUN_KIND_NAMES),
    unused: Type.Integer({ description: 'Credits that runs can use.' }),
    consumed: Type.Integer(),
    frozen: Type.Integer({ description: 'Credits blocked by a dispute of their payment.' }),
  },
  { title: 'EntitlementCount', ...closed },
);

/** Account that the calling key belongs to (docs/interface/accounts.md#account-and-usage). */
export const Account = Type.Object(
  {
    accountId: idSchema('acc'),
    emailMasked: Type.String({ description: 'Identifies the account.', examples: ['o***@example.com'] }),
    plan: openEnum(PLANS),
    mode: openEnum(MODES),
    createdAt: timestamp,
    apiKey: Type.Object(
      {
        apiKeyId: idSchema('key'),
        name: Type.String({ examples: ['production'] }),
        prefix: Type.String({ examples: ['noi_live_4kQ2'] }),
        scopes: Type.Array(openEnum(SCOPES)),
        plan: openEnum(PLANS),
        expiresAt: nullable(timestamp),
        lastUsedAt: nullable(timestamp),
      },
      { ...closed, description: 'The key used for this request.' },
    ),
    entitlements: Type.Array(EntitlementCount, { description: 'Credits of the account in the mode of the key.' }),
    contributorBalance: nullable(
      Type.Object(
        {
          available: Type.Integer({
            description: 'Can be withdrawn; negative if a sale was reversed after its payout.',
          }),
          held: Type.Integer({ description: 'In withdrawals that are in progress.' }),
          pending: Type.Integer({ description: 'Shares of sales that have not matured yet.' }),
          frozen: Type.Integer({ description: 'Shares of sales whose payment is disputed.' }),
          currency: Type.Literal('usd'),
        },
        { ...closed, description: 'Minor units; null if the account is not a contributor.' },
      ),
    ),
  },
  { title: 'Account', ...closed },
);
export type Account = Static<typeof Account>;

/** Masks an email address, keeping its first character and domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}***${email.slice(at)}`;
}

/** Purposes of a mailed link. Each link has one purpose and works once. */
export const LINK_PURPOSES = ['sign_in', 'password_reset'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/**
 * Number of wrong passwords allowed within {@link PASSWORD_WINDOW_MS}. Further attempts are refused until the window
 * ends. Each browser that has signed in before has its own count. All unknown browsers share one count per mailbox.
 */
export const MAX_PASSWORD_FAILURES = 10;
export const PASSWORD_WINDOW_MS = 3_600_000;

/** Ways to authenticate at sign-in, and again before actions that a stolen cookie alone must not permit. */
export const STEP_UP_METHODS = ['passkey', 'password', 'mail_link'] as const;
export type StepUpMethod = (typeof STEP_UP_METHODS)[number];

/** One-time token as received. Accepts any string, so that malformed tokens get the same response as unknown ones. */
export const Token = Type.String({ minLength: 1, maxLength: 512 });

/** Redirect target after sign-in: a path on this site, never another host. */
export const ReturnPath = Type.String({
  maxLength: 512,
  // Browsers treat a leading double slash or backslash as another host.
  pattern: '^/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]*$',
  examples: ['/account/keys'],
});

/** New password: long, with any characters (docs/interface/accounts.md#links-and-passwords). */
export const NewPassword = Type.String({
  writeOnly: true,
  minLength: 15,
  maxLength: 128,
  examples: ['four words that nobody guesses'],
});

/** Body of POST /v1/auth/sign-in-link (docs/interface/accounts.md#links-and-passwords). */
export const SignInLinkRequest = Type.Object(
  { email: EmailAddress, returnPath: Type.Optional(ReturnPath) },
  { title: 'SignInLinkRequest', ...closed },
);
export type SignInLinkRequest = Static<typeof SignInLinkRequest>;

/** Body of POST /v1/auth/password-reset-link (docs/interface/accounts.md#links-and-passwords). */
export const PasswordResetLinkRequest = Type.Object(
  { email: EmailAddress },
  { title: 'PasswordResetLinkRequest', ...closed },
);

const accepted = (title: string) =>
  Type.Object({ status: openEnum(['accepted']), message: Type.String() }, { title, ...closed });

/** Response of POST /v1/auth/sign-in-link, the same for every email address. */
export const SignInLinkAccepted = accepted('SignInLinkAccepted');

export const PasswordResetLinkAccepted = accepted('PasswordResetLinkAccepted');

/** Body of POST /v1/auth/password-reset (docs/interface/accounts.md#links-and-passwords). */
export const PasswordResetComplete = Type.Object(
  { token: Token, newPassword: NewPassword },
  { title: 'PasswordResetComplete', ...closed },
);

export const PasswordResetCompleted = Type.Object(
  {
    status: openEnum(['completed']),
    completedAt: timestamp,
    sessionsRevoked: Type.Integer({ description: 'Number of browsers signed out.' }),
  },
  { title: 'PasswordResetCompleted', ...closed },
);

/** Brand prefix of API keys, defined only here (docs/interface/requests.md#style). */
export const BRAND = 'noi';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${BRAND}_(${MODES.join('|')})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = BASE62[Number(rest % 62n)]! + digits;
  return digits.padStart(length, '0');
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

/**
 * Generates an API key: `noi_live_` or `noi_test_`, 256 random bits in base62, followed by the CRC-32 of everything
 * before it. We show the key to its owner once and store only its hash ({@link hashApiKey}).
 */
export function generateApiKey(mode: Mode): string {
  const body = `${BRAND}_${mode}_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)}`;
  return body + checksum(body);
}

/** Mode of a well-formed key. Null if the format or checksum is wrong, so that we do not look up mistyped keys. */
export function readApiKey(candidate: string): Mode | null {
  const match = SHAPE.exec(candidate);
  if (!match) return null;
  const body = candidate.slice(0, -CHECKSUM_LENGTH);
  return candidate.endsWith(checksum(body)) ? (match[1] as Mode) : null;
}

/** SHA-512 of the whole key. We store and look up only this hash (docs/interface/accounts.md#keys-and-accounts). */
export function hashApiKey(apiKey: string): Buffer {
  return hash('sha512', apiKey, 'buffer');
}

/** {@link hashApiKey} as base64. Used on every request, because a string is three times as fast as a buffer. */
export function hashApiKeyAsText(apiKey: string): string {
  return hash('sha512', apiKey, 'base64');
}

/** Part of a key that we display to identify it: its prefix and four characters of the secret. */
export function displayPrefix(apiKey: string): string {
  return apiKey.slice(0, BRAND.length + 1 + 5 + 4);
}
