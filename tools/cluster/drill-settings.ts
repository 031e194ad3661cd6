import { nameOfPort } from '../../stand-ins/internet/names';
import type { Postbox } from '../../test/support/postbox';

/** Settings of a cluster that is used by many at once: mails and alerts go to the postbox, and limits do not interfere. */
export const drillSettings = ({ url }: Postbox): NodeJS.ProcessEnv => ({
  RESEND_BASE_URL: url,
  ALERT_WEBHOOK_URL: `https://${nameOfPort(Number(new URL(url).port))}/alerts`,
  ALERT_WEBHOOK_KEY: 'routing-key-of-the-drill',
  MAILS_PER_SECOND: '1000',
  LIMITS_SCALE: '1000000',
  // What no webhook reported, because no API was there, is found by a sweep soon.
  SWEEP_INTERVAL: '10s',
});
