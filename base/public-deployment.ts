import type { CleanedEnv } from 'envalid';
import { bareAddress } from './email-address';
import type { mailSettings, senderSettings } from './mail-settings';
import type { paymentSettings } from './payment-settings';
import type { temporalSettings } from './process-settings';
import { SECRET_SETTINGS } from './secrets';
import type { webhookSettings } from './webhook-settings';

type Declared = typeof mailSettings &
  typeof senderSettings &
  typeof paymentSettings &
  typeof temporalSettings &
  typeof webhookSettings;

/** Settings of a process. Rules skip settings that the process does not declare. */
interface Deployed extends Partial<CleanedEnv<Declared>> {
  PUBLIC_URL: string;
  TRUSTED_HOPS?: number | undefined;
  ANTHROPIC_BASE_URL?: string | undefined;
  RESEND_WEBHOOK_SECRET?: string | undefined;
}

/** A configuration mistake: the setting, a test that detects the mistake, and how to fix it. */
type Rule = [name: keyof Deployed, isWrong: (settings: Deployed) => boolean, says: string];

const plain = (name: 'ANTHROPIC_BASE_URL' | 'RESEND_BASE_URL' | 'STRIPE_BASE_URL'): Rule => [
  name,
  (settings) => isPlain(settings[name]),
  'must be an https address if PUBLIC_URL is; our key would cross the network in plain text',
];

/** A mode's key and its webhook secret must be set together. Only the API reads the secret. */
const paired = (mode: 'LIVE' | 'TEST'): Rule[] => [
  [
    `STRIPE_WEBHOOK_SECRETS_${mode}`,
    (settings) => isUnset(settings, `STRIPE_WEBHOOK_SECRETS_${mode}`) && Boolean(settings[`STRIPE_SECRET_KEY_${mode}`]),
    `missing; with STRIPE_SECRET_KEY_${mode} alone payments are noticed late`,
  ],
  [
    `STRIPE_SECRET_KEY_${mode}`,
    (settings) => Boolean(settings[`STRIPE_WEBHOOK_SECRETS_${mode}`]) && !settings[`STRIPE_SECRET_KEY_${mode}`],
    `missing, although STRIPE_WEBHOOK_SECRETS_${mode} is set; set both or neither`,
  ],
];

const mails = ({ MAIL }: Deployed) => MAIL !== 'off';

const RULES: readonly Rule[] = [
  plain('ANTHROPIC_BASE_URL'),
  plain('RESEND_BASE_URL'),
  plain('STRIPE_BASE_URL'),
  [
    'WEBHOOK_ALLOW_PRIVATE',
    ({ WEBHOOK_ALLOW_PRIVATE }) => WEBHOOK_ALLOW_PRIVATE === true,
    'remove it if PUBLIC_URL is https; customers would reach private addresses',
  ],
  [
    'TRUSTED_HOPS',
    (settings) => isUnset(settings, 'TRUSTED_HOPS'),
    'missing; set the number of proxies in front of this process (0 for none), or all clients behind them count as one',
  ],
  [
    'TEMPORAL_ADDRESS',
    (settings) => isUnset(settings, 'TEMPORAL_ADDRESS'),
    'missing; this process would look for Temporal on its own machine',
  ],
  [
    'TOKEN_SECRET',
    (settings) => isUnset(settings, 'TOKEN_SECRET') && mails(settings),
    'missing; without it nobody gets mail or can sign in. Set it, or MAIL=off if intended',
  ],
  [
    'OPERATOR_EMAIL',
    (settings) => isUnset(settings, 'OPERATOR_EMAIL') && mails(settings),
    'missing; alerts would reach nobody. Set the mailbox of the person on call',
  ],
  [
    'SUPPORT_ADDRESS',
    (settings) => mails(settings) && isExample(settings.SUPPORT_ADDRESS),
    'missing or at .example; set a mailbox that is read',
  ],
  [
    'MAIL_FROM',
    (settings) => mails(settings) && isExample(settings.MAIL_FROM),
    'missing or at .example; set an address of a domain that the mail provider has verified',
  ],
  [
    'RESEND_API_KEY',
    (settings) => isUnset(settings, 'RESEND_API_KEY') && mails(settings),
    'missing; no mail could be sent. Set it for API and worker, or MAIL=off if intended',
  ],
  [
    'RESEND_WEBHOOK_SECRET',
    (settings) => isUnset(settings, 'RESEND_WEBHOOK_SECRET') && mails(settings),
    'missing; mails would keep going to addresses that bounce. Add the endpoint PUBLIC_URL/webhooks/resend',
  ],
  [
    'STRIPE_SECRET_KEY_LIVE',
    (settings) => isUnset(settings, 'STRIPE_SECRET_KEY_LIVE') && isUnset(settings, 'STRIPE_SECRET_KEY_TEST'),
    'missing, and STRIPE_SECRET_KEY_TEST too; nothing could be sold. Set the keys of at least one mode',
  ],
  ...paired('LIVE'),
  ...paired('TEST'),
];

/**
 * If PUBLIC_URL is https, rejects unsafe settings of a process: defaults that point at this machine, keys in the wrong
 * setting, secrets used twice.
 * @throws Error with one line per mistake, without any values
 */
export function refuseWherePublic(settings: Deployed): void {
  if (new URL(settings.PUBLIC_URL).protocol !== 'https:') return;
  const problems = [
    ...RULES.filter(([, isWrong]) => isWrong(settings)).map(([name, , says]) => `${name}: ${says}`),
    ...mixUps(settings),
  ];
  if (problems.length > 0) throw new Error(`Settings are not usable:\n  ${problems.join('\n  ')}`);
}

/** Prefixes of vendors' keys, and the settings in which such keys belong. */
const KEYS: readonly { what: string; begins: RegExp; belongs: RegExp }[] = [
  { what: 'a live Stripe key', begins: /^[sr]k_live_/, belongs: /^STRIPE_SECRET_KEY_LIVE$/ },
  { what: 'a test Stripe key', begins: /^[sr]k_test_/, belongs: /^STRIPE_SECRET_KEY_TEST$/ },
  { what: 'a publishable Stripe key', begins: /^pk_(?:live|test)_/, belongs: /^$/ },
  { what: 'a webhook signing secret', begins: /^whsec_/, belongs: /^(?:STRIPE|RESEND)_WEBHOOK_SECRET/ },
  { what: 'an Anthropic key', begins: /^sk-ant-/, belongs: /^ANTHROPIC_API_KEY$/ },
  { what: 'a Resend key', begins: /^re_/, belongs: /^RESEND_API_KEY$/ },
];

/** Finds misplaced secrets: a vendor's key in the wrong setting, or one secret in two settings. Never quotes values. */
export function mixUps(settings: object): string[] {
  const given = settings as Partial<Record<string, unknown>>;
  const settingsOf = new Map<string, string>();
  return SECRET_SETTINGS.flatMap((name) =>
    textsOf(given[name]).flatMap((text) => {
      const before = settingsOf.get(text);
      settingsOf.set(text, name);
      const key = KEYS.find(({ begins }) => begins.test(text));
      if (key && !key.belongs.test(name)) return `${name}: holds ${key.what}, judging by its prefix`;
      return before && before !== name ? `${name}: is the same as ${before}; each needs its own` : [];
    }),
  );
}

/** All values of a secret, one per version, as configured. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (Buffer.isBuffer(value)) return [value.toString('base64')];
  if (typeof value === 'object' && value !== null && 'value' in value) return textsOf(value.value);
  return typeof value === 'string' ? [value] : [];
}

/** True if the process declares the setting and no value is set. */
function isUnset(settings: Deployed, name: keyof Deployed): boolean {
  return name in settings && settings[name] === undefined;
}

/** True if the mailbox is under .example, as in our defaults. Such mailboxes never receive mail. */
function isExample(mailbox: string | undefined): boolean {
  return mailbox !== undefined && bareAddress(mailbox).endsWith('.example');
}

function isPlain(address: string | undefined): boolean {
  if (address === undefined) return false;
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' && !isLoopbackName(hostname);
}

const ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** True if the IP address is reachable only from this machine. */
export function isLoopbackAddress(address: string): boolean {
  return ADDRESSES.has(address);
}

/** True if the host name always means this machine. */
export function isLoopbackName(hostname: string): boolean {
  return NAMES.has(hostname);
}
