import type { Mode } from '../../base/access';
import { PaymentsError, type Payments, type PlatformAccount } from '../../modules/orders/payment-provider';

interface PlatformFinding {
  name: 'checkout-tax' | 'payout-currency' | 'platform-payouts' | 'contributor-payouts' | 'payment-account';
  mode: Mode;
  /** `fail` means that payouts or even payments stop; `warn` means that they may stop. */
  status: 'ok' | 'warn' | 'fail';
  detail: string;
  cure: string | null;
}

const CURRENCY = 'usd';
const SHOWN_ACCOUNTS = 5;

/**
 * Checks in each mode whether checkouts work and withdrawals can be paid. The provider must not convert sales to
 * another currency or pay out our balance automatically.
 * @throws PaymentsError if the provider cannot be reached
 */
export async function checkPlatform(payments: Payments): Promise<PlatformFinding[]> {
  const findings: PlatformFinding[] = [];
  for (const mode of payments.modes) {
    try {
      findings.push(...judge(mode, await payments.connected.retrievePlatform(mode)));
    } catch (error) {
      const finding = judgeKey(mode, error);
      findings.push(finding);
      // With a rejected key, every other call fails, too.
      if (finding.status === 'fail') continue;
    }
    findings.push(...(await judgeTax(payments, mode)));
  }
  return findings;
}

/** Finding for a refused key: `fail` for an invalid key, `warn` for a restricted key. @throws other errors unchanged */
function judgeKey(mode: Mode, error: unknown): PlatformFinding {
  const kind = error instanceof PaymentsError ? error.kind : null;
  const finding = findingOf('payment-account', mode);
  if (kind === 'key_refused') {
    return finding(
      'fail',
      `The payment provider does not accept our key for ${mode} mode: nothing can be sold, returned or paid out.`,
      `Make another key in the provider's dashboard and set STRIPE_SECRET_KEY_${mode.toUpperCase()}.`,
    );
  }
  if (kind !== 'not_permitted') throw error;
  return finding(
    'warn',
    'The payment key may not read accounts and balance, so payouts are not checked.',
    'Let the restricted key read accounts, balance and balance settings.',
  );
}

/** Checks whether checkouts with automatic tax work. @throws PaymentsError if the provider cannot be reached */
async function judgeTax(payments: Payments, mode: Mode): Promise<PlatformFinding[]> {
  const finding = findingOf('checkout-tax', mode);
  let missing: string[] | null;
  try {
    missing = await payments.missingForTax(mode);
  } catch (error) {
    if (!(error instanceof PaymentsError) || error.kind !== 'not_permitted') throw error;
    const detail = 'The payment key may not read tax settings, so checkouts with tax cannot be checked.';
    return [finding('warn', detail, 'Let the restricted key read tax settings.')];
  }
  if (missing === null) return [];
  if (missing.length === 0) return [finding('ok', 'The provider can calculate tax.')];
  const detail = `CHECKOUT_AUTOMATIC_TAX is on, but the provider lacks ${missing.join(', ')}: it refuses every checkout.`;
  const cure = "Enter it in the provider's dashboard under Tax, or set CHECKOUT_AUTOMATIC_TAX=false.";
  return [finding('fail', detail, cure)];
}

function judge(mode: Mode, { currencies, payoutInterval, scheduledAccounts }: PlatformAccount): PlatformFinding[] {
  const kept = currencies.map((currency) => currency.toUpperCase()).join(', ');
  const [own, ours] = [CURRENCY.toUpperCase(), scheduledAccounts.slice(0, SHOWN_ACCOUNTS).join(', ')];
  const [currency, platform, contributors] = [
    findingOf('payout-currency', mode),
    findingOf('platform-payouts', mode),
    findingOf('contributor-payouts', mode),
  ];
  return [
    currencies.includes(CURRENCY)
      ? currency('ok', `Sales are kept in ${kept}.`)
      : currency(
          'fail',
          `Sales are kept in ${kept}, but withdrawals are transferred in ${own}: they find no balance.`,
          `Add a bank account in ${own} to the platform in the provider's dashboard, so that sales stay in ${own}.`,
        ),
    payoutInterval === 'manual'
      ? platform('ok', 'Our balance is paid out by hand.')
      : platform(
          'warn',
          `The provider pays our balance out ${payoutInterval}: withdrawals can find too little.`,
          "Set the platform's payouts to manual in the provider's dashboard, or keep what contributors are owed.",
        ),
    scheduledAccounts.length === 0
      ? contributors('ok', 'Contributors are paid by withdrawals only.')
      : contributors(
          'fail',
          `The provider pays ${scheduledAccounts.length} accounts out by a schedule of its own: ${ours}.`,
          "Set the payout schedule of these accounts to manual in the provider's dashboard.",
        ),
  ];
}

const findingOf =
  (name: PlatformFinding['name'], mode: Mode) =>
  (status: PlatformFinding['status'], detail: string, cure: string | null = null): PlatformFinding => ({
    name,
    mode,
    status,
    detail,
    cure,
  });
