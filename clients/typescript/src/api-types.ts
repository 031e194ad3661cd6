// Generated from GET /openapi/v1.json by `npm run openapi:types`. Do not edit.
export interface paths {
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Health, versions and drift of the managed agent */
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
    /** Readiness of this process */
    get: operations['getReady'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * State of the service and of its parts, in words
     * @description Always 200, at most five seconds old; `status` says what works.
     */
    get: operations['getStatus'];
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
    /** Page to unsubscribe from marketing mail */
    get: operations['openUnsubscribe'];
    put?: never;
    /** Unsubscribe from marketing mail with one click (RFC 8058) */
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
    /** Have a sign-in link mailed */
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
    /** Have a link to set a new password mailed */
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
    /** Write to support */
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
  '/v1/evaluations/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start Idea Checks of up to a hundred newsletter ideas
     * @description Consumes one unused Idea Check entitlement for each item, all or none: with fewer entitlements than items nothing is started. Each item becomes a run of its own. The same Idempotency-Key and body return the first response again. Needs a key with `evaluations:create`. Live keys only.
     */
    post: operations['createEvaluations'];
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
  '/v1/sandbox/evaluations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Play an Idea Check with a test key
     * @description The answers, states, documents and errors of a live run, within seconds, at no cost. Words in `idea` choose how it ends:
     *
     *     - `sandbox:completes`: Completes within seconds; the same as without words.
     *     - `sandbox:corrected`: Completes after what was handed in went back once for its flaws.
     *     - `sandbox:not-enough-evidence`: Ends as `failed`: too little of the evidence can be verified. `not_enough_evidence` for an Idea Check, `too_few_candidates` for a search.
     *     - `sandbox:fails`: Ends as `failed` with `agent_refused`.
     *     - `sandbox:expires`: Is never taken out of the queue and ends as `expired` with `queue_expired`.
     *     - `sandbox:slow`: Stays `running` for two minutes, then completes: time to cancel it or to move it to its deadline.
     *     - `sandbox:no-credit`: Is refused: 402 `entitlement_required`.
     *     - `sandbox:limited`: Is refused: 429 `rate_limited` with `Retry-After`.
     *
     *      Needs a key with `sandbox` and `evaluations:create`. Test keys only.
     */
    post: operations['createSandboxEvaluation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/evaluations/batch': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Play up to a hundred Idea Checks with a test key
     * @description As a batch of live runs, at no cost. The words in the `idea` of each item choose how its run ends; words that refuse one run refuse the whole batch. Needs a key with `sandbox` and `evaluations:create`. Test keys only.
     */
    post: operations['createSandboxEvaluations'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/searches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Play a Custom Search with a test key
     * @description The answers, states, documents and errors of a live run, within seconds, at no cost. Words in `operatorProfile` choose how it ends:
     *
     *     - `sandbox:completes`: Completes within seconds; the same as without words.
     *     - `sandbox:corrected`: Completes after what was handed in went back once for its flaws.
     *     - `sandbox:not-enough-evidence`: Ends as `failed`: too little of the evidence can be verified. `not_enough_evidence` for an Idea Check, `too_few_candidates` for a search.
     *     - `sandbox:fails`: Ends as `failed` with `agent_refused`.
     *     - `sandbox:expires`: Is never taken out of the queue and ends as `expired` with `queue_expired`.
     *     - `sandbox:slow`: Stays `running` for two minutes, then completes: time to cancel it or to move it to its deadline.
     *     - `sandbox:no-credit`: Is refused: 402 `entitlement_required`.
     *     - `sandbox:limited`: Is refused: 429 `rate_limited` with `Retry-After`.
     *
     *      Needs a key with `sandbox` and `searches:create`. Test keys only.
     */
    post: operations['createSandboxSearch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/sandbox/runs/{id}/deadline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Move a sandbox run to its deadline
     * @description A run that is `running` ends as `failed` with `deadline_exceeded`, or delivers what was handed in by then; one that is `queued` ends as `expired`. Repeating the request is harmless. Needs a key with `sandbox`. Test keys only.
     */
    post: operations['reachSandboxDeadline'];
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
    /** Sample findings of the sandbox */
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
     * @description Poll this. Send the ETag back in `If-None-Match` to get 304 while nothing changed, and `Prefer: wait=N` (at most 30 seconds) to hold the response until the run changes. Finished runs are returned at once. With `Accept: text/event-stream` the answer is a stream of server-sent events instead: `activity` and `candidate` as the research goes on, `status` at every change, and `end`. Needs a key with `runs:read`.
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
     * @description Needs the scope that creates runs of this kind: `evaluations:create` for an Idea Check, `searches:create` for a Custom Search. Canceling a queued run restores its entitlement. So does canceling one within two minutes of its start, three times a day, unless its agent has handed something in; later the entitlement stays used. Needs a key with `evaluations:create` or `searches:create`.
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
  '/v1/requests': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Requests with keys of the account, newest first
     * @description Of the mode of the key, for 7 days, without queries and bodies. It has all earlier requests to this process, and those to other processes after at most a second. Needs a key with `usage:read`.
     */
    get: operations['listRequests'];
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
     * @description `webhook.test` is delivered on request of the account, the other events where this service delivers them: `WebhookEventType` names those that can be subscribed to. An account may have 10 active endpoints, 50 with the disabled ones. Only this response contains the signing secret; repeating the request with the same Idempotency-Key returns it again for 30 days. Needs a key with `webhooks:manage`.
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
  '/v1/webhooks/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deliver to a webhook endpoint again
     * @description Sends one delivery again by its `deliveryId`, or the events from `since` until before `until` that the endpoint is subscribed to, also those that it missed while it was disabled: at most 100, then `nextSince` says where to go on. Each is a new delivery with the body as it was. Events and deliveries are kept for 30 days. Needs a key with `webhooks:manage`.
     */
    post: operations['replayWebhook'];
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
  '/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Events of the account, newest first
     * @description Each as it is delivered to endpoints, whether or not one has subscribed to it. Kept for 30 days. 503 `service_not_configured` where the operator has not commissioned product events. Needs a key with `webhooks:manage`.
     */
    get: operations['listEvents'];
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
    /** Developer portal metadata */
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
    /** JSON Schema of findings */
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
    /** Catalog of all endpoints */
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
    /** This description (OpenAPI 3.1) */
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
    /** This description as YAML (RFC 9512) */
    get: operations['getOpenApiYaml'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi/3.0/v1.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * This description as OpenAPI 3.0
     * @description For tools that read nothing newer: the same but for webhooks, which OpenAPI 3.0 does not know.
     */
    get: operations['getOpenApi30'];
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
  'run.completed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A run has completed; its documents can be read
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onRunCompleted'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'run.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A run ended without findings
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onRunFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'run.canceled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A run was stopped by its owner
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onRunCanceled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'run.expired': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A run waited too long in the queue
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onRunExpired'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'order.paid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An order was paid
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onOrderPaid'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'order.fulfilled': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * What was ordered is there
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onOrderFulfilled'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'order.expired': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An order was not paid in time
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onOrderExpired'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'order.refunded': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The payment of an order was given back
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onOrderRefunded'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.paid': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A payout has reached its account
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onWithdrawalPaid'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.failed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * A payout failed
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onWithdrawalFailed'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  'withdrawal.returned': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * The bank sent a payout back
     * @description Signed by Standard Webhooks: verify the signature over the raw body before reading it. Tried eight times with growing pauses.
     */
    post: operations['onWithdrawalReturned'];
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
      status: string;
      apiVersion: string;
      serviceVersion: string;
      findingsSchemaVersion: string;
      hostingContract: {
        valid: boolean;
        violations: string[];
      };
      managedAgent: {
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
      status: string;
      /** @description Whether the database answers and accepts writes, or why not. */
      database: string;
      checks: {
        name: string;
        status: string;
        latencyMs: number;
      }[];
    };
    ServiceComponent: {
      name: 'api' | 'database' | 'workflows' | 'workers' | 'agent' | 'books' | (string & {});
      label: string;
      status: 'working' | 'impaired' | 'down' | 'unknown' | (string & {});
      summary: string;
      lastSeenAt: string | null;
    };
    ServiceStatus: {
      status: 'working' | 'impaired' | 'down' | (string & {});
      summary: string;
      components: components['schemas']['ServiceComponent'][];
      apiVersion: string;
      serviceVersion: string;
      findingsSchemaVersion: string;
      /** Format: date-time */
      checkedAt: string;
    };
    FreeScanRequest: {
      /** Format: email */
      email: string;
      idea: string;
      /**
       * @description Also send me news about newsletter opportunities. I can unsubscribe at any time.
       * @default false
       */
      marketingConsent?: boolean;
      locale?: string;
    };
    FreeScanAccepted: {
      scanId: string;
      status:
        | 'queued'
        | 'awaiting_confirmation'
        | 'confirmed'
        | 'running'
        | 'completed'
        | 'failed'
        | 'expired'
        | (string & {});
      /** Format: date-time */
      confirmationExpiresAt: string;
      message: string;
    };
    FreeScanConfirmed: {
      scanId: string;
      status:
        | 'queued'
        | 'awaiting_confirmation'
        | 'confirmed'
        | 'running'
        | 'completed'
        | 'failed'
        | 'expired'
        | (string & {});
      /** Format: date-time */
      consentRecordedAt: string;
      idea: string;
    };
    FreeScanStatusLookup: {
      scanId: string;
      /** Format: email */
      email: string;
    };
    FreeScanStatusLookupResult: {
      scanId: string;
      status:
        | 'queued'
        | 'awaiting_confirmation'
        | 'confirmed'
        | 'running'
        | 'completed'
        | 'failed'
        | 'expired'
        | 'unknown'
        | (string & {});
      createdAt: string | null;
      confirmedAt: string | null;
      completedAt: string | null;
      summary: string | null;
      failureReason: string | null;
    };
    Unsubscribed: {
      status: 'unsubscribed' | (string & {});
    };
    SignInLinkRequest: {
      /** Format: email */
      email: string;
      returnPath?: string;
    };
    SignInLinkAccepted: {
      status: 'accepted' | (string & {});
      message: string;
    };
    PasswordResetLinkRequest: {
      /** Format: email */
      email: string;
    };
    PasswordResetLinkAccepted: {
      status: 'accepted' | (string & {});
      message: string;
    };
    PasswordResetComplete: {
      token: string;
      newPassword: string;
    };
    PasswordResetCompleted: {
      status: 'completed' | (string & {});
      /** Format: date-time */
      completedAt: string;
      /** @description Browsers that were signed in and are not any more. */
      sessionsRevoked: number;
    };
    SupportRequest: {
      /** Format: email */
      email: string;
      subject: string;
      message: string;
      /** @enum {string} */
      category?: 'account' | 'billing' | 'runs' | 'api' | 'privacy' | 'other';
      /** @description Id of the run, order or request that this is about. */
      relatedId?: string;
    };
    SupportRequestAccepted: {
      supportRequestId: string;
      status: 'received' | (string & {});
      /** Format: date-time */
      createdAt: string;
    };
    MailEventReceived: {
      received: boolean;
    };
    BrowserCheckoutForm: {
      /** @enum {string} */
      product: 'idea_check' | 'custom_search' | 'opportunity';
      opportunityId?: string;
      /** @enum {string} */
      quantity?: '1' | '3';
      idempotencyKey: string;
      /** @enum {string} */
      immediateAccessConsent: 'true' | 'on' | '1';
      /** @enum {string} */
      withdrawalLossAcknowledgment: 'true' | 'on' | '1';
    };
    EvaluationCreate: {
      idea: string;
      audience?: string;
      geography?: string;
      /**
       * @description Language in which the agents write the findings, `en` unless the deployment says otherwise. Labels of the dossier stay English, quotations are in the language of their page.
       * @enum {string}
       */
      language?: 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'pt';
      /** @description For your own use, such as the id of your customer: it comes back with the run, and runs are found by it. The agent never sees it. Not for secrets. */
      metadata?: {
        [key: string]: string;
      };
    };
    PaidProductRunCreated: {
      runId: string;
      kind: 'idea_check' | 'custom_search' | (string & {});
      status: 'queued' | 'running' | 'canceling' | 'completed' | 'failed' | 'canceled' | 'expired' | (string & {});
      mode: 'live' | 'test' | (string & {});
      entitlementId: string;
      statusUrl: string;
      /** Format: date-time */
      createdAt: string;
      pollAfterSeconds: number;
      /** @description Whether this answer repeats an earlier one to the same Idempotency-Key. */
      replayed: boolean;
    };
    EvaluationBatchCreate: {
      /** @description What each run is asked to research; two equal items are two runs. */
      items: components['schemas']['EvaluationCreate'][];
    };
    RunBatchCreated: {
      /** @description In the order of the items. */
      runs: components['schemas']['PaidProductRunCreated'][];
    };
    SearchCreate: {
      /** @description Who would run the newsletter: experience, time, means, reach. */
      operatorProfile: string;
      expertise: string[];
      /**
       * @description How many ideas are planned and researched.
       * @default 10
       */
      candidateCount?: number;
      /**
       * @description Language in which the agents write the findings, `en` unless the deployment says otherwise. Labels of the dossier stay English, quotations are in the language of their page.
       * @enum {string}
       */
      language?: 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'pt';
      /** @description For your own use, such as the id of your customer: it comes back with the run, and runs are found by it. The agent never sees it. Not for secrets. */
      metadata?: {
        [key: string]: string;
      };
    };
    RunFailure: {
      code:
        | 'queue_expired'
        | 'deadline_exceeded'
        | 'agent_refused'
        | 'findings_invalid'
        | 'not_enough_evidence'
        | 'plan_invalid'
        | 'too_few_candidates'
        | 'run_budget_exceeded'
        | 'agent_stopped'
        | 'agent_unavailable'
        | 'rendering_failed'
        | 'internal_error'
        | 'stopped_by_operator'
        | 'canceled'
        | (string & {});
      message: string;
      retryable: boolean;
    };
    RunStatus: {
      runId: string;
      kind: 'idea_check' | 'custom_search' | (string & {});
      status: 'queued' | 'running' | 'canceling' | 'completed' | 'failed' | 'canceled' | 'expired' | (string & {});
      stage: 'queued' | 'researching' | 'validating' | 'rendering' | 'done' | (string & {});
      progress: {
        done: number;
        total: number;
      };
      mode: 'live' | 'test' | (string & {});
      provider: {
        name: string | null;
        agentId: string | null;
        agentVersion: string | null;
        sessionId: string | null;
      };
      workflowId: string;
      /** Format: date-time */
      createdAt: string;
      startedAt: string | null;
      completedAt: string | null;
      /** Format: date-time */
      updatedAt: string;
      deadlineAt: string | null;
      cost: {
        /** @description Minor units, rounded up. */
        amount: number;
        /** @description Millionths of a unit: exact. */
        amountMicros: number;
        /** @description Part of it for the second reader of claims; 0 without one. */
        claimCheckMicros: number;
        /** @constant */
        currency: 'usd';
      } | null;
      evidence: {
        /** @description Quotations in the published findings. */
        cited: number;
        /** @description Those that we found word for word on the page they cite. */
        verified: number;
        supported: number | null;
        partly: number | null;
        unsupported: number | null;
      } | null;
      failureReason: string | null;
      failure: components['schemas']['RunFailure'] | null;
      entitlementRestored: boolean;
      findingsSchemaVersion: string | null;
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
    AskedStep: {
      /** Format: date-time */
      at: string;
      /** @constant */
      kind: 'asked';
      /** @description What it asked a search engine. */
      query: string;
    };
    PageStep: {
      /** Format: date-time */
      at: string;
      kind: 'opened' | 'refused';
      /** @description Address as the agent gave it, cut where it is longer. */
      url: string;
    };
    /** @description Public findings of one completed run. */
    Findings: {
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
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
          /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
          /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
          calculation?: string;
          /** @description Rate by which a price in another currency was converted, and its day. */
          exchange?: {
            /** @description ISO 4217, in lower case, as on the page. */
            currency: string;
            /** @description US dollars for one unit of it. */
            rate: number;
            /** Format: date */
            day: string;
          };
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
        costPerReader?: {
          /** @description US cents for one new reader. */
          cents: number;
          /**
           * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
           * @enum {string}
           */
          basis: 'sourced' | 'assumed';
          /** @description Why this number. */
          note: string;
          evidenceIds: string[];
          /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
          calculation?: string;
          /** @description Rate by which a price in another currency was converted, and its day. */
          exchange?: {
            /** @description ISO 4217, in lower case, as on the page. */
            currency: string;
            /** @description US dollars for one unit of it. */
            rate: number;
            /** Format: date */
            day: string;
          };
        } | null;
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
        /** @description What is seen early where it comes true. */
        signal?: string;
        stop?: {
          /** @description Day after the start on which the condition is looked at, at the latest. */
          byDay: number;
          /** @description What must be so for the operator to stop then. */
          condition: string;
        };
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
        /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
        calculation?: string;
        /** @description Rate by which a price in another currency was converted, and its day. */
        exchange?: {
          /** @description ISO 4217, in lower case, as on the page. */
          currency: string;
          /** @description US dollars for one unit of it. */
          rate: number;
          /** Format: date */
          day: string;
        };
        /** @description The service fetched the page and looked for the excerpt, word for word. Of one that was found the excerpt is published as whole sentences, as the page has them. */
        verification?: {
          /** @enum {string} */
          status: 'verified' | 'not_found' | 'unreachable' | 'not_text';
          /** Format: date-time */
          checkedAt: string;
          contentSha256: string | null;
          /** @description What stands on the page where the quotation was found, with 200 characters on each side. */
          context?: string;
          /**
           * @description Whether the claim follows from it, as a second reader judged; absent where none did.
           * @enum {string}
           */
          support?: 'supported' | 'partly' | 'unsupported';
          /** @description Page of a PDF on which it was found. */
          page?: number;
          /** @description Title of the page as found. */
          pageTitle?: string;
          /**
           * Format: date
           * @description Day of publication that the page stated, as found.
           */
          pageDate?: string;
          /** @description The service could not read the page; the excerpt stands in what the agent saw of it. Absent otherwise. Must be `true`. */
          seenByAgent?: boolean;
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
          /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
          calculation?: string;
          /** @description Rate by which a price in another currency was converted, and its day. */
          exchange?: {
            /** @description ISO 4217, in lower case, as on the page. */
            currency: string;
            /** @description US dollars for one unit of it. */
            rate: number;
            /** Format: date */
            day: string;
          };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
      /** @description Newsletters that show what this one could become. Each figure stands in an excerpt that it cites, or is calculated from it; null where none was found. */
      comparables?: {
        name: string;
        url: string | null;
        /** @description What makes it comparable: its readers, its form, or how it earns. */
        likeness: string;
        readers: {
          count: number;
          evidenceIds: string[];
          /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
          calculation?: string;
          /** @description Rate by which a price in another currency was converted, and its day. */
          exchange?: {
            /** @description ISO 4217, in lower case, as on the page. */
            currency: string;
            /** @description US dollars for one unit of it. */
            rate: number;
            /** Format: date */
            day: string;
          };
        } | null;
        opens: {
          /** @description Of 1,000 readers, who open an issue. */
          perThousand: number;
          evidenceIds: string[];
          /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
          calculation?: string;
          /** @description Rate by which a price in another currency was converted, and its day. */
          exchange?: {
            /** @description ISO 4217, in lower case, as on the page. */
            currency: string;
            /** @description US dollars for one unit of it. */
            rate: number;
            /** Format: date */
            day: string;
          };
        } | null;
        price: {
          /** @description US cents for one reader; 0 is free. */
          amount: number;
          /** @constant */
          currency: 'usd';
          /** @enum {string} */
          period: 'month' | 'year' | 'issue' | 'once';
          evidenceIds: string[];
          /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
          calculation?: string;
          /** @description Rate by which a price in another currency was converted, and its day. */
          exchange?: {
            /** @description ISO 4217, in lower case, as on the page. */
            currency: string;
            /** @description US dollars for one unit of it. */
            rate: number;
            /** Format: date */
            day: string;
          };
        } | null;
      }[];
      /** @description Companies by name that pay to reach these readers, each seen to do so. */
      sponsors?: {
        name: string;
        url: string | null;
        /** @description Where it pays for places today, and to reach whom. */
        advertises: string;
        evidenceIds: string[];
        price: {
          /** @description US cents for a place, by 1,000 opens. */
          perThousandOpensCents: number;
          /**
           * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
           * @enum {string}
           */
          basis: 'sourced' | 'assumed';
          /** @description Why this number. */
          note: string;
          evidenceIds: string[];
          /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
          calculation?: string;
          /** @description Rate by which a price in another currency was converted, and its day. */
          exchange?: {
            /** @description ISO 4217, in lower case, as on the page. */
            currency: string;
            /** @description US dollars for one unit of it. */
            rate: number;
            /** Format: date */
            day: string;
          };
        } | null;
      }[];
      trend?: {
        /** @description What was counted, and by whom. */
        counted: string;
        /** @description Such as “searches a month”, or “index, 100 is the highest”. */
        unit: string;
        /** @description In the order of time. Each value stands in an excerpt that it cites. */
        points: {
          /** @description A year, or a month. */
          period: string;
          value: number;
          evidenceIds: string[];
          /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
          calculation?: string;
          /** @description Rate by which a price in another currency was converted, and its day. */
          exchange?: {
            /** @description ISO 4217, in lower case, as on the page. */
            currency: string;
            /** @description US dollars for one unit of it. */
            rate: number;
            /** Format: date */
            day: string;
          };
        }[];
        /** @description What the course means for this newsletter. */
        reading: string;
      };
      /** @description One whole issue, as its readers would get it. */
      sampleIssue?: {
        /** @description Place in `firstIssues`. */
        issue: number;
        /** @description Subject line. */
        subject: string;
        /** @description Line that an inbox shows beside the subject. */
        preview: string;
        sections: {
          heading: string;
          /** @description Paragraphs are divided by blank lines. */
          body: string;
          evidenceIds: string[];
        }[];
      };
      /** @description Names and domains as the agent says that it checked them, at that moment; nothing was reserved. */
      nameChecks?: {
        name: string;
        domain: string;
        /**
         * @description Whether the agent saw the name in use for something that readers could confuse.
         * @enum {string}
         */
        use: 'none_seen' | 'in_use' | 'unclear';
        /**
         * @description What became of opening the domain. That none answers does not say that nobody owns it.
         * @enum {string}
         */
        site: 'answers' | 'no_answer' | 'unclear';
        /** Format: date-time */
        checkedAt: string;
        /** @description What was seen, and where was looked. */
        note: string;
      }[];
      wouldChange?: {
        /** @description What would have to be found. */
        finding: string;
        /** @enum {string} */
        recommendation: 'pursue' | 'refine' | 'avoid';
        /** @description The cheapest way to find it out. */
        test: string;
      }[];
      /** @description The assumptions of `unitEconomics` that move the result of the likely case most, the first most; those that do not move it are left out. Computed by the service. */
      sensitivity?: {
        /** @enum {string} */
        assumption:
          | 'readers'
          | 'churnPerThousand'
          | 'payingPerThousand'
          | 'priceCents'
          | 'issuesPerMonth'
          | 'sponsorSlotsPerIssue'
          | 'fillPercent'
          | 'slotCentsPerThousandReaders'
          | 'otherCentsPerThousandReaders'
          | 'feesPerThousand'
          | 'acquisitionCents'
          | 'fixedCents'
          | 'startCents'
          | 'hoursPerMonth';
        /** @description Result of the likely case in the first year with the cautious value of this assumption alone. */
        cautiousCents: number;
        /** @description The same with its optimistic value. */
        optimisticCents: number;
        breakEven: number | null;
      }[];
      /** @description What the agent asked and opened until it handed these findings in, in the order of its session, by the record of the agent provider. Pages that were refused to it stand there as well. */
      searchLog?: (components['schemas']['AskedStep'] | components['schemas']['PageStep'])[];
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
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
            /** @description Higher is better for the operator; for `competition` and `risk` 100 is the most favorable. */
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
          costPerReader?: {
            /** @description US cents for one new reader. */
            cents: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            /** @description Why this number. */
            note: string;
            evidenceIds: string[];
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
          } | null;
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
          /** @description What is seen early where it comes true. */
          signal?: string;
          stop?: {
            /** @description Day after the start on which the condition is looked at, at the latest. */
            byDay: number;
            /** @description What must be so for the operator to stop then. */
            condition: string;
          };
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
          /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
          calculation?: string;
          /** @description Rate by which a price in another currency was converted, and its day. */
          exchange?: {
            /** @description ISO 4217, in lower case, as on the page. */
            currency: string;
            /** @description US dollars for one unit of it. */
            rate: number;
            /** Format: date */
            day: string;
          };
          /** @description The service fetched the page and looked for the excerpt, word for word. Of one that was found the excerpt is published as whole sentences, as the page has them. */
          verification?: {
            /** @enum {string} */
            status: 'verified' | 'not_found' | 'unreachable' | 'not_text';
            /** Format: date-time */
            checkedAt: string;
            contentSha256: string | null;
            /** @description What stands on the page where the quotation was found, with 200 characters on each side. */
            context?: string;
            /**
             * @description Whether the claim follows from it, as a second reader judged; absent where none did.
             * @enum {string}
             */
            support?: 'supported' | 'partly' | 'unsupported';
            /** @description Page of a PDF on which it was found. */
            page?: number;
            /** @description Title of the page as found. */
            pageTitle?: string;
            /**
             * Format: date
             * @description Day of publication that the page stated, as found.
             */
            pageDate?: string;
            /** @description The service could not read the page; the excerpt stands in what the agent saw of it. Absent otherwise. Must be `true`. */
            seenByAgent?: boolean;
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
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
              /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
              calculation?: string;
              /** @description Rate by which a price in another currency was converted, and its day. */
              exchange?: {
                /** @description ISO 4217, in lower case, as on the page. */
                currency: string;
                /** @description US dollars for one unit of it. */
                rate: number;
                /** Format: date */
                day: string;
              };
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
        /** @description Newsletters that show what this one could become. Each figure stands in an excerpt that it cites, or is calculated from it; null where none was found. */
        comparables?: {
          name: string;
          url: string | null;
          /** @description What makes it comparable: its readers, its form, or how it earns. */
          likeness: string;
          readers: {
            count: number;
            evidenceIds: string[];
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
          } | null;
          opens: {
            /** @description Of 1,000 readers, who open an issue. */
            perThousand: number;
            evidenceIds: string[];
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
          } | null;
          price: {
            /** @description US cents for one reader; 0 is free. */
            amount: number;
            /** @constant */
            currency: 'usd';
            /** @enum {string} */
            period: 'month' | 'year' | 'issue' | 'once';
            evidenceIds: string[];
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
          } | null;
        }[];
        /** @description Companies by name that pay to reach these readers, each seen to do so. */
        sponsors?: {
          name: string;
          url: string | null;
          /** @description Where it pays for places today, and to reach whom. */
          advertises: string;
          evidenceIds: string[];
          price: {
            /** @description US cents for a place, by 1,000 opens. */
            perThousandOpensCents: number;
            /**
             * @description `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
             * @enum {string}
             */
            basis: 'sourced' | 'assumed';
            /** @description Why this number. */
            note: string;
            evidenceIds: string[];
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
          } | null;
        }[];
        trend?: {
          /** @description What was counted, and by whom. */
          counted: string;
          /** @description Such as “searches a month”, or “index, 100 is the highest”. */
          unit: string;
          /** @description In the order of time. Each value stands in an excerpt that it cites. */
          points: {
            /** @description A year, or a month. */
            period: string;
            value: number;
            evidenceIds: string[];
            /** @description Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md). */
            calculation?: string;
            /** @description Rate by which a price in another currency was converted, and its day. */
            exchange?: {
              /** @description ISO 4217, in lower case, as on the page. */
              currency: string;
              /** @description US dollars for one unit of it. */
              rate: number;
              /** Format: date */
              day: string;
            };
          }[];
          /** @description What the course means for this newsletter. */
          reading: string;
        };
        /** @description One whole issue, as its readers would get it. */
        sampleIssue?: {
          /** @description Place in `firstIssues`. */
          issue: number;
          /** @description Subject line. */
          subject: string;
          /** @description Line that an inbox shows beside the subject. */
          preview: string;
          sections: {
            heading: string;
            /** @description Paragraphs are divided by blank lines. */
            body: string;
            evidenceIds: string[];
          }[];
        };
        /** @description Names and domains as the agent says that it checked them, at that moment; nothing was reserved. */
        nameChecks?: {
          name: string;
          domain: string;
          /**
           * @description Whether the agent saw the name in use for something that readers could confuse.
           * @enum {string}
           */
          use: 'none_seen' | 'in_use' | 'unclear';
          /**
           * @description What became of opening the domain. That none answers does not say that nobody owns it.
           * @enum {string}
           */
          site: 'answers' | 'no_answer' | 'unclear';
          /** Format: date-time */
          checkedAt: string;
          /** @description What was seen, and where was looked. */
          note: string;
        }[];
        wouldChange?: {
          /** @description What would have to be found. */
          finding: string;
          /** @enum {string} */
          recommendation: 'pursue' | 'refine' | 'avoid';
          /** @description The cheapest way to find it out. */
          test: string;
        }[];
        /** @description The assumptions of `unitEconomics` that move the result of the likely case most, the first most; those that do not move it are left out. Computed by the service. */
        sensitivity?: {
          /** @enum {string} */
          assumption:
            | 'readers'
            | 'churnPerThousand'
            | 'payingPerThousand'
            | 'priceCents'
            | 'issuesPerMonth'
            | 'sponsorSlotsPerIssue'
            | 'fillPercent'
            | 'slotCentsPerThousandReaders'
            | 'otherCentsPerThousandReaders'
            | 'feesPerThousand'
            | 'acquisitionCents'
            | 'fixedCents'
            | 'startCents'
            | 'hoursPerMonth';
          /** @description Result of the likely case in the first year with the cautious value of this assumption alone. */
          cautiousCents: number;
          /** @description The same with its optimistic value. */
          optimisticCents: number;
          breakEven: number | null;
        }[];
        /** @description What the agent asked and opened until it handed these findings in, in the order of its session, by the record of the agent provider. Pages that were refused to it stand there as well. */
        searchLog?: (components['schemas']['AskedStep'] | components['schemas']['PageStep'])[];
      }[];
      provenance: {
        /** @description Who ran the agent; `local-sample` marks output of the local stand-in. */
        provider: string;
        model: string;
        agentVersion: string;
      };
    };
    /** @description Only runs with all of this metadata: `metadata[customer]=acme`. */
    MetadataFilter: {
      [key: string]: string;
    };
    RunList: {
      data: components['schemas']['RunStatus'][];
      /** @description Pass as `cursor` for the next page; null at the end. */
      nextCursor: string | null;
    };
    Portfolio: {
      schemaVersion: string;
      runId: string;
      /** Format: date-time */
      generatedAt: string;
      method: {
        /**
         * @description The score is that of the candidate’s verdict, lowered by what was not verified. Portfolios of before lack it: their score is the weighted mean of the dimensions.
         * @constant
         */
        rankedBy?: 'verdict';
        /** @description Part of the verdict, of 100, that is lost where no quotation was verified; in proportion else. */
        unverifiedCosts?: number;
        weights: {
          /** @description Weight in the weighted mean, to which a verdict is held. */
          demand: number;
          /** @description Weight in the weighted mean, to which a verdict is held. */
          competition: number;
          /** @description Weight in the weighted mean, to which a verdict is held. */
          monetization: number;
          /** @description Weight in the weighted mean, to which a verdict is held. */
          acquisition: number;
          /** @description Weight in the weighted mean, to which a verdict is held. */
          operatorFit: number;
          /** @description Weight in the weighted mean, to which a verdict is held. */
          sustainability: number;
          /** @description Weight in the weighted mean, to which a verdict is held. */
          risk: number;
        };
        tieBreak: string[];
      };
      ranking: {
        rank: number;
        candidateId: string;
        title: string;
        /** @description The verdict’s score in the findings: it decides recommendation and rank. */
        score: number;
        /** @enum {string} */
        recommendation?: 'pursue' | 'refine' | 'avoid';
        evidence?: {
          cited: number;
          verified: number;
        } | null;
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
        /** @description Id of the ranked candidate that is the same idea in other words. */
        sameAs?: string;
      }[];
    };
    EntitlementCount: {
      kind: 'idea_check' | 'custom_search' | (string & {});
      /** @description Credits that a run can take. */
      unused: number;
      consumed: number;
      /** @description Credits that a dispute of their payment keeps from being taken. */
      frozen: number;
    };
    Account: {
      accountId: string;
      /** @description Enough to tell accounts apart. */
      emailMasked: string;
      plan: 'free' | 'starter' | 'pro' | 'partner' | 'admin' | (string & {});
      mode: 'live' | 'test' | (string & {});
      /** Format: date-time */
      createdAt: string;
      /** @description The key that this request was made with. */
      apiKey: {
        apiKeyId: string;
        name: string;
        prefix: string;
        scopes: (
          | 'scan:create'
          | 'evaluations:create'
          | 'searches:create'
          | 'opportunities:read'
          | 'purchases:create'
          | 'runs:read'
          | 'findings:read'
          | 'dossiers:read'
          | 'account:read'
          | 'usage:read'
          | 'withdrawals:write'
          | 'webhooks:manage'
          | 'buyer-demand:manage'
          | 'admin:review'
          | 'sandbox'
          | (string & {})
        )[];
        plan: 'free' | 'starter' | 'pro' | 'partner' | 'admin' | (string & {});
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
      endpoint: string;
      total: number;
      byStatus: {
        [key: string]: number;
      };
    };
    /** @description Minor units. Once it is spent or reserved, new runs are 402 `budget_spent`. */
    Budget: {
      limit: number | null;
      /** @description What runs of the account that ended in the period have cost, rounded up. */
      spent: number;
      /** @description What runs of the account that have not ended may still cost. */
      reserved: number;
      remaining: number | null;
      /** @constant */
      currency: 'usd';
      /** Format: date-time */
      resetsAt: string;
    };
    RateLimitState: {
      level: 'platform' | 'tenant' | 'endpoint' | (string & {});
      name: string;
      limit: number;
      remaining: number;
      windowSeconds: number;
      /** Format: date-time */
      resetsAt: string;
    };
    DailyCost: {
      /** Format: date */
      date: string;
      runs: number;
      /** @description Minor units, rounded up. */
      computeSpend: number;
      /** @description Millionths of a unit: exact. */
      computeSpendMicros: number;
    };
    UsageDashboard: {
      apiKeyId: string;
      plan: 'free' | 'starter' | 'pro' | 'partner' | 'admin' | (string & {});
      mode: 'live' | 'test' | (string & {});
      /** @description The calendar month in UTC; `end` is the first moment of the next. */
      period: {
        /** Format: date-time */
        start: string;
        /** Format: date-time */
        end: string;
      };
      /** @description Requests of this key in the period, refused ones too; not yet this one. */
      requests: {
        total: number;
        byStatus: {
          [key: string]: number;
        };
        byEndpoint: components['schemas']['EndpointUsage'][];
      };
      /** @description Runs that this key created in the period, by where they stand now. */
      runs: {
        byStatus: {
          [key: string]: number;
        };
      };
      /** @description Metadata of the runs that `runs` and `cost` count; `{}`: of all. */
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
        /** @description Minor units, rounded up. */
        computeSpend: number;
        /** @constant */
        currency: 'usd';
        daily: components['schemas']['DailyCost'][];
      };
      /** Format: date-time */
      generatedAt: string;
    };
    LoggedRequest: {
      /**
       * Format: date-time
       * @description Moment of the answer.
       */
      at: string;
      method: string;
      /** @description Without query; at most 200 characters, and without what looks like a key. */
      path: string;
      endpoint: string | null;
      status: number;
      code: string | null;
      /** @description Its `X-Request-Id`: quote it to support. */
      requestId: string;
      apiKeyId: string;
      apiKeyName: string;
      durationMs: number;
      /** @description Its `Noi-Version`. */
      serviceVersion: string;
      userAgent: string | null;
    };
    RequestList: {
      data: components['schemas']['LoggedRequest'][];
      /** @description Pass as `cursor` for the next page; null at the end. */
      nextCursor: string | null;
    };
    Webhook: {
      webhookId: string;
      url: string;
      eventTypes: (
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
        | 'withdrawal.returned'
        | (string & {})
      )[];
      /** @description Those of `eventTypes` that this service does not deliver. They stay, should it begin to. */
      undelivered: (
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
        | 'withdrawal.returned'
        | (string & {})
      )[];
      status: 'active' | 'disabled' | (string & {});
      description: string | null;
      /** Format: date-time */
      createdAt: string;
    };
    Webhooks: components['schemas']['Webhook'][];
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
       */
      url: string;
      eventTypes: components['schemas']['WebhookEventType'][];
      description?: string;
    };
    WebhookCreated: {
      webhookId: string;
      url: string;
      eventTypes: (
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
        | 'withdrawal.returned'
        | (string & {})
      )[];
      /** @description Those of `eventTypes` that this service does not deliver. They stay, should it begin to. */
      undelivered: (
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
        | 'withdrawal.returned'
        | (string & {})
      )[];
      status: 'active' | 'disabled' | (string & {});
      description: string | null;
      /** Format: date-time */
      createdAt: string;
      /** @description Shown this once. Verifies signatures by Standard Webhooks. */
      signingSecret: string;
    };
    WebhookChange: {
      /**
       * Format: uri
       * @description An https address that can be reached publicly, without user name, password or fragment.
       */
      url?: string;
      eventTypes?: components['schemas']['WebhookEventType'][];
      description?: string | null;
      /** @description False: no deliveries until it is enabled again. */
      enabled?: boolean;
    };
    WebhookRotated: {
      webhookId: string;
      /** @description Shown this once. Deliveries are signed with it from now on. */
      signingSecret: string;
      /**
       * Format: date-time
       * @description Until then the secret before signs, too: switch your receiver by then.
       */
      previousSecretExpiresAt: string;
    };
    WebhookDeliveryAttempt: {
      attempt: number;
      /** Format: date-time */
      startedAt: string;
      durationMs: number;
      responseStatus: number | null;
      error: string | null;
    };
    WebhookDelivery: {
      deliveryId: string;
      webhookId: string;
      eventType:
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
        | 'withdrawal.returned'
        | (string & {});
      status: 'pending' | 'delivered' | 'failed' | (string & {});
      /** Format: date-time */
      createdAt: string;
      endedAt: string | null;
      /** @description Oldest first, at most eight. */
      attempts: components['schemas']['WebhookDeliveryAttempt'][];
    };
    WebhookReplay: {
      /** @description Sends this one again. */
      deliveryId?: string;
      /**
       * Format: date-time
       * @description With `until`: sends the events of this span.
       */
      since?: string;
      /**
       * Format: date-time
       * @description Excluded.
       */
      until?: string;
    };
    WebhookReplayed: {
      webhookId: string;
      /** @description The new deliveries, in the order of their events. */
      deliveryIds: string[];
      nextSince: string | null;
      /** @description Whether this answer repeats an earlier one to the same Idempotency-Key. */
      replayed: boolean;
    };
    WebhookDeliveryList: {
      data: components['schemas']['WebhookDelivery'][];
      /** @description Pass as `cursor` for the next page; null at the end. */
      nextCursor: string | null;
    };
    RunEventPayload: {
      type: 'run.completed' | 'run.failed' | 'run.canceled' | 'run.expired' | (string & {});
      /** Format: date-time */
      timestamp: string;
      data: {
        /** @description The same in every delivery of this event, replays included. */
        id: string;
        /** @description Orders the events of one subject: a delivery with a lower one than you have seen is old news. */
        sequence: number;
        subject: string;
        status: 'queued' | 'running' | 'canceling' | 'completed' | 'failed' | 'canceled' | 'expired' | (string & {});
        links: {
          /** @description Path of the API. */
          run: string;
          findings: string | null;
          dossier: string | null;
          portfolio: string | null;
        };
      };
    };
    OrderEventPayload: {
      type: 'order.paid' | 'order.fulfilled' | 'order.expired' | 'order.refunded' | (string & {});
      /** Format: date-time */
      timestamp: string;
      data: {
        /** @description The same in every delivery of this event, replays included. */
        id: string;
        /** @description Orders the events of one subject: a delivery with a lower one than you have seen is old news. */
        sequence: number;
        subject: string;
        status:
          | 'creating'
          | 'pending_payment'
          | 'paid'
          | 'fulfilled'
          | 'failed'
          | 'expired'
          | 'canceled'
          | 'refund_pending'
          | 'refunded'
          | 'refund_failed'
          | 'refund_waived'
          | (string & {});
        links: {
          /** @description Path of the API. */
          order: string;
        };
      };
    };
    WithdrawalEventPayload: {
      type: 'withdrawal.paid' | 'withdrawal.failed' | 'withdrawal.returned' | (string & {});
      /** Format: date-time */
      timestamp: string;
      data: {
        /** @description The same in every delivery of this event, replays included. */
        id: string;
        /** @description Orders the events of one subject: a delivery with a lower one than you have seen is old news. */
        sequence: number;
        subject: string;
        status:
          | 'requested'
          | 'under_review'
          | 'processing'
          | 'in_transit'
          | 'paid'
          | 'rejected'
          | 'canceled'
          | 'failed'
          | 'returned'
          | (string & {});
        links: {
          /** @description Path of the API. */
          withdrawal: string;
        };
      };
    };
    ProductEvent:
      | components['schemas']['RunEventPayload']
      | components['schemas']['OrderEventPayload']
      | components['schemas']['WithdrawalEventPayload'];
    EventList: {
      data: components['schemas']['ProductEvent'][];
      /** @description Pass as `cursor` for the next page; null at the end. */
      nextCursor: string | null;
    };
    DeveloperPortal: {
      findingsSchemaUrl: string;
      findingsJsonSchemaUrl: string;
      endpointCatalogueUrl: string;
      apiKeyManagement: {
        hashAlgorithm: string;
        rotationSupported: boolean;
        revocationSupported: boolean;
        scopes: string[];
        plans: string[];
      };
      usageDashboardUrl: string;
      webhookConfigurationUrl: string;
      sandbox: {
        testKeyPrefix: string;
        sampleFindingsUrl: string;
        evaluationsUrl: string;
        searchesUrl: string;
        /** @description Words of a request that choose how its run ends, and what they do. */
        outcomes: {
          [key: string]: string;
        };
        /** @description What the sandbox spends. */
        computeSpendUsd: number;
      };
      /** @description Requests to paste into a shell, in their order. `NOI_API_KEY` is a live key; `RUN_ID` is set by the samples themselves. */
      codeSamples: string[];
    };
    Money: {
      /** @description Minor units: 4900 is $49.00. */
      amount: number;
      currency: string;
    };
    OpportunityTeaser: {
      opportunityId: string;
      title: string;
      /** @description What anybody may read: enough to decide, not enough to copy. */
      summary: string;
      niche: string;
      audience: string;
      geography: string;
      /** @description The language that the newsletter would be written in, BCP 47. */
      language: string;
      /** @description The score of the verdict in the findings. */
      score: number;
      price: components['schemas']['Money'];
      availability: 'available' | 'reserved' | (string & {});
      dossierFormats: ('html' | 'pdf' | 'json' | (string & {}))[];
      /** Format: date-time */
      publishedAt: string;
    };
    OpportunityTeasers: components['schemas']['OpportunityTeaser'][];
    OpportunityPurchase: {
      /** @description I ask for access to the digital content right after payment, before the withdrawal period has ended. Must be `true`. */
      immediateAccessConsent: boolean;
      /** @description I know that I lose my right of withdrawal once access to the digital content has begun. Must be `true`. */
      withdrawalLossAcknowledgment: boolean;
    };
    CheckoutSessionCreated: {
      orderId: string;
      status:
        | 'creating'
        | 'pending_payment'
        | 'paid'
        | 'fulfilled'
        | 'failed'
        | 'expired'
        | 'canceled'
        | 'refund_pending'
        | 'refunded'
        | 'refund_failed'
        | 'refund_waived'
        | (string & {});
      checkoutUrl: string | null;
      checkoutSessionId: string | null;
      replayed: boolean;
      /** @description Credits that the order is for; 1 of an opportunity. */
      quantity: number;
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
      /** @enum {string} */
      product: 'idea_check' | 'custom_search' | 'opportunity';
      /** @description With product `opportunity` only. */
      opportunityId?: string | null;
      /**
       * @description Credits to buy; 3 are a pack, for less than three orders. Of an opportunity 1.
       * @default 1
       * @enum {integer}
       */
      quantity?: 1 | 3;
      /** @description I ask for access to the digital content right after payment, before the withdrawal period has ended. Must be `true`. */
      immediateAccessConsent: boolean;
      /** @description I know that I lose my right of withdrawal once access to the digital content has begun. Must be `true`. */
      withdrawalLossAcknowledgment: boolean;
    };
    OrderSummary: {
      orderId: string;
      product: 'idea_check' | 'custom_search' | 'opportunity' | (string & {});
      opportunityId: string | null;
      /** @description Credits that the order is for; 1 of an opportunity. */
      quantity: number;
      status:
        | 'creating'
        | 'pending_payment'
        | 'paid'
        | 'fulfilled'
        | 'failed'
        | 'expired'
        | 'canceled'
        | 'refund_pending'
        | 'refunded'
        | 'refund_failed'
        | 'refund_waived'
        | (string & {});
      /** @enum {string} */
      mode: 'live' | 'test';
      price: components['schemas']['Money'];
      checkoutSessionId: string | null;
      checkoutUrl: string | null;
      /** Format: date-time */
      expiresAt: string;
      consents: {
        immediateAccess: boolean;
        withdrawalLoss: boolean;
        textVersion: string;
        /** Format: date-time */
        recordedAt: string;
      };
      entitlementId: string | null;
      refund: {
        status: 'pending' | 'succeeded' | 'failed' | 'waived' | (string & {});
        /** @description Minor units, in the currency of the price. */
        amount: number;
        reason:
          | 'late'
          | 'mismatched'
          | 'duplicate'
          | 'opportunity_gone'
          | 'account_suspended'
          | 'returned'
          | 'fraud_warning'
          | (string & {});
      } | null;
      paid: {
        total: components['schemas']['Money'];
        /** @description Tax in `total`, in minor units; 0 where none was collected. */
        tax: number;
        /** Format: date-time */
        at: string;
      } | null;
      payment: {
        arrivedAt: string | null;
      } | null;
      dispute: {
        status: 'open' | 'inquiry' | 'won' | 'lost' | (string & {});
        /** Format: date-time */
        openedAt: string;
      } | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    OrderList: {
      data: components['schemas']['OrderSummary'][];
      /** @description Pass as `cursor` for the next page; null at the end. */
      nextCursor: string | null;
    };
    Order: {
      orderId: string;
      product: 'idea_check' | 'custom_search' | 'opportunity' | (string & {});
      opportunityId: string | null;
      /** @description Credits that the order is for; 1 of an opportunity. */
      quantity: number;
      status:
        | 'creating'
        | 'pending_payment'
        | 'paid'
        | 'fulfilled'
        | 'failed'
        | 'expired'
        | 'canceled'
        | 'refund_pending'
        | 'refunded'
        | 'refund_failed'
        | 'refund_waived'
        | (string & {});
      /** @enum {string} */
      mode: 'live' | 'test';
      price: components['schemas']['Money'];
      checkoutSessionId: string | null;
      checkoutUrl: string | null;
      /** Format: date-time */
      expiresAt: string;
      consents: {
        immediateAccess: boolean;
        withdrawalLoss: boolean;
        textVersion: string;
        /** Format: date-time */
        recordedAt: string;
      };
      entitlementId: string | null;
      refund: {
        status: 'pending' | 'succeeded' | 'failed' | 'waived' | (string & {});
        /** @description Minor units, in the currency of the price. */
        amount: number;
        reason:
          | 'late'
          | 'mismatched'
          | 'duplicate'
          | 'opportunity_gone'
          | 'account_suspended'
          | 'returned'
          | 'fraud_warning'
          | (string & {});
      } | null;
      paid: {
        total: components['schemas']['Money'];
        /** @description Tax in `total`, in minor units; 0 where none was collected. */
        tax: number;
        /** Format: date-time */
        at: string;
      } | null;
      payment: {
        arrivedAt: string | null;
      } | null;
      invoice: {
        number: string;
        url: string | null;
        pdfUrl: string | null;
      } | null;
      dispute: {
        status: 'open' | 'inquiry' | 'won' | 'lost' | (string & {});
        /** Format: date-time */
        openedAt: string;
      } | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    Withdrawal: {
      withdrawalId: string;
      status:
        | 'requested'
        | 'under_review'
        | 'processing'
        | 'in_transit'
        | 'paid'
        | 'rejected'
        | 'canceled'
        | 'failed'
        | 'returned'
        | (string & {});
      /** @description Minor units. */
      amount: number;
      /** @constant */
      currency: 'usd';
      payout: {
        /** @description Minor units. */
        amount: number;
        /** @description ISO 4217, lower case. */
        currency: string;
      } | null;
      failureReason: string | null;
      /** Format: date-time */
      requestedAt: string;
      /** Format: date-time */
      updatedAt: string;
      paidAt: string | null;
    };
    WithdrawalList: {
      data: components['schemas']['Withdrawal'][];
      /** @description Pass as `cursor` for the next page; null at the end. */
      nextCursor: string | null;
    };
    WithdrawalCreate: {
      /** @description Minor units: 25000 is $250.00. */
      amount: number;
      /** @constant */
      currency: 'usd';
      /** @description For your own records. */
      note?: string;
    };
    PaymentEventReceived: {
      /** @description Must be `true`. */
      received: boolean;
    };
    /** @description A JSON Schema 2020-12. */
    FindingsSchema: {
      [key: string]: unknown;
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
    EndpointCatalog: components['schemas']['EndpointDescriptor'][];
    Description: {
      [key: string]: unknown;
    };
    WebhookTestPayload: {
      type: string;
      /** Format: date-time */
      timestamp: string;
      data: {
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
      code:
        | 'invalid_request'
        | 'query_too_long'
        | 'invalid_json'
        | 'invalid_idempotency_key'
        | 'invalid_token'
        | 'origin_not_allowed'
        | 'webhook_limit_reached'
        | 'stale_form'
        | 'missing_api_key'
        | 'invalid_api_key'
        | 'entitlement_required'
        | 'budget_spent'
        | 'account_suspended'
        | 'insufficient_scope'
        | 'live_key_required'
        | 'test_key_required'
        | 'not_a_contributor'
        | 'insufficient_balance'
        | 'withdrawal_not_found'
        | 'not_found'
        | 'run_not_found'
        | 'run_not_completed'
        | 'artifact_unavailable'
        | 'portfolio_not_applicable'
        | 'opportunity_not_purchased'
        | 'webhook_not_found'
        | 'order_not_found'
        | 'invalid_webhook'
        | 'format_not_available'
        | 'method_not_allowed'
        | 'idempotency_key_reused'
        | 'idempotency_in_flight'
        | 'opportunity_unavailable'
        | 'webhook_disabled'
        | 'too_many_keys'
        | 'too_many_shares'
        | 'too_many_holds'
        | 'erasure_blocked'
        | 'run_already_finished'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'rate_limited'
        | 'internal_error'
        | 'payment_provider_failed'
        | 'free_scans_used_up'
        | 'overloaded'
        | 'service_unavailable'
        | 'service_not_configured'
        | (string & {});
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
  responses: {
    /** @description Success */
    HealthAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Health'];
      };
    };
    /** @description Success */
    ReadyAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Ready'];
      };
    };
    /** @description Not available */
    ReadyNotAvailableAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Ready'];
      };
    };
    /** @description Success */
    ServiceStatusAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['ServiceStatus'];
      };
    };
    /** @description Accepted */
    FreeScanAcceptedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['FreeScanAccepted'];
      };
    };
    /** @description Success */
    FreeScanConfirmedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['FreeScanConfirmed'];
      };
    };
    /** @description Success */
    FreeScanStatusLookupResultAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['FreeScanStatusLookupResult'];
      };
    };
    /** @description Success */
    UnsubscribedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Unsubscribed'];
      };
    };
    /** @description Accepted */
    SignInLinkAcceptedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['SignInLinkAccepted'];
      };
    };
    /** @description Accepted */
    PasswordResetLinkAcceptedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PasswordResetLinkAccepted'];
      };
    };
    /** @description Success */
    PasswordResetCompletedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PasswordResetCompleted'];
      };
    };
    /** @description Accepted */
    SupportRequestAcceptedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['SupportRequestAccepted'];
      };
    };
    /** @description Success */
    MailEventReceivedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['MailEventReceived'];
      };
    };
    /** @description Accepted */
    PaidProductRunCreatedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PaidProductRunCreated'];
      };
    };
    /** @description Accepted */
    RunBatchCreatedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['RunBatchCreated'];
      };
    };
    /** @description Accepted */
    RunStatusAcceptedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['RunStatus'];
      };
    };
    /** @description Success */
    FindingsAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Findings'];
      };
    };
    /** @description Success */
    RunListAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['RunList'];
      };
    };
    /** @description Success */
    RunStatusAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['RunStatus'];
      };
    };
    /** @description Success */
    RunDossierAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
        'application/pdf': string;
      };
    };
    /** @description Success */
    PortfolioAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Portfolio'];
      };
    };
    /** @description Success */
    RunExportAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/zip': string;
      };
    };
    /** @description Success */
    AccountAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Account'];
      };
    };
    /** @description Success */
    UsageDashboardAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['UsageDashboard'];
      };
    };
    /** @description Success */
    RequestListAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['RequestList'];
      };
    };
    /** @description Success */
    WebhooksAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Webhooks'];
      };
    };
    /** @description Created */
    WebhookCreatedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WebhookCreated'];
      };
    };
    /** @description Success */
    WebhookAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Webhook'];
      };
    };
    /** @description Success */
    WebhookRotatedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WebhookRotated'];
      };
    };
    /** @description Accepted */
    WebhookDeliveryAcceptedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WebhookDelivery'];
      };
    };
    /** @description Accepted */
    WebhookReplayedAcceptedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WebhookReplayed'];
      };
    };
    /** @description Success */
    WebhookDeliveryListAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WebhookDeliveryList'];
      };
    };
    /** @description Success */
    EventListAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['EventList'];
      };
    };
    /** @description Success */
    DeveloperPortalAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['DeveloperPortal'];
      };
    };
    /** @description Success */
    OpportunityTeasersAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OpportunityTeasers'];
      };
    };
    /** @description Success */
    CheckoutSessionCreatedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['CheckoutSessionCreated'];
      };
    };
    /** @description Success */
    PurchasedDossierAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'text/html': string;
        'application/pdf': string;
        'application/json': components['schemas']['Findings'];
      };
    };
    /** @description Success */
    OrderListAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['OrderList'];
      };
    };
    /** @description Success */
    OrderAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Order'];
      };
    };
    /** @description Success */
    WithdrawalListAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['WithdrawalList'];
      };
    };
    /** @description Accepted */
    WithdrawalAcceptedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Withdrawal'];
      };
    };
    /** @description Success */
    WithdrawalAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Withdrawal'];
      };
    };
    /** @description Success */
    PaymentEventReceivedAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['PaymentEventReceived'];
      };
    };
    /** @description Success */
    FindingsSchemaAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['FindingsSchema'];
      };
    };
    /** @description Success */
    EndpointCatalogAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['EndpointCatalog'];
      };
    };
    /** @description Success */
    DescriptionAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['Description'];
      };
    };
    /** @description Success */
    DescriptionYamlAnswer: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/yaml': string;
      };
    };
    /** @description `rate_limited`: Too many requests */
    '429_rate_limited': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `internal_error`: Unexpected failure */
    '500_internal_error': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description Any other failure. Tolerate new ones: `status` and `code` say what happened. */
    default: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
    '400_query_too_long_invalid_request': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
    '503_overloaded_service_unavailable': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
    '400_query_too_long_invalid_request_invalid_json': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `payload_too_large`: The body is too large */
    '413_payload_too_large': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `unsupported_media_type`: Unsupported media type */
    '415_unsupported_media_type': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `rate_limited`: Too many requests */
    '429_rate_limited-2': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
        'text/html': string;
      };
    };
    /** @description `internal_error`: Unexpected failure */
    '500_internal_error-2': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
        'text/html': string;
      };
    };
    /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
    '503_overloaded_service_unavailable_service_not_configured': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
    '503_overloaded_service_unavailable_service_not_configured-2': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
        'text/html': string;
      };
    };
    /** @description `invalid_webhook`: Webhook signature invalid; `query_too_long`: The query is too long; `invalid_request`: The request is not valid */
    '400_invalid_webhook_query_too_long_invalid_request': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
    '400_query_too_long_invalid_request_invalid_json_invalid_idempotency_key': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
    '401_missing_api_key_invalid_api_key': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `entitlement_required`: No unused entitlement; `budget_spent`: The monthly budget is spent or reserved */
    '402_entitlement_required_budget_spent': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope; `live_key_required`: A live API key is required */
    '403_account_suspended_insufficient_scope_live_key_required': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
    '409_idempotency_key_reused_idempotency_in_flight': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `entitlement_required`: No unused entitlement */
    '402_entitlement_required': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope; `test_key_required`: A test API key is required */
    '403_account_suspended_insufficient_scope_test_key_required': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `run_not_found`: Run not found */
    '404_run_not_found': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `run_already_finished`: The run has already finished */
    '409_run_already_finished': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
    '403_account_suspended_insufficient_scope': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `run_not_found`: Run not found */
    '404_run_not_completed_artifact_unavailable_run_not_found': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `webhook_not_found`: Webhook not found */
    '404_webhook_not_found': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
    '400_query_too_long_invalid_request_invalid_idempotency_key': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `webhook_disabled`: The webhook is disabled; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
    '409_webhook_disabled_idempotency_key_reused_idempotency_in_flight': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `opportunity_unavailable`: The opportunity is not available; `too_many_holds`: Too many opportunities are reserved for you; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
    '409_opportunity_unavailable_too_many_holds_idempotency_key_reused_idempotency_in_flight': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `payment_provider_failed`: The payment provider did not accept the checkout */
    '502_payment_provider_failed': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
    /** @description `query_too_long`: The query is too long */
    '400_query_too_long': {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': components['schemas']['ProblemDetails'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
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
      200: components['responses']['HealthAnswer'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      default: components['responses']['default'];
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
      200: components['responses']['ReadyAnswer'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['ReadyNotAvailableAnswer'];
      default: components['responses']['default'];
    };
  };
  getStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['ServiceStatusAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['FreeScanRequest'];
      };
    };
    responses: {
      202: components['responses']['FreeScanAcceptedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      /** @description `free_scans_used_up`: All free scans of the day are taken; `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      default: components['responses']['default'];
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
      200: components['responses']['FreeScanConfirmedAnswer'];
      /** @description Redirect */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_token`: The link is not valid; `invalid_request`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      429: components['responses']['429_rate_limited-2'];
      500: components['responses']['500_internal_error-2'];
      /** @description `free_scans_used_up`: All free scans of the day are taken; `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      default: components['responses']['default'];
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
        'application/json': components['schemas']['FreeScanStatusLookup'];
      };
    };
    responses: {
      200: components['responses']['FreeScanStatusLookupResultAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      429: components['responses']['429_rate_limited-2'];
      500: components['responses']['500_internal_error-2'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured-2'];
      default: components['responses']['default'];
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
      200: components['responses']['UnsubscribedAnswer'];
      /** @description `invalid_token`: The link is not valid; `invalid_request`: The request is not valid */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['SignInLinkRequest'];
      };
    };
    responses: {
      202: components['responses']['SignInLinkAcceptedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['PasswordResetLinkRequest'];
      };
    };
    responses: {
      202: components['responses']['PasswordResetLinkAcceptedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['PasswordResetComplete'];
      };
    };
    responses: {
      200: components['responses']['PasswordResetCompletedAnswer'];
      /** @description `invalid_token`: The link is not valid; `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['SupportRequest'];
      };
    };
    responses: {
      202: components['responses']['SupportRequestAcceptedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
        'application/json': Record<string, never>;
      };
    };
    responses: {
      200: components['responses']['MailEventReceivedAnswer'];
      400: components['responses']['400_invalid_webhook_query_too_long_invalid_request'];
      413: components['responses']['413_payload_too_large'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
        'application/x-www-form-urlencoded': components['schemas']['BrowserCheckoutForm'];
      };
    };
    responses: {
      /** @description Redirect */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `origin_not_allowed`: The request was sent from another site */
      400: {
        headers: {
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
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      429: components['responses']['429_rate_limited-2'];
      500: components['responses']['500_internal_error-2'];
      /** @description `payment_provider_failed`: The payment provider did not accept the checkout */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
          'text/html': string;
        };
      };
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured-2'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['EvaluationCreate'];
      };
    };
    responses: {
      202: components['responses']['PaidProductRunCreatedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      402: components['responses']['402_entitlement_required_budget_spent'];
      403: components['responses']['403_account_suspended_insufficient_scope_live_key_required'];
      409: components['responses']['409_idempotency_key_reused_idempotency_in_flight'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  createEvaluations: {
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
        'application/json': components['schemas']['EvaluationBatchCreate'];
      };
    };
    responses: {
      202: components['responses']['RunBatchCreatedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      402: components['responses']['402_entitlement_required_budget_spent'];
      403: components['responses']['403_account_suspended_insufficient_scope_live_key_required'];
      409: components['responses']['409_idempotency_key_reused_idempotency_in_flight'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['SearchCreate'];
      };
    };
    responses: {
      202: components['responses']['PaidProductRunCreatedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      402: components['responses']['402_entitlement_required_budget_spent'];
      403: components['responses']['403_account_suspended_insufficient_scope_live_key_required'];
      409: components['responses']['409_idempotency_key_reused_idempotency_in_flight'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  createSandboxEvaluation: {
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
        'application/json': components['schemas']['EvaluationCreate'];
      };
    };
    responses: {
      202: components['responses']['PaidProductRunCreatedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      402: components['responses']['402_entitlement_required'];
      403: components['responses']['403_account_suspended_insufficient_scope_test_key_required'];
      409: components['responses']['409_idempotency_key_reused_idempotency_in_flight'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  createSandboxEvaluations: {
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
        'application/json': components['schemas']['EvaluationBatchCreate'];
      };
    };
    responses: {
      202: components['responses']['RunBatchCreatedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      402: components['responses']['402_entitlement_required'];
      403: components['responses']['403_account_suspended_insufficient_scope_test_key_required'];
      409: components['responses']['409_idempotency_key_reused_idempotency_in_flight'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  createSandboxSearch: {
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
        'application/json': components['schemas']['SearchCreate'];
      };
    };
    responses: {
      202: components['responses']['PaidProductRunCreatedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      402: components['responses']['402_entitlement_required'];
      403: components['responses']['403_account_suspended_insufficient_scope_test_key_required'];
      409: components['responses']['409_idempotency_key_reused_idempotency_in_flight'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  reachSandboxDeadline: {
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
      202: components['responses']['RunStatusAcceptedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope_test_key_required'];
      404: components['responses']['404_run_not_found'];
      409: components['responses']['409_run_already_finished'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['FindingsAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long_invalid_request'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  listRuns: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        created_after?: string;
        created_before?: string;
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
      200: components['responses']['RunListAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  getRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description `wait=N`: hold the response until something changes, at most 30 seconds. */
        Prefer?: string;
        /** @description With `Accept: text/event-stream`, the id of the last event that was taken: the stream goes on behind it. */
        'Last-Event-ID'?: string;
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
      200: components['responses']['RunStatusAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      404: components['responses']['404_run_not_found'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  getRunFindings: {
    parameters: {
      query?: {
        fields?: string;
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
      200: components['responses']['FindingsAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      404: components['responses']['404_run_not_completed_artifact_unavailable_run_not_found'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['RunDossierAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `format_not_available`: The format is not available; `run_not_found`: Run not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['PortfolioAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `portfolio_not_applicable`: This run has no portfolio; `run_not_found`: Run not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['RunExportAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      404: components['responses']['404_run_not_completed_artifact_unavailable_run_not_found'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      202: components['responses']['RunStatusAcceptedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      404: components['responses']['404_run_not_found'];
      409: components['responses']['409_run_already_finished'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['AccountAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['UsageDashboardAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      403: components['responses']['403_account_suspended_insufficient_scope'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  listRequests: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        created_after?: string;
        created_before?: string;
        status?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['RequestListAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['WebhooksAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['WebhookCreate'];
      };
    };
    responses: {
      201: components['responses']['WebhookCreatedAnswer'];
      /** @description `webhook_limit_reached`: The account has all the webhooks it may have; `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['WebhookChange'];
      };
    };
    responses: {
      200: components['responses']['WebhookAnswer'];
      /** @description `webhook_limit_reached`: The account has all the webhooks it may have; `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      404: components['responses']['404_webhook_not_found'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      404: components['responses']['404_webhook_not_found'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
      200: components['responses']['WebhookRotatedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      404: components['responses']['404_webhook_not_found'];
      409: components['responses']['409_idempotency_key_reused_idempotency_in_flight'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
      202: components['responses']['WebhookDeliveryAcceptedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      404: components['responses']['404_webhook_not_found'];
      409: components['responses']['409_webhook_disabled_idempotency_key_reused_idempotency_in_flight'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
    };
  };
  replayWebhook: {
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
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookReplay'];
      };
    };
    responses: {
      202: components['responses']['WebhookReplayedAcceptedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      404: components['responses']['404_webhook_not_found'];
      409: components['responses']['409_webhook_disabled_idempotency_key_reused_idempotency_in_flight'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        created_after?: string;
        created_before?: string;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['WebhookDeliveryListAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      404: components['responses']['404_webhook_not_found'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
    };
  };
  listEvents: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        created_after?: string;
        created_before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['EventListAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      /** @description `service_not_configured`: This service is not configured; `overloaded`: Too much is under way; `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      default: components['responses']['default'];
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
      200: components['responses']['DeveloperPortalAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long_invalid_request'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['OpportunityTeasersAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['OpportunityPurchase'];
      };
    };
    responses: {
      200: components['responses']['CheckoutSessionCreatedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      409: components['responses']['409_opportunity_unavailable_too_many_holds_idempotency_key_reused_idempotency_in_flight'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      502: components['responses']['502_payment_provider_failed'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
      200: components['responses']['PurchasedDossierAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      /** @description `opportunity_not_purchased`: You have not bought this opportunity */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['CheckoutSessionCreate'];
      };
    };
    responses: {
      200: components['responses']['CheckoutSessionCreatedAnswer'];
      400: components['responses']['400_query_too_long_invalid_request_invalid_json_invalid_idempotency_key'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      409: components['responses']['409_opportunity_unavailable_too_many_holds_idempotency_key_reused_idempotency_in_flight'];
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      502: components['responses']['502_payment_provider_failed'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
    };
  };
  listOrders: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        created_after?: string;
        created_before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['OrderListAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['OrderAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      /** @description `order_not_found`: Order not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  listWithdrawals: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        created_after?: string;
        created_before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: components['responses']['WithdrawalListAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
        'application/json': components['schemas']['WithdrawalCreate'];
      };
    };
    responses: {
      202: components['responses']['WithdrawalAcceptedAnswer'];
      /** @description `insufficient_balance`: The balance is too low; `query_too_long`: The query is too long; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      /** @description `not_a_contributor`: The account is no contributor; `account_suspended`: The account is suspended; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      413: components['responses']['413_payload_too_large'];
      415: components['responses']['415_unsupported_media_type'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
      200: components['responses']['WithdrawalAnswer'];
      400: components['responses']['400_query_too_long_invalid_request'];
      401: components['responses']['401_missing_api_key_invalid_api_key'];
      403: components['responses']['403_account_suspended_insufficient_scope'];
      /** @description `withdrawal_not_found`: Withdrawal not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
        'application/json': unknown;
      };
    };
    responses: {
      200: components['responses']['PaymentEventReceivedAnswer'];
      400: components['responses']['400_invalid_webhook_query_too_long_invalid_request'];
      413: components['responses']['413_payload_too_large'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable_service_not_configured'];
      default: components['responses']['default'];
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
      200: components['responses']['FindingsSchemaAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long_invalid_request'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['EndpointCatalogAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long_invalid_request'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['DescriptionAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
      200: components['responses']['DescriptionYamlAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
    };
  };
  getOpenApi30: {
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
      200: components['responses']['DescriptionAnswer'];
      /** @description Not modified */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400_query_too_long'];
      429: components['responses']['429_rate_limited'];
      500: components['responses']['500_internal_error'];
      503: components['responses']['503_overloaded_service_unavailable'];
      default: components['responses']['default'];
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
  onRunCompleted: {
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
        'application/json': components['schemas']['RunEventPayload'];
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
  onRunFailed: {
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
        'application/json': components['schemas']['RunEventPayload'];
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
  onRunCanceled: {
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
        'application/json': components['schemas']['RunEventPayload'];
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
  onRunExpired: {
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
        'application/json': components['schemas']['RunEventPayload'];
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
  onOrderPaid: {
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
        'application/json': components['schemas']['OrderEventPayload'];
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
  onOrderFulfilled: {
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
        'application/json': components['schemas']['OrderEventPayload'];
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
  onOrderExpired: {
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
        'application/json': components['schemas']['OrderEventPayload'];
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
  onOrderRefunded: {
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
        'application/json': components['schemas']['OrderEventPayload'];
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
  onWithdrawalPaid: {
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
        'application/json': components['schemas']['WithdrawalEventPayload'];
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
  onWithdrawalFailed: {
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
        'application/json': components['schemas']['WithdrawalEventPayload'];
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
  onWithdrawalReturned: {
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
        'application/json': components['schemas']['WithdrawalEventPayload'];
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
