import { Failure } from '../../contracts/failures';
import type { ApiSettings } from '../deps';
import type { Middleware } from '../state';

/** What an endpoint can need that an operator may have left out. */
export type Service = 'mail' | 'mailEvents';

const IS_CONFIGURED: Record<Service, (settings: ApiSettings) => boolean> = {
  mail: ({ mail }) => mail !== null,
  mailEvents: ({ mailWebhookSecret }) => mailWebhookSecret !== null,
};

/**
 * Refuses what needs a service that is not configured, before anything is read or stored.
 *
 * @throws Failure `service_not_configured`
 */
export function requireService(service: Service, settings: ApiSettings): Middleware {
  const configured = IS_CONFIGURED[service](settings);
  return async (_ctx, next) => {
    if (!configured) throw new Failure('service_not_configured');
    await next();
  };
}
