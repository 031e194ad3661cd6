import type { Mode } from '../base/access';
import type { Secrets } from '../base/secrets';
import type { DossierRenderer } from '../modules/dossiers/dossier-renderer';
import type { ClaimReader, ResearchAgents } from '../modules/findings/contract/agents';
import type { Payments } from '../modules/orders/payment-provider';
import type { Database } from '../prisma/client';
import type { CitedPages } from '../vendors/cited-pages/cited-pages';
import type { DomainNames } from '../vendors/domain-names';
import type { Mailer } from '../vendors/mail/mailer';
import type { Sandbox } from '../vendors/sandbox';
import type { AlertReceiver } from '../vendors/webhooks/alert-receiver';
import type { Webhooks } from '../vendors/webhooks/webhook-sender';
import type { ActivitySettings } from './settings';

/** Dependencies of all activities, created once by the worker. */
export interface ActivityDeps extends ActivitySettings {
  db: Database;
  /** Agents for both modes; {@link sandbox} names the agents for test mode. */
  agents: ResearchAgents;
  sandbox: Sandbox;
  agentName: string;
  dossiers: DossierRenderer;
  /** Null if quotations are not checked (`EVIDENCE_CHECK=off`). */
  citedPages: CitedPages | null;
  domainNames: DomainNames;
  /** Second reader of claims; null if turned off (`CLAIM_CHECK`). */
  claimReader: ClaimReader | null;
  /** Null if email is not configured. Runs then continue without notifying their owners. */
  mailer: Mailer | null;
  /** Null if webhooks are not configured. */
  webhooks: Webhooks | null;
  /** Second alert channel; null if not configured. */
  alertReceiver: AlertReceiver | null;
  /** Secrets that sign links in emails, shared with the API; null if email is not configured. */
  tokenSecrets: Secrets | null;
  /** Null if payments are not configured. There are no orders then. */
  payments: Payments | null;
  /** Aborts when this worker stops, so that its sessions move to another worker immediately. */
  stopping: AbortSignal;
}

type Chosen = 'providerName' | 'citedPages' | 'domainNames' | 'claimReader';

/** Dependencies for the mode of a run. Test runs get only the sandbox, and live runs never get it. */
export function inMode(
  { providerName, citedPages, domainNames, claimReader, sandbox }: Pick<ActivityDeps, Chosen | 'sandbox'>,
  mode: Mode,
): Pick<ActivityDeps, Chosen> {
  return mode === 'test' ? { ...sandbox, claimReader: null } : { providerName, citedPages, domainNames, claimReader };
}

/** Returns the payment provider. @throws Error (retried) if payments are not configured; there are no orders then */
export function requirePayments({ payments }: Pick<ActivityDeps, 'payments'>): Payments {
  if (!payments) throw new Error('Payments are not configured for this worker');
  return payments;
}
