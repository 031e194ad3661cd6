import { html } from '../../html';
import { address, button, heading, layout, link, paragraph, plainText, span, type MailContent } from './layout';

const ASKED = 'You receive this mail because somebody, hopefully you, asked for it with this address.';

/** The mail with a link that signs its reader in, once, within `lifetimeMs`. `url` is ours. */
export function signInLinkMail({ url, lifetimeMs }: { url: string; lifetimeMs: number }): MailContent {
  const limits = `The link works once, within ${span(lifetimeMs)}.`;
  const ignore = 'If you did not want to sign in, ignore this mail: nothing happens without the link.';
  return {
    subject: 'Your sign-in link',
    html: layout({
      preheader: limits,
      body: [
        heading('Sign in'),
        paragraph('Open the link and press the button on the page.'),
        button('Sign in', url),
        paragraph(limits),
        paragraph(ignore),
      ],
      reason: ASKED,
    }),
    text: plainText(ASKED, 'Sign in', `Open this link and press the button on the page:\n${url}`, limits, ignore),
  };
}

/** The mail with a link that sets a new password, once, within `lifetimeMs`. `url` is ours. */
export function passwordResetMail({ url, lifetimeMs }: { url: string; lifetimeMs: number }): MailContent {
  const limits = `The link works once, within ${span(lifetimeMs)}. Setting a password signs out every browser.`;
  const ignore = 'If you did not ask for this, ignore this mail: your password stays as it is.';
  return {
    subject: 'Set a new password',
    html: layout({
      preheader: limits,
      body: [heading('Set a new password'), button('Choose a password', url), paragraph(limits), paragraph(ignore)],
      reason: ASKED,
    }),
    text: plainText(ASKED, 'Set a new password', `Choose it here:\n${url}`, limits, ignore),
  };
}

/** The notice that the password of an account was changed (spec, States, rule 6). */
export function passwordChangedMail({ publicUrl }: { publicUrl: string }): MailContent {
  const reason = 'You receive this mail because the security of your account changed.';
  const happened = 'The password of your account was changed. Every browser was signed out and open links are void.';
  const reset = address(publicUrl, '/forgot-password');
  const support = address(publicUrl, '/support');
  return {
    subject: 'Your password was changed',
    html: layout({
      preheader: happened,
      body: [
        heading('Your password was changed'),
        paragraph(happened),
        paragraph(
          html`If that was not you, ${link('set another password', reset)} now and ${link('write to us', support)}.`,
        ),
      ],
      reason,
    }),
    text: plainText(
      reason,
      'Your password was changed',
      happened,
      `If that was not you, set another password now (${reset}) and write to us (${support}).`,
    ),
  };
}
