import type { Database } from '../prisma/client';
import type { ResearchAgents } from '../providers/agents/research-agents';
import type { DossierRenderer } from '../providers/dossier/dossier-renderer';
import type { Mailer } from '../providers/mail/mailer';
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
  /** Aborts when this worker stops: what can be continued elsewhere is given up at once. */
  stopping: AbortSignal;
}
