import { MailError, type Mail } from '../../providers/mail/mailer';
import { eventually } from '../support/eventually';
import { useSales } from '../support/sales';

let down = false;
const sent: Mail[] = [];
const { shop, buyer, bought, paymentOf, dispute } = useSales({
  send: (mail) => {
    if (down) return Promise.reject(new MailError('unavailable', 'down'));
    sent.push(mail);
    return Promise.resolve();
  },
});
beforeEach(() => {
  down = false;
});

const about = (orderId: string) => sent.filter(({ text }) => text.includes(orderId)).map(({ subject }) => subject);
const ended = (orderId: string) =>
  eventually('the payment workflow has ended', async () => {
    const { status } = await shop.temporal.workflow.getHandle(`payment/${orderId}`).describe();
    return status.name === 'COMPLETED';
  });

test('a mail provider that is down delays no dispute', async () => {
  down = true;
  const orderId = await bought();
  await dispute(orderId);
  await eventually('the dispute is known', async () => (await shop.order(orderId, buyer)).dispute);
  await ended(orderId);
  expect(about(orderId)).toEqual([]);
});

test('a mail provider that is down delays no return, and the payer gets each mail once when it is back', async () => {
  down = true;
  const orderId = await bought();
  const paymentIntent = await paymentOf(orderId);
  await shop.provider.refundByHand(paymentIntent);
  await shop.orderIn(orderId, ['refunded'], buyer);
  await ended(orderId);
  down = false;
  const subjects = await eventually('both mails', () => about(orderId).length >= 2 && about(orderId));
  expect(subjects.toSorted((a, b) => a.localeCompare(b))).toEqual(['Receipt: one Idea Check', 'Refund: $49.00']);
});

test('a notice is committed with the decision about its payment, so that no crash loses it', async () => {
  const orderId = await bought();
  const paymentIntent = await paymentOf(orderId);
  const messages = await shop.db.prisma.outboxMessage.findMany({ where: { dedupeKey: { endsWith: paymentIntent } } });
  expect(messages.map(({ dedupeKey }) => dedupeKey)).toContain(`mail:payment_receipt:${paymentIntent}`);
  await shop.provider.refundByHand(paymentIntent);
  await shop.orderIn(orderId, ['refunded'], buyer);
  expect(
    await shop.db.prisma.outboxMessage.count({ where: { dedupeKey: `mail:payment_refund:${paymentIntent}` } }),
  ).toBe(1);
});
