import { NO_STORE } from '../../../http/reply';

/** Response to every request for a link. */
export function linkAccepted(message: string) {
  return { status: 202, headers: NO_STORE, body: { status: 'accepted', message } };
}
