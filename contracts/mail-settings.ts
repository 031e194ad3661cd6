import { EnvError, makeValidator, num, str, url } from 'envalid';
import { duration } from './settings';

const MIN_SECRET_LENGTH = 32;

const secret = makeValidator<string>((value) => {
  if (value.length >= MIN_SECRET_LENGTH) return value;
  throw new EnvError(`must have at least ${MIN_SECRET_LENGTH} characters; make one with: openssl rand -base64 32`);
});

/** Settings of mail that API and worker share. Mail is on where the first two are set; without them it is off. */
export const mailSettings = {
  RESEND_API_KEY: str({ default: undefined, desc: 'Key of the mail provider' }),
  TOKEN_SECRET: secret({ default: undefined, desc: 'What links in mails are made with' }),
  SCAN_CONFIRMATION_LIFETIME: duration({ default: 259_200_000, desc: 'How long a free scan can be confirmed' }),
};

/** Settings of mail that only the worker has, which sends it. */
export const senderSettings = {
  RESEND_BASE_URL: url({ default: undefined, desc: 'Another address than the provider’s own' }),
  MAIL_FROM: str({ default: 'Newsletter Opportunity Intelligence <hello@noi.example>', desc: 'Sender of mails' }),
  MAILS_PER_SECOND: num({ default: 2, desc: 'Mails that one worker sends in a second; the provider’s own limit' }),
  SUPPORT_ADDRESS: str({ default: 'support@noi.example', desc: 'Where support requests are sent' }),
  SIGN_IN_LINK_LIFETIME: duration({ default: 900_000, desc: 'How long a sign-in link works' }),
  RESET_LINK_LIFETIME: duration({ default: 1_800_000, desc: 'How long a link to set a password works' }),
};

/** The settings without which mail is off. */
export interface MailSwitch {
  RESEND_API_KEY: string | undefined;
  TOKEN_SECRET: string | undefined;
}

/** The provider's key and the secret of links, or null where mail is off. */
export function mailAccess({
  RESEND_API_KEY,
  TOKEN_SECRET,
}: MailSwitch): { apiKey: string; tokenSecret: string } | null {
  return RESEND_API_KEY && TOKEN_SECRET ? { apiKey: RESEND_API_KEY, tokenSecret: TOKEN_SECRET } : null;
}
