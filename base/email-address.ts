import { Type } from '@sinclair/typebox';

export const EmailAddress = Type.String({ format: 'email', maxLength: 254, examples: ['reader@example.com'] });

/** Mail domains that ignore dots in the local part. */
const DOTLESS = ['gmail.com', 'googlemail.com'];

/** Reduces an email address to its mailbox: drops the tag (`+shop`), and dots where the mail provider ignores them. */
export function normalMailbox(email: string): string {
  const [name, domain] = splitAt(normalEmail(email), '@');
  const untagged = name.split('+')[0]!;
  return DOTLESS.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Trims an email address and converts it to lower case, the form that we store and compare. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Extracts the normalized email address from a header or setting such as `Support <help@example.com>`. */
export function bareAddress(mailbox: string): string {
  return normalEmail(/<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox);
}

/**
 * Runs work that sends email to an address that somebody typed, within the rate limits for the mailbox and the network.
 * @throws Failure `rate_limited`
 */
export type WithinMailShare = <Done>(email: string, work: () => Promise<Done>) => Promise<Done>;
