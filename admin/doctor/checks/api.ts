import { check, fail, ok, warn } from '../check';

const ANSWER_WITHIN_MS = 5_000;

/** The API answers at its public address, through whatever proxies are in front of it. */
export const api = check({
  name: 'api',
  cure: 'Start the API, or correct PUBLIC_URL, DNS, the certificate or the proxy in front of it.',
  async run({ env }) {
    const publicUrl = env.PUBLIC_URL?.replace(/\/$/, '');
    if (!publicUrl) return warn('PUBLIC_URL is not set here, so the API is not asked.', 'Set PUBLIC_URL.');
    const response = await fetch(`${publicUrl}/health/ready`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      redirect: 'manual',
    });
    const body = (await response.json().catch(() => null)) as { checks?: { name: string; status: string }[] } | null;
    const failed = body?.checks?.filter(({ status }) => status === 'failed').map(({ name }) => name) ?? [];
    if (response.status !== 200) {
      const why = failed.length > 0 ? `cannot reach ${failed.join(' and ')}` : `answers ${response.status}`;
      return fail(`The API at ${publicUrl} ${why}.`, this.cure);
    }
    if (failed.length === 0) return ok(`The API at ${publicUrl} is ready.`);
    return warn(`The API at ${publicUrl} cannot reach ${failed.join(' and ')}.`, 'Compare its settings with these.');
  },
});
