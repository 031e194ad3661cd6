import { Type, type Static } from '@sinclair/typebox';
import { EmailAddress } from '../../base/email-address';
import { idSchema } from '../../base/ids';
import { closed, openEnum, timestamp } from '../../base/schema';

export const SUPPORT_CATEGORIES = ['account', 'billing', 'runs', 'api', 'privacy', 'other'] as const;
export type SupportCategory = (typeof SUPPORT_CATEGORIES)[number];

/** Body of POST /v1/support-requests (docs/interface/accounts.md#support-requests). */
export const SupportRequest = Type.Object(
  {
    email: EmailAddress,
    // One line, because it becomes the subject of an email.
    subject: Type.String({
      minLength: 3,
      maxLength: 150,
      pattern: '^[^\\r\\n\\t]*$',
      examples: ['My dossier is empty'],
    }),
    message: Type.String({
      minLength: 10,
      maxLength: 5000,
      examples: ['The dossier of my last run shows an empty page. What can I do?'],
    }),
    category: Type.Optional(Type.Unsafe<SupportCategory>({ type: 'string', enum: [...SUPPORT_CATEGORIES] })),
    relatedId: Type.Optional(
      Type.String({
        maxLength: 64,
        pattern: '^[A-Za-z0-9_-]+$',
        description: 'Id of the run, order or request in question.',
      }),
    ),
  },
  { title: 'SupportRequest', ...closed },
);
export type SupportRequest = Static<typeof SupportRequest>;

export const SupportRequestAccepted = Type.Object(
  { supportRequestId: idSchema('sup'), status: openEnum(['received']), createdAt: timestamp },
  { title: 'SupportRequestAccepted', ...closed },
);

/** Wording of each consent. If you change the wording, use a new version. */
export const CONSENT_TEXTS = {
  scan: {
    version: 'scan-2026-11',
    text: 'Research my newsletter idea with an AI agent and send the result to this address.',
  },
  marketing: {
    version: 'marketing-2026-11',
    text: 'Also send me news about newsletter opportunities. I can unsubscribe at any time.',
  },
} as const;

export type ConsentKind = keyof typeof CONSENT_TEXTS;
