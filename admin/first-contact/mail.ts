import { MailError, type Mail } from '../../vendors/mail/mailer';
import { checkMailAccess, createMailer, liftProviderSuppression } from '../../vendors/mail/provider';
import { Differs, jsonOf, made, refusal, same, type Assumption, type Contact } from './assumption';

/** The provider allows two requests per second. */
const PACE_MS = 600;
/** The provider's test mailbox, which accepts all mail but delivers none. */
const SINK = 'delivered@resend.dev';
const SEND = 'POST /emails';

export interface MailContactSettings {
  key: string;
  url: string;
  from: string;
  /** Unique per execution. Part of all idempotency keys. */
  unique: string;
}

interface MailContact extends Contact {
  settings: MailContactSettings;
  mail: Mail;
  taken?: string;
}

export function contactMail(contact: Contact, settings: MailContactSettings): MailContact {
  const mail = {
    to: SINK,
    subject: 'First contact',
    html: '<p>First contact</p>',
    text: 'First contact',
    idempotencyKey: `first-contact/${settings.unique}`,
  };
  return { ...contact, settings, mail };
}

export const MAIL_ASSUMPTIONS: readonly Assumption<MailContact>[] = [
  {
    name: 'key',
    says: 'The key is accepted, and the domain of MAIL_FROM is verified (if the key may read domains).',
    cure: 'Create a key in the provider’s dashboard (RESEND_API_KEY), and verify the domain of MAIL_FROM there.',
    async check({ settings, isStandIn, last }) {
      const access = await checkMailAccess({ apiKey: settings.key, baseUrl: settings.url, from: settings.from });
      same('the answer', access.kind, 'accepted');
      const domain = access.kind === 'accepted' ? access.domain : null;
      if (!domain && !isStandIn && last('GET /domains').status === 200)
        throw new Differs('the account does not have the domain of MAIL_FROM');
      if (domain) same(`the state of ${domain.name}`, domain.status, 'verified');
      return domain ? `${domain.name} is verified` : 'accepted; the key may only send, so the domain is unknown';
    },
  },
  {
    name: 'unknown-key',
    says: 'Listing domains with an unknown key is refused with 403.',
    cure: 'See vendors/mail/provider.ts: the doctor detects invalid keys this way.',
    notAtStandIn: true,
    async check({ settings, pace }) {
      await pace(PACE_MS);
      const access = await checkMailAccess({
        apiKey: 're_FirstContact_unknown',
        baseUrl: settings.url,
        from: settings.from,
      });
      same('the answer', access.kind, 'refused');
      return access.kind;
    },
  },
  {
    name: 'mail',
    says: 'A mail is accepted and gets an id.',
    cure: 'See vendors/mail/provider.ts, and whether the key may send from MAIL_FROM.',
    async check(contact) {
      await send(contact);
      contact.taken = idOf(contact);
      return contact.taken;
    },
  },
  {
    name: 'replay',
    says: 'The same mail with the same key is delivered once and has the same id.',
    cure: 'See vendors/mail/provider.ts: mail would be delivered twice if an answer is lost.',
    async check(contact) {
      const first = made(contact.taken, 'mail mail');
      await send(contact);
      same('the id', idOf(contact), first);
      return 'the same id';
    },
  },
  {
    name: 'key-reused',
    says: 'Reusing a key for another mail answers 409 invalid_idempotent_request, which the product treats as sent.',
    cure: 'See vendors/mail/provider.ts: such a mail would fail permanently.',
    async check(contact) {
      made(contact.taken, 'mail mail');
      await send(contact, { text: 'Changed meanwhile' });
      const exchange = contact.last(SEND);
      same(
        'status and name',
        `${exchange.status} ${String(jsonOf(exchange)['name'])}`,
        '409 invalid_idempotent_request',
      );
      return '409 invalid_idempotent_request';
    },
  },
  {
    name: 'bad-address',
    says: 'An invalid address is refused permanently, with 400 or 422.',
    cure: 'See vendors/mail/provider.ts: such a mail would be retried for 20 hours.',
    notAtStandIn: true,
    async check(contact) {
      const { idempotencyKey } = contact.mail;
      const error = await refusal(
        'it',
        send(contact, { to: 'no address', idempotencyKey: `${idempotencyKey}/address` }),
      );
      same('the failure', error instanceof MailError ? error.kind : String(error), 'rejected');
      return `${contact.last(SEND).status}`;
    },
  },
  {
    name: 'suppression',
    says: 'Removing an address that is not suppressed answers 404.',
    cure: 'See vendors/mail/provider.ts: `mail allow` would fail.',
    notAtStandIn: true,
    async check({ settings, last, pace }) {
      await pace(PACE_MS);
      const { key: apiKey, url: baseUrl, unique } = settings;
      same('suppressed', await liftProviderSuppression({ apiKey, baseUrl }, `delivered+${unique}@resend.dev`), false);
      return `${last('DELETE /suppressions/{id}').status}`;
    },
  },
];

async function send({ settings, mail, pace }: MailContact, changes: Partial<Mail> = {}): Promise<void> {
  await pace(PACE_MS);
  const { key: apiKey, url: baseUrl, from } = settings;
  await createMailer({ apiKey, baseUrl, from }).send({ ...mail, ...changes });
}

function idOf({ last }: MailContact): string {
  const { id } = jsonOf(last(SEND));
  if (typeof id !== 'string' || id === '') throw new Differs('the answer has no id');
  return id;
}
