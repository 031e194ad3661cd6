import type { AnyRoute } from '../endpoint';
import { errorsPage } from './developers/errors-page';
import { developersPage } from './developers/overview-page';
import { referenceAssets, referencePage } from './developers/reference-page';
import { webhooksPage } from './developers/webhooks-page';
import { boughtDossierPage } from './account/dossier-page';
import { ownWebhooksPage, testOwnWebhook } from './account/webhook-pages';
import { copyScript } from './account/copy-script';
import { createOwnKey, keysPage, revokeOwnKey, rotateOwnKey } from './account/key-pages';
import { accountOverview } from './account/overview-page';
import {
  forgotPasswordPage,
  passwordLinkSentPage,
  passwordSetPage,
  requestOwnPasswordReset,
  requestPasswordReset,
  resetPassword,
  resetPasswordPage,
} from './account/password-pages';
import {
  requestSignIn,
  signInLinkPage,
  signInPage,
  signInSentPage,
  signInWithPassword,
  signOut,
  useSignInLink,
} from './account/sign-in-pages';
import { askForScan, scanConfirmPage, scanPage, scanSentPage, takeScanConfirmation } from './people/scan-pages';
import { sendToSupport, supportPage } from './people/support-pages';
import { unsubscribeByPage, unsubscribePage } from './people/unsubscribe-pages';
import { buyPage } from './shop/buy-page';
import { cataloguePage } from './shop/catalogue-page';
import { successPage } from './shop/checkout-result-pages';
import { cancelledPage, leaveCheckout } from './shop/leave-checkout-pages';
import { lookAgainScript } from './shop/look-again-script';
import { opportunityPage } from './shop/opportunity-page';
import { styleSheet } from './style';

/** Every page and what pages load: beside the table of endpoints the only list of ways into the service. */
export const allPages: readonly AnyRoute[] = [
  styleSheet.route,
  cataloguePage,
  opportunityPage,
  buyPage,
  successPage,
  lookAgainScript.route,
  cancelledPage,
  leaveCheckout,
  developersPage,
  errorsPage,
  webhooksPage,
  referencePage,
  ...referenceAssets,
  signInPage,
  requestSignIn,
  signInSentPage,
  signInLinkPage,
  useSignInLink,
  signInWithPassword,
  signOut,
  forgotPasswordPage,
  requestPasswordReset,
  passwordLinkSentPage,
  resetPasswordPage,
  resetPassword,
  passwordSetPage,
  accountOverview,
  boughtDossierPage,
  ownWebhooksPage,
  testOwnWebhook,
  requestOwnPasswordReset,
  keysPage,
  createOwnKey,
  rotateOwnKey,
  revokeOwnKey,
  copyScript.route,
  scanPage,
  askForScan,
  scanSentPage,
  scanConfirmPage,
  takeScanConfirmation,
  unsubscribePage,
  unsubscribeByPage,
  supportPage,
  sendToSupport,
];
