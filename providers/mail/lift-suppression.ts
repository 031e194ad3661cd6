import { Resend } from 'resend';

/** Takes longer only when the provider hangs. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Removes an address from the mail provider's own suppression list, which refuses mails before ours is asked. True if it
 * was there.
 *
 * @throws Error if the provider refuses or does not answer within 10 s
 */
export async function liftProviderSuppression(
  { apiKey, baseUrl }: { apiKey: string; baseUrl?: string | undefined },
  email: string,
): Promise<boolean> {
  const resend = new Resend(apiKey, { ...(baseUrl !== undefined && { baseUrl }) });
  const { data, error } = await resend.suppressions.remove(email, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!error) return data.deleted;
  if (error.statusCode === 404) return false;
  throw new Error(
    `The mail provider did not take ${email} off its list (${error.name} ${error.statusCode ?? 'without answer'}). Nothing was changed: try again, or remove it in the provider's dashboard.`,
  );
}
