import type { ApiDeps } from './deps';

/** Whether mails can be sent and their links made: what a route needs that promises one. */
export function mailIsOn({ settings }: ApiDeps): boolean {
  return settings.mail !== null;
}
