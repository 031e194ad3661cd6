import { paymentSettings } from '../platform/payment-settings';
import { readSettings, url } from '../platform/settings';
import type { Database } from '../prisma/client';
import { deploymentIdOf } from '../store/deployment/deployment-id';
import { openPayments } from '../providers/payments/open-payments';
import type { Payments } from '../contracts/payments';

const settings = {
  ...paymentSettings,
  PUBLIC_URL: url({ default: 'http://127.0.0.1:8080', desc: 'Where contributors come back to' }),
};

/** Payments from settings, and the return address of their pages. */
export function paymentsOfSettings(db: Database): { payments: Payments; publicUrl: string } {
  const read = readSettings(settings);
  const payments = openPayments(read, { deploymentId: deploymentIdOf(db, read.DEPLOYMENT_ID) });
  if (!payments) throw new Error('Set STRIPE_SECRET_KEY_LIVE or STRIPE_SECRET_KEY_TEST, or start the local default.');
  return { payments, publicUrl: read.PUBLIC_URL.replace(/\/$/, '') };
}
