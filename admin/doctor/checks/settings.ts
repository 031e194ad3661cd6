import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { linkAccess, mailSettings, senderSettings } from '../../../base/mail-settings';
import { PACKAGE_ROOT } from '../../../base/package-root';
import { paymentSettings } from '../../../base/payment-settings';
import { temporalSettings } from '../../../base/process-settings';
import { runSettings, sessionLimitSettings } from '../../../base/run-settings';
import { readSettings } from '../../../base/settings';
import { alertReceiverSettings, webhookSettings } from '../../../base/webhook-settings';
import { secretVersions } from '../../keys';
import { check, ok, canJudge, warn, fail, counted, type PartialFinding } from '../check';

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

/** An optional setting, and the feature that is missing without it. */
interface Consequence {
  name: string;
  without: string;
  cure: string;
  /** The only process that reads the setting. */
  only?: 'api' | 'worker';
  /** True if the setting matters in this environment. If absent, the setting always matters. */
  matters?: (env: NodeJS.ProcessEnv) => boolean;
}

const isPublic = (env: NodeJS.ProcessEnv) => env.PUBLIC_URL?.startsWith('https:') ?? false;

const CONSEQUENCES: readonly Consequence[] = [
  {
    name: 'OPERATOR_EMAIL',
    without: 'alerts are only logged, and nobody gets mail',
    cure: 'Set it to the mailbox of the person on call.',
  },
  {
    name: 'ALERT_WEBHOOK_URL',
    without: 'alerts have no second channel when mail is down',
    cure: 'Set it to a webhook of your chat or pager.',
    matters: isPublic,
  },
  {
    name: 'SUPPORT_ADDRESS',
    without: 'support requests go to an address that does not exist (noi.example)',
    cure: 'Set it to a mailbox that somebody reads.',
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
    without: 'bounces and complaints are not received, and mail keeps going to those addresses',
    cure: 'Add the endpoint PUBLIC_URL/webhooks/resend at the mail provider and set its secret for the API.',
    matters: (env) => env.MAIL !== 'off' && Boolean(env.TOKEN_SECRET),
  },
  {
    name: 'SELLER_ADDRESS',
    without: 'the legal notice and receipts lack the legally required address',
    cure: 'Set SELLER_ADDRESS, SELLER_EMAIL and, if you have them, SELLER_REGISTER and SELLER_TAX_ID.',
    matters: isPublic,
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

/** Checks that the settings here are valid, and reports what does not work because optional settings are missing. */
export const settings = check({
  name: 'settings',
  cure: 'Correct these variables. See docs/configuration.md for valid values.',
  run({ env, role }) {
    // Throws one error that names all invalid variables.
    linkAccess(readSettings(ALL, env));
    const missing: PartialFinding[] = CONSEQUENCES.filter(
      (each) => canJudge(role, each) && !env[each.name]?.trim() && (each.matters?.(env) ?? true),
    ).map(({ name, without, cure }) => ({ part: name, ...warn(`${name} is not set here: ${without}.`, cure) }));
    const none = 'All settings that features depend on are set here.';
    return Promise.resolve(missing.length > 0 ? missing : ok(none));
  },
});

const PROGRAMS = { api: 'server', worker: 'worker' } as const;
const WITHIN_MS = 14_000;

/** Starts the process of the role with `--check`, to find out before a deploy whether it refuses these settings. */
export const start = check({
  name: 'start',
  cure: 'Correct these settings. See docs/configuration.md for valid values.',
  withinMs: WITHIN_MS + 1_000,
  async run({ env, role }) {
    if (role === 'operator') return ok('No process selected. To check that one starts, use --for api or --for worker.');
    const { refused, warned } = await tryStart(role, env);
    if (refused === null)
      return warn(`The ${role} did not answer in ${WITHIN_MS / 1_000} s.`, 'Try again when the machine is less busy.');
    if (refused !== '') return fail(`The ${role} refuses to start: ${refused.replaceAll(/\s+/g, ' ')}`, start.cure);
    if (warned !== '') return warn(warned.replaceAll('\n', ' '), 'Rename or remove the variable.');
    return ok(`The ${role} starts with the settings here.`);
  },
});

/** Starts a process with these variables and `--check`. `refused` is null if the process did not exit in time. */
export async function tryStart(role: keyof typeof PROGRAMS, env: NodeJS.ProcessEnv) {
  const program = join(PACKAGE_ROOT, 'dist', PROGRAMS[role], 'main.js');
  const options = { env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env }, timeout: WITHIN_MS };
  return promisify(execFile)(process.execPath, [program, '--check'], options).then(
    ({ stderr }) => ({ refused: '', warned: stderr.trim() }),
    ({ killed, stderr = '' }: { killed?: boolean; stderr?: string }) => ({
      refused: killed ? null : stderr.trim(),
      warned: '',
    }),
  );
}

/** Checks that the settings have every secret version that rows in the database need. */
export const secrets = check({
  name: 'secrets',
  needs: ['database'],
  cure: 'Correct TOKEN_SECRET or WEBHOOK_SECRET_KEY.',
  async run({ db, env }) {
    const versions = await secretVersions(db, env);
    const missing = versions.filter(({ state }) => state === 'missing');
    if (missing.length === 0) return ok(`${counted(versions.length, 'version')} of secrets, none missing.`);
    const named = missing.map(({ setting, keyId }) => `${setting} ${keyId}`).join(', ');
    const cure = 'Append the old secret to its list in every process. `admin secrets list` shows what needs it.';
    return fail(`Missing from these settings: ${named}. Work that needs them waits.`, cure);
  },
});
