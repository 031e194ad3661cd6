import { Type, type Static } from '@sinclair/typebox';
import { MODES, PLANS, SCOPES } from './access';
import { idSchema } from './ids';
import { RUN_KIND_NAMES } from './runs';
import { closed, nullable, openEnum, timestamp } from './schema';

/**
 * States of an account. A suspended one cannot be used and can be restored unchanged; of an erased one only legally
 * required records remain, under its id.
 */
export const ACCOUNT_STATES = ['pending', 'active', 'suspended', 'erased'] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

const ERASED_DOMAIN = '@erased.invalid';

/** Placeholder address of an erased account; nothing is ever sent to it (RFC 2606). */
export function erasedAddress(accountId: string): string {
  return `${accountId}${ERASED_DOMAIN}`;
}

/** True for the placeholder address of an erased account. */
export function isErasedAddress(email: string): boolean {
  return email.endsWith(ERASED_DOMAIN);
}

export const EntitlementCount = Type.Object(
  {
    kind: openEnum(RUN_KIND_NAMES),
    unused: Type.Integer({ description: 'Credits that a run can take.' }),
    consumed: Type.Integer(),
    frozen: Type.Integer({ description: 'Credits that a dispute of their payment keeps from being taken.' }),
  },
  { title: 'EntitlementCount', ...closed },
);

/** Account-level metadata of the calling key (docs/interface.md, Account and usage). */
export const Account = Type.Object(
  {
    accountId: idSchema('acc'),
    emailMasked: Type.String({ description: 'Enough to tell accounts apart.', examples: ['o***@example.com'] }),
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
      { ...closed, description: 'The key that this request was made with.' },
    ),
    entitlements: Type.Array(EntitlementCount, { description: 'Credits of the account in the mode of the key.' }),
    contributorBalance: nullable(
      Type.Object(
        {
          available: Type.Integer({
            description: 'Can be withdrawn; negative if a sale was taken back after its payout.',
          }),
          held: Type.Integer({ description: 'In withdrawals under way.' }),
          pending: Type.Integer({ description: 'Shares of sales that have not matured yet.' }),
          frozen: Type.Integer({ description: 'Shares of sales whose payment is disputed.' }),
          currency: Type.Literal('usd'),
        },
        { ...closed, description: 'Minor units; null for an account that is no contributor.' },
      ),
    ),
  },
  { title: 'Account', ...closed },
);
export type Account = Static<typeof Account>;

/** Masks an e-mail address except its first character and domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}***${email.slice(at)}`;
}
