// Generated from GET /openapi/v1.json by `npm run openapi:types`. Do not edit.
export interface paths {
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Health, versions and drift of the managed agent
     * @description Health, versions and drift of the managed agent.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Readiness of this process
     * @description Readiness of this process.
     */
    get: operations['getReady'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/scan': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a free scan of a newsletter idea
     * @description A mail asks the recipient to confirm. Nothing is researched before; an unconfirmed request is deleted.
     */
    post: operations['createScan'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/scan/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Confirm a free scan
     * @description Confirms only where `Accept` names `application/json`; else 302 to a page. HEAD never confirms.
     */
    get: operations['confirmScan'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/scan/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Status of a free scan
     * @description A pair of id and address that do not belong together has the status `unknown`.
     */
    post: operations['getScanStatus'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/marketing/unsubscribe': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Page to unsubscribe from marketing mail
     * @description Page to unsubscribe from marketing mail.
     */
    get: operations['openUnsubscribe'];
    put?: never;
    /**
     * Unsubscribe from marketing mail with one click (RFC 8058)
     * @description Unsubscribe from marketing mail with one click (RFC 8058).
     */
    post: operations['oneClickUnsubscribe'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/sign-in-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have a sign-in link mailed
     * @description Have a sign-in link mailed.
     */
    post: operations['requestSignInLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/password-reset-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Have a link to set a new password mailed
     * @description Have a link to set a new password mailed.
     */
    post: operations['requestPasswordResetLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/auth/password-reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a new password
     * @description A password that the policy refuses leaves the token as it was.
     */
    post: operations['completePasswordReset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/support-requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Write to support
     * @description Write to support.
     */
    post: operations['createSupportRequest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Events of the mail provider
     * @description Signed by the provider over the raw body (headers svix-id, svix-timestamp, svix-signature).
     */
    post: operations['reportMailEvent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/checkout/start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open a hosted checkout from a browser form
     * @description For forms on the pages of this service: a form that another site sent is refused.
     */
    post: operations['startCheckout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/evaluations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start an Idea Check of one newsletter idea
     * @description Consumes one unused Idea Check entitlement of the account. Repeat a request after a transport failure with the same Idempotency-Key and body: it returns the first response again. Needs a key with `evaluations:create`. Live keys only.
     */
    post: operations['createEvaluation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/searches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start a Custom Search: plan, research and rank newsletter ideas for one operator
     * @description Consumes one unused Custom Search entitlement of the account. `progress` of the run counts candidates. The search completes if at least half of them pass validation; otherwise it fails and the entitlement is restored. Repeat a request after a transport failure with the same Idempotency-Key and body: it returns the first response again. Needs a key with `searches:create`. Live keys only.
     */
    post: operations['createSearch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runs/sample/findings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Sample findings of the sandbox
     * @description Sample findings of the sandbox.
     */
    get: operations['getSampleFindings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Runs of the account, newest first
     * @description Runs of the account, newest first. Needs a key with `runs:read`.
     */
    get: operations['listRuns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Status of one run
     * @description Poll this. Send the ETag back in `If-None-Match` to get 304 while nothing changed, and `Prefer: wait=N` (at most 30 seconds) to hold the response until the run changes. Finished runs are returned at once. Needs a key with `runs:read`.
     */
    get: operations['getRun'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runs/{id}/findings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Findings of a completed run
     * @description Findings of a completed run. Needs a key with `findings:read`.
     */
    get: operations['getRunFindings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runs/{id}/dossier': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Dossier of a completed run
     * @description Dossier of a completed run. Needs a key with `dossiers:read`.
     */
    get: operations['getRunDossier'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runs/{id}/portfolio': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Ranked portfolio of a completed Custom Search
     * @description Ranked portfolio of a completed Custom Search. Needs a key with `findings:read`.
     */
    get: operations['getRunPortfolio'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runs/{id}/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * All documents of a completed run as one zip archive
     * @description All documents of a completed run as one zip archive. Needs a key with `findings:read` and `dossiers:read`.
     */
    get: operations['exportRun'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/runs/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Stop a run that has not finished
     * @description Needs the scope that creates runs of this kind: `evaluations:create` for an Idea Check, `searches:create` for a Custom Search. Canceling a queued run restores its entitlement; canceling a running one does not. Needs a key with `evaluations:create` or `searches:create`.
     */
    post: operations['cancelRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * The account, the calling key and its credits
     * @description The account, the calling key and its credits. Needs a key with `account:read`.
     */
    get: operations['getAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Usage, budget, rate limits and cost of the calling key
     * @description Counters include all earlier requests to this process, and those to other processes after at most a second. With `metadata[key]=value`, `runs` and `cost` count the runs with that metadata only. A 401 of this endpoint has no body. Needs a key with `usage:read`.
     */
    get: operations['getUsage'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Webhook endpoints of the account
     * @description Webhook endpoints of the account. Needs a key with `webhooks:manage`.
     */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Create a webhook endpoint
     * @description Only `webhook.test` is delivered, on request of the account. An account may have 10 active endpoints, 50 with the disabled ones. Only this response contains the signing secret; repeating the request with the same Idempotency-Key returns it again for 30 days. Needs a key with `webhooks:manage`.
     */
    post: operations['createWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Change, disable or enable a webhook endpoint
     * @description What is left out stays, so that repeating the request is harmless. A disabled endpoint gets no deliveries and leaves room for another. Needs a key with `webhooks:manage`.
     */
    post: operations['changeWebhook'];
    /**
     * Delete a webhook endpoint
     * @description Its deliveries are deleted, too; one that is under way ends undelivered. Repeated, it answers 404: the endpoint is gone. Needs a key with `webhooks:manage`.
     */
    delete: operations['deleteWebhook'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Give a webhook endpoint a new signing secret
     * @description Deliveries carry two signatures until `previousSecretExpiresAt`, so that no delivery is lost while your receiver is switched. Send an Idempotency-Key: with it, repeating the request returns the same secret again for 30 days; without it, each request creates another one, and only the two newest secrets sign. Needs a key with `webhooks:manage`.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test delivery to a webhook endpoint
     * @description Sends a signed `webhook.test`, whichever events the endpoint has subscribed to. How it went is told by the list of deliveries. Needs a key with `webhooks:manage`.
     */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/webhooks/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Deliveries to a webhook endpoint, newest first
     * @description Each with its attempts, oldest first. Kept for 30 days. Needs a key with `webhooks:manage`.
     */
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/developer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Developer portal metadata
     * @description Developer portal metadata.
     */
    get: operations['getDeveloper'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/opportunities': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Opportunities on offer, newest first
     * @description Needs no key; with a test key it lists what is on offer in test mode. `Link: …; rel="next"` leads on.
     */
    get: operations['listOpportunities'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/opportunities/{id}/purchase': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Buy an opportunity with exclusivity
     * @description Reserves the opportunity for the caller until the checkout ends; it is sold once the payment has arrived. Asking again while it is reserved for the same account returns the same checkout. Needs a key with `purchases:create`.
     */
    post: operations['purchaseOpportunity'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/opportunities/{id}/dossier': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Dossier of a bought opportunity
     * @description Dossier of a bought opportunity. Needs a key with `dossiers:read`.
     */
    get: operations['getOpportunityDossier'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/checkout-sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open a hosted checkout for a product
     * @description Records the order with its price and consents and returns the URL of its checkout. After a failure repeat the request with the same Idempotency-Key and body to resume it. Needs a key with `purchases:create`.
     */
    post: operations['createCheckoutSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Orders of the account, newest first
     * @description Without invoices, whose addresses are valid for days only: read the order for its invoice. Needs a key with `purchases:create`.
     */
    get: operations['listOrders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Status of one order
     * @description Status of one order. Needs a key with `purchases:create`.
     */
    get: operations['getOrder'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/withdrawals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Withdrawals of the account, newest first
     * @description Withdrawals of the account, newest first. Needs a key with `withdrawals:write`.
     */
    get: operations['listWithdrawals'];
    put?: never;
    /**
     * Request a payout of your balance
     * @description For contributors. Holds the amount on the balance and returns it unless the withdrawal is `paid`. Repeat a request after a failure with the same Idempotency-Key and body: it returns the first response again. Needs a key with `withdrawals:write`.
     */
    post: operations['createWithdrawal'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/withdrawals/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Status of one withdrawal
     * @description Status of one withdrawal. Needs a key with `withdrawals:write`.
     */
    get: operations['getWithdrawal'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/webhooks/stripe': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Events of the payment provider
     * @description Signed by the provider (`Stripe-Signature`); for its use only.
     */
    post: operations['receivePaymentWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/findings-schema': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * JSON Schema of findings
     * @description JSON Schema of findings.
     */
    get: operations['getFindingsSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/endpoint-catalog': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Catalogue of all endpoints
     * @description Catalogue of all endpoints.
     */
    get: operations['getEndpointCatalog'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi/v1.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * This description (OpenAPI 3.1)
     * @description This description (OpenAPI 3.1).
     */
    get: operations['getOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi/v1.yaml': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * This description as YAML (RFC 9512)
     * @description This description as YAML (RFC 9512).
     */
    get: operations['getOpenApiYaml'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  'webhook.test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A test that the owner of the endpoint asked for
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onWebhookTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    Health: {
      /**
       * @example ok
       * @example degraded
       */
      status: string;
      apiVersion: string;
      serviceVersion: string;
      findingsSchemaVersion: string;
      hostingContract: {
        valid: boolean;
        violations: string[];
      };
      managedAgent: {
        /**
         * @example in_sync
         * @example drifted
         * @example unprovisioned
         * @example unknown
         */
        driftStatus: string;
        checkedAt: string | null;
      };
      reconciliation: {
        /** @description Differences between the payment provider’s books and ours; null while unknown. */
        openBreaks: number | null;
      };
      /** Format: date-time */
      time: string;
    };
    Ready: {
      /**
       * @example ready
       * @example not_ready
       */
      status: string;
      checks: {
        name: string;
        /**
         * @example ok
         * @example failed
         */
        status: string;
        latencyMs: number;
      }[];
    };
    FreeScanRequest: {
      /**
       * Format: email
       * @example reader@example.com
       */
      email: string;
      /** @example A weekly newsletter on retrofitting heat pumps for owners of old houses */
      idea: string;
      /**
       * @description Also send me news about newsletter opportunities. I can unsubscribe at any time.
       * @default false
       */
      marketingConsent?: boolean;
      /**
       * @example en
       * @example de-AT
       */
      locale?: string;
    };
    FreeScanAccepted: {
      /** @example scn_01kah2v5q8e4wb6t7n9rjx3mzc */
      scanId: string;
      /**
       * @description Today one of: queued, awaiting_confirmation, confirmed, running, completed, failed, expired. Tolerate new values.
       * @example queued
       */
      status: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      confirmationExpiresAt: string;
      message: string;
    };
    FreeScanConfirmed: {
      /** @example scn_01kah2v5q8e4wb6t7n9rjx3mzc */
      scanId: string;
      /**
       * @description Today one of: queued, awaiting_confirmation, confirmed, running, completed, failed, expired. Tolerate new values.
       * @example queued
       */
      status: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      consentRecordedAt: string;
      idea: string;
    };
    FreeScanStatusLookup: {
      scanId: string;
      /**
       * Format: email
       * @example reader@example.com
       */
      email: string;
    };
    FreeScanStatusLookupResult: {
      scanId: string;
      /**
       * @description Today one of: queued, awaiting_confirmation, confirmed, running, completed, failed, expired, unknown. Tolerate new values.
       * @example queued
       */
      status: string;
      createdAt: string | null;
      confirmedAt: string | null;
      completedAt: string | null;
      summary: string | null;
      failureReason: string | null;
    };
    Unsubscribed: {
      /**
       * @description Today one of: unsubscribed. Tolerate new values.
       * @example unsubscribed
       */
      status: string;
    };
    SignInLinkRequest: {
      /**
       * Format: email
       * @example reader@example.com
       */
      email: string;
      /** @example /account/keys */
      returnPath?: string;
    };
    SignInLinkAccepted: {
      /**
       * @description Today one of: accepted. Tolerate new values.
       * @example accepted
       */
      status: string;
      message: string;
    };
    PasswordResetLinkRequest: {
      /**
       * Format: email
       * @example reader@example.com
       */
      email: string;
    };
    PasswordResetLinkAccepted: {
      /**
       * @description Today one of: accepted. Tolerate new values.
       * @example accepted
       */
      status: string;
      message: string;
    };
    PasswordResetComplete: {
      token: string;
      /** @example four words that nobody guesses */
      newPassword: string;
    };
    PasswordResetCompleted: {
      /**
       * @description Today one of: completed. Tolerate new values.
       * @example completed
       */
      status: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      completedAt: string;
      /** @description Browsers that were signed in and are not any more. */
      sessionsRevoked: number;
    };
    SupportRequest: {
      /**
       * Format: email
       * @example reader@example.com
       */
      email: string;
      /** @example My dossier is empty */
      subject: string;
      /** @example The dossier of my last run shows an empty page. What can I do? */
      message: string;
      /** @enum {string} */
      category?: 'account' | 'billing' | 'runs' | 'api' | 'privacy' | 'other';
      /** @description Id of the run, order or request that this is about. */
      relatedId?: string;
    };
    SupportRequestAccepted: {
      /** @example sup_01kah2v5q8e4wb6t7n9rjx3mzc */
      supportRequestId: string;
      /**
       * @description Today one of: received. Tolerate new values.
       * @example received
       */
      status: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      createdAt: string;
    };
    /**
     * @example {
     *       "product": "idea_check",
     *       "idempotencyKey": "7d1f4a52-0c0e-4b43-9a6e-1a2f7c5d9e10",
     *       "immediateAccessConsent": "on",
     *       "withdrawalLossAcknowledgment": "on"
     *     }
     */
    BrowserCheckoutForm: {
      /** @enum {string} */
      product: 'idea_check' | 'custom_search' | 'opportunity';
      opportunityId?: string;
      idempotencyKey: string;
      /** @enum {string} */
      immediateAccessConsent: 'true' | 'on' | '1';
      /** @enum {string} */
      withdrawalLossAcknowledgment: 'true' | 'on' | '1';
    };
    EvaluationCreate: {
      /** @example A weekly newsletter on retrofitting heat pumps for owners of old houses */
      idea: string;
      /** @example Home owners, 35 to 65 */
      audience?: string;
      /** @example Germany */
      geography?: string;
      /**
       * @description For your own use, such as the id of your customer: it comes back with the run, and runs are found by it. The agent never sees it. Not for secrets.
       * @example {
       *       "customer": "acme",
       *       "batch": "2026-11"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
    };
    PaidProductRunCreated: {
      /** @example run_01kah2v5q8e4wb6t7n9rjx3mzc */
      runId: string;
      /**
       * @description Today one of: idea_check, custom_search. Tolerate new values.
       * @example idea_check
       */
      kind: string;
      /**
       * @description Today one of: queued, running, canceling, completed, failed, canceled, expired. Tolerate new values.
       * @example queued
       */
      status: string;
      /**
       * @description Today one of: live, test. Tolerate new values.
       * @example live
       */
      mode: string;
      /** @example ent_01kah2v5q8e4wb6t7n9rjx3mzc */
      entitlementId: string;
      statusUrl: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      createdAt: string;
      pollAfterSeconds: number;
      /** @description Whether this answer repeats an earlier one to the same Idempotency-Key. */
      replayed: boolean;
    };
    SearchCreate: {
      /**
       * @description Who would run the newsletter: experience, time, means, reach.
       * @example Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners
       */
      operatorProfile: string;
      /**
       * @example [
       *       "heat pumps",
       *       "building law"
       *     ]
       */
      expertise: string[];
      /**
       * @description How many ideas are planned and researched.
       * @default 10
       * @example 10
       */
      candidateCount?: number;
      /**
       * @description For your own use, such as the id of your customer: it comes back with the run, and runs are found by it. The agent never sees it. Not for secrets.
       * @example {
       *       "customer": "acme",
       *       "batch": "2026-11"
       *     }
       */
      metadata?: {
        [key: string]: string;
      };
    };
    /** @description Public findings of one completed run. */
    Findings: {
      /** @example 1.2.0 */
      schemaVersion: string;
      /** @description The run these findings belong to; `run_sample` for the sandbox sample. */
      runId: string;
      /** @enum {string} */
      kind: 'idea_check' | 'custom_search';
      /** @enum {string} */
      mode: 'live' | 'test';
      /** Format: date-time */
      generatedAt: string;
      subject: {
        /** @description The idea as the caller gave it; for a search the operator profile. */
        idea: string;
        audience: string | null;
        geography: string | null;
      };
      verdict: {
        /** @enum {string} */
        recommendation: 'pursue' | 'refine' | 'avoid';
        score: number;
        /** @enum {string} */
        confidence: 'low' | 'medium' | 'high';
        rationale: string;
      };
      dimensions: {
        demand: {
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
          score: number;
          /** @enum {string} */
          confidence: 'low' | 'medium' | 'high';
          rationale: string;
          evidenceIds: string[];
          /**
           * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
           * @enum {string}
           */
          basis: 'fact' | 'estimate' | 'inference';
        };
        competition: {
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
          score: number;
          /** @enum {string} */
          confidence: 'low' | 'medium' | 'high';
          rationale: string;
          evidenceIds: string[];
          /**
           * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
           * @enum {string}
           */
          basis: 'fact' | 'estimate' | 'inference';
        };
        monetization: {
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
          score: number;
          /** @enum {string} */
          confidence: 'low' | 'medium' | 'high';
          rationale: string;
          evidenceIds: string[];
          /**
           * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
           * @enum {string}
           */
          basis: 'fact' | 'estimate' | 'inference';
        };
        acquisition: {
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
          score: number;
          /** @enum {string} */
          confidence: 'low' | 'medium' | 'high';
          rationale: string;
          evidenceIds: string[];
          /**
           * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
           * @enum {string}
           */
          basis: 'fact' | 'estimate' | 'inference';
        };
        operatorFit: {
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
          score: number;
          /** @enum {string} */
          confidence: 'low' | 'medium' | 'high';
          rationale: string;
          evidenceIds: string[];
          /**
           * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
           * @enum {string}
           */
          basis: 'fact' | 'estimate' | 'inference';
        };
        sustainability: {
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
          score: number;
          /** @enum {string} */
          confidence: 'low' | 'medium' | 'high';
          rationale: string;
          evidenceIds: string[];
          /**
           * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
           * @enum {string}
           */
          basis: 'fact' | 'estimate' | 'inference';
        };
        risk: {
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
          score: number;
          /** @enum {string} */
          confidence: 'low' | 'medium' | 'high';
          rationale: string;
          evidenceIds: string[];
          /**
           * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
           * @enum {string}
           */
          basis: 'fact' | 'estimate' | 'inference';
        };
      };
      audienceSegments: {
        name: string;
        description: string;
        /** @description A sourced or estimated size in words, or null. */
        size: string | null;
        evidenceIds: string[];
      }[];
      competitors: {
        name: string;
        url: string | null;
        positioning: string;
        strength: string;
        gap: string;
        evidenceIds: string[];
        /** @description Price for one reader; null where it was not found out. */
        price?: {
          /** @description US cents, converted where it is another currency; 0 is free. */
          amount: number;
          /** @constant */
          currency: 'usd';
          /** @enum {string} */
          period: 'month' | 'year' | 'issue' | 'once';
        } | null;
        frequency?:
          | ('daily' | 'several_a_week' | 'weekly' | 'fortnightly' | 'monthly' | 'quarterly' | 'irregular' | 'stopped')
          | null;
        size?: {
          readers: number;
          /** @enum {string} */
          basis: 'stated' | 'measured' | 'estimated';
        } | null;
        /** @description Date of the newest issue that was seen. */
        lastIssue?: string | null;
      }[];
      monetization: {
        model: string;
        /** @description Minor units a month, pessimistic. */
        low: number;
        /** @description Minor units a month, optimistic. */
        high: number;
        /** @constant */
        currency: 'usd';
        assumptions: string[];
      }[];
      channels: {
        name: string;
        approach: string;
        /** @enum {string} */
        cost: 'low' | 'medium' | 'high';
        evidenceIds: string[];
      }[];
      risks: {
        title: string;
        /** @enum {string} */
        severity: 'low' | 'medium' | 'high';
        mitigation: string;
        /** @enum {string} */
        likelihood?: 'low' | 'medium' | 'high';
        /** @enum {string} */
        impact?: 'low' | 'medium' | 'high';
      }[];
      nextSteps: {
        action: string;
        /** @enum {string} */
        effort: 'hours' | 'days' | 'weeks';
        successMetric: string;
      }[];
      evidence: {
        /** @description Refers to an entry of `evidence`. */
        evidenceId: string;
        claim: string;
        sourceUrl: string;
        title: string;
        /** Format: date-time */
        retrievedAt: string;
        excerpt: string;
        /**
         * @description `primary`: first-hand record. `reported`: accountable media. `trade`: survey or press of the trade. `claim`: a party about itself, a seller, a forum.
         * @enum {string}
         */
        grade?: 'primary' | 'reported' | 'trade' | 'claim';
        /** @description Date that the page states; null where it states none. */
        publishedAt?: string | null;
        /** @description The service fetched the page and looked for the excerpt, word for word. Of one that was found the excerpt is published as whole sentences, as the page has them. */
        verification?: {
          /** @enum {string} */
          status: 'verified' | 'not_found' | 'unreachable' | 'not_text';
          /** Format: date-time */
          checkedAt: string;
          contentSha256: string | null;
          /** @description What stands on the page where the quotation was found, with 200 characters on each side. */
          context?: string;
          /** @description Page of a PDF on which it was found. */
          page?: number;
          /** @description Title of the page as found. */
          pageTitle?: string;
          /**
           * Format: date
           * @description Day of publication that the page stated, as found.
           * @example 2026-11-02
           */
          pageDate?: string;
        };
      }[];
      limitations: string[];
      audienceSizing?: {
        /** @description The people that are counted. */
        who: string;
        factors: {
          label: string;
          value: number;
          /** @description 1 for a count, 100 for a percentage. */
          outOf: number;
          /**
           * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
           * @enum {string}
           */
          basis: 'sourced' | 'assumed';
          evidenceIds: string[];
        }[];
        /** @description Product of all `value / outOf`, rounded down. */
        people: number;
      };
      /** @description Stated assumptions, and the three cases that the service computed from them. */
      unitEconomics?: {
        /** @constant */
        currency: 'usd';
        /** @description How the newsletter would earn, in one sentence. */
        model: string;
        assumptions: {
          /** @description Readers at the end of each of the first twelve months. */
          readers: {
            cautious: number[];
            likely: number[];
            optimistic: number[];
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Readers lost in a month, of 1,000. */
          churnPerThousand: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Paying readers, of 1,000 readers. */
          payingPerThousand: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Price for one paying reader, a month. */
          priceCents: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Issues a month. */
          issuesPerMonth: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Places for sponsors in one issue. */
          sponsorSlotsPerIssue: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Share of those places that is sold, in percent. */
          fillPercent: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Price of one place, by 1,000 readers. */
          slotCentsPerThousandReaders: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Other income a month, by 1,000 readers. */
          otherCentsPerThousandReaders: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Part of 1,000 cents of income that payment and platform keep. */
          feesPerThousand: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Cost of winning one reader, on average. */
          acquisitionCents: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description All other costs a month. */
          fixedCents: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Costs once, before the first issue. */
          startCents: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
          /** @description Hours of work of the operator a month. */
          hoursPerMonth: {
            cautious: number;
            likely: number;
            optimistic: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            note: string;
            evidenceIds: string[];
          };
        };
        computed: {
          /** @description Sums of the first twelve months, and each month. */
          cautious: {
            months: {
              month: number;
              readers: number;
              /** @description Readers won in the month, those that replace others included. */
              newReaders: number;
              payingReaders: number;
              incomeCents: number;
              /** @description With `startCents` in the first month. */
              costCents: number;
              resultCents: number;
              cumulativeCents: number;
            }[];
            incomeCents: number;
            subscriptionCents: number;
            sponsorshipCents: number;
            otherCents: number;
            costCents: number;
            feesCents: number;
            acquisitionCents: number;
            fixedCents: number;
            startCents: number;
            resultCents: number;
            breakEvenMonth: number | null;
            hours: number;
            /** @description Result of the year by hour, rounded down; negative for a loss. */
            incomePerHourCents: number;
          };
          /** @description Sums of the first twelve months, and each month. */
          likely: {
            months: {
              month: number;
              readers: number;
              /** @description Readers won in the month, those that replace others included. */
              newReaders: number;
              payingReaders: number;
              incomeCents: number;
              /** @description With `startCents` in the first month. */
              costCents: number;
              resultCents: number;
              cumulativeCents: number;
            }[];
            incomeCents: number;
            subscriptionCents: number;
            sponsorshipCents: number;
            otherCents: number;
            costCents: number;
            feesCents: number;
            acquisitionCents: number;
            fixedCents: number;
            startCents: number;
            resultCents: number;
            breakEvenMonth: number | null;
            hours: number;
            /** @description Result of the year by hour, rounded down; negative for a loss. */
            incomePerHourCents: number;
          };
          /** @description Sums of the first twelve months, and each month. */
          optimistic: {
            months: {
              month: number;
              readers: number;
              /** @description Readers won in the month, those that replace others included. */
              newReaders: number;
              payingReaders: number;
              incomeCents: number;
              /** @description With `startCents` in the first month. */
              costCents: number;
              resultCents: number;
              cumulativeCents: number;
            }[];
            incomeCents: number;
            subscriptionCents: number;
            sponsorshipCents: number;
            otherCents: number;
            costCents: number;
            feesCents: number;
            acquisitionCents: number;
            fixedCents: number;
            startCents: number;
            resultCents: number;
            breakEvenMonth: number | null;
            hours: number;
            /** @description Result of the year by hour, rounded down; negative for a loss. */
            incomePerHourCents: number;
          };
        };
      };
      firstIssues?: {
        title: string;
        outline: string[];
      }[];
      launchCalendar?: {
        fromDay: number;
        toDay: number;
        goal: string;
        actions: string[];
      }[];
      /** @description Present on searches: every candidate that passed. */
      candidates?: {
        candidateId: string;
        title: string;
        idea: string;
        /** @enum {string} */
        effort: 'low' | 'medium' | 'high';
        verdict: {
          /** @enum {string} */
          recommendation: 'pursue' | 'refine' | 'avoid';
          score: number;
          /** @enum {string} */
          confidence: 'low' | 'medium' | 'high';
          rationale: string;
        };
        dimensions: {
          demand: {
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
            score: number;
            /** @enum {string} */
            confidence: 'low' | 'medium' | 'high';
            rationale: string;
            evidenceIds: string[];
            /**
             * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
             * @enum {string}
             */
            basis: 'fact' | 'estimate' | 'inference';
          };
          competition: {
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
            score: number;
            /** @enum {string} */
            confidence: 'low' | 'medium' | 'high';
            rationale: string;
            evidenceIds: string[];
            /**
             * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
             * @enum {string}
             */
            basis: 'fact' | 'estimate' | 'inference';
          };
          monetization: {
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
            score: number;
            /** @enum {string} */
            confidence: 'low' | 'medium' | 'high';
            rationale: string;
            evidenceIds: string[];
            /**
             * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
             * @enum {string}
             */
            basis: 'fact' | 'estimate' | 'inference';
          };
          acquisition: {
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
            score: number;
            /** @enum {string} */
            confidence: 'low' | 'medium' | 'high';
            rationale: string;
            evidenceIds: string[];
            /**
             * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
             * @enum {string}
             */
            basis: 'fact' | 'estimate' | 'inference';
          };
          operatorFit: {
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
            score: number;
            /** @enum {string} */
            confidence: 'low' | 'medium' | 'high';
            rationale: string;
            evidenceIds: string[];
            /**
             * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
             * @enum {string}
             */
            basis: 'fact' | 'estimate' | 'inference';
          };
          sustainability: {
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
            score: number;
            /** @enum {string} */
            confidence: 'low' | 'medium' | 'high';
            rationale: string;
            evidenceIds: string[];
            /**
             * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
             * @enum {string}
             */
            basis: 'fact' | 'estimate' | 'inference';
          };
          risk: {
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favourable. */
            score: number;
            /** @enum {string} */
            confidence: 'low' | 'medium' | 'high';
            rationale: string;
            evidenceIds: string[];
            /**
             * @description `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
             * @enum {string}
             */
            basis: 'fact' | 'estimate' | 'inference';
          };
        };
        audienceSegments: {
          name: string;
          description: string;
          /** @description A sourced or estimated size in words, or null. */
          size: string | null;
          evidenceIds: string[];
        }[];
        competitors: {
          name: string;
          url: string | null;
          positioning: string;
          strength: string;
          gap: string;
          evidenceIds: string[];
          /** @description Price for one reader; null where it was not found out. */
          price?: {
            /** @description US cents, converted where it is another currency; 0 is free. */
            amount: number;
            /** @constant */
            currency: 'usd';
            /** @enum {string} */
            period: 'month' | 'year' | 'issue' | 'once';
          } | null;
          frequency?:
            | (
                | 'daily'
                | 'several_a_week'
                | 'weekly'
                | 'fortnightly'
                | 'monthly'
                | 'quarterly'
                | 'irregular'
                | 'stopped'
              )
            | null;
          size?: {
            readers: number;
            /** @enum {string} */
            basis: 'stated' | 'measured' | 'estimated';
          } | null;
          /** @description Date of the newest issue that was seen. */
          lastIssue?: string | null;
        }[];
        monetization: {
          model: string;
          /** @description Minor units a month, pessimistic. */
          low: number;
          /** @description Minor units a month, optimistic. */
          high: number;
          /** @constant */
          currency: 'usd';
          assumptions: string[];
        }[];
        channels: {
          name: string;
          approach: string;
          /** @enum {string} */
          cost: 'low' | 'medium' | 'high';
          evidenceIds: string[];
        }[];
        risks: {
          title: string;
          /** @enum {string} */
          severity: 'low' | 'medium' | 'high';
          mitigation: string;
          /** @enum {string} */
          likelihood?: 'low' | 'medium' | 'high';
          /** @enum {string} */
          impact?: 'low' | 'medium' | 'high';
        }[];
        nextSteps: {
          action: string;
          /** @enum {string} */
          effort: 'hours' | 'days' | 'weeks';
          successMetric: string;
        }[];
        evidence: {
          /** @description Refers to an entry of `evidence`. */
          evidenceId: string;
          claim: string;
          sourceUrl: string;
          title: string;
          /** Format: date-time */
          retrievedAt: string;
          excerpt: string;
          /**
           * @description `primary`: first-hand record. `reported`: accountable media. `trade`: survey or press of the trade. `claim`: a party about itself, a seller, a forum.
           * @enum {string}
           */
          grade?: 'primary' | 'reported' | 'trade' | 'claim';
          /** @description Date that the page states; null where it states none. */
          publishedAt?: string | null;
          /** @description The service fetched the page and looked for the excerpt, word for word. Of one that was found the excerpt is published as whole sentences, as the page has them. */
          verification?: {
            /** @enum {string} */
            status: 'verified' | 'not_found' | 'unreachable' | 'not_text';
            /** Format: date-time */
            checkedAt: string;
            contentSha256: string | null;
            /** @description What stands on the page where the quotation was found, with 200 characters on each side. */
            context?: string;
            /** @description Page of a PDF on which it was found. */
            page?: number;
            /** @description Title of the page as found. */
            pageTitle?: string;
            /**
             * Format: date
             * @description Day of publication that the page stated, as found.
             * @example 2026-11-02
             */
            pageDate?: string;
          };
        }[];
        limitations: string[];
        audienceSizing?: {
          /** @description The people that are counted. */
          who: string;
          factors: {
            label: string;
            value: number;
            /** @description 1 for a count, 100 for a percentage. */
            outOf: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            evidenceIds: string[];
          }[];
          /** @description Product of all `value / outOf`, rounded down. */
          people: number;
        };
        /** @description Stated assumptions, and the three cases that the service computed from them. */
        unitEconomics?: {
          /** @constant */
          currency: 'usd';
          /** @description How the newsletter would earn, in one sentence. */
          model: string;
          assumptions: {
            /** @description Readers at the end of each of the first twelve months. */
            readers: {
              cautious: number[];
              likely: number[];
              optimistic: number[];
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Readers lost in a month, of 1,000. */
            churnPerThousand: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Paying readers, of 1,000 readers. */
            payingPerThousand: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Price for one paying reader, a month. */
            priceCents: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Issues a month. */
            issuesPerMonth: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Places for sponsors in one issue. */
            sponsorSlotsPerIssue: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Share of those places that is sold, in percent. */
            fillPercent: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Price of one place, by 1,000 readers. */
            slotCentsPerThousandReaders: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Other income a month, by 1,000 readers. */
            otherCentsPerThousandReaders: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Part of 1,000 cents of income that payment and platform keep. */
            feesPerThousand: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Cost of winning one reader, on average. */
            acquisitionCents: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description All other costs a month. */
            fixedCents: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Costs once, before the first issue. */
            startCents: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
            /** @description Hours of work of the operator a month. */
            hoursPerMonth: {
              cautious: number;
              likely: number;
              optimistic: number;
              /**
               * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
               * @enum {string}
               */
              basis: 'sourced' | 'assumed';
              note: string;
              evidenceIds: string[];
            };
          };
          computed: {
            /** @description Sums of the first twelve months, and each month. */
            cautious: {
              months: {
                month: number;
                readers: number;
                /** @description Readers won in the month, those that replace others included. */
                newReaders: number;
                payingReaders: number;
                incomeCents: number;
                /** @description With `startCents` in the first month. */
                costCents: number;
                resultCents: number;
                cumulativeCents: number;
              }[];
              incomeCents: number;
              subscriptionCents: number;
              sponsorshipCents: number;
              otherCents: number;
              costCents: number;
              feesCents: number;
              acquisitionCents: number;
              fixedCents: number;
              startCents: number;
              resultCents: number;
              breakEvenMonth: number | null;
              hours: number;
              /** @description Result of the year by hour, rounded down; negative for a loss. */
              incomePerHourCents: number;
            };
            /** @description Sums of the first twelve months, and each month. */
            likely: {
              months: {
                month: number;
                readers: number;
                /** @description Readers won in the month, those that replace others included. */
                newReaders: number;
                payingReaders: number;
                incomeCents: number;
                /** @description With `startCents` in the first month. */
                costCents: number;
                resultCents: number;
                cumulativeCents: number;
              }[];
              incomeCents: number;
              subscriptionCents: number;
              sponsorshipCents: number;
              otherCents: number;
              costCents: number;
              feesCents: number;
              acquisitionCents: number;
              fixedCents: number;
              startCents: number;
              resultCents: number;
              breakEvenMonth: number | null;
              hours: number;
              /** @description Result of the year by hour, rounded down; negative for a loss. */
              incomePerHourCents: number;
            };
            /** @description Sums of the first twelve months, and each month. */
            optimistic: {
              months: {
                month: number;
                readers: number;
                /** @description Readers won in the month, those that replace others included. */
                newReaders: number;
                payingReaders: number;
                incomeCents: number;
                /** @description With `startCents` in the first month. */
                costCents: number;
                resultCents: number;
                cumulativeCents: number;
              }[];
              incomeCents: number;
              subscriptionCents: number;
              sponsorshipCents: number;
              otherCents: number;
              costCents: number;
              feesCents: number;
              acquisitionCents: number;
              fixedCents: number;
              startCents: number;
              resultCents: number;
              breakEvenMonth: number | null;
              hours: number;
              /** @description Result of the year by hour, rounded down; negative for a loss. */
              incomePerHourCents: number;
            };
          };
        };
        firstIssues?: {
          title: string;
          outline: string[];
        }[];
        launchCalendar?: {
          fromDay: number;
          toDay: number;
          goal: string;
          actions: string[];
        }[];
      }[];
      provenance: {
        /** @description Who ran the agent; `local-sample` marks output of the local stand-in. */
        provider: string;
        model: string;
        agentVersion: string;
      };
    };
    /**
     * @description Only runs with all of this metadata: `metadata[customer]=acme`.
     * @example {
     *       "customer": "acme",
     *       "batch": "2026-11"
     *     }
     */
    MetadataFilter: {
      [key: string]: string;
    };
    RunStatus: {
      /** @example run_01kah2v5q8e4wb6t7n9rjx3mzc */
      runId: string;
      /**
       * @description Today one of: idea_check, custom_search. Tolerate new values.
       * @example idea_check
       */
      kind: string;
      /**
       * @description Today one of: queued, running, canceling, completed, failed, canceled, expired. Tolerate new values.
       * @example queued
       */
      status: string;
      /**
       * @description Today one of: queued, researching, validating, rendering, done. Tolerate new values.
       * @example queued
       */
      stage: string;
      progress: {
        done: number;
        total: number;
      };
      /**
       * @description Today one of: live, test. Tolerate new values.
       * @example live
       */
      mode: string;
      provider: {
        name: string | null;
        agentId: string | null;
        agentVersion: string | null;
        sessionId: string | null;
      };
      workflowId: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      createdAt: string;
      startedAt: string | null;
      completedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      updatedAt: string;
      deadlineAt: string | null;
      cost: {
        /** @description Minor units, rounded up. */
        amount: number;
        /** @description Millionths of a unit: exact. */
        amountMicros: number;
        /** @constant */
        currency: 'usd';
      } | null;
      evidence: {
        /** @description Quotations in the published findings. */
        cited: number;
        /** @description Those that we found word for word on the page they cite. */
        verified: number;
      } | null;
      failureReason: string | null;
      failure: {
        code: string;
        message: string;
        retryable: boolean;
      } | null;
      entitlementRestored: boolean;
      findingsSchemaVersion: string | null;
      /**
       * @example {
       *       "customer": "acme",
       *       "batch": "2026-11"
       *     }
       */
      metadata: {
        [key: string]: string;
      };
      links: {
        findings: string;
        dossier: string;
        portfolio: string | null;
        export: string;
      };
    };
    RunList: {
      data: components['schemas']['RunStatus'][];
      /**
       * @description Pass as `cursor` for the next page; null at the end.
       * @example null
       */
      nextCursor: string | null;
    };
    Portfolio: {
      /** @example 1.2.0 */
      schemaVersion: string;
      runId: string;
      /** Format: date-time */
      generatedAt: string;
      method: {
        weights: {
          demand: number;
          competition: number;
          monetization: number;
          acquisition: number;
          operatorFit: number;
          sustainability: number;
          risk: number;
        };
        tieBreak: string[];
      };
      ranking: {
        rank: number;
        candidateId: string;
        title: string;
        score: number;
        breakdown: {
          demand: number;
          competition: number;
          monetization: number;
          acquisition: number;
          operatorFit: number;
          sustainability: number;
          risk: number;
        };
        fit: number;
        /** @enum {string} */
        effort: 'low' | 'medium' | 'high';
        risks: string[];
      }[];
      excluded: {
        candidateId: string;
        title: string;
        reason: string;
      }[];
    };
    EntitlementCount: {
      /**
       * @description Today one of: idea_check, custom_search. Tolerate new values.
       * @example idea_check
       */
      kind: string;
      /** @description Credits that a run can take. */
      unused: number;
      consumed: number;
      /** @description Credits that a dispute of their payment keeps from being taken. */
      frozen: number;
    };
    Account: {
      /** @example acc_01kah2v5q8e4wb6t7n9rjx3mzc */
      accountId: string;
      /**
       * @description Enough to tell accounts apart.
       * @example o***@example.com
       */
      emailMasked: string;
      /**
       * @description Today one of: free, starter, pro, partner, admin. Tolerate new values.
       * @example free
       */
      plan: string;
      /**
       * @description Today one of: live, test. Tolerate new values.
       * @example live
       */
      mode: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      createdAt: string;
      /** @description The key that this request was made with. */
      apiKey: {
        /** @example key_01kah2v5q8e4wb6t7n9rjx3mzc */
        apiKeyId: string;
        /** @example production */
        name: string;
        /** @example noi_live_4kQ2 */
        prefix: string;
        scopes: string[];
        /**
         * @description Today one of: free, starter, pro, partner, admin. Tolerate new values.
         * @example free
         */
        plan: string;
        expiresAt: string | null;
        lastUsedAt: string | null;
      };
      /** @description Credits of the account in the mode of the key. */
      entitlements: components['schemas']['EntitlementCount'][];
      contributorBalance: {
        /** @description Can be withdrawn; negative if a sale was taken back after its payout. */
        available: number;
        /** @description In withdrawals under way. */
        held: number;
        /** @description Shares of sales that have not matured yet. */
        pending: number;
        /** @description Shares of sales whose payment is disputed. */
        frozen: number;
        /** @constant */
        currency: 'usd';
      } | null;
    };
    EndpointUsage: {
      /** @example GET /v1/runs/{id} */
      endpoint: string;
      /** @example 12 */
      total: number;
      /**
       * @example {
       *       "200": 11,
       *       "404": 1
       *     }
       */
      byStatus: {
        [key: string]: number;
      };
    };
    /** @description Minor units. Once it is spent or reserved, new runs are 402 `budget_spent`. */
    Budget: {
      limit: number | null;
      /**
       * @description What runs of the account that ended in the period have cost, rounded up.
       * @example 17
       */
      spent: number;
      /**
       * @description What runs of the account that have not ended may still cost.
       * @example 17
       */
      reserved: number;
      remaining: number | null;
      /** @constant */
      currency: 'usd';
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      resetsAt: string;
    };
    RateLimitState: {
      /**
       * @description Today one of: platform, tenant, endpoint. Tolerate new values.
       * @example platform
       */
      level: string;
      /** @example run-creation */
      name: string;
      /** @example 12 */
      limit: number;
      /** @example 12 */
      remaining: number;
      /** @example 12 */
      windowSeconds: number;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      resetsAt: string;
    };
    DailyCost: {
      /**
       * Format: date
       * @example 2026-11-21
       */
      date: string;
      /** @example 12 */
      runs: number;
      /**
       * @description Minor units, rounded up.
       * @example 17
       */
      computeSpend: number;
      /**
       * @description Millionths of a unit: exact.
       * @example 170000
       */
      computeSpendMicros: number;
    };
    UsageDashboard: {
      /** @example key_01kah2v5q8e4wb6t7n9rjx3mzc */
      apiKeyId: string;
      /**
       * @description Today one of: free, starter, pro, partner, admin. Tolerate new values.
       * @example free
       */
      plan: string;
      /**
       * @description Today one of: live, test. Tolerate new values.
       * @example live
       */
      mode: string;
      /** @description The calendar month in UTC; `end` is the first moment of the next. */
      period: {
        /**
         * Format: date-time
         * @example 2026-11-21T03:20:53.738Z
         */
        start: string;
        /**
         * Format: date-time
         * @example 2026-11-21T03:20:53.738Z
         */
        end: string;
      };
      /** @description Requests of this key in the period, refused ones too; not yet this one. */
      requests: {
        /** @example 12 */
        total: number;
        /**
         * @example {
         *       "200": 11,
         *       "404": 1
         *     }
         */
        byStatus: {
          [key: string]: number;
        };
        byEndpoint: components['schemas']['EndpointUsage'][];
      };
      /** @description Runs that this key created in the period, by where they stand now. */
      runs: {
        /**
         * @example {
         *       "completed": 3,
         *       "running": 1
         *     }
         */
        byStatus: {
          [key: string]: number;
        };
      };
      /**
       * @description Metadata of the runs that `runs` and `cost` count; `{}`: of all.
       * @example {
       *       "customer": "acme",
       *       "batch": "2026-11"
       *     }
       */
      metadata: {
        [key: string]: string;
      };
      /** @description Credits of the account in the mode of the key. */
      entitlements: components['schemas']['EntitlementCount'][];
      budget: components['schemas']['Budget'];
      /** @description Every limit that requests of this key count against, as it stands now. */
      rateLimits: components['schemas']['RateLimitState'][];
      /** @description What runs of this key that ended in the period have cost; days without any are left out. */
      cost: {
        /**
         * @description Minor units, rounded up.
         * @example 17
         */
        computeSpend: number;
        /** @constant */
        currency: 'usd';
        daily: components['schemas']['DailyCost'][];
      };
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      generatedAt: string;
    };
    Webhook: {
      /** @example whk_01kah2v5q8e4wb6t7n9rjx3mzc */
      webhookId: string;
      /** @example https://hooks.example.com/noi */
      url: string;
      eventTypes: string[];
      /**
       * @description Today one of: active, disabled. Tolerate new values.
       * @example active
       */
      status: string;
      description: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      createdAt: string;
    };
    /** @enum {string} */
    WebhookEventType:
      | 'webhook.test'
      | 'run.completed'
      | 'run.failed'
      | 'run.canceled'
      | 'run.expired'
      | 'order.paid'
      | 'order.fulfilled'
      | 'order.expired'
      | 'order.refunded'
      | 'withdrawal.paid'
      | 'withdrawal.failed'
      | 'withdrawal.returned';
    WebhookCreate: {
      /**
       * Format: uri
       * @description An https address that can be reached publicly, without user name, password or fragment.
       * @example https://hooks.example.com/noi
       */
      url: string;
      /**
       * @description Only `webhook.test` is delivered today; the others are a preview.
       * @example [
       *       "webhook.test"
       *     ]
       */
      eventTypes: components['schemas']['WebhookEventType'][];
      /** @example Staging */
      description?: string;
    };
    WebhookCreated: {
      /** @example whk_01kah2v5q8e4wb6t7n9rjx3mzc */
      webhookId: string;
      /** @example https://hooks.example.com/noi */
      url: string;
      eventTypes: string[];
      /**
       * @description Today one of: active, disabled. Tolerate new values.
       * @example active
       */
      status: string;
      description: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      createdAt: string;
      /**
       * @description Shown this once. Verifies signatures by Standard Webhooks.
       * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
       */
      signingSecret: string;
    };
    WebhookChange: {
      /**
       * Format: uri
       * @description An https address that can be reached publicly, without user name, password or fragment.
       * @example https://hooks.example.com/noi
       */
      url?: string;
      /**
       * @description Only `webhook.test` is delivered today; the others are a preview.
       * @example [
       *       "webhook.test"
       *     ]
       */
      eventTypes?: components['schemas']['WebhookEventType'][];
      description?: string | null;
      /**
       * @description False: no deliveries until it is enabled again.
       * @example true
       */
      enabled?: boolean;
    };
    WebhookRotated: {
      /** @example whk_01kah2v5q8e4wb6t7n9rjx3mzc */
      webhookId: string;
      /**
       * @description Shown this once. Deliveries are signed with it from now on.
       * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
       */
      signingSecret: string;
      /**
       * Format: date-time
       * @description Until then the secret before signs, too: switch your receiver by then.
       * @example 2026-11-22T03:20:53.738Z
       */
      previousSecretExpiresAt: string;
    };
    WebhookDeliveryAttempt: {
      attempt: number;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      startedAt: string;
      /** @example 182 */
      durationMs: number;
      responseStatus: number | null;
      error: string | null;
    };
    WebhookDelivery: {
      /** @example whd_01kah2v5q8e4wb6t7n9rjx3mzc */
      deliveryId: string;
      /** @example whk_01kah2v5q8e4wb6t7n9rjx3mzc */
      webhookId: string;
      /**
       * @description Today one of: webhook.test, run.completed, run.failed, run.canceled, run.expired, order.paid, order.fulfilled, order.expired, order.refunded, withdrawal.paid, withdrawal.failed, withdrawal.returned. Tolerate new values.
       * @example webhook.test
       */
      eventType: string;
      /**
       * @description Today one of: pending, delivered, failed. Tolerate new values.
       * @example pending
       */
      status: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      createdAt: string;
      endedAt: string | null;
      /** @description Oldest first, at most eight. */
      attempts: components['schemas']['WebhookDeliveryAttempt'][];
    };
    WebhookDeliveryList: {
      data: components['schemas']['WebhookDelivery'][];
      /**
       * @description Pass as `cursor` for the next page; null at the end.
       * @example null
       */
      nextCursor: string | null;
    };
    DeveloperPortal: {
      /** @example /openapi/v1.json */
      findingsSchemaUrl: string;
      /** @example /v1/findings-schema */
      findingsJsonSchemaUrl: string;
      /** @example /v1/endpoint-catalog */
      endpointCatalogueUrl: string;
      apiKeyManagement: {
        /** @example SHA-512 */
        hashAlgorithm: string;
        rotationSupported: boolean;
        revocationSupported: boolean;
        /**
         * @example [
         *       "scan:create",
         *       "evaluations:create",
         *       "searches:create",
         *       "opportunities:read",
         *       "purchases:create",
         *       "runs:read",
         *       "findings:read",
         *       "dossiers:read",
         *       "account:read",
         *       "usage:read",
         *       "withdrawals:write",
         *       "webhooks:manage",
         *       "buyer-demand:manage",
         *       "admin:review",
         *       "sandbox"
         *     ]
         */
        scopes: string[];
        /**
         * @example [
         *       "free",
         *       "starter",
         *       "pro",
         *       "partner",
         *       "admin"
         *     ]
         */
        plans: string[];
      };
      /** @example /v1/usage */
      usageDashboardUrl: string;
      /** @example /v1/webhooks */
      webhookConfigurationUrl: string;
      sandbox: {
        /** @example noi_test_ */
        testKeyPrefix: string;
        /** @example /v1/runs/sample/findings */
        sampleFindingsUrl: string;
        /**
         * @description What the sandbox spends.
         * @example 0
         */
        computeSpendUsd: number;
      };
      /**
       * @description Requests to paste into a shell, in their order. `NOI_API_KEY` is a live key; `RUN_ID` is set by the samples themselves.
       * @example [
       *       "curl -sS https://api.example.com/v1/runs/sample/findings"
       *     ]
       */
      codeSamples: string[];
    };
    Money: {
      /**
       * @description Minor units: 4900 is $49.00.
       * @example 4900
       */
      amount: number;
      /** @example usd */
      currency: string;
    };
    OpportunityTeaser: {
      /** @example opp_01kah2v5q8e4wb6t7n9rjx3mzc */
      opportunityId: string;
      /** @example Grid connection queues for battery storage */
      title: string;
      /**
       * @description What anybody may read: enough to decide, not enough to copy.
       * @example A weekly letter that reads connection registers for the people who finance storage.
       */
      summary: string;
      /** @example Energy infrastructure */
      niche: string;
      /** @example Developers and lenders of storage projects */
      audience: string;
      /** @example Great Britain */
      geography: string;
      /**
       * @description The language that the newsletter would be written in, BCP 47.
       * @example en-GB
       */
      language: string;
      /**
       * @description The score of the verdict in the findings.
       * @example 71
       */
      score: number;
      price: components['schemas']['Money'];
      /**
       * @description Today one of: available, reserved. Tolerate new values.
       * @example available
       */
      availability: string;
      dossierFormats: string[];
      /** Format: date-time */
      publishedAt: string;
    };
    OpportunityPurchase: {
      /** @description I ask for access to the digital content right after payment, before the withdrawal period has ended. Must be `true`. */
      immediateAccessConsent: boolean;
      /** @description I know that I lose my right of withdrawal once access to the digital content has begun. Must be `true`. */
      withdrawalLossAcknowledgment: boolean;
    };
    CheckoutSessionCreated: {
      /** @example ord_01kah2v5q8e4wb6t7n9rjx3mzc */
      orderId: string;
      /**
       * @description Today one of: creating, pending_payment, paid, fulfilled, failed, expired, canceled, refund_pending, refunded, refund_failed, refund_waived. Tolerate new values.
       * @example creating
       */
      status: string;
      checkoutUrl: string | null;
      checkoutSessionId: string | null;
      replayed: boolean;
      price: components['schemas']['Money'];
      /**
       * Format: date-time
       * @description Until then the checkout can be paid.
       */
      expiresAt: string;
      /** @enum {string} */
      mode: 'live' | 'test';
    };
    CheckoutSessionCreate: {
      /**
       * @example idea_check
       * @enum {string}
       */
      product: 'idea_check' | 'custom_search' | 'opportunity';
      /**
       * @description With product `opportunity` only.
       * @example null
       */
      opportunityId?: string | null;
      /** @description I ask for access to the digital content right after payment, before the withdrawal period has ended. Must be `true`. */
      immediateAccessConsent: boolean;
      /** @description I know that I lose my right of withdrawal once access to the digital content has begun. Must be `true`. */
      withdrawalLossAcknowledgment: boolean;
    };
    OrderSummary: {
      /** @example ord_01kah2v5q8e4wb6t7n9rjx3mzc */
      orderId: string;
      /**
       * @description Today one of: idea_check, custom_search, opportunity. Tolerate new values.
       * @example idea_check
       */
      product: string;
      opportunityId: string | null;
      /**
       * @description Today one of: creating, pending_payment, paid, fulfilled, failed, expired, canceled, refund_pending, refunded, refund_failed, refund_waived. Tolerate new values.
       * @example creating
       */
      status: string;
      /** @enum {string} */
      mode: 'live' | 'test';
      price: components['schemas']['Money'];
      checkoutSessionId: string | null;
      checkoutUrl: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      expiresAt: string;
      consents: {
        immediateAccess: boolean;
        withdrawalLoss: boolean;
        textVersion: string;
        /**
         * Format: date-time
         * @example 2026-11-21T03:20:53.738Z
         */
        recordedAt: string;
      };
      entitlementId: string | null;
      refund: {
        /**
         * @description Today one of: pending, succeeded, failed, waived. Tolerate new values.
         * @example pending
         */
        status: string;
        /** @description Minor units, in the currency of the price. */
        amount: number;
        /**
         * @description Today one of: late, mismatched, duplicate, opportunity_gone, account_suspended, returned, fraud_warning. Tolerate new values.
         * @example late
         */
        reason: string;
      } | null;
      paid: {
        total: components['schemas']['Money'];
        /** @description Tax in `total`, in minor units; 0 where none was collected. */
        tax: number;
        /**
         * Format: date-time
         * @example 2026-11-21T03:20:53.738Z
         */
        at: string;
      } | null;
      dispute: {
        /**
         * @description Today one of: open, won, lost. Tolerate new values.
         * @example open
         */
        status: string;
        /**
         * Format: date-time
         * @example 2026-11-21T03:20:53.738Z
         */
        openedAt: string;
      } | null;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      updatedAt: string;
    };
    OrderList: {
      data: components['schemas']['OrderSummary'][];
      /**
       * @description Pass as `cursor` for the next page; null at the end.
       * @example null
       */
      nextCursor: string | null;
    };
    Order: {
      /** @example ord_01kah2v5q8e4wb6t7n9rjx3mzc */
      orderId: string;
      /**
       * @description Today one of: idea_check, custom_search, opportunity. Tolerate new values.
       * @example idea_check
       */
      product: string;
      opportunityId: string | null;
      /**
       * @description Today one of: creating, pending_payment, paid, fulfilled, failed, expired, canceled, refund_pending, refunded, refund_failed, refund_waived. Tolerate new values.
       * @example creating
       */
      status: string;
      /** @enum {string} */
      mode: 'live' | 'test';
      price: components['schemas']['Money'];
      checkoutSessionId: string | null;
      checkoutUrl: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      expiresAt: string;
      consents: {
        immediateAccess: boolean;
        withdrawalLoss: boolean;
        textVersion: string;
        /**
         * Format: date-time
         * @example 2026-11-21T03:20:53.738Z
         */
        recordedAt: string;
      };
      entitlementId: string | null;
      refund: {
        /**
         * @description Today one of: pending, succeeded, failed, waived. Tolerate new values.
         * @example pending
         */
        status: string;
        /** @description Minor units, in the currency of the price. */
        amount: number;
        /**
         * @description Today one of: late, mismatched, duplicate, opportunity_gone, account_suspended, returned, fraud_warning. Tolerate new values.
         * @example late
         */
        reason: string;
      } | null;
      paid: {
        total: components['schemas']['Money'];
        /** @description Tax in `total`, in minor units; 0 where none was collected. */
        tax: number;
        /**
         * Format: date-time
         * @example 2026-11-21T03:20:53.738Z
         */
        at: string;
      } | null;
      invoice: {
        /** @example B3F8A2C1-0001 */
        number: string;
        url: string | null;
        pdfUrl: string | null;
      } | null;
      dispute: {
        /**
         * @description Today one of: open, won, lost. Tolerate new values.
         * @example open
         */
        status: string;
        /**
         * Format: date-time
         * @example 2026-11-21T03:20:53.738Z
         */
        openedAt: string;
      } | null;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      updatedAt: string;
    };
    Withdrawal: {
      /** @example wdr_01kah2v5q8e4wb6t7n9rjx3mzc */
      withdrawalId: string;
      /**
       * @description Today one of: requested, under_review, processing, in_transit, paid, rejected, canceled, failed, returned. Tolerate new values.
       * @example requested
       */
      status: string;
      /** @description Minor units. */
      amount: number;
      /** @constant */
      currency: 'usd';
      payout: {
        /**
         * @description Minor units.
         * @example 23000
         */
        amount: number;
        /**
         * @description ISO 4217, lower case.
         * @example eur
         */
        currency: string;
      } | null;
      failureReason: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      requestedAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      updatedAt: string;
      paidAt: string | null;
    };
    WithdrawalList: {
      data: components['schemas']['Withdrawal'][];
      /**
       * @description Pass as `cursor` for the next page; null at the end.
       * @example null
       */
      nextCursor: string | null;
    };
    WithdrawalCreate: {
      /**
       * @description Minor units: 25000 is $250.00.
       * @example 25000
       */
      amount: number;
      /** @constant */
      currency: 'usd';
      /** @description For your own records. */
      note?: string;
    };
    EndpointDescriptor: {
      method: string;
      path: string;
      audience: string;
      /** @description All that are needed, joined by a space; where one of several is enough, those joined by `|`. */
      requiredScope: string | null;
      requiresIdempotencyKey: boolean;
      startsAsyncManagedAgentRun: boolean;
      responseScope: string | null;
    };
    WebhookTestPayload: {
      /** @example webhook.test */
      type: string;
      /**
       * Format: date-time
       * @example 2026-11-21T03:20:53.738Z
       */
      timestamp: string;
      data: {
        /** @example whk_01kah2v5q8e4wb6t7n9rjx3mzc */
        webhookId: string;
      };
    };
    /** @description Problem Details (RFC 9457). */
    ProblemDetails: {
      /** Format: uri */
      type: string;
      title: string;
      status: number;
      detail: string;
      /** @description The path without its query. */
      instance: string;
      /**
       * @description Stable; listed at /developers/errors. Tolerate new values.
       * @example invalid_request
       * @example query_too_long
       * @example invalid_json
       */
      code: string;
      /** @description Quote this to support. */
      requestId: string;
      /** @description True if the same request may succeed later. */
      retryable: boolean;
      /** @description As the Retry-After header. */
      retryAfterSeconds?: number;
      /** @description Level of the limit that refused: ip, platform, tenant or endpoint. */
      limitLevel?: string;
      errors?: {
        /** @description JSON pointer, `?name` or the name of a header. */
        pointer: string;
        code: string;
        detail: string;
      }[];
      /** @description Further errors that `errors` leaves out. */
      errorsOmitted?: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Id of the request: quote this to support. */
    'X-Request-Id': string;
    /** @description Limits that the request counted against, or that of the platform (IETF draft ratelimit-headers). */
    'RateLimit-Policy': string;
    /** @description State of those limits. */
    RateLimit: string;
    /** @description Seconds after which to ask again. */
    'Retry-After': number;
    /** @description Version of the content: send it back in `If-None-Match`. */
    ETag: string;
    /** @description Preference that was honoured (RFC 7240). */
    'Preference-Applied': string;
    /** @description `true` if this repeats the first response to the same Idempotency-Key. */
    'Idempotency-Replayed': string;
    /** @description How to authenticate. */
    'WWW-Authenticate': string;
    /** @description Address of what was created, or of the page to open. */
    Location: string;
    /** @description `rel="next"` leads to the next page (RFC 8288). */
    Link: string;
    /** @description Name for the file. */
    'Content-Disposition': string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "apiVersion": "v1",
           *       "serviceVersion": "0.1.0",
           *       "findingsSchemaVersion": "1.2.0",
           *       "hostingContract": {
           *         "valid": true,
           *         "violations": []
           *       },
           *       "managedAgent": {
           *         "driftStatus": "in_sync",
           *         "checkedAt": "2026-11-21T03:20:53.738Z"
           *       },
           *       "reconciliation": {
           *         "openBreaks": 0
           *       },
           *       "time": "2026-11-21T03:20:53.738Z"
           *     }
           */
          'application/json': components['schemas']['Health'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getReady: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ready",
           *       "checks": [
           *         {
           *           "name": "database",
           *           "status": "ok",
           *           "latencyMs": 2
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Ready'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Not available */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ready",
           *       "checks": [
           *         {
           *           "name": "database",
           *           "status": "ok",
           *           "latencyMs": 2
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Ready'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  createScan: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "reader@example.com",
         *       "idea": "A weekly newsletter on retrofitting heat pumps for owners of old houses",
         *       "marketingConsent": false,
         *       "locale": "en"
         *     }
         */
        'application/json': components['schemas']['FreeScanRequest'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "scanId": "scn_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "awaiting_confirmation",
           *       "confirmationExpiresAt": "2026-11-24T03:20:53.738Z",
           *       "message": "Open the link in the mail that we sent to confirm the scan."
           *     }
           */
          'application/json': components['schemas']['FreeScanAccepted'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `free_scans_used_up`: All free scans of the day are taken; `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  confirmScan: {
    parameters: {
      query?: {
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "scanId": "scn_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "confirmed",
           *       "consentRecordedAt": "2026-11-21T03:20:54.102Z",
           *       "idea": "A weekly newsletter on retrofitting heat pumps for owners of old houses"
           *     }
           */
          'application/json': components['schemas']['FreeScanConfirmed'];
        };
      };
      /** @description Redirect */
      302: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_token`: The link is not valid; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `free_scans_used_up`: All free scans of the day are taken; `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getScanStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "scanId": "scn_01kah2v5q8e4wb6t7n9rjx3mzc",
         *       "email": "owner@example.com"
         *     }
         */
        'application/json': components['schemas']['FreeScanStatusLookup'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "scanId": "scn_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "completed",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "confirmedAt": "2026-11-21T03:20:54.102Z",
           *       "completedAt": "2026-11-21T03:27:31.480Z",
           *       "summary": "Worth refining: a clear audience that pays, and two rivals that serve a part of it.",
           *       "failureReason": null
           *     }
           */
          'application/json': components['schemas']['FreeScanStatusLookupResult'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  openUnsubscribe: {
    parameters: {
      query?: {
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Redirect */
      302: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  oneClickUnsubscribe: {
    parameters: {
      query?: {
        token?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "unsubscribed"
           *     }
           */
          'application/json': components['schemas']['Unsubscribed'];
        };
      };
      /** @description `invalid_token`: The link is not valid; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  requestSignInLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "reader@example.com",
         *       "returnPath": "/account/keys"
         *     }
         */
        'application/json': components['schemas']['SignInLinkRequest'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "accepted",
           *       "message": "A sign-in link is on its way to this address."
           *     }
           */
          'application/json': components['schemas']['SignInLinkAccepted'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  requestPasswordResetLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "reader@example.com"
         *     }
         */
        'application/json': components['schemas']['PasswordResetLinkRequest'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "accepted",
           *       "message": "If this address has an active account, a link to set a password is on its way."
           *     }
           */
          'application/json': components['schemas']['PasswordResetLinkAccepted'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  completePasswordReset: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "token": "text",
         *       "newPassword": "four words that nobody guesses"
         *     }
         */
        'application/json': components['schemas']['PasswordResetComplete'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "completed",
           *       "completedAt": "2026-11-21T03:20:53.738Z",
           *       "sessionsRevoked": 0
           *     }
           */
          'application/json': components['schemas']['PasswordResetCompleted'];
        };
      };
      /** @description `invalid_token`: The link is not valid; `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  createSupportRequest: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "reader@example.com",
         *       "subject": "My dossier is empty",
         *       "message": "The dossier of my last run shows an empty page. What can I do?",
         *       "category": "account",
         *       "relatedId": "text"
         *     }
         */
        'application/json': components['schemas']['SupportRequest'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "supportRequestId": "sup_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "received",
           *       "createdAt": "2026-11-21T03:20:53.738Z"
           *     }
           */
          'application/json': components['schemas']['SupportRequestAccepted'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  reportMailEvent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /** @example {} */
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "received": false
           *     }
           */
          'application/json': {
            received: boolean;
          };
        };
      };
      /** @description `invalid_webhook`: Webhook signature invalid; `query_too_long`: The query is too long */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  startCheckout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "product": "idea_check",
         *       "idempotencyKey": "7d1f4a52-0c0e-4b43-9a6e-1a2f7c5d9e10",
         *       "immediateAccessConsent": "on",
         *       "withdrawalLossAcknowledgment": "on"
         *     }
         */
        'application/x-www-form-urlencoded': components['schemas']['BrowserCheckoutForm'];
      };
    };
    responses: {
      /** @description Redirect */
      302: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `origin_not_allowed`: The form was sent from another site */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `opportunity_unavailable`: The opportunity is not available; `too_many_holds`: Too many opportunities are reserved for you; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `payment_provider_failed`: The payment provider did not accept the checkout */
      502: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  createEvaluation: {
    parameters: {
      query?: never;
      header: {
        /** @description Generated by the caller for one logical operation; reused only to repeat the same request. */
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "idea": "A weekly newsletter on retrofitting heat pumps for owners of old houses",
         *       "audience": "Home owners, 35 to 65",
         *       "geography": "Germany",
         *       "metadata": {
         *         "customer": "acme",
         *         "batch": "2026-11"
         *       }
         *     }
         */
        'application/json': components['schemas']['EvaluationCreate'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          Location: components['headers']['Location'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "runId": "run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "kind": "idea_check",
           *       "status": "queued",
           *       "mode": "live",
           *       "entitlementId": "ent_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "statusUrl": "/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "pollAfterSeconds": 2,
           *       "replayed": false
           *     }
           */
          'application/json': components['schemas']['PaidProductRunCreated'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `entitlement_required`: No unused entitlement; `budget_spent`: The monthly budget is spent or reserved */
      402: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope; `live_key_required`: A live API key is required */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  createSearch: {
    parameters: {
      query?: never;
      header: {
        /** @description Generated by the caller for one logical operation; reused only to repeat the same request. */
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "operatorProfile": "Energy consultant in Leipzig, ten hours a week, 2,000 contacts among house owners",
         *       "expertise": [
         *         "heat pumps",
         *         "building law"
         *       ],
         *       "candidateCount": 10,
         *       "metadata": {
         *         "customer": "acme",
         *         "batch": "2026-11"
         *       }
         *     }
         */
        'application/json': components['schemas']['SearchCreate'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          Location: components['headers']['Location'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "runId": "run_01kah3c9t2fhv8q5xw1m4zk7bd",
           *       "kind": "custom_search",
           *       "status": "queued",
           *       "mode": "live",
           *       "entitlementId": "ent_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "statusUrl": "/v1/runs/run_01kah3c9t2fhv8q5xw1m4zk7bd",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "pollAfterSeconds": 5,
           *       "replayed": false
           *     }
           */
          'application/json': components['schemas']['PaidProductRunCreated'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `entitlement_required`: No unused entitlement; `budget_spent`: The monthly budget is spent or reserved */
      402: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope; `live_key_required`: A live API key is required */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getSampleFindings: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schemaVersion": "1.2.0",
           *       "runId": "run_sample",
           *       "kind": "idea_check",
           *       "mode": "test",
           *       "generatedAt": "2026-10-05T09:12:41.000Z",
           *       "subject": {
           *         "idea": "A fortnightly newsletter that walks owners of houses built before 1980 through replacing a boiler with a heat pump",
           *         "audience": "Home owners between 35 and 65 who plan a renovation",
           *         "geography": "Germany"
           *       },
           *       "verdict": {
           *         "recommendation": "refine",
           *         "score": 64,
           *         "confidence": "medium",
           *         "rationale": "Owners of old houses face a costly decision that they make once, know little about and distrust advice on: they read closely and pay for certainty. That strength is also the weakness, because a reader leaves when the pump runs. Narrow the promise to the twelve months around the decision, sell it as a course with a newsletter in front, and test with thirty owners before building an archive."
           *       },
           *       "dimensions": {
           *         "demand": {
           *           "score": 74,
           *           "confidence": "medium",
           *           "rationale": "Search interest is high and returns every autumn; owners describe the decision as the largest they take without an adviser of their own.",
           *           "evidenceIds": [
           *             "ev1",
           *             "ev2"
           *           ],
           *           "basis": "fact"
           *         },
           *         "competition": {
           *           "score": 61,
           *           "confidence": "medium",
           *           "rationale": "Manufacturers and trade magazines write much, but for installers or for new houses. Two independent letters touch the subject once a month.",
           *           "evidenceIds": [
           *             "ev3"
           *           ],
           *           "basis": "fact"
           *         },
           *         "monetization": {
           *           "score": 58,
           *           "confidence": "medium",
           *           "rationale": "Comparable decision guides sell between $40 and $90. Sponsors exist, but most of them sell the very thing that readers want advice on.",
           *           "evidenceIds": [
           *             "ev4",
           *             "ev5"
           *           ],
           *           "basis": "estimate"
           *         },
           *         "acquisition": {
           *           "score": 66,
           *           "confidence": "medium",
           *           "rationale": "Owners gather in a handful of large forums and ask the same thirty questions; lasting answers are found by search for years.",
           *           "evidenceIds": [
           *             "ev2",
           *             "ev6"
           *           ],
           *           "basis": "estimate"
           *         },
           *         "operatorFit": {
           *           "score": 55,
           *           "confidence": "low",
           *           "rationale": "The brief says nothing of the operator. The subject rewards a trained installer or an energy adviser, and is hard to fake.",
           *           "evidenceIds": [],
           *           "basis": "inference"
           *         },
           *         "sustainability": {
           *           "score": 57,
           *           "confidence": "medium",
           *           "rationale": "Rules and subsidies change every year and keep the subject alive, but each reader needs it for about a year only.",
           *           "evidenceIds": [
           *             "ev1"
           *           ],
           *           "basis": "estimate"
           *         },
           *         "risk": {
           *           "score": 62,
           *           "confidence": "low",
           *           "rationale": "A change of subsidy law can halve demand within weeks; advice that is taken for engineering can lead to liability.",
           *           "evidenceIds": [],
           *           "basis": "inference"
           *         }
           *       },
           *       "audienceSegments": [
           *         {
           *           "name": "Owners with a failing boiler",
           *           "description": "They must decide within a heating season and read everything at once. The most willing to pay, the shortest to stay.",
           *           "size": "about 180,000 households a year (invented)",
           *           "evidenceIds": [
           *             "ev1"
           *           ]
           *         },
           *         {
           *           "name": "Planners of a full renovation",
           *           "description": "They plan two years ahead, compare and keep spreadsheets. They stay longest and tell neighbours.",
           *           "size": null,
           *           "evidenceIds": [
           *             "ev6"
           *           ]
           *         }
           *       ],
           *       "competitors": [
           *         {
           *           "name": "The Warm House (invented)",
           *           "url": "https://warm-house.example.com/",
           *           "positioning": "A monthly letter on energy in the home for a general reader.",
           *           "strength": "Clear language and a large list.",
           *           "gap": "No calculations, no prices and nothing on houses without insulation.",
           *           "evidenceIds": [
           *             "ev3"
           *           ],
           *           "price": {
           *             "amount": 0,
           *             "currency": "usd",
           *             "period": "month"
           *           },
           *           "frequency": "monthly",
           *           "size": {
           *             "readers": 14000,
           *             "basis": "stated"
           *           },
           *           "lastIssue": "2026-09-18"
           *         },
           *         {
           *           "name": "Installer Weekly (invented)",
           *           "url": null,
           *           "positioning": "A trade letter for heating engineers.",
           *           "strength": "First with changes of rules and subsidies.",
           *           "gap": "Unreadable for owners.",
           *           "evidenceIds": [],
           *           "price": {
           *             "amount": 1900,
           *             "currency": "usd",
           *             "period": "month"
           *           },
           *           "frequency": "weekly",
           *           "size": null,
           *           "lastIssue": "2026-10-02"
           *         }
           *       ],
           *       "monetization": [
           *         {
           *           "model": "Guide for the decision, sold once",
           *           "low": 60000,
           *           "high": 340000,
           *           "currency": "usd",
           *           "assumptions": [
           *             "3,000 readers after a year",
           *             "0.5% to 2% buy a guide of $40 to $57 each month"
           *           ]
           *         },
           *         {
           *           "model": "Sponsorship by lenders and insurers",
           *           "low": 0,
           *           "high": 120000,
           *           "currency": "usd",
           *           "assumptions": [
           *             "Makers of pumps are refused as sponsors",
           *             "two issues a month with one place each, $600 a place"
           *           ]
           *         }
           *       ],
           *       "channels": [
           *         {
           *           "name": "Owners’ forums",
           *           "approach": "Answer the thirty recurring questions with calculations, and link the one issue that goes deeper.",
           *           "cost": "low",
           *           "evidenceIds": [
           *             "ev6"
           *           ]
           *         },
           *         {
           *           "name": "Search",
           *           "approach": "One lasting page for each type of house, updated when subsidies change.",
           *           "cost": "medium",
           *           "evidenceIds": [
           *             "ev2"
           *           ]
           *         }
           *       ],
           *       "risks": [
           *         {
           *           "title": "Subsidies end or change",
           *           "severity": "high",
           *           "likelihood": "medium",
           *           "impact": "high",
           *           "mitigation": "Write for the decision rather than for the subsidy; keep a page that is updated within a day."
           *         },
           *         {
           *           "title": "Readers leave once the pump runs",
           *           "severity": "medium",
           *           "likelihood": "high",
           *           "impact": "medium",
           *           "mitigation": "Sell at the decision, then offer a yearly check-up issue instead of a subscription."
           *         }
           *       ],
           *       "nextSteps": [
           *         {
           *           "action": "Interview twelve owners who decided in the last year and write down what they searched for, in their words.",
           *           "effort": "days",
           *           "successMetric": "At least eight name the same three doubts."
           *         },
           *         {
           *           "action": "Write three issues for one type of house and show them in two forums.",
           *           "effort": "weeks",
           *           "successMetric": "150 sign-ups and a reply rate above 5%."
           *         }
           *       ],
           *       "evidence": [
           *         {
           *           "evidenceId": "ev1",
           *           "claim": "Most boilers in houses built before 1980 are older than twenty years.",
           *           "sourceUrl": "https://statistics.example.org/sample/1",
           *           "title": "Sample source: Heating systems by year of building",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Of the systems counted in buildings from before 1980, 62 percent were installed before 2005. (invented)",
           *           "grade": "primary",
           *           "publishedAt": "2026-03-12",
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "1111111111111111111111111111111111111111111111111111111111111111",
           *             "context": "What stands before it on the page. Of the systems counted in buildings from before 1980, 62 percent were installed before 2005. (invented) What stands behind it.",
           *             "pageTitle": "Heating systems by year of building",
           *             "pageDate": "2026-03-12"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev2",
           *           "claim": "Search interest doubles each autumn.",
           *           "sourceUrl": "https://search.example.org/sample/2",
           *           "title": "Sample source: Questions of owners by month",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Queries rise from September and peak in November, at about twice the summer level. (invented)",
           *           "grade": "trade",
           *           "publishedAt": "2026-01-31",
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "2222222222222222222222222222222222222222222222222222222222222222",
           *             "context": "What stands before it on the page. Queries rise from September and peak in November, at about twice the summer level. (invented) What stands behind it.",
           *             "pageTitle": "Questions of owners by month",
           *             "pageDate": "2026-01-31"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev3",
           *           "claim": "Two independent letters cover the subject, neither more than monthly.",
           *           "sourceUrl": "https://letters.example.org/sample/3",
           *           "title": "Sample source: Newsletters on home energy",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Eleven letters were listed; nine belong to makers or traders. (invented)",
           *           "grade": "reported",
           *           "publishedAt": "2026-06-02",
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "3333333333333333333333333333333333333333333333333333333333333333",
           *             "context": "What stands before it on the page. Eleven letters were listed; nine belong to makers or traders. (invented) What stands behind it.",
           *             "pageTitle": "Newsletters on home energy",
           *             "pageDate": "2026-06-02"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev4",
           *           "claim": "Guides for comparable decisions cost between $40 and $90.",
           *           "sourceUrl": "https://guides.example.org/sample/4",
           *           "title": "Sample source: Prices of decision guides",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Twenty guides were compared; the middle price was 59. (invented)",
           *           "grade": "trade",
           *           "publishedAt": null,
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "4444444444444444444444444444444444444444444444444444444444444444",
           *             "context": "What stands before it on the page. Twenty guides were compared; the middle price was 59. (invented) What stands behind it.",
           *             "pageTitle": "Prices of decision guides"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev5",
           *           "claim": "Lenders pay about $600 for a place in a letter of 3,000 home owners.",
           *           "sourceUrl": "https://rates.example.org/sample/5",
           *           "title": "Sample source: Sponsorship rates",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Quoted rates for small lists of owners ranged from 450 to 800. (invented)",
           *           "grade": "claim",
           *           "publishedAt": "2026-08-20",
           *           "verification": {
           *             "status": "unreachable",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": null
           *           }
           *         },
           *         {
           *           "evidenceId": "ev6",
           *           "claim": "Three forums hold most of the discussion.",
           *           "sourceUrl": "https://forum.example.org/sample/6",
           *           "title": "Sample source: Largest owners’ forums",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "The three largest forums have 210,000 members together and 40 new threads a day. (invented)",
           *           "grade": "primary",
           *           "publishedAt": null,
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "6666666666666666666666666666666666666666666666666666666666666666",
           *             "context": "What stands before it on the page. The three largest forums have 210,000 members together and 40 new threads a day. (invented) What stands behind it.",
           *             "pageTitle": "Largest owners’ forums"
           *           }
           *         }
           *       ],
           *       "limitations": [
           *         "This is sample data for development. It was written by hand: nothing was researched, every source is a placeholder and every figure is invented.",
           *         "A real run names real pages, says when they were read, and marks what it could not find."
           *       ],
           *       "audienceSizing": {
           *         "who": "Households in Germany that must replace a failing boiler in a house from before 1980 within a year",
           *         "factors": [
           *           {
           *             "label": "Houses from before 1980 with a boiler",
           *             "value": 9000000,
           *             "outOf": 1,
           *             "basis": "sourced",
           *             "evidenceIds": [
           *               "ev1"
           *             ]
           *           },
           *           {
           *             "label": "Boilers that fail within a year",
           *             "value": 4,
           *             "outOf": 100,
           *             "basis": "assumed",
           *             "evidenceIds": []
           *           },
           *           {
           *             "label": "Owners who read about it before they sign",
           *             "value": 1,
           *             "outOf": 2,
           *             "basis": "sourced",
           *             "evidenceIds": [
           *               "ev2"
           *             ]
           *           }
           *         ],
           *         "people": 180000
           *       },
           *       "unitEconomics": {
           *         "currency": "usd",
           *         "model": "A free letter, a guide sold at the moment of the decision, and one sponsor an issue.",
           *         "assumptions": {
           *           "readers": {
           *             "cautious": [
           *               150,
           *               280,
           *               400,
           *               510,
           *               610,
           *               700,
           *               790,
           *               870,
           *               950,
           *               1030,
           *               1120,
           *               1200
           *             ],
           *             "likely": [
           *               300,
           *               620,
           *               900,
           *               1150,
           *               1390,
           *               1620,
           *               1850,
           *               2080,
           *               2310,
           *               2540,
           *               2770,
           *               3000
           *             ],
           *             "optimistic": [
           *               600,
           *               1150,
           *               1650,
           *               2120,
           *               2560,
           *               2980,
           *               3370,
           *               3740,
           *               4080,
           *               4400,
           *               4710,
           *               5000
           *             ],
           *             "basis": "assumed",
           *             "note": "Nobody of this subject states a growth; the likely case wins about 240 readers a month from forums and search.",
           *             "evidenceIds": []
           *           },
           *           "churnPerThousand": {
           *             "cautious": 60,
           *             "likely": 40,
           *             "optimistic": 25,
           *             "basis": "assumed",
           *             "note": "Readers leave once the pump runs, so more go than in a hobby letter.",
           *             "evidenceIds": []
           *           },
           *           "payingPerThousand": {
           *             "cautious": 0,
           *             "likely": 0,
           *             "optimistic": 0,
           *             "basis": "assumed",
           *             "note": "The letter itself is free in every case; the guide is counted as other income.",
           *             "evidenceIds": []
           *           },
           *           "priceCents": {
           *             "cautious": 0,
           *             "likely": 0,
           *             "optimistic": 0,
           *             "basis": "assumed",
           *             "note": "No subscription is sold.",
           *             "evidenceIds": []
           *           },
           *           "issuesPerMonth": {
           *             "cautious": 2,
           *             "likely": 2,
           *             "optimistic": 2,
           *             "basis": "assumed",
           *             "note": "Fortnightly, as the idea says.",
           *             "evidenceIds": []
           *           },
           *           "sponsorSlotsPerIssue": {
           *             "cautious": 1,
           *             "likely": 1,
           *             "optimistic": 1,
           *             "basis": "assumed",
           *             "note": "One place an issue keeps the advice believable.",
           *             "evidenceIds": []
           *           },
           *           "fillPercent": {
           *             "cautious": 0,
           *             "likely": 50,
           *             "optimistic": 100,
           *             "basis": "assumed",
           *             "note": "Makers of pumps are refused, which leaves lenders and insurers.",
           *             "evidenceIds": []
           *           },
           *           "slotCentsPerThousandReaders": {
           *             "cautious": 15000,
           *             "likely": 20000,
           *             "optimistic": 25000,
           *             "basis": "sourced",
           *             "note": "Quoted rates for 3,000 home owners lie between 450 and 800 dollars.",
           *             "evidenceIds": [
           *               "ev5"
           *             ]
           *           },
           *           "otherCentsPerThousandReaders": {
           *             "cautious": 20000,
           *             "likely": 50000,
           *             "optimistic": 114000,
           *             "basis": "sourced",
           *             "note": "The guide costs 40 to 57 dollars, near the middle of the compared prices; 0.5% to 2% of readers buy in a month.",
           *             "evidenceIds": [
           *               "ev4"
           *             ]
           *           },
           *           "feesPerThousand": {
           *             "cautious": 60,
           *             "likely": 50,
           *             "optimistic": 45,
           *             "basis": "assumed",
           *             "note": "Card fees and the shop of the guide.",
           *             "evidenceIds": []
           *           },
           *           "acquisitionCents": {
           *             "cautious": 90,
           *             "likely": 60,
           *             "optimistic": 35,
           *             "basis": "assumed",
           *             "note": "Most readers come by answers in forums; a few notices are paid.",
           *             "evidenceIds": []
           *           },
           *           "fixedCents": {
           *             "cautious": 12000,
           *             "likely": 12000,
           *             "optimistic": 15000,
           *             "basis": "assumed",
           *             "note": "Mailing platform, domain and one hour of an adviser who checks the sums.",
           *             "evidenceIds": []
           *           },
           *           "startCents": {
           *             "cautious": 60000,
           *             "likely": 45000,
           *             "optimistic": 40000,
           *             "basis": "assumed",
           *             "note": "Interviews, a designed guide and the first calculation sheet.",
           *             "evidenceIds": []
           *           },
           *           "hoursPerMonth": {
           *             "cautious": 40,
           *             "likely": 34,
           *             "optimistic": 34,
           *             "basis": "assumed",
           *             "note": "Two issues and the questions of readers.",
           *             "evidenceIds": []
           *           }
           *         },
           *         "computed": {
           *           "cautious": {
           *             "months": [
           *               {
           *                 "month": 1,
           *                 "readers": 150,
           *                 "newReaders": 150,
           *                 "payingReaders": 0,
           *                 "incomeCents": 3000,
           *                 "costCents": 85680,
           *                 "resultCents": -82680,
           *                 "cumulativeCents": -82680
           *               },
           *               {
           *                 "month": 2,
           *                 "readers": 280,
           *                 "newReaders": 139,
           *                 "payingReaders": 0,
           *                 "incomeCents": 5600,
           *                 "costCents": 24846,
           *                 "resultCents": -19246,
           *                 "cumulativeCents": -101926
           *               },
           *               {
           *                 "month": 3,
           *                 "readers": 400,
           *                 "newReaders": 136,
           *                 "payingReaders": 0,
           *                 "incomeCents": 8000,
           *                 "costCents": 24720,
           *                 "resultCents": -16720,
           *                 "cumulativeCents": -118646
           *               },
           *               {
           *                 "month": 4,
           *                 "readers": 510,
           *                 "newReaders": 134,
           *                 "payingReaders": 0,
           *                 "incomeCents": 10200,
           *                 "costCents": 24672,
           *                 "resultCents": -14472,
           *                 "cumulativeCents": -133118
           *               },
           *               {
           *                 "month": 5,
           *                 "readers": 610,
           *                 "newReaders": 130,
           *                 "payingReaders": 0,
           *                 "incomeCents": 12200,
           *                 "costCents": 24432,
           *                 "resultCents": -12232,
           *                 "cumulativeCents": -145350
           *               },
           *               {
           *                 "month": 6,
           *                 "readers": 700,
           *                 "newReaders": 126,
           *                 "payingReaders": 0,
           *                 "incomeCents": 14000,
           *                 "costCents": 24180,
           *                 "resultCents": -10180,
           *                 "cumulativeCents": -155530
           *               },
           *               {
           *                 "month": 7,
           *                 "readers": 790,
           *                 "newReaders": 132,
           *                 "payingReaders": 0,
           *                 "incomeCents": 15800,
           *                 "costCents": 24828,
           *                 "resultCents": -9028,
           *                 "cumulativeCents": -164558
           *               },
           *               {
           *                 "month": 8,
           *                 "readers": 870,
           *                 "newReaders": 127,
           *                 "payingReaders": 0,
           *                 "incomeCents": 17400,
           *                 "costCents": 24474,
           *                 "resultCents": -7074,
           *                 "cumulativeCents": -171632
           *               },
           *               {
           *                 "month": 9,
           *                 "readers": 950,
           *                 "newReaders": 132,
           *                 "payingReaders": 0,
           *                 "incomeCents": 19000,
           *                 "costCents": 25020,
           *                 "resultCents": -6020,
           *                 "cumulativeCents": -177652
           *               },
           *               {
           *                 "month": 10,
           *                 "readers": 1030,
           *                 "newReaders": 137,
           *                 "payingReaders": 0,
           *                 "incomeCents": 20600,
           *                 "costCents": 25566,
           *                 "resultCents": -4966,
           *                 "cumulativeCents": -182618
           *               },
           *               {
           *                 "month": 11,
           *                 "readers": 1120,
           *                 "newReaders": 151,
           *                 "payingReaders": 0,
           *                 "incomeCents": 22400,
           *                 "costCents": 26934,
           *                 "resultCents": -4534,
           *                 "cumulativeCents": -187152
           *               },
           *               {
           *                 "month": 12,
           *                 "readers": 1200,
           *                 "newReaders": 147,
           *                 "payingReaders": 0,
           *                 "incomeCents": 24000,
           *                 "costCents": 26670,
           *                 "resultCents": -2670,
           *                 "cumulativeCents": -189822
           *               }
           *             ],
           *             "incomeCents": 172200,
           *             "subscriptionCents": 0,
           *             "sponsorshipCents": 0,
           *             "otherCents": 172200,
           *             "costCents": 362022,
           *             "feesCents": 10332,
           *             "acquisitionCents": 147690,
           *             "fixedCents": 144000,
           *             "startCents": 60000,
           *             "resultCents": -189822,
           *             "breakEvenMonth": null,
           *             "hours": 480,
           *             "incomePerHourCents": -396
           *           },
           *           "likely": {
           *             "months": [
           *               {
           *                 "month": 1,
           *                 "readers": 300,
           *                 "newReaders": 300,
           *                 "payingReaders": 0,
           *                 "incomeCents": 21000,
           *                 "costCents": 76050,
           *                 "resultCents": -55050,
           *                 "cumulativeCents": -55050
           *               },
           *               {
           *                 "month": 2,
           *                 "readers": 620,
           *                 "newReaders": 332,
           *                 "payingReaders": 0,
           *                 "incomeCents": 43400,
           *                 "costCents": 34090,
           *                 "resultCents": 9310,
           *                 "cumulativeCents": -45740
           *               },
           *               {
           *                 "month": 3,
           *                 "readers": 900,
           *                 "newReaders": 304,
           *                 "payingReaders": 0,
           *                 "incomeCents": 63000,
           *                 "costCents": 33390,
           *                 "resultCents": 29610,
           *                 "cumulativeCents": -16130
           *               },
           *               {
           *                 "month": 4,
           *                 "readers": 1150,
           *                 "newReaders": 286,
           *                 "payingReaders": 0,
           *                 "incomeCents": 80500,
           *                 "costCents": 33185,
           *                 "resultCents": 47315,
           *                 "cumulativeCents": 31185
           *               },
           *               {
           *                 "month": 5,
           *                 "readers": 1390,
           *                 "newReaders": 286,
           *                 "payingReaders": 0,
           *                 "incomeCents": 97300,
           *                 "costCents": 34025,
           *                 "resultCents": 63275,
           *                 "cumulativeCents": 94460
           *               },
           *               {
           *                 "month": 6,
           *                 "readers": 1620,
           *                 "newReaders": 285,
           *                 "payingReaders": 0,
           *                 "incomeCents": 113400,
           *                 "costCents": 34770,
           *                 "resultCents": 78630,
           *                 "cumulativeCents": 173090
           *               },
           *               {
           *                 "month": 7,
           *                 "readers": 1850,
           *                 "newReaders": 294,
           *                 "payingReaders": 0,
           *                 "incomeCents": 129500,
           *                 "costCents": 36115,
           *                 "resultCents": 93385,
           *                 "cumulativeCents": 266475
           *               },
           *               {
           *                 "month": 8,
           *                 "readers": 2080,
           *                 "newReaders": 304,
           *                 "payingReaders": 0,
           *                 "incomeCents": 145600,
           *                 "costCents": 37520,
           *                 "resultCents": 108080,
           *                 "cumulativeCents": 374555
           *               },
           *               {
           *                 "month": 9,
           *                 "readers": 2310,
           *                 "newReaders": 313,
           *                 "payingReaders": 0,
           *                 "incomeCents": 161700,
           *                 "costCents": 38865,
           *                 "resultCents": 122835,
           *                 "cumulativeCents": 497390
           *               },
           *               {
           *                 "month": 10,
           *                 "readers": 2540,
           *                 "newReaders": 322,
           *                 "payingReaders": 0,
           *                 "incomeCents": 177800,
           *                 "costCents": 40210,
           *                 "resultCents": 137590,
           *                 "cumulativeCents": 634980
           *               },
           *               {
           *                 "month": 11,
           *                 "readers": 2770,
           *                 "newReaders": 331,
           *                 "payingReaders": 0,
           *                 "incomeCents": 193900,
           *                 "costCents": 41555,
           *                 "resultCents": 152345,
           *                 "cumulativeCents": 787325
           *               },
           *               {
           *                 "month": 12,
           *                 "readers": 3000,
           *                 "newReaders": 340,
           *                 "payingReaders": 0,
           *                 "incomeCents": 210000,
           *                 "costCents": 42900,
           *                 "resultCents": 167100,
           *                 "cumulativeCents": 954425
           *               }
           *             ],
           *             "incomeCents": 1437100,
           *             "subscriptionCents": 0,
           *             "sponsorshipCents": 410600,
           *             "otherCents": 1026500,
           *             "costCents": 482675,
           *             "feesCents": 71855,
           *             "acquisitionCents": 221820,
           *             "fixedCents": 144000,
           *             "startCents": 45000,
           *             "resultCents": 954425,
           *             "breakEvenMonth": 4,
           *             "hours": 408,
           *             "incomePerHourCents": 2339
           *           },
           *           "optimistic": {
           *             "months": [
           *               {
           *                 "month": 1,
           *                 "readers": 600,
           *                 "newReaders": 600,
           *                 "payingReaders": 0,
           *                 "incomeCents": 98400,
           *                 "costCents": 80428,
           *                 "resultCents": 17972,
           *                 "cumulativeCents": 17972
           *               },
           *               {
           *                 "month": 2,
           *                 "readers": 1150,
           *                 "newReaders": 565,
           *                 "payingReaders": 0,
           *                 "incomeCents": 188600,
           *                 "costCents": 43262,
           *                 "resultCents": 145338,
           *                 "cumulativeCents": 163310
           *               },
           *               {
           *                 "month": 3,
           *                 "readers": 1650,
           *                 "newReaders": 528,
           *                 "payingReaders": 0,
           *                 "incomeCents": 270600,
           *                 "costCents": 45657,
           *                 "resultCents": 224943,
           *                 "cumulativeCents": 388253
           *               },
           *               {
           *                 "month": 4,
           *                 "readers": 2120,
           *                 "newReaders": 511,
           *                 "payingReaders": 0,
           *                 "incomeCents": 347680,
           *                 "costCents": 48530,
           *                 "resultCents": 299150,
           *                 "cumulativeCents": 687403
           *               },
           *               {
           *                 "month": 5,
           *                 "readers": 2560,
           *                 "newReaders": 493,
           *                 "payingReaders": 0,
           *                 "incomeCents": 419840,
           *                 "costCents": 51147,
           *                 "resultCents": 368693,
           *                 "cumulativeCents": 1056096
           *               },
           *               {
           *                 "month": 6,
           *                 "readers": 2980,
           *                 "newReaders": 484,
           *                 "payingReaders": 0,
           *                 "incomeCents": 488720,
           *                 "costCents": 53932,
           *                 "resultCents": 434788,
           *                 "cumulativeCents": 1490884
           *               },
           *               {
           *                 "month": 7,
           *                 "readers": 3370,
           *                 "newReaders": 464,
           *                 "payingReaders": 0,
           *                 "incomeCents": 552680,
           *                 "costCents": 56110,
           *                 "resultCents": 496570,
           *                 "cumulativeCents": 1987454
           *               },
           *               {
           *                 "month": 8,
           *                 "readers": 3740,
           *                 "newReaders": 454,
           *                 "payingReaders": 0,
           *                 "incomeCents": 613360,
           *                 "costCents": 58491,
           *                 "resultCents": 554869,
           *                 "cumulativeCents": 2542323
           *               },
           *               {
           *                 "month": 9,
           *                 "readers": 4080,
           *                 "newReaders": 433,
           *                 "payingReaders": 0,
           *                 "incomeCents": 669120,
           *                 "costCents": 60265,
           *                 "resultCents": 608855,
           *                 "cumulativeCents": 3151178
           *               },
           *               {
           *                 "month": 10,
           *                 "readers": 4400,
           *                 "newReaders": 422,
           *                 "payingReaders": 0,
           *                 "incomeCents": 721600,
           *                 "costCents": 62242,
           *                 "resultCents": 659358,
           *                 "cumulativeCents": 3810536
           *               },
           *               {
           *                 "month": 11,
           *                 "readers": 4710,
           *                 "newReaders": 420,
           *                 "payingReaders": 0,
           *                 "incomeCents": 772440,
           *                 "costCents": 64459,
           *                 "resultCents": 707981,
           *                 "cumulativeCents": 4518517
           *               },
           *               {
           *                 "month": 12,
           *                 "readers": 5000,
           *                 "newReaders": 407,
           *                 "payingReaders": 0,
           *                 "incomeCents": 820000,
           *                 "costCents": 66145,
           *                 "resultCents": 753855,
           *                 "cumulativeCents": 5272372
           *               }
           *             ],
           *             "incomeCents": 5963040,
           *             "subscriptionCents": 0,
           *             "sponsorshipCents": 1818000,
           *             "otherCents": 4145040,
           *             "costCents": 690668,
           *             "feesCents": 268333,
           *             "acquisitionCents": 202335,
           *             "fixedCents": 180000,
           *             "startCents": 40000,
           *             "resultCents": 5272372,
           *             "breakEvenMonth": 1,
           *             "hours": 408,
           *             "incomePerHourCents": 12922
           *           }
           *         }
           *       },
           *       "firstIssues": [
           *         {
           *           "title": "What your house loses on the coldest day",
           *           "outline": [
           *             "The one number that decides the size of a pump, and where it hides in last winter’s bill.",
           *             "A worked house from 1964 with its invoice, step by step.",
           *             "Three ways to be wrong by a factor of two."
           *           ]
           *         },
           *         {
           *           "title": "Radiators that can stay",
           *           "outline": [
           *             "Flow temperature in plain words, with a test for a Sunday.",
           *             "Rooms that need a larger one, and its price."
           *           ]
           *         },
           *         {
           *           "title": "Reading two offers side by side",
           *           "outline": [
           *             "A table of twelve lines that every offer must answer.",
           *             "What is missing from the cheap one, line by line.",
           *             "Questions for the installer, to be printed."
           *           ]
           *         }
           *       ],
           *       "launchCalendar": [
           *         {
           *           "fromDay": 1,
           *           "toDay": 21,
           *           "goal": "Know the three doubts in the words of owners",
           *           "actions": [
           *             "Hold twelve interviews.",
           *             "Sort their questions into thirty cards."
           *           ]
           *         },
           *         {
           *           "fromDay": 22,
           *           "toDay": 45,
           *           "goal": "Three issues that thirty owners have read to the end",
           *           "actions": [
           *             "Write for one type of house only.",
           *             "Send by hand and ask for a reply to one question."
           *           ]
           *         },
           *         {
           *           "fromDay": 46,
           *           "toDay": 90,
           *           "goal": "First hundred guides sold, or a decision to stop",
           *           "actions": [
           *             "Open the list in two forums.",
           *             "Sell the guide from the fifth issue on.",
           *             "Stop below 40 sold."
           *           ]
           *         }
           *       ],
           *       "provenance": {
           *         "provider": "local-sample",
           *         "model": "none (written by hand)",
           *         "agentVersion": "0"
           *       }
           *     }
           */
          'application/json': components['schemas']['Findings'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  listRuns: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: 'queued' | 'running' | 'canceling' | 'completed' | 'failed' | 'canceled' | 'expired';
        kind?: 'idea_check' | 'custom_search';
        metadata?: components['schemas']['MetadataFilter'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "runId": "run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *           "kind": "idea_check",
           *           "status": "completed",
           *           "stage": "done",
           *           "progress": {
           *             "done": 3,
           *             "total": 3
           *           },
           *           "mode": "live",
           *           "provider": {
           *             "name": "anthropic",
           *             "agentId": "agent_01",
           *             "agentVersion": "3",
           *             "sessionId": "session_01"
           *           },
           *           "workflowId": "evaluation/run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *           "createdAt": "2026-11-21T03:20:53.738Z",
           *           "startedAt": "2026-11-21T03:20:54.102Z",
           *           "completedAt": "2026-11-21T03:27:31.480Z",
           *           "updatedAt": "2026-11-21T03:27:31.480Z",
           *           "deadlineAt": "2026-11-21T03:50:54.102Z",
           *           "cost": {
           *             "amount": 143,
           *             "amountMicros": 1427300,
           *             "currency": "usd"
           *           },
           *           "evidence": {
           *             "cited": 9,
           *             "verified": 8
           *           },
           *           "failureReason": null,
           *           "failure": null,
           *           "entitlementRestored": false,
           *           "findingsSchemaVersion": "1.2.0",
           *           "metadata": {
           *             "customer": "acme",
           *             "batch": "2026-11"
           *           },
           *           "links": {
           *             "findings": "/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc/findings",
           *             "dossier": "/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc/dossier",
           *             "portfolio": null,
           *             "export": "/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc/export"
           *           }
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['RunList'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description `wait=N`: hold the response until something changes, at most 30 seconds. */
        Prefer?: string;
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "runId": "run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "kind": "idea_check",
           *       "status": "completed",
           *       "stage": "done",
           *       "progress": {
           *         "done": 3,
           *         "total": 3
           *       },
           *       "mode": "live",
           *       "provider": {
           *         "name": "anthropic",
           *         "agentId": "agent_01",
           *         "agentVersion": "3",
           *         "sessionId": "session_01"
           *       },
           *       "workflowId": "evaluation/run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "startedAt": "2026-11-21T03:20:54.102Z",
           *       "completedAt": "2026-11-21T03:27:31.480Z",
           *       "updatedAt": "2026-11-21T03:27:31.480Z",
           *       "deadlineAt": "2026-11-21T03:50:54.102Z",
           *       "cost": {
           *         "amount": 143,
           *         "amountMicros": 1427300,
           *         "currency": "usd"
           *       },
           *       "evidence": {
           *         "cited": 9,
           *         "verified": 8
           *       },
           *       "failureReason": null,
           *       "failure": null,
           *       "entitlementRestored": false,
           *       "findingsSchemaVersion": "1.2.0",
           *       "metadata": {
           *         "customer": "acme",
           *         "batch": "2026-11"
           *       },
           *       "links": {
           *         "findings": "/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc/findings",
           *         "dossier": "/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc/dossier",
           *         "portfolio": null,
           *         "export": "/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc/export"
           *       }
           *     }
           */
          'application/json': components['schemas']['RunStatus'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Preference-Applied': components['headers']['Preference-Applied'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_found`: Run not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getRunFindings: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schemaVersion": "1.2.0",
           *       "runId": "run_sample",
           *       "kind": "idea_check",
           *       "mode": "test",
           *       "generatedAt": "2026-10-05T09:12:41.000Z",
           *       "subject": {
           *         "idea": "A fortnightly newsletter that walks owners of houses built before 1980 through replacing a boiler with a heat pump",
           *         "audience": "Home owners between 35 and 65 who plan a renovation",
           *         "geography": "Germany"
           *       },
           *       "verdict": {
           *         "recommendation": "refine",
           *         "score": 64,
           *         "confidence": "medium",
           *         "rationale": "Owners of old houses face a costly decision that they make once, know little about and distrust advice on: they read closely and pay for certainty. That strength is also the weakness, because a reader leaves when the pump runs. Narrow the promise to the twelve months around the decision, sell it as a course with a newsletter in front, and test with thirty owners before building an archive."
           *       },
           *       "dimensions": {
           *         "demand": {
           *           "score": 74,
           *           "confidence": "medium",
           *           "rationale": "Search interest is high and returns every autumn; owners describe the decision as the largest they take without an adviser of their own.",
           *           "evidenceIds": [
           *             "ev1",
           *             "ev2"
           *           ],
           *           "basis": "fact"
           *         },
           *         "competition": {
           *           "score": 61,
           *           "confidence": "medium",
           *           "rationale": "Manufacturers and trade magazines write much, but for installers or for new houses. Two independent letters touch the subject once a month.",
           *           "evidenceIds": [
           *             "ev3"
           *           ],
           *           "basis": "fact"
           *         },
           *         "monetization": {
           *           "score": 58,
           *           "confidence": "medium",
           *           "rationale": "Comparable decision guides sell between $40 and $90. Sponsors exist, but most of them sell the very thing that readers want advice on.",
           *           "evidenceIds": [
           *             "ev4",
           *             "ev5"
           *           ],
           *           "basis": "estimate"
           *         },
           *         "acquisition": {
           *           "score": 66,
           *           "confidence": "medium",
           *           "rationale": "Owners gather in a handful of large forums and ask the same thirty questions; lasting answers are found by search for years.",
           *           "evidenceIds": [
           *             "ev2",
           *             "ev6"
           *           ],
           *           "basis": "estimate"
           *         },
           *         "operatorFit": {
           *           "score": 55,
           *           "confidence": "low",
           *           "rationale": "The brief says nothing of the operator. The subject rewards a trained installer or an energy adviser, and is hard to fake.",
           *           "evidenceIds": [],
           *           "basis": "inference"
           *         },
           *         "sustainability": {
           *           "score": 57,
           *           "confidence": "medium",
           *           "rationale": "Rules and subsidies change every year and keep the subject alive, but each reader needs it for about a year only.",
           *           "evidenceIds": [
           *             "ev1"
           *           ],
           *           "basis": "estimate"
           *         },
           *         "risk": {
           *           "score": 62,
           *           "confidence": "low",
           *           "rationale": "A change of subsidy law can halve demand within weeks; advice that is taken for engineering can lead to liability.",
           *           "evidenceIds": [],
           *           "basis": "inference"
           *         }
           *       },
           *       "audienceSegments": [
           *         {
           *           "name": "Owners with a failing boiler",
           *           "description": "They must decide within a heating season and read everything at once. The most willing to pay, the shortest to stay.",
           *           "size": "about 180,000 households a year (invented)",
           *           "evidenceIds": [
           *             "ev1"
           *           ]
           *         },
           *         {
           *           "name": "Planners of a full renovation",
           *           "description": "They plan two years ahead, compare and keep spreadsheets. They stay longest and tell neighbours.",
           *           "size": null,
           *           "evidenceIds": [
           *             "ev6"
           *           ]
           *         }
           *       ],
           *       "competitors": [
           *         {
           *           "name": "The Warm House (invented)",
           *           "url": "https://warm-house.example.com/",
           *           "positioning": "A monthly letter on energy in the home for a general reader.",
           *           "strength": "Clear language and a large list.",
           *           "gap": "No calculations, no prices and nothing on houses without insulation.",
           *           "evidenceIds": [
           *             "ev3"
           *           ],
           *           "price": {
           *             "amount": 0,
           *             "currency": "usd",
           *             "period": "month"
           *           },
           *           "frequency": "monthly",
           *           "size": {
           *             "readers": 14000,
           *             "basis": "stated"
           *           },
           *           "lastIssue": "2026-09-18"
           *         },
           *         {
           *           "name": "Installer Weekly (invented)",
           *           "url": null,
           *           "positioning": "A trade letter for heating engineers.",
           *           "strength": "First with changes of rules and subsidies.",
           *           "gap": "Unreadable for owners.",
           *           "evidenceIds": [],
           *           "price": {
           *             "amount": 1900,
           *             "currency": "usd",
           *             "period": "month"
           *           },
           *           "frequency": "weekly",
           *           "size": null,
           *           "lastIssue": "2026-10-02"
           *         }
           *       ],
           *       "monetization": [
           *         {
           *           "model": "Guide for the decision, sold once",
           *           "low": 60000,
           *           "high": 340000,
           *           "currency": "usd",
           *           "assumptions": [
           *             "3,000 readers after a year",
           *             "0.5% to 2% buy a guide of $40 to $57 each month"
           *           ]
           *         },
           *         {
           *           "model": "Sponsorship by lenders and insurers",
           *           "low": 0,
           *           "high": 120000,
           *           "currency": "usd",
           *           "assumptions": [
           *             "Makers of pumps are refused as sponsors",
           *             "two issues a month with one place each, $600 a place"
           *           ]
           *         }
           *       ],
           *       "channels": [
           *         {
           *           "name": "Owners’ forums",
           *           "approach": "Answer the thirty recurring questions with calculations, and link the one issue that goes deeper.",
           *           "cost": "low",
           *           "evidenceIds": [
           *             "ev6"
           *           ]
           *         },
           *         {
           *           "name": "Search",
           *           "approach": "One lasting page for each type of house, updated when subsidies change.",
           *           "cost": "medium",
           *           "evidenceIds": [
           *             "ev2"
           *           ]
           *         }
           *       ],
           *       "risks": [
           *         {
           *           "title": "Subsidies end or change",
           *           "severity": "high",
           *           "likelihood": "medium",
           *           "impact": "high",
           *           "mitigation": "Write for the decision rather than for the subsidy; keep a page that is updated within a day."
           *         },
           *         {
           *           "title": "Readers leave once the pump runs",
           *           "severity": "medium",
           *           "likelihood": "high",
           *           "impact": "medium",
           *           "mitigation": "Sell at the decision, then offer a yearly check-up issue instead of a subscription."
           *         }
           *       ],
           *       "nextSteps": [
           *         {
           *           "action": "Interview twelve owners who decided in the last year and write down what they searched for, in their words.",
           *           "effort": "days",
           *           "successMetric": "At least eight name the same three doubts."
           *         },
           *         {
           *           "action": "Write three issues for one type of house and show them in two forums.",
           *           "effort": "weeks",
           *           "successMetric": "150 sign-ups and a reply rate above 5%."
           *         }
           *       ],
           *       "evidence": [
           *         {
           *           "evidenceId": "ev1",
           *           "claim": "Most boilers in houses built before 1980 are older than twenty years.",
           *           "sourceUrl": "https://statistics.example.org/sample/1",
           *           "title": "Sample source: Heating systems by year of building",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Of the systems counted in buildings from before 1980, 62 percent were installed before 2005. (invented)",
           *           "grade": "primary",
           *           "publishedAt": "2026-03-12",
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "1111111111111111111111111111111111111111111111111111111111111111",
           *             "context": "What stands before it on the page. Of the systems counted in buildings from before 1980, 62 percent were installed before 2005. (invented) What stands behind it.",
           *             "pageTitle": "Heating systems by year of building",
           *             "pageDate": "2026-03-12"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev2",
           *           "claim": "Search interest doubles each autumn.",
           *           "sourceUrl": "https://search.example.org/sample/2",
           *           "title": "Sample source: Questions of owners by month",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Queries rise from September and peak in November, at about twice the summer level. (invented)",
           *           "grade": "trade",
           *           "publishedAt": "2026-01-31",
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "2222222222222222222222222222222222222222222222222222222222222222",
           *             "context": "What stands before it on the page. Queries rise from September and peak in November, at about twice the summer level. (invented) What stands behind it.",
           *             "pageTitle": "Questions of owners by month",
           *             "pageDate": "2026-01-31"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev3",
           *           "claim": "Two independent letters cover the subject, neither more than monthly.",
           *           "sourceUrl": "https://letters.example.org/sample/3",
           *           "title": "Sample source: Newsletters on home energy",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Eleven letters were listed; nine belong to makers or traders. (invented)",
           *           "grade": "reported",
           *           "publishedAt": "2026-06-02",
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "3333333333333333333333333333333333333333333333333333333333333333",
           *             "context": "What stands before it on the page. Eleven letters were listed; nine belong to makers or traders. (invented) What stands behind it.",
           *             "pageTitle": "Newsletters on home energy",
           *             "pageDate": "2026-06-02"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev4",
           *           "claim": "Guides for comparable decisions cost between $40 and $90.",
           *           "sourceUrl": "https://guides.example.org/sample/4",
           *           "title": "Sample source: Prices of decision guides",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Twenty guides were compared; the middle price was 59. (invented)",
           *           "grade": "trade",
           *           "publishedAt": null,
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "4444444444444444444444444444444444444444444444444444444444444444",
           *             "context": "What stands before it on the page. Twenty guides were compared; the middle price was 59. (invented) What stands behind it.",
           *             "pageTitle": "Prices of decision guides"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev5",
           *           "claim": "Lenders pay about $600 for a place in a letter of 3,000 home owners.",
           *           "sourceUrl": "https://rates.example.org/sample/5",
           *           "title": "Sample source: Sponsorship rates",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Quoted rates for small lists of owners ranged from 450 to 800. (invented)",
           *           "grade": "claim",
           *           "publishedAt": "2026-08-20",
           *           "verification": {
           *             "status": "unreachable",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": null
           *           }
           *         },
           *         {
           *           "evidenceId": "ev6",
           *           "claim": "Three forums hold most of the discussion.",
           *           "sourceUrl": "https://forum.example.org/sample/6",
           *           "title": "Sample source: Largest owners’ forums",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "The three largest forums have 210,000 members together and 40 new threads a day. (invented)",
           *           "grade": "primary",
           *           "publishedAt": null,
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "6666666666666666666666666666666666666666666666666666666666666666",
           *             "context": "What stands before it on the page. The three largest forums have 210,000 members together and 40 new threads a day. (invented) What stands behind it.",
           *             "pageTitle": "Largest owners’ forums"
           *           }
           *         }
           *       ],
           *       "limitations": [
           *         "This is sample data for development. It was written by hand: nothing was researched, every source is a placeholder and every figure is invented.",
           *         "A real run names real pages, says when they were read, and marks what it could not find."
           *       ],
           *       "audienceSizing": {
           *         "who": "Households in Germany that must replace a failing boiler in a house from before 1980 within a year",
           *         "factors": [
           *           {
           *             "label": "Houses from before 1980 with a boiler",
           *             "value": 9000000,
           *             "outOf": 1,
           *             "basis": "sourced",
           *             "evidenceIds": [
           *               "ev1"
           *             ]
           *           },
           *           {
           *             "label": "Boilers that fail within a year",
           *             "value": 4,
           *             "outOf": 100,
           *             "basis": "assumed",
           *             "evidenceIds": []
           *           },
           *           {
           *             "label": "Owners who read about it before they sign",
           *             "value": 1,
           *             "outOf": 2,
           *             "basis": "sourced",
           *             "evidenceIds": [
           *               "ev2"
           *             ]
           *           }
           *         ],
           *         "people": 180000
           *       },
           *       "unitEconomics": {
           *         "currency": "usd",
           *         "model": "A free letter, a guide sold at the moment of the decision, and one sponsor an issue.",
           *         "assumptions": {
           *           "readers": {
           *             "cautious": [
           *               150,
           *               280,
           *               400,
           *               510,
           *               610,
           *               700,
           *               790,
           *               870,
           *               950,
           *               1030,
           *               1120,
           *               1200
           *             ],
           *             "likely": [
           *               300,
           *               620,
           *               900,
           *               1150,
           *               1390,
           *               1620,
           *               1850,
           *               2080,
           *               2310,
           *               2540,
           *               2770,
           *               3000
           *             ],
           *             "optimistic": [
           *               600,
           *               1150,
           *               1650,
           *               2120,
           *               2560,
           *               2980,
           *               3370,
           *               3740,
           *               4080,
           *               4400,
           *               4710,
           *               5000
           *             ],
           *             "basis": "assumed",
           *             "note": "Nobody of this subject states a growth; the likely case wins about 240 readers a month from forums and search.",
           *             "evidenceIds": []
           *           },
           *           "churnPerThousand": {
           *             "cautious": 60,
           *             "likely": 40,
           *             "optimistic": 25,
           *             "basis": "assumed",
           *             "note": "Readers leave once the pump runs, so more go than in a hobby letter.",
           *             "evidenceIds": []
           *           },
           *           "payingPerThousand": {
           *             "cautious": 0,
           *             "likely": 0,
           *             "optimistic": 0,
           *             "basis": "assumed",
           *             "note": "The letter itself is free in every case; the guide is counted as other income.",
           *             "evidenceIds": []
           *           },
           *           "priceCents": {
           *             "cautious": 0,
           *             "likely": 0,
           *             "optimistic": 0,
           *             "basis": "assumed",
           *             "note": "No subscription is sold.",
           *             "evidenceIds": []
           *           },
           *           "issuesPerMonth": {
           *             "cautious": 2,
           *             "likely": 2,
           *             "optimistic": 2,
           *             "basis": "assumed",
           *             "note": "Fortnightly, as the idea says.",
           *             "evidenceIds": []
           *           },
           *           "sponsorSlotsPerIssue": {
           *             "cautious": 1,
           *             "likely": 1,
           *             "optimistic": 1,
           *             "basis": "assumed",
           *             "note": "One place an issue keeps the advice believable.",
           *             "evidenceIds": []
           *           },
           *           "fillPercent": {
           *             "cautious": 0,
           *             "likely": 50,
           *             "optimistic": 100,
           *             "basis": "assumed",
           *             "note": "Makers of pumps are refused, which leaves lenders and insurers.",
           *             "evidenceIds": []
           *           },
           *           "slotCentsPerThousandReaders": {
           *             "cautious": 15000,
           *             "likely": 20000,
           *             "optimistic": 25000,
           *             "basis": "sourced",
           *             "note": "Quoted rates for 3,000 home owners lie between 450 and 800 dollars.",
           *             "evidenceIds": [
           *               "ev5"
           *             ]
           *           },
           *           "otherCentsPerThousandReaders": {
           *             "cautious": 20000,
           *             "likely": 50000,
           *             "optimistic": 114000,
           *             "basis": "sourced",
           *             "note": "The guide costs 40 to 57 dollars, near the middle of the compared prices; 0.5% to 2% of readers buy in a month.",
           *             "evidenceIds": [
           *               "ev4"
           *             ]
           *           },
           *           "feesPerThousand": {
           *             "cautious": 60,
           *             "likely": 50,
           *             "optimistic": 45,
           *             "basis": "assumed",
           *             "note": "Card fees and the shop of the guide.",
           *             "evidenceIds": []
           *           },
           *           "acquisitionCents": {
           *             "cautious": 90,
           *             "likely": 60,
           *             "optimistic": 35,
           *             "basis": "assumed",
           *             "note": "Most readers come by answers in forums; a few notices are paid.",
           *             "evidenceIds": []
           *           },
           *           "fixedCents": {
           *             "cautious": 12000,
           *             "likely": 12000,
           *             "optimistic": 15000,
           *             "basis": "assumed",
           *             "note": "Mailing platform, domain and one hour of an adviser who checks the sums.",
           *             "evidenceIds": []
           *           },
           *           "startCents": {
           *             "cautious": 60000,
           *             "likely": 45000,
           *             "optimistic": 40000,
           *             "basis": "assumed",
           *             "note": "Interviews, a designed guide and the first calculation sheet.",
           *             "evidenceIds": []
           *           },
           *           "hoursPerMonth": {
           *             "cautious": 40,
           *             "likely": 34,
           *             "optimistic": 34,
           *             "basis": "assumed",
           *             "note": "Two issues and the questions of readers.",
           *             "evidenceIds": []
           *           }
           *         },
           *         "computed": {
           *           "cautious": {
           *             "months": [
           *               {
           *                 "month": 1,
           *                 "readers": 150,
           *                 "newReaders": 150,
           *                 "payingReaders": 0,
           *                 "incomeCents": 3000,
           *                 "costCents": 85680,
           *                 "resultCents": -82680,
           *                 "cumulativeCents": -82680
           *               },
           *               {
           *                 "month": 2,
           *                 "readers": 280,
           *                 "newReaders": 139,
           *                 "payingReaders": 0,
           *                 "incomeCents": 5600,
           *                 "costCents": 24846,
           *                 "resultCents": -19246,
           *                 "cumulativeCents": -101926
           *               },
           *               {
           *                 "month": 3,
           *                 "readers": 400,
           *                 "newReaders": 136,
           *                 "payingReaders": 0,
           *                 "incomeCents": 8000,
           *                 "costCents": 24720,
           *                 "resultCents": -16720,
           *                 "cumulativeCents": -118646
           *               },
           *               {
           *                 "month": 4,
           *                 "readers": 510,
           *                 "newReaders": 134,
           *                 "payingReaders": 0,
           *                 "incomeCents": 10200,
           *                 "costCents": 24672,
           *                 "resultCents": -14472,
           *                 "cumulativeCents": -133118
           *               },
           *               {
           *                 "month": 5,
           *                 "readers": 610,
           *                 "newReaders": 130,
           *                 "payingReaders": 0,
           *                 "incomeCents": 12200,
           *                 "costCents": 24432,
           *                 "resultCents": -12232,
           *                 "cumulativeCents": -145350
           *               },
           *               {
           *                 "month": 6,
           *                 "readers": 700,
           *                 "newReaders": 126,
           *                 "payingReaders": 0,
           *                 "incomeCents": 14000,
           *                 "costCents": 24180,
           *                 "resultCents": -10180,
           *                 "cumulativeCents": -155530
           *               },
           *               {
           *                 "month": 7,
           *                 "readers": 790,
           *                 "newReaders": 132,
           *                 "payingReaders": 0,
           *                 "incomeCents": 15800,
           *                 "costCents": 24828,
           *                 "resultCents": -9028,
           *                 "cumulativeCents": -164558
           *               },
           *               {
           *                 "month": 8,
           *                 "readers": 870,
           *                 "newReaders": 127,
           *                 "payingReaders": 0,
           *                 "incomeCents": 17400,
           *                 "costCents": 24474,
           *                 "resultCents": -7074,
           *                 "cumulativeCents": -171632
           *               },
           *               {
           *                 "month": 9,
           *                 "readers": 950,
           *                 "newReaders": 132,
           *                 "payingReaders": 0,
           *                 "incomeCents": 19000,
           *                 "costCents": 25020,
           *                 "resultCents": -6020,
           *                 "cumulativeCents": -177652
           *               },
           *               {
           *                 "month": 10,
           *                 "readers": 1030,
           *                 "newReaders": 137,
           *                 "payingReaders": 0,
           *                 "incomeCents": 20600,
           *                 "costCents": 25566,
           *                 "resultCents": -4966,
           *                 "cumulativeCents": -182618
           *               },
           *               {
           *                 "month": 11,
           *                 "readers": 1120,
           *                 "newReaders": 151,
           *                 "payingReaders": 0,
           *                 "incomeCents": 22400,
           *                 "costCents": 26934,
           *                 "resultCents": -4534,
           *                 "cumulativeCents": -187152
           *               },
           *               {
           *                 "month": 12,
           *                 "readers": 1200,
           *                 "newReaders": 147,
           *                 "payingReaders": 0,
           *                 "incomeCents": 24000,
           *                 "costCents": 26670,
           *                 "resultCents": -2670,
           *                 "cumulativeCents": -189822
           *               }
           *             ],
           *             "incomeCents": 172200,
           *             "subscriptionCents": 0,
           *             "sponsorshipCents": 0,
           *             "otherCents": 172200,
           *             "costCents": 362022,
           *             "feesCents": 10332,
           *             "acquisitionCents": 147690,
           *             "fixedCents": 144000,
           *             "startCents": 60000,
           *             "resultCents": -189822,
           *             "breakEvenMonth": null,
           *             "hours": 480,
           *             "incomePerHourCents": -396
           *           },
           *           "likely": {
           *             "months": [
           *               {
           *                 "month": 1,
           *                 "readers": 300,
           *                 "newReaders": 300,
           *                 "payingReaders": 0,
           *                 "incomeCents": 21000,
           *                 "costCents": 76050,
           *                 "resultCents": -55050,
           *                 "cumulativeCents": -55050
           *               },
           *               {
           *                 "month": 2,
           *                 "readers": 620,
           *                 "newReaders": 332,
           *                 "payingReaders": 0,
           *                 "incomeCents": 43400,
           *                 "costCents": 34090,
           *                 "resultCents": 9310,
           *                 "cumulativeCents": -45740
           *               },
           *               {
           *                 "month": 3,
           *                 "readers": 900,
           *                 "newReaders": 304,
           *                 "payingReaders": 0,
           *                 "incomeCents": 63000,
           *                 "costCents": 33390,
           *                 "resultCents": 29610,
           *                 "cumulativeCents": -16130
           *               },
           *               {
           *                 "month": 4,
           *                 "readers": 1150,
           *                 "newReaders": 286,
           *                 "payingReaders": 0,
           *                 "incomeCents": 80500,
           *                 "costCents": 33185,
           *                 "resultCents": 47315,
           *                 "cumulativeCents": 31185
           *               },
           *               {
           *                 "month": 5,
           *                 "readers": 1390,
           *                 "newReaders": 286,
           *                 "payingReaders": 0,
           *                 "incomeCents": 97300,
           *                 "costCents": 34025,
           *                 "resultCents": 63275,
           *                 "cumulativeCents": 94460
           *               },
           *               {
           *                 "month": 6,
           *                 "readers": 1620,
           *                 "newReaders": 285,
           *                 "payingReaders": 0,
           *                 "incomeCents": 113400,
           *                 "costCents": 34770,
           *                 "resultCents": 78630,
           *                 "cumulativeCents": 173090
           *               },
           *               {
           *                 "month": 7,
           *                 "readers": 1850,
           *                 "newReaders": 294,
           *                 "payingReaders": 0,
           *                 "incomeCents": 129500,
           *                 "costCents": 36115,
           *                 "resultCents": 93385,
           *                 "cumulativeCents": 266475
           *               },
           *               {
           *                 "month": 8,
           *                 "readers": 2080,
           *                 "newReaders": 304,
           *                 "payingReaders": 0,
           *                 "incomeCents": 145600,
           *                 "costCents": 37520,
           *                 "resultCents": 108080,
           *                 "cumulativeCents": 374555
           *               },
           *               {
           *                 "month": 9,
           *                 "readers": 2310,
           *                 "newReaders": 313,
           *                 "payingReaders": 0,
           *                 "incomeCents": 161700,
           *                 "costCents": 38865,
           *                 "resultCents": 122835,
           *                 "cumulativeCents": 497390
           *               },
           *               {
           *                 "month": 10,
           *                 "readers": 2540,
           *                 "newReaders": 322,
           *                 "payingReaders": 0,
           *                 "incomeCents": 177800,
           *                 "costCents": 40210,
           *                 "resultCents": 137590,
           *                 "cumulativeCents": 634980
           *               },
           *               {
           *                 "month": 11,
           *                 "readers": 2770,
           *                 "newReaders": 331,
           *                 "payingReaders": 0,
           *                 "incomeCents": 193900,
           *                 "costCents": 41555,
           *                 "resultCents": 152345,
           *                 "cumulativeCents": 787325
           *               },
           *               {
           *                 "month": 12,
           *                 "readers": 3000,
           *                 "newReaders": 340,
           *                 "payingReaders": 0,
           *                 "incomeCents": 210000,
           *                 "costCents": 42900,
           *                 "resultCents": 167100,
           *                 "cumulativeCents": 954425
           *               }
           *             ],
           *             "incomeCents": 1437100,
           *             "subscriptionCents": 0,
           *             "sponsorshipCents": 410600,
           *             "otherCents": 1026500,
           *             "costCents": 482675,
           *             "feesCents": 71855,
           *             "acquisitionCents": 221820,
           *             "fixedCents": 144000,
           *             "startCents": 45000,
           *             "resultCents": 954425,
           *             "breakEvenMonth": 4,
           *             "hours": 408,
           *             "incomePerHourCents": 2339
           *           },
           *           "optimistic": {
           *             "months": [
           *               {
           *                 "month": 1,
           *                 "readers": 600,
           *                 "newReaders": 600,
           *                 "payingReaders": 0,
           *                 "incomeCents": 98400,
           *                 "costCents": 80428,
           *                 "resultCents": 17972,
           *                 "cumulativeCents": 17972
           *               },
           *               {
           *                 "month": 2,
           *                 "readers": 1150,
           *                 "newReaders": 565,
           *                 "payingReaders": 0,
           *                 "incomeCents": 188600,
           *                 "costCents": 43262,
           *                 "resultCents": 145338,
           *                 "cumulativeCents": 163310
           *               },
           *               {
           *                 "month": 3,
           *                 "readers": 1650,
           *                 "newReaders": 528,
           *                 "payingReaders": 0,
           *                 "incomeCents": 270600,
           *                 "costCents": 45657,
           *                 "resultCents": 224943,
           *                 "cumulativeCents": 388253
           *               },
           *               {
           *                 "month": 4,
           *                 "readers": 2120,
           *                 "newReaders": 511,
           *                 "payingReaders": 0,
           *                 "incomeCents": 347680,
           *                 "costCents": 48530,
           *                 "resultCents": 299150,
           *                 "cumulativeCents": 687403
           *               },
           *               {
           *                 "month": 5,
           *                 "readers": 2560,
           *                 "newReaders": 493,
           *                 "payingReaders": 0,
           *                 "incomeCents": 419840,
           *                 "costCents": 51147,
           *                 "resultCents": 368693,
           *                 "cumulativeCents": 1056096
           *               },
           *               {
           *                 "month": 6,
           *                 "readers": 2980,
           *                 "newReaders": 484,
           *                 "payingReaders": 0,
           *                 "incomeCents": 488720,
           *                 "costCents": 53932,
           *                 "resultCents": 434788,
           *                 "cumulativeCents": 1490884
           *               },
           *               {
           *                 "month": 7,
           *                 "readers": 3370,
           *                 "newReaders": 464,
           *                 "payingReaders": 0,
           *                 "incomeCents": 552680,
           *                 "costCents": 56110,
           *                 "resultCents": 496570,
           *                 "cumulativeCents": 1987454
           *               },
           *               {
           *                 "month": 8,
           *                 "readers": 3740,
           *                 "newReaders": 454,
           *                 "payingReaders": 0,
           *                 "incomeCents": 613360,
           *                 "costCents": 58491,
           *                 "resultCents": 554869,
           *                 "cumulativeCents": 2542323
           *               },
           *               {
           *                 "month": 9,
           *                 "readers": 4080,
           *                 "newReaders": 433,
           *                 "payingReaders": 0,
           *                 "incomeCents": 669120,
           *                 "costCents": 60265,
           *                 "resultCents": 608855,
           *                 "cumulativeCents": 3151178
           *               },
           *               {
           *                 "month": 10,
           *                 "readers": 4400,
           *                 "newReaders": 422,
           *                 "payingReaders": 0,
           *                 "incomeCents": 721600,
           *                 "costCents": 62242,
           *                 "resultCents": 659358,
           *                 "cumulativeCents": 3810536
           *               },
           *               {
           *                 "month": 11,
           *                 "readers": 4710,
           *                 "newReaders": 420,
           *                 "payingReaders": 0,
           *                 "incomeCents": 772440,
           *                 "costCents": 64459,
           *                 "resultCents": 707981,
           *                 "cumulativeCents": 4518517
           *               },
           *               {
           *                 "month": 12,
           *                 "readers": 5000,
           *                 "newReaders": 407,
           *                 "payingReaders": 0,
           *                 "incomeCents": 820000,
           *                 "costCents": 66145,
           *                 "resultCents": 753855,
           *                 "cumulativeCents": 5272372
           *               }
           *             ],
           *             "incomeCents": 5963040,
           *             "subscriptionCents": 0,
           *             "sponsorshipCents": 1818000,
           *             "otherCents": 4145040,
           *             "costCents": 690668,
           *             "feesCents": 268333,
           *             "acquisitionCents": 202335,
           *             "fixedCents": 180000,
           *             "startCents": 40000,
           *             "resultCents": 5272372,
           *             "breakEvenMonth": 1,
           *             "hours": 408,
           *             "incomePerHourCents": 12922
           *           }
           *         }
           *       },
           *       "firstIssues": [
           *         {
           *           "title": "What your house loses on the coldest day",
           *           "outline": [
           *             "The one number that decides the size of a pump, and where it hides in last winter’s bill.",
           *             "A worked house from 1964 with its invoice, step by step.",
           *             "Three ways to be wrong by a factor of two."
           *           ]
           *         },
           *         {
           *           "title": "Radiators that can stay",
           *           "outline": [
           *             "Flow temperature in plain words, with a test for a Sunday.",
           *             "Rooms that need a larger one, and its price."
           *           ]
           *         },
           *         {
           *           "title": "Reading two offers side by side",
           *           "outline": [
           *             "A table of twelve lines that every offer must answer.",
           *             "What is missing from the cheap one, line by line.",
           *             "Questions for the installer, to be printed."
           *           ]
           *         }
           *       ],
           *       "launchCalendar": [
           *         {
           *           "fromDay": 1,
           *           "toDay": 21,
           *           "goal": "Know the three doubts in the words of owners",
           *           "actions": [
           *             "Hold twelve interviews.",
           *             "Sort their questions into thirty cards."
           *           ]
           *         },
           *         {
           *           "fromDay": 22,
           *           "toDay": 45,
           *           "goal": "Three issues that thirty owners have read to the end",
           *           "actions": [
           *             "Write for one type of house only.",
           *             "Send by hand and ask for a reply to one question."
           *           ]
           *         },
           *         {
           *           "fromDay": 46,
           *           "toDay": 90,
           *           "goal": "First hundred guides sold, or a decision to stop",
           *           "actions": [
           *             "Open the list in two forums.",
           *             "Sell the guide from the fifth issue on.",
           *             "Stop below 40 sold."
           *           ]
           *         }
           *       ],
           *       "provenance": {
           *         "provider": "local-sample",
           *         "model": "none (written by hand)",
           *         "agentVersion": "0"
           *       }
           *     }
           */
          'application/json': components['schemas']['Findings'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `run_not_found`: Run not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getRunDossier: {
    parameters: {
      query?: {
        format?: 'html' | 'pdf';
      };
      header?: {
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
          'application/pdf': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `format_not_available`: The format is not available; `run_not_found`: Run not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getRunPortfolio: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schemaVersion": "1.2.0",
           *       "runId": "run_01kah3c9t2fhv8q5xw1m4zk7bd",
           *       "generatedAt": "2026-11-21T03:27:31.480Z",
           *       "method": {
           *         "weights": {
           *           "demand": 0.2,
           *           "competition": 0.1,
           *           "monetization": 0.2,
           *           "acquisition": 0.15,
           *           "operatorFit": 0.15,
           *           "sustainability": 0.1,
           *           "risk": 0.1
           *         },
           *         "tieBreak": [
           *           "higher operatorFit",
           *           "lower effort",
           *           "higher demand",
           *           "earlier candidateId in the plan"
           *         ]
           *       },
           *       "ranking": [
           *         {
           *           "rank": 1,
           *           "candidateId": "c2",
           *           "title": "Heat pumps in listed buildings",
           *           "score": 71.9,
           *           "breakdown": {
           *             "demand": 74,
           *             "competition": 68,
           *             "monetization": 72,
           *             "acquisition": 66,
           *             "operatorFit": 90,
           *             "sustainability": 64,
           *             "risk": 61
           *           },
           *           "fit": 90,
           *           "effort": "medium",
           *           "risks": [
           *             "Subsidies end or change"
           *           ]
           *         }
           *       ],
           *       "excluded": [
           *         {
           *           "candidateId": "c5",
           *           "title": "Solar for tenants",
           *           "reason": "The research of this candidate did not finish in its time."
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Portfolio'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `portfolio_not_applicable`: This run has no portfolio; `run_not_found`: Run not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  exportRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'application/zip': string;
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `run_not_found`: Run not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  cancelRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "runId": "run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "kind": "idea_check",
           *       "status": "canceling",
           *       "stage": "researching",
           *       "progress": {
           *         "done": 0,
           *         "total": 3
           *       },
           *       "mode": "live",
           *       "provider": {
           *         "name": "anthropic",
           *         "agentId": "agent_01",
           *         "agentVersion": "3",
           *         "sessionId": "session_01"
           *       },
           *       "workflowId": "evaluation/run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "startedAt": "2026-11-21T03:20:54.102Z",
           *       "completedAt": null,
           *       "updatedAt": "2026-11-21T03:22:10.014Z",
           *       "deadlineAt": "2026-11-21T03:50:54.102Z",
           *       "cost": null,
           *       "evidence": null,
           *       "failureReason": null,
           *       "failure": null,
           *       "entitlementRestored": false,
           *       "findingsSchemaVersion": null,
           *       "metadata": {
           *         "customer": "acme",
           *         "batch": "2026-11"
           *       },
           *       "links": {
           *         "findings": "/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc/findings",
           *         "dossier": "/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc/dossier",
           *         "portfolio": null,
           *         "export": "/v1/runs/run_01kah2v5q8e4wb6t7n9rjx3mzc/export"
           *       }
           *     }
           */
          'application/json': components['schemas']['RunStatus'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_found`: Run not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_already_finished`: The run has already finished */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "accountId": "acc_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "emailMasked": "o***@example.com",
           *       "plan": "pro",
           *       "mode": "live",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "apiKey": {
           *         "apiKeyId": "key_01kah2v5q8e4wb6t7n9rjx3mzc",
           *         "name": "production",
           *         "prefix": "noi_live_4kQ2",
           *         "scopes": [
           *           "evaluations:create",
           *           "runs:read",
           *           "findings:read"
           *         ],
           *         "plan": "pro",
           *         "expiresAt": null,
           *         "lastUsedAt": "2026-11-21T03:27:31.480Z"
           *       },
           *       "entitlements": [
           *         {
           *           "kind": "idea_check",
           *           "unused": 2,
           *           "consumed": 1,
           *           "frozen": 0
           *         }
           *       ],
           *       "contributorBalance": null
           *     }
           */
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getUsage: {
    parameters: {
      query?: {
        metadata?: components['schemas']['MetadataFilter'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "apiKeyId": "key_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "plan": "pro",
           *       "mode": "live",
           *       "period": {
           *         "start": "2026-11-01T00:00:00.000Z",
           *         "end": "2026-12-01T00:00:00.000Z"
           *       },
           *       "requests": {
           *         "total": 12,
           *         "byStatus": {
           *           "200": 11,
           *           "404": 1
           *         },
           *         "byEndpoint": [
           *           {
           *             "endpoint": "GET /v1/runs/{id}",
           *             "total": 12,
           *             "byStatus": {
           *               "200": 11,
           *               "404": 1
           *             }
           *           }
           *         ]
           *       },
           *       "runs": {
           *         "byStatus": {
           *           "completed": 1
           *         }
           *       },
           *       "metadata": {},
           *       "entitlements": [
           *         {
           *           "kind": "idea_check",
           *           "unused": 2,
           *           "consumed": 1,
           *           "frozen": 0
           *         }
           *       ],
           *       "budget": {
           *         "limit": 10000,
           *         "spent": 143,
           *         "reserved": 0,
           *         "remaining": 9857,
           *         "currency": "usd",
           *         "resetsAt": "2026-12-01T00:00:00.000Z"
           *       },
           *       "rateLimits": [
           *         {
           *           "level": "endpoint",
           *           "name": "run-creation",
           *           "limit": 10,
           *           "remaining": 9,
           *           "windowSeconds": 60,
           *           "resetsAt": "2026-11-21T03:21:53.738Z"
           *         }
           *       ],
           *       "cost": {
           *         "computeSpend": 143,
           *         "currency": "usd",
           *         "daily": [
           *           {
           *             "date": "2026-11-21",
           *             "runs": 1,
           *             "computeSpend": 143,
           *             "computeSpendMicros": 1427300
           *           }
           *         ]
           *       },
           *       "generatedAt": "2026-11-21T03:27:31.480Z"
           *     }
           */
          'application/json': components['schemas']['UsageDashboard'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "webhookId": "whk_01kah2v5q8e4wb6t7n9rjx3mzc",
           *         "url": "https://hooks.example.com/noi",
           *         "eventTypes": [
           *           "webhook.test"
           *         ],
           *         "status": "active",
           *         "description": "Staging",
           *         "createdAt": "2026-11-21T03:20:53.738Z"
           *       }
           *     ]
           */
          'application/json': components['schemas']['Webhook'][];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header: {
        /** @description Generated by the caller for one logical operation; reused only to repeat the same request. */
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://hooks.example.com/noi",
         *       "eventTypes": [
         *         "webhook.test"
         *       ],
         *       "description": "Staging"
         *     }
         */
        'application/json': components['schemas']['WebhookCreate'];
      };
    };
    responses: {
      /** @description Created */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhookId": "whk_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "url": "https://hooks.example.com/noi",
           *       "eventTypes": [
           *         "webhook.test"
           *       ],
           *       "status": "active",
           *       "description": "Staging",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "signingSecret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
           *     }
           */
          'application/json': components['schemas']['WebhookCreated'];
        };
      };
      /** @description `webhook_limit_reached`: The account has all the webhooks it may have; `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  changeWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://hooks.example.com/noi",
         *       "eventTypes": [
         *         "webhook.test"
         *       ],
         *       "description": "Staging",
         *       "enabled": true
         *     }
         */
        'application/json': components['schemas']['WebhookChange'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhookId": "whk_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "url": "https://hooks.example.com/noi",
           *       "eventTypes": [
           *         "webhook.test"
           *       ],
           *       "status": "active",
           *       "description": "Staging",
           *       "createdAt": "2026-11-21T03:20:53.738Z"
           *     }
           */
          'application/json': components['schemas']['Webhook'];
        };
      };
      /** @description `webhook_limit_reached`: The account has all the webhooks it may have; `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `webhook_not_found`: Webhook not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  deleteWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `webhook_not_found`: Webhook not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description Generated by the caller for one logical operation; reused only to repeat the same request. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "webhookId": "whk_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "signingSecret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
           *       "previousSecretExpiresAt": "2026-11-22T03:20:53.738Z"
           *     }
           */
          'application/json': components['schemas']['WebhookRotated'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `webhook_not_found`: Webhook not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description Generated by the caller for one logical operation; reused only to repeat the same request. */
        'Idempotency-Key'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "deliveryId": "whd_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "webhookId": "whk_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "eventType": "webhook.test",
           *       "status": "pending",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "endedAt": null,
           *       "attempts": []
           *     }
           */
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `webhook_not_found`: Webhook not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `webhook_disabled`: The webhook is disabled; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "deliveryId": "whd_01kah2v5q8e4wb6t7n9rjx3mzc",
           *           "webhookId": "whk_01kah2v5q8e4wb6t7n9rjx3mzc",
           *           "eventType": "webhook.test",
           *           "status": "delivered",
           *           "createdAt": "2026-11-21T03:20:53.738Z",
           *           "endedAt": "2026-11-21T03:20:54.102Z",
           *           "attempts": [
           *             {
           *               "attempt": 1,
           *               "startedAt": "2026-11-21T03:20:53.738Z",
           *               "durationMs": 182,
           *               "responseStatus": 204,
           *               "error": null
           *             }
           *           ]
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['WebhookDeliveryList'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `webhook_not_found`: Webhook not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getDeveloper: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "findingsSchemaUrl": "/openapi/v1.json",
           *       "findingsJsonSchemaUrl": "/v1/findings-schema",
           *       "endpointCatalogueUrl": "/v1/endpoint-catalog",
           *       "apiKeyManagement": {
           *         "hashAlgorithm": "SHA-512",
           *         "rotationSupported": false,
           *         "revocationSupported": false,
           *         "scopes": [
           *           "scan:create",
           *           "evaluations:create",
           *           "searches:create",
           *           "opportunities:read",
           *           "purchases:create",
           *           "runs:read",
           *           "findings:read",
           *           "dossiers:read",
           *           "account:read",
           *           "usage:read",
           *           "withdrawals:write",
           *           "webhooks:manage",
           *           "buyer-demand:manage",
           *           "admin:review",
           *           "sandbox"
           *         ],
           *         "plans": [
           *           "free",
           *           "starter",
           *           "pro",
           *           "partner",
           *           "admin"
           *         ]
           *       },
           *       "usageDashboardUrl": "/v1/usage",
           *       "webhookConfigurationUrl": "/v1/webhooks",
           *       "sandbox": {
           *         "testKeyPrefix": "noi_test_",
           *         "sampleFindingsUrl": "/v1/runs/sample/findings",
           *         "computeSpendUsd": 0
           *       },
           *       "codeSamples": [
           *         "curl -sS https://api.example.com/v1/runs/sample/findings"
           *       ]
           *     }
           */
          'application/json': components['schemas']['DeveloperPortal'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  listOpportunities: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Link: components['headers']['Link'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "opportunityId": "opp_01kah2v5q8e4wb6t7n9rjx3mzc",
           *         "title": "Grid connection queues for battery storage",
           *         "summary": "A weekly letter that reads connection registers for the people who finance storage.",
           *         "niche": "Energy infrastructure",
           *         "audience": "Developers and lenders of storage projects",
           *         "geography": "Great Britain",
           *         "language": "en-GB",
           *         "score": 71,
           *         "price": {
           *           "amount": 4900,
           *           "currency": "usd"
           *         },
           *         "availability": "available",
           *         "dossierFormats": [
           *           "html"
           *         ],
           *         "publishedAt": "2026-11-21T03:20:53.738Z"
           *       }
           *     ]
           */
          'application/json': components['schemas']['OpportunityTeaser'][];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  purchaseOpportunity: {
    parameters: {
      query?: never;
      header: {
        /** @description Generated by the caller for one logical operation; reused only to repeat the same request. */
        'Idempotency-Key': string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "immediateAccessConsent": true,
         *       "withdrawalLossAcknowledgment": true
         *     }
         */
        'application/json': components['schemas']['OpportunityPurchase'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "orderId": "ord_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "pending_payment",
           *       "checkoutUrl": "https://checkout.stripe.com/c/pay/cs_live_a1GkB4n7Pq2Rt9VwXz",
           *       "checkoutSessionId": "cs_live_a1GkB4n7Pq2Rt9VwXz",
           *       "replayed": false,
           *       "price": {
           *         "amount": 4900,
           *         "currency": "usd"
           *       },
           *       "expiresAt": "2026-11-21T03:51:53.000Z",
           *       "mode": "live"
           *     }
           */
          'application/json': components['schemas']['CheckoutSessionCreated'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `opportunity_unavailable`: The opportunity is not available; `too_many_holds`: Too many opportunities are reserved for you; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payment_provider_failed`: The payment provider did not accept the checkout */
      502: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getOpportunityDossier: {
    parameters: {
      query?: {
        format?: 'html' | 'pdf' | 'json';
      };
      header?: {
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
          'application/pdf': string;
          /**
           * @example {
           *       "schemaVersion": "1.2.0",
           *       "runId": "run_sample",
           *       "kind": "idea_check",
           *       "mode": "test",
           *       "generatedAt": "2026-10-05T09:12:41.000Z",
           *       "subject": {
           *         "idea": "A fortnightly newsletter that walks owners of houses built before 1980 through replacing a boiler with a heat pump",
           *         "audience": "Home owners between 35 and 65 who plan a renovation",
           *         "geography": "Germany"
           *       },
           *       "verdict": {
           *         "recommendation": "refine",
           *         "score": 64,
           *         "confidence": "medium",
           *         "rationale": "Owners of old houses face a costly decision that they make once, know little about and distrust advice on: they read closely and pay for certainty. That strength is also the weakness, because a reader leaves when the pump runs. Narrow the promise to the twelve months around the decision, sell it as a course with a newsletter in front, and test with thirty owners before building an archive."
           *       },
           *       "dimensions": {
           *         "demand": {
           *           "score": 74,
           *           "confidence": "medium",
           *           "rationale": "Search interest is high and returns every autumn; owners describe the decision as the largest they take without an adviser of their own.",
           *           "evidenceIds": [
           *             "ev1",
           *             "ev2"
           *           ],
           *           "basis": "fact"
           *         },
           *         "competition": {
           *           "score": 61,
           *           "confidence": "medium",
           *           "rationale": "Manufacturers and trade magazines write much, but for installers or for new houses. Two independent letters touch the subject once a month.",
           *           "evidenceIds": [
           *             "ev3"
           *           ],
           *           "basis": "fact"
           *         },
           *         "monetization": {
           *           "score": 58,
           *           "confidence": "medium",
           *           "rationale": "Comparable decision guides sell between $40 and $90. Sponsors exist, but most of them sell the very thing that readers want advice on.",
           *           "evidenceIds": [
           *             "ev4",
           *             "ev5"
           *           ],
           *           "basis": "estimate"
           *         },
           *         "acquisition": {
           *           "score": 66,
           *           "confidence": "medium",
           *           "rationale": "Owners gather in a handful of large forums and ask the same thirty questions; lasting answers are found by search for years.",
           *           "evidenceIds": [
           *             "ev2",
           *             "ev6"
           *           ],
           *           "basis": "estimate"
           *         },
           *         "operatorFit": {
           *           "score": 55,
           *           "confidence": "low",
           *           "rationale": "The brief says nothing of the operator. The subject rewards a trained installer or an energy adviser, and is hard to fake.",
           *           "evidenceIds": [],
           *           "basis": "inference"
           *         },
           *         "sustainability": {
           *           "score": 57,
           *           "confidence": "medium",
           *           "rationale": "Rules and subsidies change every year and keep the subject alive, but each reader needs it for about a year only.",
           *           "evidenceIds": [
           *             "ev1"
           *           ],
           *           "basis": "estimate"
           *         },
           *         "risk": {
           *           "score": 62,
           *           "confidence": "low",
           *           "rationale": "A change of subsidy law can halve demand within weeks; advice that is taken for engineering can lead to liability.",
           *           "evidenceIds": [],
           *           "basis": "inference"
           *         }
           *       },
           *       "audienceSegments": [
           *         {
           *           "name": "Owners with a failing boiler",
           *           "description": "They must decide within a heating season and read everything at once. The most willing to pay, the shortest to stay.",
           *           "size": "about 180,000 households a year (invented)",
           *           "evidenceIds": [
           *             "ev1"
           *           ]
           *         },
           *         {
           *           "name": "Planners of a full renovation",
           *           "description": "They plan two years ahead, compare and keep spreadsheets. They stay longest and tell neighbours.",
           *           "size": null,
           *           "evidenceIds": [
           *             "ev6"
           *           ]
           *         }
           *       ],
           *       "competitors": [
           *         {
           *           "name": "The Warm House (invented)",
           *           "url": "https://warm-house.example.com/",
           *           "positioning": "A monthly letter on energy in the home for a general reader.",
           *           "strength": "Clear language and a large list.",
           *           "gap": "No calculations, no prices and nothing on houses without insulation.",
           *           "evidenceIds": [
           *             "ev3"
           *           ],
           *           "price": {
           *             "amount": 0,
           *             "currency": "usd",
           *             "period": "month"
           *           },
           *           "frequency": "monthly",
           *           "size": {
           *             "readers": 14000,
           *             "basis": "stated"
           *           },
           *           "lastIssue": "2026-09-18"
           *         },
           *         {
           *           "name": "Installer Weekly (invented)",
           *           "url": null,
           *           "positioning": "A trade letter for heating engineers.",
           *           "strength": "First with changes of rules and subsidies.",
           *           "gap": "Unreadable for owners.",
           *           "evidenceIds": [],
           *           "price": {
           *             "amount": 1900,
           *             "currency": "usd",
           *             "period": "month"
           *           },
           *           "frequency": "weekly",
           *           "size": null,
           *           "lastIssue": "2026-10-02"
           *         }
           *       ],
           *       "monetization": [
           *         {
           *           "model": "Guide for the decision, sold once",
           *           "low": 60000,
           *           "high": 340000,
           *           "currency": "usd",
           *           "assumptions": [
           *             "3,000 readers after a year",
           *             "0.5% to 2% buy a guide of $40 to $57 each month"
           *           ]
           *         },
           *         {
           *           "model": "Sponsorship by lenders and insurers",
           *           "low": 0,
           *           "high": 120000,
           *           "currency": "usd",
           *           "assumptions": [
           *             "Makers of pumps are refused as sponsors",
           *             "two issues a month with one place each, $600 a place"
           *           ]
           *         }
           *       ],
           *       "channels": [
           *         {
           *           "name": "Owners’ forums",
           *           "approach": "Answer the thirty recurring questions with calculations, and link the one issue that goes deeper.",
           *           "cost": "low",
           *           "evidenceIds": [
           *             "ev6"
           *           ]
           *         },
           *         {
           *           "name": "Search",
           *           "approach": "One lasting page for each type of house, updated when subsidies change.",
           *           "cost": "medium",
           *           "evidenceIds": [
           *             "ev2"
           *           ]
           *         }
           *       ],
           *       "risks": [
           *         {
           *           "title": "Subsidies end or change",
           *           "severity": "high",
           *           "likelihood": "medium",
           *           "impact": "high",
           *           "mitigation": "Write for the decision rather than for the subsidy; keep a page that is updated within a day."
           *         },
           *         {
           *           "title": "Readers leave once the pump runs",
           *           "severity": "medium",
           *           "likelihood": "high",
           *           "impact": "medium",
           *           "mitigation": "Sell at the decision, then offer a yearly check-up issue instead of a subscription."
           *         }
           *       ],
           *       "nextSteps": [
           *         {
           *           "action": "Interview twelve owners who decided in the last year and write down what they searched for, in their words.",
           *           "effort": "days",
           *           "successMetric": "At least eight name the same three doubts."
           *         },
           *         {
           *           "action": "Write three issues for one type of house and show them in two forums.",
           *           "effort": "weeks",
           *           "successMetric": "150 sign-ups and a reply rate above 5%."
           *         }
           *       ],
           *       "evidence": [
           *         {
           *           "evidenceId": "ev1",
           *           "claim": "Most boilers in houses built before 1980 are older than twenty years.",
           *           "sourceUrl": "https://statistics.example.org/sample/1",
           *           "title": "Sample source: Heating systems by year of building",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Of the systems counted in buildings from before 1980, 62 percent were installed before 2005. (invented)",
           *           "grade": "primary",
           *           "publishedAt": "2026-03-12",
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "1111111111111111111111111111111111111111111111111111111111111111",
           *             "context": "What stands before it on the page. Of the systems counted in buildings from before 1980, 62 percent were installed before 2005. (invented) What stands behind it.",
           *             "pageTitle": "Heating systems by year of building",
           *             "pageDate": "2026-03-12"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev2",
           *           "claim": "Search interest doubles each autumn.",
           *           "sourceUrl": "https://search.example.org/sample/2",
           *           "title": "Sample source: Questions of owners by month",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Queries rise from September and peak in November, at about twice the summer level. (invented)",
           *           "grade": "trade",
           *           "publishedAt": "2026-01-31",
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "2222222222222222222222222222222222222222222222222222222222222222",
           *             "context": "What stands before it on the page. Queries rise from September and peak in November, at about twice the summer level. (invented) What stands behind it.",
           *             "pageTitle": "Questions of owners by month",
           *             "pageDate": "2026-01-31"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev3",
           *           "claim": "Two independent letters cover the subject, neither more than monthly.",
           *           "sourceUrl": "https://letters.example.org/sample/3",
           *           "title": "Sample source: Newsletters on home energy",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Eleven letters were listed; nine belong to makers or traders. (invented)",
           *           "grade": "reported",
           *           "publishedAt": "2026-06-02",
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "3333333333333333333333333333333333333333333333333333333333333333",
           *             "context": "What stands before it on the page. Eleven letters were listed; nine belong to makers or traders. (invented) What stands behind it.",
           *             "pageTitle": "Newsletters on home energy",
           *             "pageDate": "2026-06-02"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev4",
           *           "claim": "Guides for comparable decisions cost between $40 and $90.",
           *           "sourceUrl": "https://guides.example.org/sample/4",
           *           "title": "Sample source: Prices of decision guides",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Twenty guides were compared; the middle price was 59. (invented)",
           *           "grade": "trade",
           *           "publishedAt": null,
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "4444444444444444444444444444444444444444444444444444444444444444",
           *             "context": "What stands before it on the page. Twenty guides were compared; the middle price was 59. (invented) What stands behind it.",
           *             "pageTitle": "Prices of decision guides"
           *           }
           *         },
           *         {
           *           "evidenceId": "ev5",
           *           "claim": "Lenders pay about $600 for a place in a letter of 3,000 home owners.",
           *           "sourceUrl": "https://rates.example.org/sample/5",
           *           "title": "Sample source: Sponsorship rates",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Quoted rates for small lists of owners ranged from 450 to 800. (invented)",
           *           "grade": "claim",
           *           "publishedAt": "2026-08-20",
           *           "verification": {
           *             "status": "unreachable",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": null
           *           }
           *         },
           *         {
           *           "evidenceId": "ev6",
           *           "claim": "Three forums hold most of the discussion.",
           *           "sourceUrl": "https://forum.example.org/sample/6",
           *           "title": "Sample source: Largest owners’ forums",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "The three largest forums have 210,000 members together and 40 new threads a day. (invented)",
           *           "grade": "primary",
           *           "publishedAt": null,
           *           "verification": {
           *             "status": "verified",
           *             "checkedAt": "2026-10-05T09:11:00.000Z",
           *             "contentSha256": "6666666666666666666666666666666666666666666666666666666666666666",
           *             "context": "What stands before it on the page. The three largest forums have 210,000 members together and 40 new threads a day. (invented) What stands behind it.",
           *             "pageTitle": "Largest owners’ forums"
           *           }
           *         }
           *       ],
           *       "limitations": [
           *         "This is sample data for development. It was written by hand: nothing was researched, every source is a placeholder and every figure is invented.",
           *         "A real run names real pages, says when they were read, and marks what it could not find."
           *       ],
           *       "audienceSizing": {
           *         "who": "Households in Germany that must replace a failing boiler in a house from before 1980 within a year",
           *         "factors": [
           *           {
           *             "label": "Houses from before 1980 with a boiler",
           *             "value": 9000000,
           *             "outOf": 1,
           *             "basis": "sourced",
           *             "evidenceIds": [
           *               "ev1"
           *             ]
           *           },
           *           {
           *             "label": "Boilers that fail within a year",
           *             "value": 4,
           *             "outOf": 100,
           *             "basis": "assumed",
           *             "evidenceIds": []
           *           },
           *           {
           *             "label": "Owners who read about it before they sign",
           *             "value": 1,
           *             "outOf": 2,
           *             "basis": "sourced",
           *             "evidenceIds": [
           *               "ev2"
           *             ]
           *           }
           *         ],
           *         "people": 180000
           *       },
           *       "unitEconomics": {
           *         "currency": "usd",
           *         "model": "A free letter, a guide sold at the moment of the decision, and one sponsor an issue.",
           *         "assumptions": {
           *           "readers": {
           *             "cautious": [
           *               150,
           *               280,
           *               400,
           *               510,
           *               610,
           *               700,
           *               790,
           *               870,
           *               950,
           *               1030,
           *               1120,
           *               1200
           *             ],
           *             "likely": [
           *               300,
           *               620,
           *               900,
           *               1150,
           *               1390,
           *               1620,
           *               1850,
           *               2080,
           *               2310,
           *               2540,
           *               2770,
           *               3000
           *             ],
           *             "optimistic": [
           *               600,
           *               1150,
           *               1650,
           *               2120,
           *               2560,
           *               2980,
           *               3370,
           *               3740,
           *               4080,
           *               4400,
           *               4710,
           *               5000
           *             ],
           *             "basis": "assumed",
           *             "note": "Nobody of this subject states a growth; the likely case wins about 240 readers a month from forums and search.",
           *             "evidenceIds": []
           *           },
           *           "churnPerThousand": {
           *             "cautious": 60,
           *             "likely": 40,
           *             "optimistic": 25,
           *             "basis": "assumed",
           *             "note": "Readers leave once the pump runs, so more go than in a hobby letter.",
           *             "evidenceIds": []
           *           },
           *           "payingPerThousand": {
           *             "cautious": 0,
           *             "likely": 0,
           *             "optimistic": 0,
           *             "basis": "assumed",
           *             "note": "The letter itself is free in every case; the guide is counted as other income.",
           *             "evidenceIds": []
           *           },
           *           "priceCents": {
           *             "cautious": 0,
           *             "likely": 0,
           *             "optimistic": 0,
           *             "basis": "assumed",
           *             "note": "No subscription is sold.",
           *             "evidenceIds": []
           *           },
           *           "issuesPerMonth": {
           *             "cautious": 2,
           *             "likely": 2,
           *             "optimistic": 2,
           *             "basis": "assumed",
           *             "note": "Fortnightly, as the idea says.",
           *             "evidenceIds": []
           *           },
           *           "sponsorSlotsPerIssue": {
           *             "cautious": 1,
           *             "likely": 1,
           *             "optimistic": 1,
           *             "basis": "assumed",
           *             "note": "One place an issue keeps the advice believable.",
           *             "evidenceIds": []
           *           },
           *           "fillPercent": {
           *             "cautious": 0,
           *             "likely": 50,
           *             "optimistic": 100,
           *             "basis": "assumed",
           *             "note": "Makers of pumps are refused, which leaves lenders and insurers.",
           *             "evidenceIds": []
           *           },
           *           "slotCentsPerThousandReaders": {
           *             "cautious": 15000,
           *             "likely": 20000,
           *             "optimistic": 25000,
           *             "basis": "sourced",
           *             "note": "Quoted rates for 3,000 home owners lie between 450 and 800 dollars.",
           *             "evidenceIds": [
           *               "ev5"
           *             ]
           *           },
           *           "otherCentsPerThousandReaders": {
           *             "cautious": 20000,
           *             "likely": 50000,
           *             "optimistic": 114000,
           *             "basis": "sourced",
           *             "note": "The guide costs 40 to 57 dollars, near the middle of the compared prices; 0.5% to 2% of readers buy in a month.",
           *             "evidenceIds": [
           *               "ev4"
           *             ]
           *           },
           *           "feesPerThousand": {
           *             "cautious": 60,
           *             "likely": 50,
           *             "optimistic": 45,
           *             "basis": "assumed",
           *             "note": "Card fees and the shop of the guide.",
           *             "evidenceIds": []
           *           },
           *           "acquisitionCents": {
           *             "cautious": 90,
           *             "likely": 60,
           *             "optimistic": 35,
           *             "basis": "assumed",
           *             "note": "Most readers come by answers in forums; a few notices are paid.",
           *             "evidenceIds": []
           *           },
           *           "fixedCents": {
           *             "cautious": 12000,
           *             "likely": 12000,
           *             "optimistic": 15000,
           *             "basis": "assumed",
           *             "note": "Mailing platform, domain and one hour of an adviser who checks the sums.",
           *             "evidenceIds": []
           *           },
           *           "startCents": {
           *             "cautious": 60000,
           *             "likely": 45000,
           *             "optimistic": 40000,
           *             "basis": "assumed",
           *             "note": "Interviews, a designed guide and the first calculation sheet.",
           *             "evidenceIds": []
           *           },
           *           "hoursPerMonth": {
           *             "cautious": 40,
           *             "likely": 34,
           *             "optimistic": 34,
           *             "basis": "assumed",
           *             "note": "Two issues and the questions of readers.",
           *             "evidenceIds": []
           *           }
           *         },
           *         "computed": {
           *           "cautious": {
           *             "months": [
           *               {
           *                 "month": 1,
           *                 "readers": 150,
           *                 "newReaders": 150,
           *                 "payingReaders": 0,
           *                 "incomeCents": 3000,
           *                 "costCents": 85680,
           *                 "resultCents": -82680,
           *                 "cumulativeCents": -82680
           *               },
           *               {
           *                 "month": 2,
           *                 "readers": 280,
           *                 "newReaders": 139,
           *                 "payingReaders": 0,
           *                 "incomeCents": 5600,
           *                 "costCents": 24846,
           *                 "resultCents": -19246,
           *                 "cumulativeCents": -101926
           *               },
           *               {
           *                 "month": 3,
           *                 "readers": 400,
           *                 "newReaders": 136,
           *                 "payingReaders": 0,
           *                 "incomeCents": 8000,
           *                 "costCents": 24720,
           *                 "resultCents": -16720,
           *                 "cumulativeCents": -118646
           *               },
           *               {
           *                 "month": 4,
           *                 "readers": 510,
           *                 "newReaders": 134,
           *                 "payingReaders": 0,
           *                 "incomeCents": 10200,
           *                 "costCents": 24672,
           *                 "resultCents": -14472,
           *                 "cumulativeCents": -133118
           *               },
           *               {
           *                 "month": 5,
           *                 "readers": 610,
           *                 "newReaders": 130,
           *                 "payingReaders": 0,
           *                 "incomeCents": 12200,
           *                 "costCents": 24432,
           *                 "resultCents": -12232,
           *                 "cumulativeCents": -145350
           *               },
           *               {
           *                 "month": 6,
           *                 "readers": 700,
           *                 "newReaders": 126,
           *                 "payingReaders": 0,
           *                 "incomeCents": 14000,
           *                 "costCents": 24180,
           *                 "resultCents": -10180,
           *                 "cumulativeCents": -155530
           *               },
           *               {
           *                 "month": 7,
           *                 "readers": 790,
           *                 "newReaders": 132,
           *                 "payingReaders": 0,
           *                 "incomeCents": 15800,
           *                 "costCents": 24828,
           *                 "resultCents": -9028,
           *                 "cumulativeCents": -164558
           *               },
           *               {
           *                 "month": 8,
           *                 "readers": 870,
           *                 "newReaders": 127,
           *                 "payingReaders": 0,
           *                 "incomeCents": 17400,
           *                 "costCents": 24474,
           *                 "resultCents": -7074,
           *                 "cumulativeCents": -171632
           *               },
           *               {
           *                 "month": 9,
           *                 "readers": 950,
           *                 "newReaders": 132,
           *                 "payingReaders": 0,
           *                 "incomeCents": 19000,
           *                 "costCents": 25020,
           *                 "resultCents": -6020,
           *                 "cumulativeCents": -177652
           *               },
           *               {
           *                 "month": 10,
           *                 "readers": 1030,
           *                 "newReaders": 137,
           *                 "payingReaders": 0,
           *                 "incomeCents": 20600,
           *                 "costCents": 25566,
           *                 "resultCents": -4966,
           *                 "cumulativeCents": -182618
           *               },
           *               {
           *                 "month": 11,
           *                 "readers": 1120,
           *                 "newReaders": 151,
           *                 "payingReaders": 0,
           *                 "incomeCents": 22400,
           *                 "costCents": 26934,
           *                 "resultCents": -4534,
           *                 "cumulativeCents": -187152
           *               },
           *               {
           *                 "month": 12,
           *                 "readers": 1200,
           *                 "newReaders": 147,
           *                 "payingReaders": 0,
           *                 "incomeCents": 24000,
           *                 "costCents": 26670,
           *                 "resultCents": -2670,
           *                 "cumulativeCents": -189822
           *               }
           *             ],
           *             "incomeCents": 172200,
           *             "subscriptionCents": 0,
           *             "sponsorshipCents": 0,
           *             "otherCents": 172200,
           *             "costCents": 362022,
           *             "feesCents": 10332,
           *             "acquisitionCents": 147690,
           *             "fixedCents": 144000,
           *             "startCents": 60000,
           *             "resultCents": -189822,
           *             "breakEvenMonth": null,
           *             "hours": 480,
           *             "incomePerHourCents": -396
           *           },
           *           "likely": {
           *             "months": [
           *               {
           *                 "month": 1,
           *                 "readers": 300,
           *                 "newReaders": 300,
           *                 "payingReaders": 0,
           *                 "incomeCents": 21000,
           *                 "costCents": 76050,
           *                 "resultCents": -55050,
           *                 "cumulativeCents": -55050
           *               },
           *               {
           *                 "month": 2,
           *                 "readers": 620,
           *                 "newReaders": 332,
           *                 "payingReaders": 0,
           *                 "incomeCents": 43400,
           *                 "costCents": 34090,
           *                 "resultCents": 9310,
           *                 "cumulativeCents": -45740
           *               },
           *               {
           *                 "month": 3,
           *                 "readers": 900,
           *                 "newReaders": 304,
           *                 "payingReaders": 0,
           *                 "incomeCents": 63000,
           *                 "costCents": 33390,
           *                 "resultCents": 29610,
           *                 "cumulativeCents": -16130
           *               },
           *               {
           *                 "month": 4,
           *                 "readers": 1150,
           *                 "newReaders": 286,
           *                 "payingReaders": 0,
           *                 "incomeCents": 80500,
           *                 "costCents": 33185,
           *                 "resultCents": 47315,
           *                 "cumulativeCents": 31185
           *               },
           *               {
           *                 "month": 5,
           *                 "readers": 1390,
           *                 "newReaders": 286,
           *                 "payingReaders": 0,
           *                 "incomeCents": 97300,
           *                 "costCents": 34025,
           *                 "resultCents": 63275,
           *                 "cumulativeCents": 94460
           *               },
           *               {
           *                 "month": 6,
           *                 "readers": 1620,
           *                 "newReaders": 285,
           *                 "payingReaders": 0,
           *                 "incomeCents": 113400,
           *                 "costCents": 34770,
           *                 "resultCents": 78630,
           *                 "cumulativeCents": 173090
           *               },
           *               {
           *                 "month": 7,
           *                 "readers": 1850,
           *                 "newReaders": 294,
           *                 "payingReaders": 0,
           *                 "incomeCents": 129500,
           *                 "costCents": 36115,
           *                 "resultCents": 93385,
           *                 "cumulativeCents": 266475
           *               },
           *               {
           *                 "month": 8,
           *                 "readers": 2080,
           *                 "newReaders": 304,
           *                 "payingReaders": 0,
           *                 "incomeCents": 145600,
           *                 "costCents": 37520,
           *                 "resultCents": 108080,
           *                 "cumulativeCents": 374555
           *               },
           *               {
           *                 "month": 9,
           *                 "readers": 2310,
           *                 "newReaders": 313,
           *                 "payingReaders": 0,
           *                 "incomeCents": 161700,
           *                 "costCents": 38865,
           *                 "resultCents": 122835,
           *                 "cumulativeCents": 497390
           *               },
           *               {
           *                 "month": 10,
           *                 "readers": 2540,
           *                 "newReaders": 322,
           *                 "payingReaders": 0,
           *                 "incomeCents": 177800,
           *                 "costCents": 40210,
           *                 "resultCents": 137590,
           *                 "cumulativeCents": 634980
           *               },
           *               {
           *                 "month": 11,
           *                 "readers": 2770,
           *                 "newReaders": 331,
           *                 "payingReaders": 0,
           *                 "incomeCents": 193900,
           *                 "costCents": 41555,
           *                 "resultCents": 152345,
           *                 "cumulativeCents": 787325
           *               },
           *               {
           *                 "month": 12,
           *                 "readers": 3000,
           *                 "newReaders": 340,
           *                 "payingReaders": 0,
           *                 "incomeCents": 210000,
           *                 "costCents": 42900,
           *                 "resultCents": 167100,
           *                 "cumulativeCents": 954425
           *               }
           *             ],
           *             "incomeCents": 1437100,
           *             "subscriptionCents": 0,
           *             "sponsorshipCents": 410600,
           *             "otherCents": 1026500,
           *             "costCents": 482675,
           *             "feesCents": 71855,
           *             "acquisitionCents": 221820,
           *             "fixedCents": 144000,
           *             "startCents": 45000,
           *             "resultCents": 954425,
           *             "breakEvenMonth": 4,
           *             "hours": 408,
           *             "incomePerHourCents": 2339
           *           },
           *           "optimistic": {
           *             "months": [
           *               {
           *                 "month": 1,
           *                 "readers": 600,
           *                 "newReaders": 600,
           *                 "payingReaders": 0,
           *                 "incomeCents": 98400,
           *                 "costCents": 80428,
           *                 "resultCents": 17972,
           *                 "cumulativeCents": 17972
           *               },
           *               {
           *                 "month": 2,
           *                 "readers": 1150,
           *                 "newReaders": 565,
           *                 "payingReaders": 0,
           *                 "incomeCents": 188600,
           *                 "costCents": 43262,
           *                 "resultCents": 145338,
           *                 "cumulativeCents": 163310
           *               },
           *               {
           *                 "month": 3,
           *                 "readers": 1650,
           *                 "newReaders": 528,
           *                 "payingReaders": 0,
           *                 "incomeCents": 270600,
           *                 "costCents": 45657,
           *                 "resultCents": 224943,
           *                 "cumulativeCents": 388253
           *               },
           *               {
           *                 "month": 4,
           *                 "readers": 2120,
           *                 "newReaders": 511,
           *                 "payingReaders": 0,
           *                 "incomeCents": 347680,
           *                 "costCents": 48530,
           *                 "resultCents": 299150,
           *                 "cumulativeCents": 687403
           *               },
           *               {
           *                 "month": 5,
           *                 "readers": 2560,
           *                 "newReaders": 493,
           *                 "payingReaders": 0,
           *                 "incomeCents": 419840,
           *                 "costCents": 51147,
           *                 "resultCents": 368693,
           *                 "cumulativeCents": 1056096
           *               },
           *               {
           *                 "month": 6,
           *                 "readers": 2980,
           *                 "newReaders": 484,
           *                 "payingReaders": 0,
           *                 "incomeCents": 488720,
           *                 "costCents": 53932,
           *                 "resultCents": 434788,
           *                 "cumulativeCents": 1490884
           *               },
           *               {
           *                 "month": 7,
           *                 "readers": 3370,
           *                 "newReaders": 464,
           *                 "payingReaders": 0,
           *                 "incomeCents": 552680,
           *                 "costCents": 56110,
           *                 "resultCents": 496570,
           *                 "cumulativeCents": 1987454
           *               },
           *               {
           *                 "month": 8,
           *                 "readers": 3740,
           *                 "newReaders": 454,
           *                 "payingReaders": 0,
           *                 "incomeCents": 613360,
           *                 "costCents": 58491,
           *                 "resultCents": 554869,
           *                 "cumulativeCents": 2542323
           *               },
           *               {
           *                 "month": 9,
           *                 "readers": 4080,
           *                 "newReaders": 433,
           *                 "payingReaders": 0,
           *                 "incomeCents": 669120,
           *                 "costCents": 60265,
           *                 "resultCents": 608855,
           *                 "cumulativeCents": 3151178
           *               },
           *               {
           *                 "month": 10,
           *                 "readers": 4400,
           *                 "newReaders": 422,
           *                 "payingReaders": 0,
           *                 "incomeCents": 721600,
           *                 "costCents": 62242,
           *                 "resultCents": 659358,
           *                 "cumulativeCents": 3810536
           *               },
           *               {
           *                 "month": 11,
           *                 "readers": 4710,
           *                 "newReaders": 420,
           *                 "payingReaders": 0,
           *                 "incomeCents": 772440,
           *                 "costCents": 64459,
           *                 "resultCents": 707981,
           *                 "cumulativeCents": 4518517
           *               },
           *               {
           *                 "month": 12,
           *                 "readers": 5000,
           *                 "newReaders": 407,
           *                 "payingReaders": 0,
           *                 "incomeCents": 820000,
           *                 "costCents": 66145,
           *                 "resultCents": 753855,
           *                 "cumulativeCents": 5272372
           *               }
           *             ],
           *             "incomeCents": 5963040,
           *             "subscriptionCents": 0,
           *             "sponsorshipCents": 1818000,
           *             "otherCents": 4145040,
           *             "costCents": 690668,
           *             "feesCents": 268333,
           *             "acquisitionCents": 202335,
           *             "fixedCents": 180000,
           *             "startCents": 40000,
           *             "resultCents": 5272372,
           *             "breakEvenMonth": 1,
           *             "hours": 408,
           *             "incomePerHourCents": 12922
           *           }
           *         }
           *       },
           *       "firstIssues": [
           *         {
           *           "title": "What your house loses on the coldest day",
           *           "outline": [
           *             "The one number that decides the size of a pump, and where it hides in last winter’s bill.",
           *             "A worked house from 1964 with its invoice, step by step.",
           *             "Three ways to be wrong by a factor of two."
           *           ]
           *         },
           *         {
           *           "title": "Radiators that can stay",
           *           "outline": [
           *             "Flow temperature in plain words, with a test for a Sunday.",
           *             "Rooms that need a larger one, and its price."
           *           ]
           *         },
           *         {
           *           "title": "Reading two offers side by side",
           *           "outline": [
           *             "A table of twelve lines that every offer must answer.",
           *             "What is missing from the cheap one, line by line.",
           *             "Questions for the installer, to be printed."
           *           ]
           *         }
           *       ],
           *       "launchCalendar": [
           *         {
           *           "fromDay": 1,
           *           "toDay": 21,
           *           "goal": "Know the three doubts in the words of owners",
           *           "actions": [
           *             "Hold twelve interviews.",
           *             "Sort their questions into thirty cards."
           *           ]
           *         },
           *         {
           *           "fromDay": 22,
           *           "toDay": 45,
           *           "goal": "Three issues that thirty owners have read to the end",
           *           "actions": [
           *             "Write for one type of house only.",
           *             "Send by hand and ask for a reply to one question."
           *           ]
           *         },
           *         {
           *           "fromDay": 46,
           *           "toDay": 90,
           *           "goal": "First hundred guides sold, or a decision to stop",
           *           "actions": [
           *             "Open the list in two forums.",
           *             "Sell the guide from the fifth issue on.",
           *             "Stop below 40 sold."
           *           ]
           *         }
           *       ],
           *       "provenance": {
           *         "provider": "local-sample",
           *         "model": "none (written by hand)",
           *         "agentVersion": "0"
           *       }
           *     }
           */
          'application/json': components['schemas']['Findings'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `opportunity_not_purchased`: You have not bought this opportunity */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  createCheckoutSession: {
    parameters: {
      query?: never;
      header: {
        /** @description Generated by the caller for one logical operation; reused only to repeat the same request. */
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "product": "idea_check",
         *       "opportunityId": null,
         *       "immediateAccessConsent": true,
         *       "withdrawalLossAcknowledgment": true
         *     }
         */
        'application/json': components['schemas']['CheckoutSessionCreate'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "orderId": "ord_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "pending_payment",
           *       "checkoutUrl": "https://checkout.stripe.com/c/pay/cs_live_a1GkB4n7Pq2Rt9VwXz",
           *       "checkoutSessionId": "cs_live_a1GkB4n7Pq2Rt9VwXz",
           *       "replayed": false,
           *       "price": {
           *         "amount": 4900,
           *         "currency": "usd"
           *       },
           *       "expiresAt": "2026-11-21T03:51:53.000Z",
           *       "mode": "live"
           *     }
           */
          'application/json': components['schemas']['CheckoutSessionCreated'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `opportunity_unavailable`: The opportunity is not available; `too_many_holds`: Too many opportunities are reserved for you; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payment_provider_failed`: The payment provider did not accept the checkout */
      502: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  listOrders: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "orderId": "ord_01kah2v5q8e4wb6t7n9rjx3mzc",
           *           "product": "idea_check",
           *           "opportunityId": null,
           *           "status": "fulfilled",
           *           "mode": "live",
           *           "price": {
           *             "amount": 4900,
           *             "currency": "usd"
           *           },
           *           "checkoutSessionId": "cs_live_a1GkB4n7Pq2Rt9VwXz",
           *           "checkoutUrl": null,
           *           "expiresAt": "2026-11-21T03:51:53.000Z",
           *           "consents": {
           *             "immediateAccess": true,
           *             "withdrawalLoss": true,
           *             "textVersion": "2026-11-01",
           *             "recordedAt": "2026-11-21T03:20:53.738Z"
           *           },
           *           "entitlementId": "ent_01kah2v5q8e4wb6t7n9rjx3mzc",
           *           "refund": null,
           *           "paid": {
           *             "total": {
           *               "amount": 4900,
           *               "currency": "usd"
           *             },
           *             "tax": 0,
           *             "at": "2026-11-21T03:27:31.480Z"
           *           },
           *           "dispute": null,
           *           "createdAt": "2026-11-21T03:20:53.738Z",
           *           "updatedAt": "2026-11-21T03:27:31.480Z"
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['OrderList'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "orderId": "ord_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "product": "idea_check",
           *       "opportunityId": null,
           *       "status": "fulfilled",
           *       "mode": "live",
           *       "price": {
           *         "amount": 4900,
           *         "currency": "usd"
           *       },
           *       "checkoutSessionId": "cs_live_a1GkB4n7Pq2Rt9VwXz",
           *       "checkoutUrl": null,
           *       "expiresAt": "2026-11-21T03:51:53.000Z",
           *       "consents": {
           *         "immediateAccess": true,
           *         "withdrawalLoss": true,
           *         "textVersion": "2026-11-01",
           *         "recordedAt": "2026-11-21T03:20:53.738Z"
           *       },
           *       "entitlementId": "ent_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "refund": null,
           *       "paid": {
           *         "total": {
           *           "amount": 4900,
           *           "currency": "usd"
           *         },
           *         "tax": 0,
           *         "at": "2026-11-21T03:27:31.480Z"
           *       },
           *       "dispute": null,
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "updatedAt": "2026-11-21T03:27:31.480Z",
           *       "invoice": {
           *         "number": "B3F8A2C1-0001",
           *         "url": null,
           *         "pdfUrl": null
           *       }
           *     }
           */
          'application/json': components['schemas']['Order'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `order_not_found`: Order not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  listWithdrawals: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "withdrawalId": "wdr_01kah2v5q8e4wb6t7n9rjx3mzc",
           *           "status": "paid",
           *           "amount": 25000,
           *           "currency": "usd",
           *           "payout": {
           *             "amount": 23000,
           *             "currency": "eur"
           *           },
           *           "failureReason": null,
           *           "requestedAt": "2026-11-21T03:20:53.738Z",
           *           "updatedAt": "2026-11-24T09:00:00.000Z",
           *           "paidAt": "2026-11-24T09:00:00.000Z"
           *         }
           *       ],
           *       "nextCursor": null
           *     }
           */
          'application/json': components['schemas']['WithdrawalList'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  createWithdrawal: {
    parameters: {
      query?: never;
      header: {
        /** @description Generated by the caller for one logical operation; reused only to repeat the same request. */
        'Idempotency-Key': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "amount": 25000,
         *       "currency": "usd",
         *       "note": "text"
         *     }
         */
        'application/json': components['schemas']['WithdrawalCreate'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          Location: components['headers']['Location'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "withdrawalId": "wdr_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "requested",
           *       "amount": 25000,
           *       "currency": "usd",
           *       "payout": null,
           *       "failureReason": null,
           *       "requestedAt": "2026-11-21T03:20:53.738Z",
           *       "updatedAt": "2026-11-21T03:20:53.738Z",
           *       "paidAt": null
           *     }
           */
          'application/json': components['schemas']['Withdrawal'];
        };
      };
      /** @description `insufficient_balance`: The balance is too low; `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `not_a_contributor`: The account is no contributor; `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getWithdrawal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "withdrawalId": "wdr_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "paid",
           *       "amount": 25000,
           *       "currency": "usd",
           *       "payout": {
           *         "amount": 23000,
           *         "currency": "eur"
           *       },
           *       "failureReason": null,
           *       "requestedAt": "2026-11-21T03:20:53.738Z",
           *       "updatedAt": "2026-11-24T09:00:00.000Z",
           *       "paidAt": "2026-11-24T09:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Withdrawal'];
        };
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `withdrawal_not_found`: Withdrawal not found */
      404: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  receivePaymentWebhook: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /** @example text */
        'application/json': unknown;
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "received": true
           *     }
           */
          'application/json': {
            /** @description Must be `true`. */
            received: boolean;
          };
        };
      };
      /** @description `invalid_webhook`: Webhook signature invalid; `query_too_long`: The query is too long */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getFindingsSchema: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /** @example {} */
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getEndpointCatalog: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "method": "POST",
           *         "path": "/v1/evaluations",
           *         "audience": "customer",
           *         "requiredScope": "evaluations:create",
           *         "requiresIdempotencyKey": true,
           *         "startsAsyncManagedAgentRun": true,
           *         "responseScope": "caller_account"
           *       }
           *     ]
           */
          'application/json': components['schemas']['EndpointDescriptor'][];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getOpenApi: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          /** @example {} */
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  getOpenApiYaml: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of an earlier response. */
        'If-None-Match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/yaml': string;
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long */
      400: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
      default: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
  onWebhookTest: {
    parameters: {
      query?: never;
      header: {
        /** @description Id of the delivery, the same in every attempt: handle it once. */
        'webhook-id': string;
        /** @description Seconds since 1970 at which this attempt was signed. */
        'webhook-timestamp': string;
        /** @description One or two signatures; one that verifies is enough. */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "type": "webhook.test",
         *       "timestamp": "2026-11-21T03:20:53.738Z",
         *       "data": {
         *         "webhookId": "whk_01kah2v5q8e4wb6t7n9rjx3mzc"
         *       }
         *     }
         */
        'application/json': components['schemas']['WebhookTestPayload'];
      };
    };
    responses: {
      /** @description Taken, as is any other 2xx. Everything else, or silence for 15 seconds, is tried again. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Refused; tried again. */
      '4XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
