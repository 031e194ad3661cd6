import { button, heading, link, note, paragraph } from './blocks';
import { address, compose, type MailContent } from './layout';
import { span } from './words';

const ASKED = 'You receive this e-mail because someone, hopefully you, requested it with this address.';

/** Mail with a one-time sign-in link, valid for `lifetimeMs`. `url` must be ours. */
export function signInLinkMail({ url, lifetimeMs }: { url: string; lifetimeMs: number }): MailContent {
  const limits = `The link works once, within ${span(lifetimeMs)}.`;
  return compose({
    subject: 'Your sign-in link',
    preheader: limits,
    blocks: [
      heading('Sign in'),
      paragraph('Open the link and press the button on the page.'),
      button('Sign in', url),
      paragraph(limits),
      note("Didn't try to sign in? Ignore this e-mail. Nobody gets in without the link."),
    ],
    reason: ASKED,
  });
}

/** Mail with a one-time link to set a password, valid for `lifetimeMs`. `url` must be ours. */
export function passwordResetMail({ url, lifetimeMs }: { url: string; lifetimeMs: number }): MailContent {
  const limits = `The link works once, within ${span(lifetimeMs)}. Setting a password signs you out everywhere.`;
  return compose({
    subject: 'Set a new password',
    preheader: limits,
    blocks: [
      heading('Set a new password'),
      button('Choose a password', url),
      paragraph(limits),
      note("Didn't ask for this? Ignore this e-mail. Your password stays as it is."),
    ],
    reason: ASKED,
  });
}

/** Notice that an account's password was changed (docs/interface.md, Links and passwords). */
export function passwordChangedMail({ publicUrl }: { publicUrl: string }): MailContent {
  const happened =
    'The password of your account was changed. You were signed out everywhere, and earlier links no longer work.';
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
    reason: 'You receive this e-mail because the security of your account changed.',
  });
}
