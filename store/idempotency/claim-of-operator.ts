import { fingerprint, type IdempotencyClaim } from './claim-key';

/** Owner of the keys of operators: one space for all accounts, so that a key never gives to two of them. */
const OPERATORS = 'operators';

/**
 * Claim of an operator's command by its `--key`, for good where its verb sets no end: the same key with other `contents`
 * is refused. Contents name the account and the mode, since the key belongs to neither.
 */
export function claimOfOperator(command: string, key: string, contents: object): IdempotencyClaim {
  return { accountId: OPERATORS, mode: 'live', operation: command, key, fingerprint: fingerprint(contents) };
}
