import { Failure } from '../../contracts/failures';
import type { WebhookReplay } from '../../contracts/webhooks';
import type { WantedReplay } from '../../store/webhooks/replay';

/**
 * What a request asks to send again.
 *
 * @throws Failure `invalid_request` unless it names a delivery, or a span whose end is after its beginning
 */
export function wantedReplay({ deliveryId, since, until }: WebhookReplay): WantedReplay {
  if (deliveryId !== undefined && since === undefined && until === undefined) return { deliveryId };
  if (deliveryId !== undefined || since === undefined || until === undefined) {
    throw refused('', 'names one deliveryId, or since and until');
  }
  const span = { since: new Date(since), until: new Date(until) };
  for (const [name, moment] of Object.entries(span)) {
    if (Number.isNaN(moment.getTime())) throw refused(`/${name}`, 'must be a date and time');
  }
  if (span.since >= span.until) throw refused('/until', 'must be after since');
  return span;
}

function refused(pointer: string, detail: string): Failure {
  const errors = [{ pointer, code: 'invalid_replay', detail }];
  return new Failure('invalid_request', { detail: `${pointer || 'A replay'} ${detail}.`, errors });
}
