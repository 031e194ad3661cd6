import type { AnyRoute } from '../endpoint';
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
];
