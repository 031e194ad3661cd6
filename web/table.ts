import type { AnyEndpoint, AnyRoute } from '../http/endpoint';
import * as activity from './account/activity-page';
import * as credits from './account/credits-page';
import * as data from './account/data-pages';
import * as boughtDossier from './account/dossier-page';
import * as invoice from './account/invoice-page';
import * as keyReview from './account/key-review';
import * as keys from './account/key-pages';
import * as overview from './account/overview-page';
import * as passkeys from './account/passkey-pages';
import * as passkeySignIn from './account/passkey-sign-in';
import * as passwords from './account/password-pages';
import * as purchase from './account/purchase-page';
import * as purchases from './account/purchases-page';
import * as requests from './account/requests-page';
import * as scans from './account/scans-page';
import * as security from './account/security-page';
import * as signIn from './account/sign-in-pages';
import * as signInAgain from './account/sign-in-again';
import * as usage from './account/usage-page';
import * as webhooks from './account/webhook-pages';
import { passkeyScript } from './account/passkey-script';
import { clientRoutes } from './developers/clients';
import * as clients from './developers/clients-page';
import * as design from './developers/design-page';
import * as errors from './developers/errors-page';
import * as developers from './developers/overview-page';
import { referencePages } from './developers/reference/reference-pages';
import { tryAssets, tryPage } from './developers/reference/try-page';
import { withMarkdown } from './developers/texts/markdown-page';
import { textRoutes } from './developers/texts/routes';
import { versioningPage } from './developers/versioning-page';
import * as receiving from './developers/webhooks-page';
import { crawlerRoutes } from './landing/crawlers';
import { howWeResearchPage } from './landing/how-we-research-page';
import * as landing from './landing/landing-page';
import { samplePages } from './landing/sample-dossier-page';
import * as imprint from './legal/imprint-page';
import * as licences from './legal/licences-page';
import * as privacy from './legal/privacy-page';
import * as refunds from './legal/refunds-page';
import * as terms from './legal/terms-page';
import * as freeScan from './people/scan-pages';
import * as status from './people/status-page';
import * as support from './people/support-pages';
import * as unsubscribe from './people/unsubscribe-pages';
import * as newRun from './runs/start-run-pages';
import { liveScript } from './runs/live-script';
import * as runDocuments from './runs/run-documents';
import * as runEvents from './runs/run-events';
import * as run from './runs/run-page';
import * as runs from './runs/runs-page';
import * as shares from './runs/share-pages';
import * as buying from './shop/buy-page';
import * as catalogue from './shop/catalogue-page';
import * as checkoutDossier from './shop/checkout-dossier-page';
import * as checkoutResult from './shop/checkout-result-pages';
import * as leaveCheckout from './shop/leave-checkout-pages';
import * as opportunity from './shop/opportunity-page';
import { reloadScript } from './shop/reload-script';
import * as watching from './shop/watch-opportunity';
import * as localForms from './this-machine/local-forms';
import * as local from './this-machine/local-page';
import { brandRoutes } from './brand';
import { styleRoutes } from './style';

/** Files whose exported routes are pages. */
const FILES: readonly object[] = [
  ...[landing, catalogue, opportunity, watching, buying, checkoutResult, checkoutDossier, leaveCheckout],
  ...[freeScan, status, support, unsubscribe, terms, privacy, refunds, imprint, licences],
  ...[signIn, signInAgain, passkeySignIn, passkeys, passwords, keyReview, security],
  ...[overview, activity, data, scans, purchases, purchase, boughtDossier, invoice, credits, usage, requests],
  // Before the pages of a run, whose `{id}` would match "new".
  ...[runs, newRun, run, runEvents, runDocuments, shares, keys, webhooks],
  ...[developers, clients, errors, design, receiving, local, localForms],
];

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'handle' in value && 'path' in value;

/** All pages and their assets; those for developers describe `endpoints`. */
export function allPages(endpoints: readonly AnyEndpoint[]): AnyRoute[] {
  const pages = [
    ...FILES.flatMap((file) => Object.values(file).filter(isRoute)),
    ...[howWeResearchPage(), ...samplePages, ...crawlerRoutes(endpoints)],
    ...[versioningPage(endpoints), ...referencePages(endpoints), tryPage, ...tryAssets, ...clientRoutes],
    ...[...styleRoutes, ...brandRoutes, ...[passkeyScript, liveScript, reloadScript].map(({ route }) => route)],
  ];
  // Pages of documents, each of which also exists as Markdown.
  const isDocument = ({ path }: AnyRoute) => /^\/developers(\/[\w-]+)?$/.test(path) && path !== design.designPage.path;
  const documents = pages.filter(isDocument);
  const negotiated = pages.map((page) => (isDocument(page) ? withMarkdown(page) : page));
  return [...negotiated, ...textRoutes(documents, endpoints)];
}
