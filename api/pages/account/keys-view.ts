import type { Scope } from '../../../contracts/access';
import type { ApiKey } from '../../../prisma/client';
import { html, type Markup } from '../../../providers/html';
import type { Reply } from '../../endpoint';
import { layout } from '../layout';
import { show } from '../page';
import { csrfField } from './account-page';
import { day } from './day';
import { EXPIRIES, GRACES } from './key-choices';
import type { Session } from './session';

/** The page of an account's keys. */
export function keysView(session: Session, keys: ApiKey[], scopes: readonly Scope[]): Reply {
  return show(
    layout({
      title: 'API keys',
      body: html`<p class="eyebrow"><a href="/account">Account</a></p>
        <h1>API keys</h1>
        ${
          keys.length === 0
            ? html`<p class="lead">No key yet. Make one below.</p>`
            : html`<ul class="cards">
                ${keys.map((key) => keyCard(session, key))}
              </ul>`
        }
        ${newKeyForm(session, scopes)}`,
    }),
  );
}

function keyCard(session: Session, key: ApiKey): Markup {
  const state = stateOf(key);
  return html`<li class="card">
    <h2>${key.name}</h2>
    <ul class="tags" aria-label="State and mode">
      <li class="tag ${state.tone}">${state.label}</li>
      <li class="tag">${key.mode}</li>
    </ul>
    <dl>
      <dt>Begins with</dt>
      <dd><code>${key.prefix}…</code></dd>
      <dt>Last used</dt>
      <dd>${key.lastUsedAt ? day(key.lastUsedAt) : 'never'}</dd>
      <dt>Ends</dt>
      <dd>${state.endsAt ? day(state.endsAt) : 'never'}</dd>
      <dt>Scopes</dt>
      <dd>${key.scopes.length === 0 ? 'none' : key.scopes.join(', ')}</dd>
    </dl>
    ${state.usable && html`<div class="forms">${!key.replacedBy && rotateForm(session, key)}${revokeForm(session, key)}</div>`}
  </li>`;
}

function rotateForm(session: Session, { id, name }: ApiKey): Markup {
  return html`<form method="post" action="/account/keys/rotate">
    ${csrfField(session)}<input type="hidden" name="keyId" value="${id}" />
    <label for="grace-${id}">If replaced, the old key</label>
    <select id="grace-${id}" name="grace">
      ${options(GRACES)}
    </select>
    <button class="quiet" type="submit" aria-label="Replace the key ${name}">Replace</button>
  </form>`;
}

function revokeForm(session: Session, { id, name }: ApiKey): Markup {
  return html`<form method="post" action="/account/keys/revoke">
    ${csrfField(session)}<input type="hidden" name="keyId" value="${id}" />
    <button class="quiet" type="submit" aria-label="Revoke the key ${name}">Revoke</button>
  </form>`;
}

function newKeyForm(session: Session, scopes: readonly Scope[]): Markup {
  return html`<form class="panel" method="post" action="/account/keys">
    ${csrfField(session)}
    <h2>New key</h2>
    <label for="name">Name <span class="hint">To tell keys apart, such as the program that uses it.</span></label>
    <input id="name" name="name" maxlength="80" required />
    <label for="mode">Mode <span class="hint">A test key sees test data only and spends nothing.</span></label>
    <select id="mode" name="mode">
      <option value="live">live</option>
      <option value="test">test</option>
    </select>
    <label for="expires">Ends</label>
    <select id="expires" name="expiresIn">
      ${options(EXPIRIES)}
    </select>
    <fieldset>
      <legend>Scopes</legend>
      <div class="checks">
        ${scopes.map(
          (scope) =>
            html`<label class="check"
              ><input type="checkbox" name="scopes" value="${scope}" /><span>${scope}</span></label
            >`,
        )}
      </div>
    </fieldset>
    <button type="submit">Make the key</button>
  </form>`;
}

function options(choices: Record<string, { label: string }>): Markup[] {
  return Object.entries(choices).map(([value, { label }]) => html`<option value="${value}">${label}</option>`);
}

function stateOf({ revokedAt, expiresAt, replacedBy }: ApiKey) {
  const now = new Date();
  const ends = [revokedAt, expiresAt].filter((time) => time !== null).sort((a, b) => a.getTime() - b.getTime());
  const endsAt = ends[0] ?? null;
  if (endsAt && endsAt <= now) {
    return { label: endsAt === revokedAt ? 'revoked' : 'expired', tone: 'bad', usable: false, endsAt };
  }
  return replacedBy
    ? { label: 'replaced', tone: 'warn', usable: true, endsAt }
    : { label: 'active', tone: 'good', usable: true, endsAt };
}
