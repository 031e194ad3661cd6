import { linkAccess, mailSettings, senderSettings } from '../../../platform/mail-settings';
import { paymentSettings } from '../../../platform/payment-settings';
import { runSettings, sessionLimitSettings } from '../../../platform/run-settings';
import { readSettings } from '../../../platform/settings';
import { temporalSettings } from '../../../platform/temporal-settings';
import { alertReceiverSettings, webhookSettings } from '../../../platform/webhook-settings';
import { check, ok, canJudge, warn, type PartialFinding } from '../check';

const ALL = {
  ...mailSettings,
  ...senderSettings,
  ...paymentSettings,
  ...runSettings,
  ...sessionLimitSettings,
  ...temporalSettings,
  ...webhookSettings,
  ...alertReceiverSettings,
};

/** A setting that may be missing, with what does not work then. */
interface Consequence {
  name: string;
  without: string;
  cure: string;
  /** Process that alone reads it. */
  only?: 'api' | 'worker';
  /** Whether it matters here; by default always. */
  matters?: (env: NodeJS.ProcessEnv) => boolean;
}

const isPublic = (env: NodeJS.ProcessEnv) => env.PUBLIC_URL?.startsWith('https:') ?? false;

const CONSEQUENCES: readonly Consequence[] = [
  {
    name: 'OPERATOR_EMAIL',
    without: 'alerts are log lines only, and nobody is mailed',
    cure: 'Set it to the mailbox of whoever is on call.',
  },
  {
    name: 'ALERT_WEBHOOK_URL',
    without: 'alerts have no second channel, for instance while mail is down',
    cure: 'Set it to a webhook of your chat or pager.',
    matters: isPublic,
  },
  {
    name: 'SUPPORT_ADDRESS',
    without: 'support requests go to an address that does not exist (noi.example)',
    cure: 'Set it to a mailbox that is read.',
  },
  {
    name: 'MAIL_FROM',
    only: 'worker',
    without: 'mail is sent from an address that does not exist (noi.example)',
    cure: 'Set it to an address of a domain that the mail provider has verified.',
    matters: (env) => env.MAIL !== 'off' && Boolean(env.TOKEN_SECRET),
  },
  {
    name: 'RESEND_WEBHOOK_SECRET',
    only: 'api',
    without: 'bounces and complaints are not received, and mails keep going to those addresses',
    cure: 'Add the endpoint PUBLIC_URL/webhooks/resend at the mail provider and set its secret for the API.',
    matters: (env) => env.MAIL !== 'off' && Boolean(env.TOKEN_SECRET),
  },
  {
    name: 'WEBHOOK_SECRET_KEY',
    without: 'customers cannot register webhooks (503)',
    cure: 'Set it for API and worker: 32 random bytes in base64.',
  },
  {
    name: 'PUBLIC_URL',
    without: 'links in mails lead to 127.0.0.1',
    cure: 'Set it to the https address of the service, for API and worker.',
  },
];

/** The settings here can be read, and each that is missing is known with its consequence. */
export const settings = check({
  name: 'settings',
  cure: 'Correct these variables; docs/configuration.md has what each takes.',
  run({ env, role }) {
    // Throws with every variable that cannot be read.
    linkAccess(readSettings(ALL, env));
    const missing: PartialFinding[] = CONSEQUENCES.filter(
      (each) => canJudge(role, each) && !env[each.name]?.trim() && (each.matters?.(env) ?? true),
    ).map(({ name, without, cure }) => ({ part: name, ...warn(`${name} is not set here: ${without}.`, cure) }));
    const none = 'Every setting that something depends on is set here.';
    return Promise.resolve(missing.length > 0 ? missing : ok(none));
  },
});
