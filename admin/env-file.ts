import { randomBytes } from 'node:crypto';
import { EnvError, makeValidator, str, type ValidatorSpec } from 'envalid';
import { agentSettings } from '../base/agent-settings';
import { mailSettings, senderSettings } from '../base/mail-settings';
import { paymentSettings, sellerSettings } from '../base/payment-settings';
import { temporalSettings } from '../base/process-settings';
import { generateSealingKey } from '../base/secrets';
import { databaseUrl, HOST_NAME, publicUrl } from '../base/settings';
import { newToken } from '../base/tokens';
import { alertReceiverSettings, webhookSettings } from '../base/webhook-settings';

export type Values = Record<string, string>;

interface Line {
  name: string;
  /** Meaning of the variable, shown in the prompt and in .env.example. */
  says: string;
  spec: ValidatorSpec<unknown>;
  /** True if the value must not appear on the screen, in options or in .env.example. */
  secret?: true;
  /** True if `init` asks for the value. */
  asked?: true;
  /** Generates the value, or derives it from the answers. */
  make?: (values: Values) => string;
  /** Limits the variable to deployments that run PostgreSQL and Temporal themselves (`here`) or use managed ones. */
  only?: 'here' | 'managed';
  example?: string;
}

const domain = makeValidator<string>((value) => {
  if (HOST_NAME.test(value) && !/\.(example|invalid|localhost|test)$/.test(value)) return value;
  throw new EnvError('must be your host name in lower case, such as research.example.com, without https://');
});
const seller = makeValidator<string>((value) => {
  if (/^[^\p{Cc}<>]{1,100}$/u.test(value) && value === value.trim()) return value;
  throw new EnvError('must be a name of at most 100 characters, without < and >');
});
const password = makeValidator<string>((value) => {
  if (/^[\w-]{16,}$/.test(value)) return value;
  throw new EnvError('must have 16 or more letters and digits, because it is part of an address');
});

const line = (name: string, says: string, spec: Line['spec'], more: Partial<Line> = {}): Line => ({
  ...{ name, says, spec },
  ...more,
});
const ASKED = { asked: true } as const;
const SECRET = { secret: true } as const;
const MANAGED = { asked: true, only: 'managed' } as const;
const passwordOf = (name: string, role: string) =>
  line(name, `Password of ${role}`, password(), {
    ...SECRET,
    only: 'here',
    make: () => randomBytes(24).toString('hex'),
  });
const ofStripe = (mode: 'TEST' | 'LIVE', says: string) => [
  line(`STRIPE_SECRET_KEY_${mode}`, says, paymentSettings[`STRIPE_SECRET_KEY_${mode}`], SECRET),
  line(
    `STRIPE_WEBHOOK_SECRETS_${mode}`,
    `Signing secret (whsec_...) of the ${mode.toLowerCase()} mode endpoint PUBLIC_URL/webhooks/stripe`,
    paymentSettings[`STRIPE_WEBHOOK_SECRETS_${mode}`],
    SECRET,
  ),
];

/** Every line of `.env`, in groups. The prompts, the file and .env.example are made from it. */
const GROUPS: readonly { title: string; lines: readonly Line[] }[] = [
  {
    title: 'Address, seller and mailboxes',
    lines: [
      line('DOMAIN', 'Domain; its DNS must point here', domain(), { ...ASKED, example: 'noi.example.com' }),
      line('PUBLIC_URL', 'Public URL', publicUrl(), { make: ({ DOMAIN }) => `https://${DOMAIN}` }),
      line('SELLER_NAME', 'Seller', seller(), { ...ASKED, example: 'Example Ltd.' }),
      line('SELLER_ADDRESS', 'Seller’s postal address; a semicolon starts a new line', sellerSettings.SELLER_ADDRESS),
      line('SELLER_EMAIL', 'Seller’s email address, for legal pages and receipts', sellerSettings.SELLER_EMAIL),
      line('OPERATOR_EMAIL', 'Mailbox for alerts', mailSettings.OPERATOR_EMAIL, {
        ...ASKED,
        example: 'oncall@example.com',
      }),
      line('SUPPORT_ADDRESS', 'Mailbox for support requests', mailSettings.SUPPORT_ADDRESS, {
        make: ({ DOMAIN }) => `support@${DOMAIN}`,
      }),
      line('ALERT_WEBHOOK_URL', 'Second channel of alerts: a webhook', alertReceiverSettings.ALERT_WEBHOOK_URL, SECRET),
    ],
  },
  {
    title: 'Vendors',
    lines: [
      line('ANTHROPIC_API_KEY', 'Anthropic key (sk-ant-...)', agentSettings.ANTHROPIC_API_KEY, { ...SECRET, ...ASKED }),
      line('RESEND_API_KEY', 'Resend key (re_...)', senderSettings.RESEND_API_KEY, { ...SECRET, ...ASKED }),
      line('RESEND_WEBHOOK_SECRET', 'Signing secret (whsec_...) of the Resend webhook', str(), { ...SECRET, ...ASKED }),
      line('MAIL_FROM', 'Sender, at a domain verified by Resend', senderSettings.MAIL_FROM, {
        make: ({ SELLER_NAME, DOMAIN }) => `${nameOfSender(SELLER_NAME!)} <hello@${DOMAIN}>`,
      }),
      ...ofStripe('TEST', 'Stripe key, restricted or secret (rk_test_... at first, or rk_live_...)'),
      ...ofStripe('LIVE', 'Stripe live mode key (rk_live_...)'),
    ],
  },
  {
    title: 'PostgreSQL and Temporal of docker-compose.yml (generated)',
    lines: [
      passwordOf('POSTGRES_PASSWORD', 'the PostgreSQL superuser'),
      passwordOf('DATABASE_OWNER_PASSWORD', 'the role that owns and migrates the database'),
      passwordOf('DATABASE_APP_PASSWORD', 'the role of API and worker'),
      passwordOf('TEMPORAL_DATABASE_PASSWORD', 'the role of Temporal'),
    ],
  },
  {
    title: 'Managed PostgreSQL and Temporal Cloud instead (compose.managed.yaml)',
    lines: [
      line('DATABASE_URL', 'PostgreSQL, as the role noi_app', databaseUrl(), { ...SECRET, ...MANAGED }),
      line('MIGRATION_DATABASE_URL', 'PostgreSQL, as the role noi_owner', databaseUrl(), { ...SECRET, ...MANAGED }),
      line('TEMPORAL_ADDRESS', 'Temporal, host:port', temporalSettings.TEMPORAL_ADDRESS, MANAGED),
      line('TEMPORAL_NAMESPACE', 'Temporal namespace', temporalSettings.TEMPORAL_NAMESPACE, MANAGED),
      line('TEMPORAL_API_KEY', 'Temporal API key', temporalSettings.TEMPORAL_API_KEY, { ...SECRET, ...MANAGED }),
    ],
  },
  {
    title: 'Secrets of the service (generated); backups are unreadable without them',
    lines: [
      line('TOKEN_SECRET', 'Signs links in mail; 32 characters or more', mailSettings.TOKEN_SECRET, {
        ...SECRET,
        make: newToken,
      }),
      line('WEBHOOK_SECRET_KEY', 'Encrypts webhook secrets; 32 bytes in base64', webhookSettings.WEBHOOK_SECRET_KEY, {
        ...SECRET,
        make: generateSealingKey,
      }),
    ],
  },
];

export const LINES: readonly Line[] = GROUPS.flatMap(({ lines }) => lines);
/** Sender's name in a mail header (RFC 5322), without characters that a header or {@link quoted} rejects. */
function nameOfSender(company: string): string {
  const name = company.replaceAll("'", '’').replaceAll(/["\\]/g, '');
  return /[^\p{L}\p{N} &’-]/u.test(name) ? `"${name}"` : name;
}

/** Text of `.env`, which Docker Compose, shells and Node read the same way. Omits variables without a value. */
export function envText(values: Values): string {
  const groups = GROUPS.map(({ title, lines }) => ({ title, lines: lines.filter(({ name }) => name in values) }));
  const texts = groups
    .filter(({ lines }) => lines.length > 0)
    .map(
      ({ title, lines }) => `\n# ${title}\n${lines.map(({ name }) => `${name}=${quoted(values[name]!)}\n`).join('')}`,
    );
  return `# Written by admin init. All settings: docs/configuration.md.\n${texts.join('')}`;
}

/** Text of .env.example: every variable with its meaning. Optional variables are commented out. */
export function envExample(): string {
  const values: Values = Object.fromEntries(LINES.map(({ name, example }) => [name, example ?? '']));
  const textOf = ({ name, says, secret, asked, make, only, example }: Line) => {
    const value = secret ? '' : quoted(example ?? make?.(values) ?? '');
    const needed = (asked ?? make ?? name.endsWith('_TEST')) && only !== 'managed';
    return `# ${says}\n${needed ? '' : '# '}${name}=${value}\n`;
  };
  const head =
    '# Settings for Docker Compose. `admin init` asks for values, generates passwords and secrets, and writes .env.\n' +
    '# Generated from admin/env-file.ts by `npm run docs`.\n';
  return head + GROUPS.map(({ title, lines }) => `\n# --- ${title}\n${lines.map(textOf).join('')}`).join('');
}

const PLAIN = /^[\w@%+=:,./-]*$/;

function quoted(value: string): string {
  if (PLAIN.test(value)) return value;
  if (!isQuotable(value)) throw new Error('A value of .env cannot be quoted');
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

// Compose and shells escape ' differently, so a value with ' is put in double quotes, in which " $ ` and \ are special.
export function isQuotable(value: string): boolean {
  return !/\p{Cc}|\\$/u.test(value) && !(value.includes("'") && /["$\\`]/.test(value));
}
