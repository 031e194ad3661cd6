import type { Logger } from 'pino';

/** Availability of one external part, as reported to the log. */
export interface Outage {
  /**
   * Reports a call that failed because the part is unavailable. The first is logged with its error, others are counted.
   */
  failed(error: unknown): void;
  /** Reports a successful call. Ends an outage and logs its duration and the number of failed calls. */
  answered(): void;
}

const PROBE_EVERY_MS = 1_000;

/**
 * Logs an outage of `part` once at its start and once at its end, however many calls fail in between. With a `probe`
 * the end is detected by polling every second, without one by the next successful call.
 */
export function watchOutage(log: Logger, part: string, probe?: () => Promise<unknown>): Outage {
  let outage: { since: number; failures: number } | null = null;
  const outages: Outage = {
    failed(error) {
      if (outage) {
        outage.failures++;
        return;
      }
      outage = { since: Date.now(), failures: 1 };
      log.error({ part, err: error }, `${part} does not answer; calls are refused or tried again until it does`);
      if (probe) poll();
    },
    answered() {
      if (!outage) return;
      const { since, failures } = outage;
      outage = null;
      log.warn({ part, awayMs: Date.now() - since, failures }, `${part} answers again`);
    },
  };
  const poll = (): void => {
    setTimeout(() => void probe!().then(outages.answered, poll), PROBE_EVERY_MS).unref();
  };
  return outages;
}
