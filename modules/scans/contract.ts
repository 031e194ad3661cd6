import { Type, type Static } from '@sinclair/typebox';
import { EmailAddress } from '../../base/email-address';
import { idSchema } from '../../base/ids';
import { closed, nullable, openEnum, timestamp } from '../../base/schema';
import type { Findings } from '../findings/contract/findings';
import { CONSENT_TEXTS } from '../mail/contract';

/** States of a free scan (docs/interface/scans.md); transitions are in `modules/scans/rules.ts`. */
export const SCAN_STATUSES = [
  'queued',
  'awaiting_confirmation',
  'confirmed',
  'running',
  'completed',
  'failed',
  'expired',
] as const;
export type ScanStatusName = (typeof SCAN_STATUSES)[number];

/** Findings of a scan, a subset of the findings schema. */
export type ScanFindings = Pick<Findings, 'verdict' | 'dimensions' | 'evidence'>;

/** Body of POST /v1/scan (docs/interface/scans.md). */
export const FreeScanRequest = Type.Object(
  {
    email: EmailAddress,
    idea: Type.String({
      minLength: 10,
      maxLength: 2000,
      examples: ['A weekly newsletter on retrofitting heat pumps for owners of old houses'],
    }),
    marketingConsent: Type.Optional(Type.Boolean({ default: false, description: CONSENT_TEXTS.marketing.text })),
    locale: Type.Optional(
      Type.String({ maxLength: 35, pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$', examples: ['en', 'de-AT'] }),
    ),
  },
  { title: 'FreeScanRequest', ...closed },
);
export type FreeScanRequest = Static<typeof FreeScanRequest>;

/** Response of POST /v1/scan. */
export const FreeScanAccepted = Type.Object(
  {
    scanId: idSchema('scn'),
    status: openEnum(SCAN_STATUSES),
    confirmationExpiresAt: timestamp,
    message: Type.String(),
  },
  { title: 'FreeScanAccepted', ...closed },
);

/** JSON response of GET /v1/scan/confirm, which is idempotent. */
export const FreeScanConfirmed = Type.Object(
  {
    scanId: idSchema('scn'),
    status: openEnum(SCAN_STATUSES),
    consentRecordedAt: timestamp,
    idea: Type.String(),
  },
  { title: 'FreeScanConfirmed', ...closed },
);

/** Body of POST /v1/scan/status (docs/interface/scans.md). */
export const FreeScanStatusLookup = Type.Object(
  { scanId: Type.String({ minLength: 1, maxLength: 64 }), email: EmailAddress },
  { title: 'FreeScanStatusLookup', ...closed },
);

/** Response of POST /v1/scan/status. If id and email do not match, `status` is `unknown` and other fields are null. */
export const FreeScanStatusLookupResult = Type.Object(
  {
    scanId: Type.String(),
    status: openEnum([...SCAN_STATUSES, 'unknown']),
    createdAt: nullable(timestamp),
    confirmedAt: nullable(timestamp),
    completedAt: nullable(timestamp),
    summary: nullable(Type.String({ description: 'The verdict in words, once the scan is completed.' })),
    failureReason: nullable(Type.String()),
  },
  { title: 'FreeScanStatusLookupResult', ...closed },
);
export type FreeScanStatusLookupResult = Static<typeof FreeScanStatusLookupResult>;
