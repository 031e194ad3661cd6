import { Account, maskEmail } from '../../../contracts/account';
import { endpoint, key } from '../../../http/endpoint';
import { ok } from '../../../http/reply';
import { loadKey } from '../../../store/accounts/keys';
import { countEntitlements } from '../../../store/entitlements/credits';
import { contributorBalance } from '../../../store/ledger/balances';

/** Account, calling key and remaining credits (docs/interface.md, Account and usage). */
export const getAccount = endpoint({
  method: 'GET',
  path: '/v1/account',
  operationId: 'getAccount',
  tag: 'account',
  summary: 'The account, the calling key and its credits',
  audience: 'customer',
  auth: key('account:read'),
  responseScope: 'caller_account',
  responses: { 200: Account },

  async handle({ deps, caller }) {
    const [{ account, ...apiKey }, entitlements, balance] = await Promise.all([
      loadKey(deps.db, caller.apiKeyId),
      countEntitlements(deps.db, caller.accountId, caller.mode),
      contributorBalance(deps.db.pool, caller.accountId, caller.mode),
    ]);
    const body: Account = {
      accountId: account.id,
      emailMasked: maskEmail(account.email),
      plan: account.plan,
      mode: caller.mode,
      createdAt: account.createdAt.toISOString(),
      apiKey: {
        apiKeyId: apiKey.id,
        name: apiKey.name,
        prefix: apiKey.prefix,
        scopes: apiKey.scopes,
        plan: caller.plan,
        expiresAt: caller.expiresAt === null ? null : new Date(caller.expiresAt).toISOString(),
        lastUsedAt: apiKey.lastUsedAt?.toISOString() ?? null,
      },
      entitlements,
      contributorBalance: balance,
    };
    return ok(body, { 'Cache-Control': 'private, no-cache' });
  },
});
