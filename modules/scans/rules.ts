import { getDomain } from 'tldts';
import { machine } from '../../base/machine';
import type { ScanStatusName } from './contract';

/** States of a free scan (docs/interface/scans.md). A scan has a confirmation token once we have emailed it. */
export const SCAN = machine<ScanStatusName>({
  queued: ['awaiting_confirmation', 'expired'],
  awaiting_confirmation: ['confirmed', 'expired'],
  confirmed: ['running', 'failed'],
  running: ['completed', 'failed'],
  completed: [],
  failed: [],
  expired: [],
});

/** Registered domains of public mailbox providers, shared by many people. */
const PUBLIC_MAIL = new Set(
  `aol.com fastmail.com gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.com icloud.com
   live.com mac.com mail.com mail.ru me.com msn.com naver.com outlook.com proton.me protonmail.com qq.com t-online.de
   tuta.com web.de yahoo.com yandex.com yandex.ru zoho.com 163.com`.split(/\s+/),
);

/**
 * True if the email address's domain has used up its share of daily scans: half for public providers, otherwise a
 * tenth (at least 3).
 */
export function domainHadItsShare(email: string, confirmed: readonly string[], scansPerDay: number): boolean {
  const domain = domainOf(email);
  const most = Math.max(3, Math.floor(scansPerDay / (PUBLIC_MAIL.has(domain) ? 2 : 10)));
  return confirmed.filter((other) => domainOf(other) === domain).length > most;
}

function domainOf(email: string): string {
  const host = email.slice(email.lastIndexOf('@') + 1);
  return getDomain(host) ?? host;
}
