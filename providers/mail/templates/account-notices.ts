import { formatMoney } from '../../../platform/wording';
import { facts as factRows, heading, link, paragraph } from './blocks';
import { address, compose, type MailContent } from './layout';
import { moment } from './words';

const REASON = 'You receive this e-mail because it concerns the security of your account. It is not advertising.';

/** Notice of a sign-in from a browser that is new to the account. `browser` is our own description. */
export function newDeviceMail(facts: { browser: string; at: Date; publicUrl: string }): MailContent {
  return notice(
    'A new sign-in to your account',
    facts,
    'Someone signed in to your account from a browser that had not signed in before.',
    [
      ['Browser', facts.browser],
      ['When', moment(facts.at)],
    ],
  );
}

/** Notice that an API key was created, on the page, by a rotation or by support. `name` is the customer's text. */
export function newKeyMail(facts: {
  name: string;
  mode: string;
  at: Date;
  expiresAt: Date | null;
  publicUrl: string;
}): MailContent {
  return notice(`A new ${facts.mode} API key`, facts, `An API key was created for your account.`, [
    ['Name', facts.name],
    ['Mode', facts.mode],
    ['Created', moment(facts.at)],
    ['Works until', facts.expiresAt ? moment(facts.expiresAt) : 'you revoke it'],
  ]);
}

/** Notice that a passkey was added. `name` is the customer's text. */
export function newPasskeyMail(facts: { name: string; at: Date; publicUrl: string }): MailContent {
  return notice('A new passkey of your account', facts, 'A passkey was added, which signs in to your account.', [
    ['Name', facts.name],
    ['Added', moment(facts.at)],
  ]);
}

/** Notice that a link was made by which anybody reads a dossier. */
export function newShareMail(facts: { at: Date; expiresAt: Date; publicUrl: string }): MailContent {
  return notice(
    'A new link to one of your dossiers',
    facts,
    'A link was created by which anybody can read a dossier.',
    [
      ['Created', moment(facts.at)],
      ['Works until', moment(facts.expiresAt)],
    ],
  );
}

/** Notice that a payout was requested. `amount` is in US cents. */
export function withdrawalRequestedMail(facts: {
  withdrawalId: string;
  amount: number;
  at: Date;
  publicUrl: string;
}): MailContent {
  const dollars = formatMoney({ amount: facts.amount, currency: 'usd' });
  return notice(
    `A payout of ${dollars} was requested`,
    facts,
    "A payout to your bank account was requested. We'll e-mail you when it is paid.",
    [
      ['Amount', dollars],
      ['Requested', moment(facts.at)],
      ['Withdrawal', facts.withdrawalId],
    ],
  );
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
        ': sign out everywhere, set a new password, and remove the passkeys, keys and links that you do not know. Then ',
        link('contact support', address(publicUrl, '/support')),
        '.',
      ),
    ],
    reason: REASON,
  });
}
