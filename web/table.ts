import type { AnyEndpoint, AnyRoute } from '../http/endpoint';
import * as account from './account/account-page';
import * as activity from './account/activity-page';
import * as credits from './account/credits-page';
import * as data from './account/data-pages';
import * as earnings from './account/earnings-page';
import * as keys from './account/key-pages';
import * as keyReview from './account/key-review';
import * as overview from './account/overview-page';
import * as passkeys from './account/passkey-pages';
import * as passwords from './account/password-pages';
import * as purchases from './account/purchase-pages';
import * as requests from './account/requests-page';
import * as scans from './account/scans-page';
import * as security from './account/security-page';
import { passkeyScript } from './account/sign-in-forms';
import * as signIn from './account/sign-in-pages';
import * as usage from './account/usage-page';
import * as webhooks from './account/webhook-pages';
import * as clients from './developers/clients';
import * as design from './developers/design-page';
import * as errors from './developers/errors-page';
import * as developers from './developers/overview-page';
import * as reference from './developers/reference/reference-pages';
import { textRoutes, withMarkdown } from './developers/texts/routes';
import { versioningPage } from './developers/versioning-page';
import * as receiving from './developers/webhooks-page';
import { crawlerRoutes } from './landing/crawlers';
import { howWeResearchPage } from './landing/how-we-research-page';
import * as landing from './landing/landing-page';
import * as samples from './landing/sample-dossier-page';
import * as legal from './legal/legal-pages';
import * as licences from './legal/licenses-page';
import * as freeScan from './people/scan-pages';
import * as status from './people/status-page';
import * as support from './people/support-pages';
import * as unsubscribe from './people/unsubscribe-pages';
import * as documents from './runs/run-documents';
import * as run from './runs/run-page';
import * as runs from './runs/runs-page';
import * as shares from './runs/share-pages';
import * as newRun from './runs/start-run-pages';
import * as buying from './shop/buy-page';
import * as catalog from './shop/catalog-page';
import * as checkout from './shop/checkout-pages';
import * as opportunity from './shop/opportunity-page';
import { reloadScript } from './shop/order-outcome';
import * as style from './style';
import * as local from './this-machine/local-page';

/** Page modules. Every route that a module exports is served, whether exported alone or in a list. */
const FILES: readonly object[] = [
  ...[style, landing, samples, catalog, opportunity, buying, checkout],
  ...[freeScan, status, support, unsubscribe, legal, licences],
  ...[signIn, passkeys, passwords, keyReview, account, security, overview, activity, data, earnings],
  ...[scans, purchases, credits, usage, requests, keys, webhooks],
  // `newRun` must come before `run`, whose `{id}` would match "new".
  ...[runs, newRun, run, documents, shares],
  ...[developers, clients, errors, design, receiving, reference, local],
];

const isRoute = (value: unknown): value is AnyRoute =>
  typeof value === 'object' && value !== null && 'handle' in value && 'path' in value;

/** All pages and assets. The developer pages document `endpoints`. */
export function allPages(endpoints: readonly AnyEndpoint[]): AnyRoute[] {
  const pages = [
    ...FILES.flatMap((file) => Object.values(file).flat().filter(isRoute)),
    ...[howWeResearchPage(), versioningPage(endpoints), ...crawlerRoutes(endpoints)],
    ...reference.referencePages(endpoints),
    ...[passkeyScript, run.liveScript, reloadScript].map(({ route }) => route),
  ];
  // Pages that also exist as Markdown.
  const isDocument = ({ path }: AnyRoute) => /^\/developers(\/[\w-]+)?$/.test(path) && path !== design.designPage.path;
  const negotiated = pages.map((page) => (isDocument(page) ? withMarkdown(page) : page));
  return [...negotiated, ...textRoutes(pages.filter(isDocument), endpoints)];
}
