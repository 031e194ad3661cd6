import { Type } from '@sinclair/typebox';
import { MODES, SCOPE_PRESETS, SCOPES, type Scope } from '../../base/access';
import { html, type Markup } from '../../base/html';
import type { Session } from '../../http/browser/session';
import type { Reply } from '../../http/endpoint';
import type { ApiKey } from '../../modules/accounts/store/keys';
import { badges, localTime } from '../components/data';
import { drawForm, type DeclaredFields, type FormState } from '../components/declared-form';
import { confirmAction, selectField, type Option } from '../components/form';
import { emptyState } from '../components/frame';
import { accountReply, csrfField } from './account-page';

const PATH = '/account/keys';
const SHOWN_SCOPES = 5;

/** API keys of an account, active keys first. */
export function keysView(session: Session, keys: readonly ApiKey[], newKey: Markup): Reply {
  const states = keys.map((key) => ({ key, state: stateOf(key) }));
  const [working, ended] = [states.filter(({ state }) => state.usable), states.filter(({ state }) => !state.usable)];
  return accountReply(session, {
    current: PATH,
    title: 'API keys',
    lead: html`Your programs call our API with these keys. <a href="/developers">Read the quick start</a>.`,
    body: html`${
      working.length === 0
        ? emptyState({
            title: keys.length === 0 ? 'No keys yet' : 'No active key',
            text: 'Create one below to call the API.',
          })
        : cardList(session, working)
    }
    ${
      ended.length > 0 &&
      html`<details>
        <summary>Expired and revoked keys (${ended.length})</summary>
        ${cardList(session, ended)}
      </details>`
    }
    ${newKey}`,
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
      <dd>${key.lastUsedAt ? localTime(key.lastUsedAt) : 'Never'}</dd>
      <dt>Expires</dt>
      <dd>${state.endsAt ? localTime(state.endsAt) : 'Never'}</dd>
      <dt>Scopes</dt>
      <dd>${scopesOf(key)}</dd>
    </dl>
    ${state.usable && html`<div class="foot">${!key.replacedBy && rotateForm(session, key)}${revokeForm(session, key)}</div>`}
  </li>`;
}

/** Scopes of a key; long lists are folded to keep cards short. */
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
      <p>Programs that use this key stop working at once. You cannot undo this.</p>
      <button class="quiet" type="submit" aria-label="Revoke the key ${name} permanently">Revoke permanently</button>
    </form>`,
  );
}

const choice = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] });

/** Form values for a test key with all scopes, which is free and works with every sample on the developer pages. */
export const TEST_KEY: FormState = { values: { mode: 'test', preset: 'all' } };

/** Form that creates a key. */
export function newKeyForm(session: Session, state?: FormState): Markup {
  const { summary, field } = drawForm(NEW_KEY, state);
  return html`<form class="panel" method="post" action="${PATH}">
    ${csrfField(session)}
    <h2>Create a key</h2>
    ${summary} ${field('name')} ${field('mode')} ${field('expiresIn')} ${field('preset')}
    <details ${state && state !== TEST_KEY && html`open`}>
      <summary>Scopes</summary>
      ${field('scopes')}
    </details>
    <button type="submit">Create key</button>
  </form>`;
}

function options(choices: Record<string, { label: string; hint?: string }>): Option[] {
  return Object.entries(choices).map(([value, { label, hint }]) => ({ value, label, hint }));
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

export const DAY_MS = 86_400_000;

/** Lifetimes of a new key by form value; null means no expiry. */
export const EXPIRIES: Record<string, { label: string; days: number | null }> = {
  '90d': { label: 'After 90 days', days: 90 },
  '30d': { label: 'After 30 days', days: 30 },
  '365d': { label: 'After a year', days: 365 },
  never: { label: 'Never', days: null },
};

/** Grace periods of a rotated key by form value (docs/interface/accounts.md, 0 to 30 days). */
export const GRACES: Record<string, { label: string; days: number }> = {
  '1d': { label: 'works for another day', days: 1 },
  '0d': { label: 'stops working at once', days: 0 },
  '7d': { label: 'works for another 7 days', days: 7 },
  '30d': { label: 'works for another 30 days', days: 30 },
};

/** Scopes that customers may grant. Only operators create staff keys, which have `admin:review`. */
export const OWN_SCOPES = SCOPES.filter((scope) => scope !== 'admin:review');

/** Scope presets of a new key by form value; null lets the owner pick each scope. */
export const PRESETS: Record<string, { label: string; hint: string; scopes: readonly Scope[] | null }> = {
  runs: {
    label: 'Start research and read results',
    hint: 'For a program that uses your credits.',
    scopes: SCOPE_PRESETS.runs,
  },
  'read-only': {
    label: 'Read only',
    hint: 'Reads your results and usage. It cannot start or buy anything.',
    scopes: SCOPE_PRESETS['read-only'],
  },
  all: { label: 'Everything', hint: 'Includes purchases, webhooks and withdrawals.', scopes: OWN_SCOPES },
  custom: { label: 'Choose each scope', hint: 'Choose them in the list below.', scopes: null },
};

export const NEW_KEY = {
  name: {
    schema: Type.String({ minLength: 1, maxLength: 80, pattern: '^[^\\r\\n\\t]*$' }),
    label: 'Name',
    hint: 'For example, the program that uses it.',
    fix: 'Enter a name for this key.',
  },
  mode: {
    schema: choice(MODES),
    label: 'Mode',
    hint: 'Start with a test key: it gets sample results in the sandbox.',
    fix: 'Choose live or test.',
    input: 'select',
    options: [
      { value: 'test', label: 'Test (sandbox, free)' },
      { value: 'live', label: 'Live (uses credits)' },
    ],
    initial: 'test',
  },
  expiresIn: {
    schema: choice(Object.keys(EXPIRIES)),
    label: 'Expires',
    fix: 'Choose when the key expires.',
    input: 'select',
    options: options(EXPIRIES),
    initial: '90d',
  },
  preset: {
    schema: Type.Optional(choice(Object.keys(PRESETS))),
    label: 'Permissions',
    fix: 'Choose the permissions of this key.',
    input: 'radios',
    options: options(PRESETS),
    initial: 'runs',
  },
  scopes: {
    // Browsers send one checked box as a string, several as a list.
    schema: Type.Optional(Type.Union([choice(OWN_SCOPES), Type.Array(choice(OWN_SCOPES), { uniqueItems: true })])),
    label: 'Scopes of this key',
    fix: 'Choose at least one scope.',
    input: 'checks',
    options: OWN_SCOPES.map((value) => ({ value, label: value })),
  },
} as const satisfies DeclaredFields;
