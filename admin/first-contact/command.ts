import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { agentSettings, claimSettings } from '../../base/agent-settings';
import { senderSettings } from '../../base/mail-settings';
import { paymentSettings } from '../../base/payment-settings';
import { isLoopbackName } from '../../base/public-deployment';
import { readSettings, url } from '../../base/settings';
import { checkoutTerms } from '../../vendors/payments/open-payments';
import { reads } from '../context';
import { integerBetween, oneOf } from '../options';
import { print } from '../print';
import { AGENT_ASSUMPTIONS } from './agents';
import { contactOver, judgeAll, PROVIDERS, watch, type Provider, type Verdict } from './assumption';
import { contactMail, MAIL_ASSUMPTIONS } from './mail';
import { AGREED, contactAgents } from './paid-research';
import { PAYMENT_ASSUMPTIONS } from './payments';
import { contactPayments } from './payments-contact';
import { differencesOf, recordOf, writeRecord, STAND_IN_RECORDS, type RecordedCall } from './record';

const HELP = `
Makes one call of each kind that the product makes, with test keys. For each assumption about a provider, reports
whether it held, differs or is unknown, and what to do. Exits 1 if one differs. Uses no database and refuses live keys.

  payments  STRIPE_SECRET_KEY_TEST. Makes checkout sessions, payments, a refund, a dispute and two accounts in test mode,
            with the deployment's CHECKOUT_ settings. With PUBLIC_URL, it checks only that webhook endpoint.
  mail      RESEND_API_KEY, MAIL_FROM. Sends mail to delivered@resend.dev, which nobody reads.
  agents    ANTHROPIC_API_KEY. Makes an agent with its own name, in the product's environment. With
            --agree-to-cost, runs and deletes a scan and a paid session for up to ${AGREED} in total.

Set the keys in a separate shell, without DATABASE_URL or live keys. Without a key for a provider, it uses the
stand-in of a running npm start, or reports unknown.`;

interface Options {
  only?: Provider;
  agreeToCost?: boolean;
  listen?: number;
  account?: string;
  session?: string;
  out?: string;
  json?: boolean;
}

export const ASSUMPTIONS: Record<Provider, readonly { name: string }[]> = {
  payments: PAYMENT_ASSUMPTIONS,
  mail: MAIL_ASSUMPTIONS,
  agents: AGENT_ASSUMPTIONS,
};

/** Test-mode events arrive within this time. */
const WAITS_MS = 30_000;

/** URL of each provider, and the settings for its test key and base URL. */
const ACCESS = {
  payments: { vendor: 'https://api.stripe.com', key: 'STRIPE_SECRET_KEY_TEST', address: 'STRIPE_BASE_URL' },
  mail: { vendor: 'https://api.resend.com', key: 'RESEND_API_KEY', address: 'RESEND_BASE_URL' },
  agents: { vendor: 'https://api.anthropic.com', key: 'ANTHROPIC_API_KEY', address: 'ANTHROPIC_BASE_URL' },
} as const;

const settings = {
  ...paymentSettings,
  ...agentSettings,
  ...senderSettings,
  ...claimSettings,
  ANTHROPIC_API_KEY: senderSettings.RESEND_API_KEY,
  PUBLIC_URL: url({ default: undefined, desc: 'Deployment whose webhook endpoint is checked' }),
};

export function addFirstContactCommand(program: Command): void {
  reads(program.command('first-contact'))
    .description('verify assumptions about the providers, with test keys; exits 1 if one differs')
    .option('--only <provider>', `one of ${PROVIDERS.join(', ')}`, oneOf(PROVIDERS))
    .option('--agree-to-cost', `allow agent sessions that cost up to ${AGREED}`)
    .option(
      '--listen <port>',
      'receive webhooks from `stripe listen --forward-to` on this port',
      integerBetween(1, 65_535),
    )
    .option('--session <id>', 'a checkout session of first-contact that you paid with a test card')
    .option('--account <id>', 'an onboarded connected account in test mode, for transfers of $1.00')
    .option('--out <folder>', 'write redacted answers to this folder, one file per provider')
    .addHelpText('after', HELP)
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const verdicts: Verdict[] = [];
      for (const provider of options.only ? [options.only] : PROVIDERS)
        verdicts.push(...(await look(provider, options)));
      const of = (wanted: Verdict['result']) => verdicts.filter(({ result }) => result === wanted).length;
      const sum = `${of('held')} held, ${of('differs')} differ, ${of('unknown')} unknown`;
      const rows = verdicts.map(({ provider, assumption, result, seen, says, cure }) => ({
        result: options.json ? result : SIGNS[result],
        provider,
        assumption,
        seen,
        ...(options.json
          ? { says, cure }
          : { 'assumption, or what to do': result === 'held' ? says : `${says} -> ${cure}` }),
      }));
      print(rows, options.json ? { json: true } : { note: sum });
      if (of('differs') > 0) process.exitCode = 1;
    });
}

const SIGNS = { held: 'held', differs: 'DIFFERS', unknown: 'unknown' } as const;

async function look(provider: Provider, options: Options): Promise<Verdict[]> {
  const read = readSettings(settings);
  const access = ACCESS[provider];
  const { [access.key]: key, [access.address]: address = access.vendor } = read;
  const isStandIn = isLoopbackName(new URL(address).hostname);
  refuseLive(provider, read, isStandIn);
  if (!key) return unseen(provider);

  const secrets = [key, ...(read.STRIPE_WEBHOOK_SECRETS_TEST ?? [])];
  const { exchanges, ...wire } = await watch(address);
  const contact = contactOver(exchanges, isStandIn);
  const unique = `first-contact-${randomBytes(6).toString('hex')}`;
  const judge = async (): Promise<Verdict[]> => {
    if (provider === 'mail')
      return judgeAll(
        provider,
        MAIL_ASSUMPTIONS,
        contactMail(contact, { key, url: wire.url, from: read.MAIL_FROM, unique }),
      );
    if (provider === 'agents') {
      const agents = { ...read, ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: wire.url };
      const spends = isStandIn || options.agreeToCost === true;
      const asked = { agents, readerModel: read.CLAIM_CHECK_MODEL, spends, unique };
      return judgeAll(provider, AGENT_ASSUMPTIONS, contactAgents(contact, asked));
    }
    const { listen = null, account = null, session: paidSession = null } = options;
    const webhookSecrets = read.STRIPE_WEBHOOK_SECRETS_TEST ?? [];
    const payments = await contactPayments(contact, {
      key,
      url: wire.url,
      webhookSecrets,
      checkout: checkoutTerms(read),
      everyTerm: checkoutTerms({ ...read, CHECKOUT_AUTOMATIC_TAX: true, CHECKOUT_INVOICES: true }),
      endpoint: endpointOf(read.PUBLIC_URL, isStandIn),
      listen,
      account,
      paidSession,
      unique,
      waitsMs: WAITS_MS,
    });
    return judgeAll(provider, PAYMENT_ASSUMPTIONS, payments).finally(() => payments.close());
  };
  try {
    const verdicts = await judge();
    const record = recordOf(exchanges);
    if (options.out) writeRecord(options.out, provider, record, secrets);
    return [...verdicts, shapeOf(provider, record)].map((verdict) => withoutSecrets(verdict, secrets));
  } finally {
    await wire.close();
  }
}

/** URL of the webhook endpoint. Null without PUBLIC_URL, or if that is a local URL that the provider cannot reach. */
function endpointOf(publicUrl: string | undefined, isStandIn: boolean): string | null {
  if (!publicUrl || (!isStandIn && isLoopbackName(new URL(publicUrl).hostname))) return null;
  return `${publicUrl.replace(/\/$/, '')}/webhooks/stripe`;
}

/** Compares the fields and types of all responses with the stand-in's recorded responses. */
function shapeOf(provider: Provider, record: RecordedCall[]): Verdict {
  const differences = differencesOf(STAND_IN_RECORDS[provider], record);
  const says = 'All fields of the stand-in’s answers exist, with the same types.';
  const of = { provider, assumption: 'shape', says };
  if (differences.length === 0) return { ...of, result: 'held', seen: `${record.length} kinds of answers`, cure: null };
  const cure =
    'Run with --out test/fixtures/first-contact in a checkout, and correct the stand-in until its tests pass. Then adapt the code that reads these fields.';
  return { ...of, result: 'differs', seen: differences.slice(0, 8).join('; '), cure };
}

function unseen(provider: Provider): Verdict[] {
  return [
    {
      provider,
      assumption: 'all',
      result: 'unknown',
      says: 'No key is set.',
      seen: 'not seen',
      cure: `Set ${ACCESS[provider].key}, or start the local default with \`npm start\` for its stand-in.`,
    },
  ];
}

/** @throws Error if a live key is set */
function refuseLive(
  provider: Provider,
  read: { STRIPE_SECRET_KEY_LIVE: string | undefined; STRIPE_SECRET_KEY_TEST: string | undefined },
  isStandIn: boolean,
): void {
  if (isStandIn) return;
  if (provider === 'payments' && read.STRIPE_SECRET_KEY_LIVE)
    throw new Error(
      'STRIPE_SECRET_KEY_LIVE is set, and first-contact refuses live keys. Run it in a shell without that variable.',
    );
  if (provider === 'payments' && read.STRIPE_SECRET_KEY_TEST && !/^[sr]k_test_/.test(read.STRIPE_SECRET_KEY_TEST))
    throw new Error('STRIPE_SECRET_KEY_TEST is not a test key (sk_test_… or rk_test_…). Set a test key.');
}

function withoutSecrets(verdict: Verdict, secrets: readonly string[]): Verdict {
  const hide = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '(key)'), text);
  return { ...verdict, seen: hide(verdict.seen), cure: verdict.cure === null ? null : hide(verdict.cure) };
}
