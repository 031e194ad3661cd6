import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { idSchema } from '../../base/ids';
import { hashToken } from '../../base/tokens';
import { hostCookie, setCookie } from '../../http/browser/cookies';
import type { ApiDeps } from '../../http/deps';
import type { ApiSettings } from '../../http/settings';
import { findOwnKey, listKeys, revokeKey, type ApiKey } from '../../modules/accounts/store/keys';
import { findResetAccount } from '../../modules/accounts/store/passwords';
import { listPasskeys } from '../../modules/accounts/store/passkeys';
import { endShares, listShares } from '../../modules/runs/store/shares';
import { page, seeOther } from '../page';
import { narrow } from '../people/notice';

const DONE = '/reset-password/done';
const REVIEW_S = 1_800;

/**
 * Cookie header that lets a browser review and revoke the account's keys for 30 minutes after a password reset. Its
 * value is the token of the used reset link, which gives no other access.
 */
export function keyReviewCookie(settings: ApiSettings, token: string): string {
  return setCookie(settings, hostCookie(settings, 'reviewing'), token, REVIEW_S)['Set-Cookie'];
}

/** Account whose password this browser has just reset, or null. */
async function reviewedAccount(request: {
  deps: ApiDeps;
  cookie(name: string): string | null;
}): Promise<string | null> {
  const { db, settings } = request.deps;
  const token = request.cookie(hostCookie(settings, 'reviewing'));
  return token && findResetAccount(db, hashToken(token));
}

/** The reviewed account. @throws Failure `stale_form` without a valid cookie */
async function reviewing(request: Parameters<typeof reviewedAccount>[0]): Promise<string> {
  const accountId = await reviewedAccount(request);
  if (!accountId) throw new Failure('stale_form');
  return accountId;
}

/** Confirms that the password was set, and lists the active keys, because an intruder may have created some of them. */
export const passwordSetPage = page({
  method: 'GET',
  path: DONE,

  async handle(request) {
    const { db } = request.deps;
    const accountId = await reviewedAccount(request);
    const now = new Date();
    const isUsable = ({ revokedAt, expiresAt }: ApiKey) => [revokedAt, expiresAt].every((end) => !end || end > now);
    const keys = accountId ? (await listKeys(db, accountId)).filter(isUsable) : [];
    const passkeys = accountId ? await listPasskeys(db, accountId) : [];
    const shares = accountId ? await listShares(db, { accountId }) : [];
    return narrow(
      'Your password is set',
      html`<p class="lead">You can sign in with it now. We emailed you a notice of the change.</p>
        <p><a class="button" href="/sign-in">Sign in</a></p>
        ${
          passkeys.length > 0 &&
          html`<h2>Active passkeys</h2>
            <p>
              Your passkeys still sign in: ${passkeys.map(({ name }) => `“${name}”`).join(', ')}. Sign in and
              <a href="/account/security">remove</a> every passkey that you do not recognize.
            </p>`
        }
        ${
          keys.length > 0 &&
          html`<h2>Active API keys</h2>
            <p>Your API keys still work. Revoke every key that you do not recognize.</p>
            ${keys.map(keyPanel)}`
        }
        ${
          shares.length > 0 &&
          html`<h2>Shared dossiers</h2>
            <p>
              ${shares.length === 1 ? 'One link' : `${shares.length} links`} to your dossiers still
              ${shares.length === 1 ? 'works' : 'work'} for everyone who has them. The newest is from
              ${day(shares[0]!.createdAt)}.
            </p>
            <form method="post" action="/reset-password/end-shares">
              <button class="quiet" type="submit">End all links</button>
            </form>`
        }`,
    );
  },
});

/** Revokes all share links of the reviewed account. */
export const endReviewedShares = page({
  method: 'POST',
  path: '/reset-password/end-shares',
  form: Type.Object({}),

  async handle(request) {
    await endShares(request.deps.db, await reviewing(request));
    return seeOther(DONE);
  },
});

function keyPanel({ id, name, prefix, mode, createdAt, lastUsedAt }: ApiKey): Markup {
  return html`<section class="panel" aria-labelledby="${id}">
    <h3 id="${id}">${name}</h3>
    <p class="soft">
      <code>${prefix}…</code>, ${mode}, created ${day(createdAt)},
      ${lastUsedAt ? `last used ${day(lastUsedAt)}` : 'never used'}
    </p>
    <form method="post" action="/reset-password/revoke-key">
      <input type="hidden" name="keyId" value="${id}" />
      <button class="quiet" type="submit" aria-label="Revoke the key ${name}">Revoke</button>
    </form>
  </section>`;
}

/** Revokes a key of the reviewed account. */
export const revokeReviewedKey = page({
  method: 'POST',
  path: '/reset-password/revoke-key',
  form: Type.Object({ keyId: Type.String({ pattern: idSchema('key').pattern! }) }),

  async handle(request) {
    const { deps, body } = request;
    if (!(await findOwnKey(deps.db, await reviewing(request), body.keyId))) throw new Failure('not_found');
    await revokeKey(deps.db, body.keyId);
    return seeOther(DONE);
  },
});

function day(time: Date): string {
  return `${time.toISOString().slice(0, 10)} ${time.toISOString().slice(11, 16)} UTC`;
}
