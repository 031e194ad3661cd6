import { machine } from '../../base/machine';
import type { BackgroundMail } from '../../base/workflow-messages';
import { HOUR, listed, type Waiting } from '../outbox/sweeps';
import type { ProductEvent } from '../webhooks/contract';
import type { WithdrawalState } from './contract';

/** States of a withdrawal (docs/interface/withdrawals.md). Every final state except `paid` restores the balance. */
export const WITHDRAWAL = machine<WithdrawalState>({
  requested: ['under_review', 'processing'],
  under_review: ['processing', 'rejected'],
  // Review is needed again if a share that funds the withdrawal was taken back before the transfer.
  processing: ['under_review', 'in_transit', 'failed', 'canceled'],
  in_transit: ['paid', 'failed', 'canceled'],
  paid: ['returned'], // The bank sent the payout back.
  rejected: [],
  canceled: [],
  failed: [],
  returned: [],
});

/** Where the amount is: held on the balance, paid to the bank, released to the balance, or sent back by the bank. */
type Whereabouts = 'held' | 'paid' | 'released' | 'sent_back';

/** Meaning of a state: where the amount is, how to describe it, and whom we notify. */
interface Meaning {
  amount: Whereabouts;
  words: string;
  mail: BackgroundMail | null;
  event: (ProductEvent & `withdrawal.${string}`) | null;
}

const QUIET = { mail: null, event: null };
const UNPAID = { mail: 'withdrawal_not_paid', event: null } as const;

/** Meaning of every state. The ledger, emails, events and the lists below derive from this table. */
export const MEANING: Record<WithdrawalState, Meaning> = {
  requested: { amount: 'held', words: 'requested', ...QUIET },
  under_review: { amount: 'held', words: 'waits for a review', ...QUIET },
  processing: { amount: 'held', words: 'moving to the contributor’s account', ...QUIET },
  in_transit: { amount: 'held', words: 'on its way to the bank', ...QUIET },
  paid: { amount: 'paid', words: 'paid out', mail: 'withdrawal_paid', event: 'withdrawal.paid' },
  rejected: { amount: 'released', words: 'rejected in review; back in the balance', ...UNPAID },
  canceled: { amount: 'released', words: 'canceled; back in the balance', ...UNPAID },
  failed: { amount: 'released', words: 'not paid; back in the balance', ...UNPAID, event: 'withdrawal.failed' },
  returned: {
    amount: 'sent_back',
    words: 'sent back by the bank; back in the balance',
    ...UNPAID,
    event: 'withdrawal.returned',
  },
};

const statesWhere = (is: (state: WithdrawalState) => boolean) => WITHDRAWAL.states.filter(is);

/** States of a withdrawal in progress. Excludes `paid`, which only a return can follow. */
export const UNDERWAY = statesWhere((state) => MEANING[state].amount === 'held');

/** States before the payout to the bank. */
export const BEFORE_PAYOUT = UNDERWAY.filter((state) => !WITHDRAWAL.canMove(state, 'paid'));

/** States in which the money may have left our balance at the provider. */
export const TRANSFERABLE = WITHDRAWAL.open.filter((state) => !WITHDRAWAL.canMove(state, 'processing'));

/** States in which an operator can end a withdrawal. A withdrawal under review needs a review decision instead. */
export const ENDABLE = UNDERWAY.filter((state) => state !== 'under_review');

/** Final states in which the withdrawal was not paid and its amount was returned to the balance. */
export const ENDED_UNPAID = statesWhere((state) => ['released', 'sent_back'].includes(MEANING[state].amount));

/** How long after a payout the bank may return it. We track the payout until then and treat it as final afterwards. */
export const RETURNED_WITHIN_MS = 8 * 24 * 3_600_000;

export const WITHDRAWAL_WAIT = {
  what: 'Withdrawal',
  table: 'withdrawals',
  id: 'withdrawals.id',
  waits: `status IN (${listed(UNDERWAY)})`,
  since: 'withdrawals.updated_at',
  from: 'its last change',
  longestMs: HOUR,
  workflows: ['payout'],
  sweep: 'quiet_withdrawals',
  net: { starts: 'first looks for its transfers at the provider', workflowId: "'payout/' || withdrawals.id" },
  cure: 'admin withdrawals retry ID --reason TEXT.',
} as const satisfies Waiting;

const EEA = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'LI'],
  ...['LT', 'LU', 'LV', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
];

/** True if money from one country (ISO 3166-1) to another leaves its payment region; the EEA is one region. */
export function isCrossBorder(from: string, to: string): boolean {
  return regionOf(from) !== regionOf(to);
}

const regionOf = (country: string) => (EEA.includes(country.toUpperCase()) ? 'EEA' : country.toUpperCase());
