import type { RequestListener } from 'node:http';
import type { AnyEndpoint, AnyRoute } from '../http/endpoint';
import { checkoutFailurePage } from '../web/shop/checkout-failure-page';
import { allPages } from '../web/table';
import { mcpRoute } from './mcp-route';

/** Pages that show the form of an endpoint again when it is refused, by the endpoint's operation. */
const FORM_PAGES: Readonly<Record<string, NonNullable<AnyRoute['redisplayForm']>>> = {
  startCheckout: checkoutFailurePage,
};

/**
 * All routes of the service: its endpoints, the pages that show and describe them, and the MCP server, whose tools ask
 * `answer`.
 */
export function routesOf(endpoints: readonly AnyEndpoint[], answer: () => RequestListener): AnyRoute[] {
  return [...endpoints.map(withFormPage), ...allPages(endpoints), mcpRoute(answer)];
}

function withFormPage(endpoint: AnyEndpoint): AnyEndpoint {
  const redisplayForm = FORM_PAGES[endpoint.operationId];
  return redisplayForm ? { ...endpoint, redisplayForm } : endpoint;
}
