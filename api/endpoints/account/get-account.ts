import { Account, maskEmail } from '../../../contracts/account';
import type { Plan, Scope } from '../../../contracts/access';
import { loadKey } from '../../../store/api-keys';
import { countEntitlements } from '../../../store/entitlements';
import { contributorBalance } from '../../../store/ledger';
import { endpoint, key } from '../../endpoint';
import { ok } from '../../reply';

/** Account-level metadata: who the caller is, what its key may do and which credits are left (spec row 20). */
export const getAccount = endpoint({
  method: 'GET',
  path: '/v1/account',
  operationId: 'getAccount',
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
      plan: account.plan as Plan,
      mode: caller.mode,
      createdAt: account.createdAt.toISOString(),
      apiKey: {
        apiKeyId: apiKey.id,
        name: apiKey.name,
        prefix: apiKey.prefix,
        scopes: apiKey.scopes as Scope[],
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
