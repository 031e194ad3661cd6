import agents from './stand-ins/agents.json';
import mail from './stand-ins/mail.json';
import payments from './stand-ins/payments.json';
import type { Provider } from './assumption';
import type { RecordedCall } from './record';

/** What the stand-ins answer, as `first-contact --out admin/first-contact/stand-ins` writes it against them. */
export const STAND_IN_RECORDS = { payments, mail, agents } as unknown as Record<Provider, readonly RecordedCall[]>;
