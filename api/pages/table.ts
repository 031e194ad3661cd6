import type { AnyRoute } from '../endpoint';
import { errorsPage } from './developers/errors-page';
import { developersPage } from './developers/overview-page';
import { referenceAssets, referencePage } from './developers/reference-page';
import { webhooksPage } from './developers/webhooks-page';
import { buyPage } from './shop/buy-page';
import { cataloguePage } from './shop/catalogue-page';
import { cancelledPage, successPage } from './shop/checkout-result-pages';
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
  developersPage,
  errorsPage,
  webhooksPage,
  referencePage,
  ...referenceAssets,
];
