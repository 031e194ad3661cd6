import { formatMoney } from '../../../base/wording';
import { button, heading, link, note, paragraph, facts as factRows } from './blocks';
import { address, compose, span, moment, type MailContent } from './layout';

const ASKED = 'You receive this email because someone entered your address on our sign-in page.';

/** Email with a one-time sign-in link, valid for `lifetimeMs`. `url` must be on our site. */
export function signInLinkMail({ url, lifetimeMs }: { url: string; lifetimeMs: number }): MailContent {
  const limits = `The link works once, within ${span(lifetimeMs)}.`;
  return compose({
    subject: 'Your sign-in link',
    preheader: limits,
    blocks: [
      heading('Sign in'),
      paragraph('Open the link, then press “Sign in” on the page.'),
      button('Sign in', url),
      paragraph(limits),
      note("Didn't try to sign in? Ignore this email. Nobody can sign in without the link."),
    ],
    reason: ASKED,
  });
}

/** Email with a one-time link to set a password, valid for `lifetimeMs`. `url` must be on our site. */
export function passwordResetMail({ url, lifetimeMs }: { url: string; lifetimeMs: number }): MailContent {
  const limits = `The link works once, within ${span(lifetimeMs)}. Setting a password signs you out everywhere.`;
  return compose({
    subject: 'Set a new password',
    preheader: limits,
    blocks: [
      heading('Set a new password'),
      button('Choose a password', url),
      paragraph(limits),
      note("Didn't ask for this? Ignore this email. Your password will not change."),
    ],
    reason: ASKED,
  });
}

/** Notice that an account's password was changed (docs/interface/accounts.md#links-and-passwords). */
export function passwordChangedMail({ publicUrl }: { publicUrl: string }): MailContent {
  const happened = 'Your password was changed. This signed you out everywhere. Earlier links no longer work.';
  return compose({
    subject: 'Your password was changed',
    preheader: happened,
    blocks: [
      heading('Your password was changed'),
      paragraph(happened),
      paragraph(
        'If that was not you, ',
        link('set another password', address(publicUrl, '/forgot-password')),
        ' now and ',
        link('contact support', address(publicUrl, '/support')),
        '.',
      ),
    ],
    reason: 'You receive this email because the security of your account changed.',
  });
}

/** Notice of a sign-in from a browser that is new to the account. `browser` is our own description of it. */
export function newDeviceMail(facts: { browser: string; at: Date; publicUrl: string }): MailContent {
  const sentence = 'Someone signed in to your account from a new browser.';
  return notice('A new sign-in to your account', facts, sentence, [
    ['Browser', facts.browser],
    ['When', moment(facts.at)],
  ]);
}

/** Notice that an API key was created: on the keys page, by a rotation or by support. `name` is the customer's text. */
export function newKeyMail(facts: {
  name: string;
  mode: string;
  at: Date;
  expiresAt: Date | null;
  publicUrl: string;
}): MailContent {
  return notice(`A new ${facts.mode} API key`, facts, 'Someone created an API key in your account.', [
    ['Name', facts.name],
    ['Mode', facts.mode],
    ['Created', moment(facts.at)],
    ['Works until', facts.expiresAt ? moment(facts.expiresAt) : 'you revoke it'],
  ]);
}

/** Notice that a passkey was added. `name` is the customer's text. */
export function newPasskeyMail(facts: { name: string; at: Date; publicUrl: string }): MailContent {
  return notice('A new passkey in your account', facts, 'Someone added a passkey that signs in to your account.', [
    ['Name', facts.name],
    ['Added', moment(facts.at)],
  ]);
}

/** Notice of a new share link for a dossier. */
export function newShareMail(facts: { at: Date; expiresAt: Date; publicUrl: string }): MailContent {
  const sentence = 'Someone created a link to one of your dossiers. Anyone with the link can read it.';
  return notice('A new link to one of your dossiers', facts, sentence, [
    ['Created', moment(facts.at)],
    ['Works until', moment(facts.expiresAt)],
  ]);
}

/** Notice that a payout was requested. `amount` is in US cents. */
export function withdrawalRequestedMail(facts: {
  withdrawalId: string;
  amount: number;
  at: Date;
  publicUrl: string;
}): MailContent {
  const dollars = formatMoney({ amount: facts.amount, currency: 'usd' }, 'where needed');
  const sentence = 'Someone requested a payout to your bank account. We will email you when it is paid.';
  return notice(`A payout of ${dollars} was requested`, facts, sentence, [
    ['Amount', dollars],
    ['Requested', moment(facts.at)],
    ['Reference', facts.withdrawalId],
  ]);
}

function notice(
  subject: string,
  { publicUrl }: { publicUrl: string },
  sentence: string,
  rows: [label: string, value: string][],
): MailContent {
  return compose({
    subject,
    preheader: `${sentence} Was that you?`,
    blocks: [
      heading(subject),
      paragraph(sentence),
      factRows(rows),
      paragraph('If that was you, there is nothing to do.'),
      paragraph(
        'If not, ',
        link('open your security page', address(publicUrl, '/account/security')),
        ': sign out everywhere, set a new password, and remove all passkeys, keys and links that you do not recognize. Then ',
        link('contact support', address(publicUrl, '/support')),
        '.',
      ),
    ],
    reason: 'You receive this email because it is about the security of your account. It is not advertising.',
  });
}
