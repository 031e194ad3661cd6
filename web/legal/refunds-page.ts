import { UNDOS_PER_DAY, windowWords } from '../../domain/undo';
import { CONSENTS } from '../../contracts/orders';
import { html } from '../../platform/html';
import { legalPage } from './legal-page';

/** Rules of refunds and of the right of withdrawal, as the service applies them. */
export const refundsPage = legalPage({
  path: '/refunds',
  title: 'Refunds',
  description: 'When you get your money or your credit back, and how.',

  body: (_seller, { undoWindowMs }) =>
    html`<p class="lead">We do not keep money for work that we did not deliver.</p>
      <h2>A run that fails</h2>
      <p>
        When a run fails through no fault of yours, you get its credit back in the same moment and can start another run
        with it. The same holds for a run that you cancel before an agent has begun, and for one that you take back
        within ${windowWords(undoWindowMs)} of its start, ${UNDOS_PER_DAY} times a day, unless the agent has handed
        something in. One that you cancel later keeps its credit.
      </p>
      <h2>A payment that comes too late</h2>
      <p>
        An opportunity stays reserved while you pay. A payment that is made after the reservation has ended, a second
        payment of the same order and a payment of another sum are refunded in full, without a request.
      </p>
      <h2>Right of withdrawal</h2>
      <p>
        Consumers in the European Union may withdraw from a purchase within 14 days. With digital content that right
        ends once access has begun, if you asked for it. That is why the order form has two boxes, both empty at first:
      </p>
      <ul>
        <li>${CONSENTS.immediateAccess}</li>
        <li>${CONSENTS.withdrawalLoss}</li>
      </ul>
      <p>
        Access to an opportunity's dossier begins right after payment. A credit that you have not used yet has not been
        accessed: write to us within 14 days and we refund it. A pack of credits is one purchase, at one price: it goes
        back whole, as long as none of its credits was used.
      </p>
      <h2>Something is wrong with a dossier</h2>
      <p>
        If a dossier contradicts its own sources or misses what was sold, <a href="/support">tell us</a> which part. A
        person looks at it and has it researched again or refunds you.
      </p>
      <h2>How a refund reaches you</h2>
      <p>
        It goes back to the card or account that you paid with, usually within five to ten days. You see its state with
        your order in <a href="/account">your account</a>. What was paid for is then no longer available to you, and a
        refunded opportunity may be offered to others again.
      </p>`,
});
