import { url } from 'envalid';
import { paymentSettings } from '../../contracts/payment-settings';
import { readSettings } from '../../contracts/settings';
import { createPayments } from '../../providers/payments/create-payments';
import { openPayments } from '../../providers/payments/open-payments';
import type { Payments } from '../../providers/payments/payments';
import { PAYMENTS_STAND_IN_KEYS } from '../payments/own-keys';
import { localParts } from './context';

const settings = {
  ...paymentSettings,
  PUBLIC_URL: url({ default: 'http://127.0.0.1:8080', desc: 'Where contributors come back to' }),
};

/** Payments of the settings, or of the stand-in of the local default that runs, and where its pages lead back to. */
export function paymentsOfSettings(): { payments: Payments; publicUrl: string } {
  const local = process.env.STRIPE_SECRET_KEY_LIVE || process.env.STRIPE_SECRET_KEY_TEST ? null : localParts();
  if (local?.payments) {
    const payments = createPayments({ keys: PAYMENTS_STAND_IN_KEYS, webhookSecrets: {}, baseUrl: local.payments });
    return { payments, publicUrl: local.api };
  }
  const read = readSettings(settings);
  const payments = openPayments(read);
  if (!payments) throw new Error('Set STRIPE_SECRET_KEY_LIVE or STRIPE_SECRET_KEY_TEST, or start the local default.');
  return { payments, publicUrl: read.PUBLIC_URL.replace(/\/$/, '') };
}
