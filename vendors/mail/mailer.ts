import { setTimeout as sleep } from 'node:timers/promises';

/** Lane of an email. `strangers` is for emails from public forms to addresses that have never been used to sign in. */
type MailLane = 'known' | 'strangers';

/** An email ready to send. `idempotencyKey` is `<mail-type>/<entity-id>`. A repeated send delivers one email. */
export interface Mail {
  to: string;
  subject: string;
  html: string;
  text: string;
  idempotencyKey: string;
  /** Address for replies. Defaults to the sender. */
  replyTo?: string;
  headers?: Record<string, string>;
  /** Defaults to `known`. */
  lane?: MailLane;
}

/** Sends mail through a provider. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Failure to send, classified by whether a retry can help. */
export class MailError extends Error {
  constructor(
    readonly kind: 'rate_limited' | 'unavailable' | 'rejected',
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'MailError';
  }
}

/** Longest time that an email waits in this process. Must be shorter than the timeout of the sending activity. */
const MAX_WAIT_MS = 20_000;

/**
 * Throttles a mailer. Lanes take turns, so emails to strangers can at most halve the rate of emails to accounts.
 * Rejects an email that would wait longer than 20 s as `rate_limited`, with the remaining wait.
 */
export function paced(mailer: Mailer, perSecond: number): Mailer {
  const lanes: Record<MailLane, (() => void)[]> = { known: [], strangers: [] };
  const apartMs = 1_000 / perSecond;
  let free = 0;
  let last: MailLane = 'strangers';
  let running = false;

  /** Number of emails that would be sent before a new email in this lane. */
  function before(lane: MailLane): number {
    const [own, other] = [lanes[lane].length, lanes[otherThan(lane)].length];
    return own + Math.min(other, lane === last ? own + 1 : own);
  }

  async function run(): Promise<void> {
    running = true;
    while (lanes.known.length + lanes.strangers.length > 0) {
      const waitMs = free - Date.now();
      if (waitMs > 0) await sleep(waitMs);
      const turn = otherThan(last);
      last = lanes[turn].length > 0 ? turn : last;
      free = Math.max(free, Date.now()) + apartMs;
      lanes[last].shift()!();
    }
    running = false;
  }

  return {
    async send(mail) {
      const lane = lanes[mail.lane ?? 'known'];
      const waitMs = Math.max(0, free - Date.now()) + before(mail.lane ?? 'known') * apartMs;
      if (waitMs > MAX_WAIT_MS)
        throw new MailError('rate_limited', 'Too many mails are waiting in this worker.', waitMs);
      const turn = new Promise<void>((resolve) => lane.push(resolve));
      if (!running) void run();
      await turn;
      await mailer.send(mail);
    },
  };
}

const otherThan = (lane: MailLane): MailLane => (lane === 'known' ? 'strangers' : 'known');
