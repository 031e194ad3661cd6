import { view, type Books } from './books';
import { isDisputed } from './disputes';
import { page } from './lists';
import { invalid } from './provider-error';
import type { Route } from './route';
import { newId, nowSeconds, type EarlyFraudWarning } from './world';

/** Read-only routes of early fraud warnings: only banks issue them. */
export function fraudWarningRoutes(books: Books): Route[] {
  const shown = (warning: EarlyFraudWarning) => view({ ...warning, actionable: isActionable(books, warning) });
  return [
    [
      'GET',
      '/v1/radar/early_fraud_warnings',
      ({ params, realm, path }) => {
        const intent = params.text('payment_intent');
        const charge = params.text('charge');
        const wanted = (warning: EarlyFraudWarning) =>
          (!intent || warning.payment_intent === intent) && (!charge || warning.charge === charge);
        return page(() => books.all('radar.early_fraud_warning', realm).filter(wanted), path, params, shown);
      },
    ],
    [
      'GET',
      '/v1/radar/early_fraud_warnings/*',
      ({ ids, params, realm }) => {
        params.rejectUnknown();
        return shown(books.find(realm, 'radar.early_fraud_warning', ids[0]!));
      },
    ],
  ];
}

/** Issues an early fraud warning of a payment. @throws ProviderError 400 or 404 */
export function warnOfFraud(books: Books, paymentIntent: string): EarlyFraudWarning {
  const intent = books.findAnywhere('payment_intent', paymentIntent);
  if (!intent.latest_charge) throw invalid('The payment has no charge');
  const charge = books.findAnywhere('charge', intent.latest_charge);
  const warning = books.add<EarlyFraudWarning>({
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    created: nowSeconds(),
    livemode: charge.livemode,
    actionable: true,
    charge: charge.id,
    fraud_type: 'made_with_stolen_card',
    payment_intent: intent.id,
    metadata: {},
    realm: charge.realm,
  });
  warning.actionable = isActionable(books, warning);
  books.emit('radar.early_fraud_warning.created', warning);
  return warning;
}

// As the provider documents: neither disputed nor fully refunded.
function isActionable(books: Books, warning: EarlyFraudWarning): boolean {
  const charge = books.findAnywhere('charge', warning.charge);
  return !isDisputed(books, charge) && charge.amount_refunded < charge.amount;
}
