import type { Mode } from '../../contracts/access';
import type { Flaw } from '../../domain/findings-rules/rule';
import type { AgentBrief } from '../../contracts/agent-briefs';
import type { Review } from '../check-submission';
import type { SessionRef } from '../../contracts/research-agents';

/** Work of one agent session: source of its brief, destination of its submission. */
export interface Assignment {
  mode: Mode;
  /** Earliest moment at which a session for it can exist. */
  since: Date;
  /** True once work has begun, so that a session may exist. */
  begun: boolean;
  brief: AgentBrief;
  /** Spend at which the session is stopped, in millionths of a US dollar. */
  budgetMicros: number;
  /** The recorded session, or null. */
  sessionId: string | null;
  recordSession: (session: SessionRef) => Promise<void>;
  /** Stores a submission. */
  keepSubmission: (submission: Buffer) => Promise<void>;
  /** The latest submission, or null. */
  submission: () => Promise<Buffer | null>;
  /** Checks a submission and stores its document if it may be published. */
  accept: (submitted: unknown, review: Review) => Promise<Accepted>;
}

/** What became of a submission. */
export interface Accepted {
  /** Flaws that the agent is asked to correct. */
  flaws: Flaw[];
  /** True if its document was stored. */
  stored: boolean;
  /** True if it lacks nothing but evidence, so that nobody is charged for it. */
  short?: boolean;
}
