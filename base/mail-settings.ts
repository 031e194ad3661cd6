import { str } from 'envalid';
import { secretList, type Secrets } from './secrets';
import { emailAddress, mailbox, url } from './settings';

export const mailSettings = {
  MAIL: str({ choices: ['on', 'off'], default: undefined, desc: 'Send email; default on if TOKEN_SECRET is set' }),
  TOKEN_SECRET: secretList({
    default: undefined,
    desc: 'Secret for the tokens in emailed links, at least 32 characters',
  }),
  SUPPORT_ADDRESS: emailAddress({ default: 'support@noi.example', desc: 'Mailbox for support requests' }),
  OPERATOR_EMAIL: emailAddress({ default: undefined, desc: 'Mailbox for alerts' }),
};

/** Settings of processes that send email: workers, and API processes, which send alerts about workers. */
export const senderSettings = {
  RESEND_API_KEY: str({ default: undefined, desc: 'Resend API key' }),
  RESEND_BASE_URL: url({ default: undefined, desc: 'Another address for the Resend API' }),
  MAIL_FROM: mailbox({
    default: 'Newsletter Opportunity Intelligence <hello@noi.example>',
    desc: 'Sender, at a domain verified by Resend',
  }),
};

/** Our mailboxes by setting. We keep sending to them even after bounces and complaints. */
export function ownMailboxes(env: { SUPPORT_ADDRESS: string; OPERATOR_EMAIL: string | undefined }): OwnMailboxes {
  const { SUPPORT_ADDRESS, OPERATOR_EMAIL } = env;
  return { SUPPORT_ADDRESS, ...(OPERATOR_EMAIL && { OPERATOR_EMAIL }) };
}

export type OwnMailboxes = Partial<Record<'SUPPORT_ADDRESS' | 'OPERATOR_EMAIL', string>>;

export interface MailSwitch {
  MAIL: string | undefined;
  TOKEN_SECRET: Secrets | undefined;
}

/** Secrets of emailed links; null if mail is off. @throws Error if mail is on without TOKEN_SECRET */
export function linkAccess({ MAIL, TOKEN_SECRET }: MailSwitch): { tokenSecrets: Secrets } | null {
  if (MAIL === 'on' && !TOKEN_SECRET) throw new Error('TOKEN_SECRET: missing; MAIL=on needs it to sign links');
  return MAIL !== 'off' && TOKEN_SECRET ? { tokenSecrets: TOKEN_SECRET } : null;
}

/** {@link linkAccess} plus the mail provider's key, for sending. @throws Error if mail is on without the key */
export function senderAccess(
  settings: MailSwitch & { RESEND_API_KEY: string | undefined },
): { apiKey: string; tokenSecrets: Secrets } | null {
  const links = linkAccess(settings);
  if (!links) return null;
  if (settings.RESEND_API_KEY) return { ...links, apiKey: settings.RESEND_API_KEY };
  throw new Error('RESEND_API_KEY: missing; mail is on. Set it, or MAIL=off for API and worker');
}
