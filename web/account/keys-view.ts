import { SCOPE_PRESETS, SCOPES, type Scope } from '../../base/access';
import { html, type Markup } from '../../base/html';
import type { Session } from '../../http/browser/session';
import type { Reply } from '../../http/endpoint';
import type { ApiKey } from '../../modules/accounts/store/keys';
import { badges, localTime } from '../components/data';
import { confirmAction, checkField, selectField, textField } from '../components/form';
import { emptyState } from '../components/frame';
import { accountReply, csrfField } from './account-page';

const PATH = '/account/keys';
const SHOWN_SCOPES = 5;

/** Page of the keys of an account: those that work first. */
export function keysView(session: Session, keys: readonly ApiKey[]): Reply {
  const states = keys.map((key) => ({ key, state: stateOf(key) }));
  const [working, ended] = [states.filter(({ state }) => state.usable), states.filter(({ state }) => !state.usable)];
  return accountReply(session, {
    current: PATH,
    title: 'API keys',
    lead: html`For programs. People sign in and need none. <a href="/developers">Quick start</a>.`,
    body: html`${
      working.length === 0
        ? emptyState({ title: keys.length === 0 ? 'No keys yet' : 'No key that works', text: 'Create one below.' })
        : cardList(session, working)
    }
    ${
      ended.length > 0 &&
      html`<details>
        <summary>Keys that ended (${ended.length})</summary>
        ${cardList(session, ended)}
      </details>`
    }
    ${newKeyForm(session)}`,
  });
}

function cardList(session: Session, list: readonly { key: ApiKey; state: KeyState }[]): Markup {
  return html`<ul class="cards">
    ${list.map(({ key, state }) => keyCard(session, key, state))}
  </ul>`;
}

function keyCard(session: Session, key: ApiKey, state: KeyState): Markup {
  return html`<li class="card">
    <h2>${key.name}</h2>
    ${badges('State and mode', [
      { text: state.label, tone: state.tone },
      { text: key.mode, tone: 'plain' },
    ])}
    <dl>
      <dt>Prefix</dt>
      <dd><code>${key.prefix}…</code></dd>
      <dt>Last used</dt>
      <dd>${key.lastUsedAt ? localTime(key.lastUsedAt) : 'never'}</dd>
      <dt>Expires</dt>
      <dd>${state.endsAt ? localTime(state.endsAt) : 'never'}</dd>
      <dt>Scopes</dt>
      <dd>${scopesOf(key)}</dd>
    </dl>
    ${state.usable && html`<div class="foot">${!key.replacedBy && rotateForm(session, key)}${revokeForm(session, key)}</div>`}
  </li>`;
}

/** The scopes of a key; many are folded, so that cards stay short. */
function scopesOf({ scopes }: ApiKey): Markup | string {
  if (scopes.length === 0) return 'none';
  const list = scopes.join(', ');
  return scopes.length <= SHOWN_SCOPES
    ? list
    : html`<details>
        <summary>${scopes.length} scopes</summary>
        ${list}
      </details>`;
}

function rotateForm(session: Session, { id, name }: ApiKey): Markup {
  return confirmAction(
    html`Rotate<span class="visually-hidden"> the key ${name}</span>`,
    html`<form method="post" action="${PATH}/rotate">
      ${csrfField(session)}<input type="hidden" name="keyId" value="${id}" />
      ${selectField({ name: 'grace', id: `grace-${id}`, label: 'The old key', value: '1d', options: options(GRACES) })}
      <button class="quiet" type="submit">Create a new key</button>
    </form>`,
  );
}

function revokeForm(session: Session, { id, name }: ApiKey): Markup {
  return confirmAction(
    html`Revoke<span class="visually-hidden"> the key ${name}</span>`,
    html`<form method="post" action="${PATH}/revoke">
      ${csrfField(session)}<input type="hidden" name="keyId" value="${id}" />
      <p>Programs that use it stop working at once. This cannot be undone.</p>
      <button class="quiet" type="submit" aria-label="Revoke the key ${name} for good">Revoke for good</button>
    </form>`,
  );
}

function newKeyForm(session: Session): Markup {
  return html`<form class="panel" method="post" action="${PATH}">
    ${csrfField(session)}
    <h2>Create a key</h2>
    ${textField({
      name: 'name',
      label: 'Name',
      hint: 'Tells keys apart, such as the program that uses it.',
      maxLength: 80,
      required: true,
    })}
    ${selectField({
      name: 'mode',
      label: 'Mode',
      hint: 'Test keys see test data only and spend nothing.',
      value: 'live',
      options: [
        { value: 'live', label: 'live' },
        { value: 'test', label: 'test' },
      ],
    })}
    ${selectField({ name: 'expiresIn', id: 'expires', label: 'Expires', value: '90d', options: options(EXPIRIES) })}
    <fieldset>
      <legend>What it may do</legend>
      ${Object.entries(PRESETS).map(
        ([value, { label, hint }], place) =>
          html`<label class="check"
            ><input type="radio" name="preset" value="${value}" ${place === 0 && html`checked`} /><span
              >${label} <span class="hint">${hint}</span></span
            ></label
          >`,
      )}
      <details>
        <summary>Scopes</summary>
        <div class="checks">
          ${OWN_SCOPES.map((scope) => checkField({ name: 'scopes', value: scope, label: scope }))}
        </div>
      </details>
    </fieldset>
    <button type="submit">Create key</button>
  </form>`;
}

function options(choices: Record<string, { label: string }>): { value: string; label: string }[] {
  return Object.entries(choices).map(([value, { label }]) => ({ value, label }));
}

type KeyState = ReturnType<typeof stateOf>;

function stateOf({ revokedAt, expiresAt, replacedBy }: ApiKey) {
  const now = new Date();
  const ends = [revokedAt, expiresAt].filter((time) => time !== null).sort((a, b) => a.getTime() - b.getTime());
  const endsAt = ends[0] ?? null;
  if (endsAt && endsAt <= now) {
    return { label: endsAt === revokedAt ? 'revoked' : 'expired', tone: 'bad' as const, usable: false, endsAt };
  }
  return replacedBy
    ? { label: 'replaced', tone: 'warn' as const, usable: true, endsAt }
    : { label: 'active', tone: 'good' as const, usable: true, endsAt };
}

/** Milliseconds in a day. */
export const DAY_MS = 86_400_000;

/** Lifetimes offered for a new key, by form value; null never expires. */
export const EXPIRIES: Record<string, { label: string; days: number | null }> = {
  '90d': { label: 'After 90 days', days: 90 },
  '30d': { label: 'After 30 days', days: 30 },
  '365d': { label: 'After a year', days: 365 },
  never: { label: 'Never', days: null },
};

/** Grace periods offered for a replaced key, by form value (docs/interface.md, Keys and accounts: 0 to 30 days). */
export const GRACES: Record<string, { label: string; days: number }> = {
  '1d': { label: 'works for another day', days: 1 },
  '0d': { label: 'stops working at once', days: 0 },
  '7d': { label: 'works for another 7 days', days: 7 },
  '30d': { label: 'works for another 30 days', days: 30 },
};

/** Scopes that customers may grant. Staff keys, which may review, are created by operators. */
export const OWN_SCOPES = SCOPES.filter((scope) => scope !== 'admin:review');

/** Sets of scopes offered for a new key, by form value; null leaves the choice of each to its owner. */
export const PRESETS: Record<string, { label: string; hint: string; scopes: readonly Scope[] | null }> = {
  runs: {
    label: 'Start research and read results',
    hint: 'For a program that uses your credits.',
    scopes: SCOPE_PRESETS.runs,
  },
  'read-only': { label: 'Read only', hint: 'For reports; it spends nothing.', scopes: SCOPE_PRESETS['read-only'] },
  all: { label: 'Everything', hint: 'Purchases, webhooks and withdrawals, too.', scopes: OWN_SCOPES },
  custom: { label: 'Choose each scope', hint: 'Below.', scopes: null },
};
