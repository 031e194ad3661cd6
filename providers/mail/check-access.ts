const PROVIDER = 'https://api.resend.com';
const ANSWER_WITHIN_MS = 5_000;

/** What the mail provider says of our key and of the domain that we send from. */
export type MailAccess =
  /** `domain` is null where it is unknown: the key may only send, or it is a stand-in. */
  | { kind: 'accepted'; domain: { name: string; status: string } | null }
  | { kind: 'refused' }
  | { kind: 'unavailable'; status: number };

/**
 * Asks the mail provider for our domains, which sends nothing. A key that may only send is refused with 401 there, an
 * invalid one with 403 (resend.com/docs/api-reference/errors).
 *
 * @throws Error if there is no answer within 5 s
 */
export async function checkMailAccess(options: {
  apiKey: string;
  baseUrl?: string | undefined;
  from: string;
}): Promise<MailAccess> {
  const response = await fetch(`${(options.baseUrl || PROVIDER).replace(/\/$/, '')}/domains`, {
    headers: { authorization: `Bearer ${options.apiKey}` },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    redirect: 'error',
  });
  const { status } = response;
  if (status === 403) return { kind: 'refused' };
  if (status === 429 || status >= 500) return { kind: 'unavailable', status };
  const body = (await response.json().catch(() => null)) as { data?: unknown } | null;
  if (status !== 200 || !Array.isArray(body?.data)) return { kind: 'accepted', domain: null };
  const name = domainOf(options.from);
  const domains = body.data as { name?: string; status?: string }[];
  const ours = domains.find((domain) => domain.name === name || name.endsWith(`.${domain.name}`));
  // A stand-in sends from any domain and lists none.
  if (!ours && options.baseUrl) return { kind: 'accepted', domain: null };
  return { kind: 'accepted', domain: { name, status: ours?.status ?? 'unknown there' } };
}

function domainOf(from: string): string {
  return /@([^>\s]+)/.exec(from)?.[1]?.toLowerCase() ?? from;
}
