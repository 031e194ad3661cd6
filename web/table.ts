import type { AnyEndpoint, AnyRoute } from '../http/endpoint';
import { designPage } from './developers/design-page';
import { runHere, signInHere } from './this-machine/local-forms';
import { localPage } from './this-machine/local-page';
import { clientRoutes } from './developers/clients';
import { clientsPage } from './developers/clients-page';
import { errorsPage } from './developers/errors-page';
import { developersPage } from './developers/overview-page';
import { referencePages } from './developers/reference/reference-pages';
import { tryAssets, tryPage } from './developers/reference/try-page';
import { withMarkdown } from './developers/texts/markdown-page';
import { textRoutes } from './developers/texts/routes';
import { versioningPage } from './developers/versioning-page';
import { webhooksPage } from './developers/webhooks-page';
import { activityPage } from './account/activity-page';
import { dataPage, eraseOwnAccount, exportOwnData } from './account/data-pages';
import { boughtDossierPage } from './account/dossier-page';
import { invoicePage } from './account/invoice-page';
import { purchasePage } from './account/purchase-page';
import { purchasesPage } from './account/purchases-page';
import {
  changeOwnWebhookForm,
  createOwnWebhookForm,
  deleteOwnWebhook,
  ownWebhookPage,
  ownWebhooksPage,
  replayOwnWebhookForm,
  rotateOwnWebhookForm,
  testOwnWebhook,
} from './account/webhook-pages';
import { creditsPage } from './account/credits-page';
import { requestsPage } from './account/requests-page';
import { scanResultPage, scansPage } from './account/scans-page';
import { usagePage } from './account/usage-page';
import { liveScript } from './runs/live-script';
import { runDocuments, runDossier } from './runs/run-documents';
import { runEvents } from './runs/run-events';
import { cancelRunForm, runPage } from './runs/run-page';
import { runsPage } from './runs/runs-page';
import {
  sharedDossier,
  sharedPage,
  shareOwnPurchase,
  shareOwnRun,
  unshareOwnPurchase,
  unshareOwnRun,
} from './runs/share-pages';
import { newRunPage, startOwnRun } from './runs/start-run-pages';
import { createOwnKey, keysPage, revokeOwnKey, rotateOwnKey } from './account/key-pages';
import { accountOverview } from './account/overview-page';
import {
  forgotPasswordPage,
  ownPasswordLinkSentPage,
  passwordLinkSentPage,
  requestOwnPasswordReset,
  requestPasswordReset,
  resetPassword,
  resetPasswordPage,
} from './account/password-pages';
import { endReviewedShares, passwordSetPage, revokeReviewedKey } from './account/key-review';
import { signInDonePage } from './account/sign-in-again';
import { addOwnPasskey, newPasskeyPage, removeOwnPasskey, renameOwnPasskey } from './account/passkey-pages';
import { passkeyScript } from './account/passkey-script';
import { askToSignInByPasskey, signInWithPasskey } from './account/passkey-sign-in';
import { endOtherSession, endSessionsEverywhere, securityPage } from './account/security-page';
import {
  confirmByMail,
  requestSignIn,
  signInLinkPage,
  signInPage,
  signInSentPage,
  signInWithPassword,
  signOut,
  useSignInLink,
} from './account/sign-in-pages';
import { crawlerRoutes } from './landing/crawlers';
import { howWeResearchPage } from './landing/how-we-research-page';
import { landingPage } from './landing/landing-page';
import { samplePages } from './landing/sample-dossier-page';
import { imprintPage } from './legal/imprint-page';
import { licencesPage, licenceTexts } from './legal/licences-page';
import { privacyPage } from './legal/privacy-page';
import { refundsPage } from './legal/refunds-page';
import { termsPage } from './legal/terms-page';
import { askForScan, scanConfirmPage, scanPage, scanSentPage, confirmScanByPage } from './people/scan-pages';
import { statusPage } from './people/status-page';
import { sendToSupport, supportPage } from './people/support-pages';
import { unsubscribeByPage, unsubscribePage } from './people/unsubscribe-pages';
import { buyPage } from './shop/buy-page';
import { cataloguePage } from './shop/catalogue-page';
import { checkoutDossierPage } from './shop/checkout-dossier-page';
import { successPage } from './shop/checkout-result-pages';
import { cancelledPage, leaveCheckout } from './shop/leave-checkout-pages';
import { reloadScript } from './shop/reload-script';
import { opportunityPage } from './shop/opportunity-page';
import { unwatchReserved, watchReserved } from './shop/watch-opportunity';
import { brandRoutes } from './brand';
import { styleRoutes } from './style';

const pages = (endpoints: readonly AnyEndpoint[]): AnyRoute[] => [
  ...styleRoutes,
  ...brandRoutes,
  landingPage,
  howWeResearchPage(),
  ...samplePages,
  ...crawlerRoutes(endpoints),
  cataloguePage,
  opportunityPage,
  buyPage,
  successPage,
  checkoutDossierPage,
  reloadScript.route,
  cancelledPage,
  leaveCheckout,
  statusPage,
  developersPage,
  clientsPage,
  ...clientRoutes,
  errorsPage,
  designPage,
  webhooksPage,
  versioningPage(endpoints),
  ...referencePages(endpoints),
  tryPage,
  ...tryAssets,
  signInPage,
  requestSignIn,
  signInSentPage,
  signInDonePage,
  signInLinkPage,
  useSignInLink,
  signInWithPassword,
  passkeyScript.route,
  askToSignInByPasskey,
  signInWithPasskey,
  newPasskeyPage,
  addOwnPasskey,
  renameOwnPasskey,
  removeOwnPasskey,
  signOut,
  confirmByMail,
  securityPage,
  endOtherSession,
  endSessionsEverywhere,
  forgotPasswordPage,
  requestPasswordReset,
  passwordLinkSentPage,
  resetPasswordPage,
  resetPassword,
  passwordSetPage,
  revokeReviewedKey,
  endReviewedShares,
  accountOverview,
  activityPage,
  dataPage,
  exportOwnData,
  eraseOwnAccount,
  boughtDossierPage,
  invoicePage,
  scansPage,
  scanResultPage,
  purchasesPage,
  purchasePage,
  ownWebhooksPage,
  createOwnWebhookForm,
  ownWebhookPage,
  changeOwnWebhookForm,
  testOwnWebhook,
  replayOwnWebhookForm,
  rotateOwnWebhookForm,
  deleteOwnWebhook,
  creditsPage,
  requestsPage,
  usagePage,
  runsPage,
  // Must precede `{id}` paths, which would match "new".
  newRunPage,
  startOwnRun,
  runPage,
  runEvents,
  runDossier,
  runDocuments,
  cancelRunForm,
  shareOwnRun,
  unshareOwnRun,
  shareOwnPurchase,
  unshareOwnPurchase,
  watchReserved,
  unwatchReserved,
  sharedPage,
  sharedDossier,
  liveScript.route,
  requestOwnPasswordReset,
  ownPasswordLinkSentPage,
  keysPage,
  createOwnKey,
  rotateOwnKey,
  revokeOwnKey,
  scanPage,
  askForScan,
  scanSentPage,
  scanConfirmPage,
  confirmScanByPage,
  unsubscribePage,
  unsubscribeByPage,
  termsPage,
  privacyPage,
  refundsPage,
  imprintPage,
  licencesPage,
  licenceTexts,
  localPage,
  signInHere,
  runHere,
  supportPage,
  sendToSupport,
];

/** All pages and their assets; those for developers describe `endpoints`. */
export function allPages(endpoints: readonly AnyEndpoint[]): AnyRoute[] {
  const shown = pages(endpoints);
  // Pages of documents, each of which also exists as Markdown.
  const documents = shown.filter(({ path }) => /^\/developers(\/[\w-]+)?$/.test(path) && path !== designPage.path);
  const negotiated = shown.map((page) => (documents.includes(page) ? withMarkdown(page) : page));
  return [...negotiated, ...textRoutes(documents, endpoints)];
}
