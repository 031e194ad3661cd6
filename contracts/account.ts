import { Type, type Static } from '@sinclair/typebox';
import { MODES, PLANS, SCOPES } from './access';
import { idSchema } from './ids';
import { RUN_KINDS } from './runs';
import { closed, nullable, openEnum, timestamp } from './schema';

/** Credits of one kind: how many can still be taken, how many were. */
export const EntitlementCount = Type.Object(
  { kind: openEnum(RUN_KINDS), unused: Type.Integer(), consumed: Type.Integer() },
  { title: 'EntitlementCount', ...closed },
);

/** Account-level metadata of the calling key (spec row 20; contract.md, Bodies). */
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
        { available: Type.Integer(), held: Type.Integer(), currency: Type.Literal('usd') },
        { ...closed, description: 'Minor units; null for an account that is no contributor.' },
      ),
    ),
  },
  { title: 'Account', ...closed },
);
export type Account = Static<typeof Account>;

/** An e-mail address of which only the first character and the domain can be read. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return `${first}***${email.slice(at)}`;
}
