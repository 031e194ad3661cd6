import { Type } from '@sinclair/typebox';

/** Schema of an e-mail address as callers send it. */
export const EmailAddress = Type.String({ format: 'email', maxLength: 254, examples: ['reader@example.com'] });

/** Domains whose mailboxes ignore dots in their names. */
const DOTLESS = ['gmail.com', 'googlemail.com'];

/** Normalizes an address to the mailbox behind it: without a tag (`+shop`), and without dots where they are ignored. */
export function normalMailbox(email: string): string {
  const [name, domain] = splitAt(normalEmail(email), '@');
  const untagged = name.split('+')[0]!;
  return DOTLESS.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Normalizes an address to the stored and compared form, without case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Address of a mailbox as a header or a setting names it, such as `Support <help@example.com>`, normalized. */
export function bareAddress(mailbox: string): string {
  return normalEmail(/<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox);
}

/**
 * Runs work that mails an address somebody typed, within the limits of the mailbox and of the sender's network.
 *
 * @throws Failure `rate_limited`
 */
export type WithinMailShare = <Done>(email: string, work: () => Promise<Done>) => Promise<Done>;
