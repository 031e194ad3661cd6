/** Texts of consents; a changed text needs a new version. */
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

/** Kinds of consent. */
export type ConsentKind = keyof typeof CONSENT_TEXTS;
