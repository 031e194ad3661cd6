import type { LinkPurpose } from '../contracts/sign-in';
import type { Database } from '../prisma/client';
import type { ResearchAgents } from '../providers/agents/research-agents';
import type { DossierRenderer } from '../providers/dossier/dossier-renderer';
import type { Mailer } from '../providers/mail/mailer';
import type { Webhooks } from '../providers/webhooks/create-webhooks';
import type { Payments } from '../providers/payments/payments';

/** What activities are made of: composed once, by the worker. */
export interface ActivityDeps {
  db: Database;
  agents: ResearchAgents;
  /** Who runs the agents, as `provider.name` and `provenance.provider` say it. */
  providerName: string;
  /** Name under which the research agent is provisioned. */
  agentName: string;
  dossiers: DossierRenderer;
  /** Null where mail is not configured: owners are not told, runs go on. */
  mailer: Mailer | null;
  /** Null where webhooks are not configured. */
  webhooks: Webhooks | null;
  /** What links in mails are made with; the API has the same. */
  tokenSecret: string;
  /** How long a link to an account works, from its mail on. */
  linkLifetimesMs: Record<LinkPurpose, number>;
  /** How long a free scan can be confirmed, for the words of its mail. */
  scanConfirmationMs: number;
  /** Where support requests go. */
  supportAddress: string;
  /** Null where payments are not configured: then there are no orders to work on. */
  payments: Payments | null;
  /** Who is told of what only a person can mend; null where nobody is. */
  operatorEmail: string | null;
  /** Where callers reach the API, for links in mails. */
  publicUrl: string;
  /** Spend at which the session of one run is stopped, in millionths of a US dollar. */
  runBudgetMicros: number;
  /** The same for the session of one candidate of a search. */
  candidateBudgetMicros: number;
  /** The same for the session of a free scan. */
  scanBudgetMicros: number;
  /** Aborts when this worker stops: what can be continued elsewhere is given up at once. */
  stopping: AbortSignal;
}
