import type { Flaw } from '../../contracts/check-findings';
import type { AgentBrief, SessionRef } from '../../providers/agents/research-agents';

/** What one session works on: where its brief comes from, and where what it hands in goes. */
export interface Assignment {
  /** Since when a session of it can be there. */
  since: Date;
  /** Whether work on it has begun, so that there may be a session. */
  begun: boolean;
  brief: AgentBrief;
  /** Spend at which the session is stopped, in millionths of a US dollar. */
  budgetMicros: number;
  /** The session that works on it, where one was recorded. */
  sessionId: string | null;
  recordSession: (session: SessionRef) => Promise<void>;
  /** Keeps what was handed in, as it came. */
  keepSubmission: (submission: Buffer) => Promise<void>;
  /** What was handed in last, or null. */
  submission: () => Promise<Buffer | null>;
  /** Checks what was handed in and keeps it where it passed; else says what is wrong with it. */
  accept: (submitted: unknown) => Promise<Flaw[]>;
}
