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
     * @description Consumes one unused Idea Check entitlement of the account. Repeat a request after a transport failure with the same Idempotency-Key and body: it gets the first answer again.
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
     * @description Consumes one unused Custom Search entitlement of the account. `progress` of the run counts candidates. The search completes when at least half of them pass; below that it fails and the entitlement is given back. Repeat a request after a transport failure with the same Idempotency-Key and body: it gets the first answer again.
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
    /** Runs of the account, newest first */
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
     * @description Poll this. Send the ETag back in `If-None-Match` to get 304 while nothing changed, and `Prefer: wait=N` (at most 30 seconds) to have the answer held until the run changes. A finished run is answered at once.
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
    /** Findings of a completed run */
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
    /** Dossier of a completed run */
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
    /** Ranked portfolio of a completed Custom Search */
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
    /** All documents of a completed run as one zip archive */
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
     * @description Needs the scope that creates runs of this kind. A run that was still queued gives its entitlement back; one that was running does not.
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
    /** The account, the calling key and its credits */
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
     * @description Counters are true: requests that this process answered are counted before the answer, those of other processes at most a second later. A 401 of this endpoint has no body.
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
    /** Webhook endpoints of the account */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Create a webhook endpoint
     * @description Only `webhook.test` is ever delivered, when its owner asks for it. An account may have 10 endpoints. The signing secret is in this answer only; repeating the request with the same Idempotency-Key gives the same answer for 30 days.
     */
    post: operations['createWebhook'];
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
     * @description Reserves the opportunity for the caller until the checkout ends; it is sold once the payment has arrived. Asking again while it is reserved for the same account returns the same checkout.
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
    /** Dossier of a bought opportunity */
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
     * @description Records the order with its price and consents and returns the address where it is paid. Repeat a request after a failure with the same Idempotency-Key and body: it goes on where it stopped.
     */
    post: operations['createCheckoutSession'];
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
    /** Status of one order */
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
    get?: never;
    put?: never;
    /**
     * Request a payout of your balance
     * @description For contributors. Holds the amount on the balance; it is given back on every end but `paid`. Repeat a request after a failure with the same Idempotency-Key and body: it gets the first answer again.
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
    /** Status of one withdrawal */
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
     * @description Signed by the provider (`Stripe-Signature`); nobody else has a use for it.
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
    /** Catalogue of all endpoints */
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
}
export type webhooks = Record<string, never>;
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
      marketingConsent: boolean;
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
      candidateCount: number;
    };
    /** @description Public findings of one completed run. */
    Findings: {
      /** @constant */
      schemaVersion: '1.0.0';
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
      }[];
      limitations: string[];
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
        }[];
        limitations: string[];
      }[];
      provenance: {
        /** @description Who ran the agent; `local-sample` marks output of the local stand-in. */
        provider: string;
        model: string;
        agentVersion: string;
      };
    };
    RunList: {
      data: components['schemas']['RunStatus'][];
      /** @description Pass as `cursor` for the next page. */
      nextCursor: string | null;
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
      failureReason: string | null;
      failure: {
        code: string;
        message: string;
        retryable: boolean;
      } | null;
      entitlementRestored: boolean;
      findingsSchemaVersion: string | null;
      links: {
        findings: string;
        dossier: string;
        portfolio: string | null;
        export: string;
      };
    };
    Portfolio: {
      /** @constant */
      schemaVersion: '1.0.0';
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
        available: number;
        held: number;
        /** @constant */
        currency: 'usd';
      } | null;
    };
    EntitlementCount: {
      /**
       * @description Today one of: idea_check, custom_search. Tolerate new values.
       * @example idea_check
       */
      kind: string;
      unused: number;
      consumed: number;
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
    /** @description Minor units. Once it is spent, new runs are 402 `budget_spent`. */
    Budget: {
      limit: number | null;
      /**
       * @description What runs of the account that ended in the period have cost, rounded up.
       * @example 17
       */
      spent: number;
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
      )[];
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
    Money: {
      /**
       * @description Minor units: 4900 is USD 49.00.
       * @example 4900
       */
      amount: number;
      /** @constant */
      currency: 'usd';
    };
    OpportunityPurchase: {
      /**
       * @description I ask for access to the digital content right after payment, before the withdrawal period has ended.
       * @constant
       */
      immediateAccessConsent: true;
      /**
       * @description I know that I lose my right of withdrawal once access to the digital content has begun.
       * @constant
       */
      withdrawalLossAcknowledgment: true;
    };
    CheckoutSessionCreated: {
      /** @example ord_01kah2v5q8e4wb6t7n9rjx3mzc */
      orderId: string;
      /**
       * @description Today one of: creating, pending_payment, paid, fulfilled, failed, expired, canceled, refund_pending, refunded, refund_failed. Tolerate new values.
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
      opportunityId?: string | null;
      /**
       * @description I ask for access to the digital content right after payment, before the withdrawal period has ended.
       * @constant
       */
      immediateAccessConsent: true;
      /**
       * @description I know that I lose my right of withdrawal once access to the digital content has begun.
       * @constant
       */
      withdrawalLossAcknowledgment: true;
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
       * @description Today one of: creating, pending_payment, paid, fulfilled, failed, expired, canceled, refund_pending, refunded, refund_failed. Tolerate new values.
       * @example creating
       */
      status: string;
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
        /**
         * @description Today one of: pending, succeeded, failed. Tolerate new values.
         * @example pending
         */
        status: string;
        /** @description Minor units, in the currency of the price. */
        amount: number;
        /**
         * @description Today one of: late, mismatched, duplicate, opportunity_gone, returned. Tolerate new values.
         * @example late
         */
        reason: string;
      } | null;
      dispute: {
        /**
         * @description Today one of: open, won, lost. Tolerate new values.
         * @example open
         */
        status: string;
        /** Format: date-time */
        openedAt: string;
      } | null;
      /** Format: date-time */
      createdAt: string;
      /** Format: date-time */
      updatedAt: string;
    };
    WithdrawalCreate: {
      /**
       * @description Minor units: 25000 is USD 250.00.
       * @example 25000
       */
      amount: number;
      /** @constant */
      currency: 'usd';
      /** @description For your own records. */
      note?: string;
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
    EndpointDescriptor: {
      method: string;
      path: string;
      audience: string;
      requiredScope: string | null;
      requiresIdempotencyKey: boolean;
      startsAsyncManagedAgentRun: boolean;
      responseScope: string | null;
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
       * @description Stable; listed at /developers/errors.
       * @example invalid_request
       * @example invalid_json
       * @example invalid_idempotency_key
       */
      code: string;
      requestId: string;
      retryable: boolean;
      retryAfterSeconds?: number;
      limitLevel?: string;
      errors?: {
        pointer: string;
        code: string;
        detail: string;
      }[];
    };
  };
  responses: never;
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
      /** @description Success */
      200: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ok",
           *       "apiVersion": "text",
           *       "serviceVersion": "text",
           *       "findingsSchemaVersion": "text",
           *       "hostingContract": {
           *         "valid": false,
           *         "violations": [
           *           "text"
           *         ]
           *       },
           *       "managedAgent": {
           *         "driftStatus": "in_sync",
           *         "checkedAt": "2026-11-21T03:20:53.738Z"
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ready",
           *       "checks": [
           *         {
           *           "name": "text",
           *           "status": "ok",
           *           "latencyMs": 0
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description Not available */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "ready",
           *       "checks": [
           *         {
           *           "name": "text",
           *           "status": "ok",
           *           "latencyMs": 0
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Ready'];
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "scanId": "scn_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "queued",
           *       "confirmationExpiresAt": "2026-11-21T03:20:53.738Z",
           *       "message": "text"
           *     }
           */
          'application/json': components['schemas']['FreeScanAccepted'];
        };
      };
      /** @description `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "scanId": "scn_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "queued",
           *       "consentRecordedAt": "2026-11-21T03:20:53.738Z",
           *       "idea": "text"
           *     }
           */
          'application/json': components['schemas']['FreeScanConfirmed'];
        };
      };
      /** @description Redirect */
      302: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_token`: The link is not valid; `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
         *       "scanId": "text",
         *       "email": "reader@example.com"
         *     }
         */
        'application/json': components['schemas']['FreeScanStatusLookup'];
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "scanId": "text",
           *       "status": "queued",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "confirmedAt": "2026-11-21T03:20:53.738Z",
           *       "completedAt": "2026-11-21T03:20:53.738Z",
           *       "summary": "text",
           *       "failureReason": "text"
           *     }
           */
          'application/json': components['schemas']['FreeScanStatusLookupResult'];
        };
      };
      /** @description `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "accepted",
           *       "message": "text"
           *     }
           */
          'application/json': components['schemas']['SignInLinkAccepted'];
        };
      };
      /** @description `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "status": "accepted",
           *       "message": "text"
           *     }
           */
          'application/json': components['schemas']['PasswordResetLinkAccepted'];
        };
      };
      /** @description `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
      /** @description `invalid_token`: The link is not valid; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
      /** @description `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
      /** @description `invalid_webhook`: The webhook is not to be believed */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
         *       "opportunityId": "text",
         *       "idempotencyKey": "text",
         *       "immediateAccessConsent": "true",
         *       "withdrawalLossAcknowledgment": "true"
         *     }
         */
        'application/x-www-form-urlencoded': components['schemas']['BrowserCheckoutForm'];
      };
    };
    responses: {
      /** @description Redirect */
      302: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: The request is not valid; `origin_not_allowed`: The form was sent from another site */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `opportunity_unavailable`: The opportunity is not available; `too_many_holds`: Too many opportunities are reserved for you; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payment_provider_failed`: The payment provider did not take the checkout */
      502: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
         *       "geography": "Germany"
         *     }
         */
        'application/json': components['schemas']['EvaluationCreate'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
           *       "statusUrl": "text",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "pollAfterSeconds": 0,
           *       "replayed": false
           *     }
           */
          'application/json': components['schemas']['PaidProductRunCreated'];
        };
      };
      /** @description `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `entitlement_required`: No unused entitlement; `budget_spent`: The monthly budget is spent */
      402: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope; `live_key_required`: A live API key is required */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
         *       "candidateCount": 10
         *     }
         */
        'application/json': components['schemas']['SearchCreate'];
      };
    };
    responses: {
      /** @description Accepted */
      202: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
           *       "statusUrl": "text",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "pollAfterSeconds": 0,
           *       "replayed": false
           *     }
           */
          'application/json': components['schemas']['PaidProductRunCreated'];
        };
      };
      /** @description `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `entitlement_required`: No unused entitlement; `budget_spent`: The monthly budget is spent */
      402: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope; `live_key_required`: A live API key is required */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
        /** @description ETag of an earlier answer. */
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schemaVersion": "1.0.0",
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
           *           "confidence": "low",
           *           "rationale": "Comparable decision guides sell between USD 40 and 90. Sponsors exist, but most of them sell the very thing that readers want advice on.",
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
           *           ]
           *         },
           *         {
           *           "name": "Installer Weekly (invented)",
           *           "url": null,
           *           "positioning": "A trade letter for heating engineers.",
           *           "strength": "First with changes of rules and subsidies.",
           *           "gap": "Unreadable for owners.",
           *           "evidenceIds": []
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
           *             "0.5% to 2% buy a guide of USD 40 to 57 each month"
           *           ]
           *         },
           *         {
           *           "model": "Sponsorship by lenders and insurers",
           *           "low": 0,
           *           "high": 120000,
           *           "currency": "usd",
           *           "assumptions": [
           *             "Makers of pumps are refused as sponsors",
           *             "two issues a month with one place each, USD 600 a place"
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
           *           "mitigation": "Write for the decision rather than for the subsidy; keep a page that is updated within a day."
           *         },
           *         {
           *           "title": "Readers leave once the pump runs",
           *           "severity": "medium",
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
           *           "excerpt": "Of the systems counted in buildings from before 1980, 62 percent were installed before 2005. (invented)"
           *         },
           *         {
           *           "evidenceId": "ev2",
           *           "claim": "Search interest doubles each autumn.",
           *           "sourceUrl": "https://search.example.org/sample/2",
           *           "title": "Sample source: Questions of owners by month",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Queries rise from September and peak in November, at about twice the summer level. (invented)"
           *         },
           *         {
           *           "evidenceId": "ev3",
           *           "claim": "Two independent letters cover the subject, neither more than monthly.",
           *           "sourceUrl": "https://letters.example.org/sample/3",
           *           "title": "Sample source: Newsletters on home energy",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Eleven letters were listed; nine belong to makers or traders. (invented)"
           *         },
           *         {
           *           "evidenceId": "ev4",
           *           "claim": "Guides for comparable decisions cost between USD 40 and 90.",
           *           "sourceUrl": "https://guides.example.org/sample/4",
           *           "title": "Sample source: Prices of decision guides",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Twenty guides were compared; the middle price was 59. (invented)"
           *         },
           *         {
           *           "evidenceId": "ev5",
           *           "claim": "Lenders pay about USD 600 for a place in a letter of 3,000 home owners.",
           *           "sourceUrl": "https://rates.example.org/sample/5",
           *           "title": "Sample source: Sponsorship rates",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Quoted rates for small lists of owners ranged from 450 to 800. (invented)"
           *         },
           *         {
           *           "evidenceId": "ev6",
           *           "claim": "Three forums hold most of the discussion.",
           *           "sourceUrl": "https://forum.example.org/sample/6",
           *           "title": "Sample source: Largest owners’ forums",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "The three largest forums have 210,000 members together and 40 new threads a day. (invented)"
           *         }
           *       ],
           *       "limitations": [
           *         "This is sample data for development. It was written by hand: nothing was researched, every source is a placeholder and every figure is invented.",
           *         "A real run names real pages, says when they were read, and marks what it could not find."
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "runId": "run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *           "kind": "idea_check",
           *           "status": "queued",
           *           "stage": "queued",
           *           "progress": {
           *             "done": 0,
           *             "total": 1
           *           },
           *           "mode": "live",
           *           "provider": {
           *             "name": "text",
           *             "agentId": "text",
           *             "agentVersion": "text",
           *             "sessionId": "text"
           *           },
           *           "workflowId": "text",
           *           "createdAt": "2026-11-21T03:20:53.738Z",
           *           "startedAt": "2026-11-21T03:20:53.738Z",
           *           "completedAt": "2026-11-21T03:20:53.738Z",
           *           "updatedAt": "2026-11-21T03:20:53.738Z",
           *           "deadlineAt": "2026-11-21T03:20:53.738Z",
           *           "cost": {
           *             "amount": 0,
           *             "amountMicros": 0,
           *             "currency": "usd"
           *           },
           *           "failureReason": "text",
           *           "failure": {
           *             "code": "text",
           *             "message": "text",
           *             "retryable": false
           *           },
           *           "entitlementRestored": false,
           *           "findingsSchemaVersion": "text",
           *           "links": {
           *             "findings": "text",
           *             "dossier": "text",
           *             "portfolio": "text",
           *             "export": "text"
           *           }
           *         }
           *       ],
           *       "nextCursor": "text"
           *     }
           */
          'application/json': components['schemas']['RunList'];
        };
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
        /** @description `wait=N`: hold the answer until something changes, at most 30 seconds. */
        Prefer?: string;
        /** @description ETag of an earlier answer. */
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "runId": "run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "kind": "idea_check",
           *       "status": "queued",
           *       "stage": "queued",
           *       "progress": {
           *         "done": 0,
           *         "total": 1
           *       },
           *       "mode": "live",
           *       "provider": {
           *         "name": "text",
           *         "agentId": "text",
           *         "agentVersion": "text",
           *         "sessionId": "text"
           *       },
           *       "workflowId": "text",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "startedAt": "2026-11-21T03:20:53.738Z",
           *       "completedAt": "2026-11-21T03:20:53.738Z",
           *       "updatedAt": "2026-11-21T03:20:53.738Z",
           *       "deadlineAt": "2026-11-21T03:20:53.738Z",
           *       "cost": {
           *         "amount": 0,
           *         "amountMicros": 0,
           *         "currency": "usd"
           *       },
           *       "failureReason": "text",
           *       "failure": {
           *         "code": "text",
           *         "message": "text",
           *         "retryable": false
           *       },
           *       "entitlementRestored": false,
           *       "findingsSchemaVersion": "text",
           *       "links": {
           *         "findings": "text",
           *         "dossier": "text",
           *         "portfolio": "text",
           *         "export": "text"
           *       }
           *     }
           */
          'application/json': components['schemas']['RunStatus'];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_found`: Run not found */
      404: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schemaVersion": "1.0.0",
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
           *           "confidence": "low",
           *           "rationale": "Comparable decision guides sell between USD 40 and 90. Sponsors exist, but most of them sell the very thing that readers want advice on.",
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
           *           ]
           *         },
           *         {
           *           "name": "Installer Weekly (invented)",
           *           "url": null,
           *           "positioning": "A trade letter for heating engineers.",
           *           "strength": "First with changes of rules and subsidies.",
           *           "gap": "Unreadable for owners.",
           *           "evidenceIds": []
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
           *             "0.5% to 2% buy a guide of USD 40 to 57 each month"
           *           ]
           *         },
           *         {
           *           "model": "Sponsorship by lenders and insurers",
           *           "low": 0,
           *           "high": 120000,
           *           "currency": "usd",
           *           "assumptions": [
           *             "Makers of pumps are refused as sponsors",
           *             "two issues a month with one place each, USD 600 a place"
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
           *           "mitigation": "Write for the decision rather than for the subsidy; keep a page that is updated within a day."
           *         },
           *         {
           *           "title": "Readers leave once the pump runs",
           *           "severity": "medium",
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
           *           "excerpt": "Of the systems counted in buildings from before 1980, 62 percent were installed before 2005. (invented)"
           *         },
           *         {
           *           "evidenceId": "ev2",
           *           "claim": "Search interest doubles each autumn.",
           *           "sourceUrl": "https://search.example.org/sample/2",
           *           "title": "Sample source: Questions of owners by month",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Queries rise from September and peak in November, at about twice the summer level. (invented)"
           *         },
           *         {
           *           "evidenceId": "ev3",
           *           "claim": "Two independent letters cover the subject, neither more than monthly.",
           *           "sourceUrl": "https://letters.example.org/sample/3",
           *           "title": "Sample source: Newsletters on home energy",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Eleven letters were listed; nine belong to makers or traders. (invented)"
           *         },
           *         {
           *           "evidenceId": "ev4",
           *           "claim": "Guides for comparable decisions cost between USD 40 and 90.",
           *           "sourceUrl": "https://guides.example.org/sample/4",
           *           "title": "Sample source: Prices of decision guides",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Twenty guides were compared; the middle price was 59. (invented)"
           *         },
           *         {
           *           "evidenceId": "ev5",
           *           "claim": "Lenders pay about USD 600 for a place in a letter of 3,000 home owners.",
           *           "sourceUrl": "https://rates.example.org/sample/5",
           *           "title": "Sample source: Sponsorship rates",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "Quoted rates for small lists of owners ranged from 450 to 800. (invented)"
           *         },
           *         {
           *           "evidenceId": "ev6",
           *           "claim": "Three forums hold most of the discussion.",
           *           "sourceUrl": "https://forum.example.org/sample/6",
           *           "title": "Sample source: Largest owners’ forums",
           *           "retrievedAt": "2026-10-05T09:00:00.000Z",
           *           "excerpt": "The three largest forums have 210,000 members together and 40 new threads a day. (invented)"
           *         }
           *       ],
           *       "limitations": [
           *         "This is sample data for development. It was written by hand: nothing was researched, every source is a placeholder and every figure is invented.",
           *         "A real run names real pages, says when they were read, and marks what it could not find."
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
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `run_not_found`: Run not found */
      404: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
        format?: unknown;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
          'application/pdf': string;
        };
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `format_not_available`: The format is not available; `run_not_found`: Run not found */
      404: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "schemaVersion": "1.0.0",
           *       "runId": "text",
           *       "generatedAt": "2026-11-21T03:20:53.738Z",
           *       "method": {
           *         "weights": {
           *           "demand": 0,
           *           "competition": 0,
           *           "monetization": 0,
           *           "acquisition": 0,
           *           "operatorFit": 0,
           *           "sustainability": 0,
           *           "risk": 0
           *         },
           *         "tieBreak": [
           *           "text"
           *         ]
           *       },
           *       "ranking": [
           *         {
           *           "rank": 1,
           *           "candidateId": "text",
           *           "title": "text",
           *           "score": 0,
           *           "breakdown": {
           *             "demand": 0,
           *             "competition": 0,
           *             "monetization": 0,
           *             "acquisition": 0,
           *             "operatorFit": 0,
           *             "sustainability": 0,
           *             "risk": 0
           *           },
           *           "fit": 0,
           *           "effort": "low",
           *           "risks": [
           *             "text"
           *           ]
           *         }
           *       ],
           *       "excluded": [
           *         {
           *           "candidateId": "text",
           *           "title": "text",
           *           "reason": "text"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Portfolio'];
        };
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `portfolio_not_applicable`: This run has no portfolio; `run_not_found`: Run not found */
      404: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/zip': string;
        };
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_completed`: The run is not completed; `artifact_unavailable`: The artifact is not available; `run_not_found`: Run not found */
      404: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "runId": "run_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "kind": "idea_check",
           *       "status": "queued",
           *       "stage": "queued",
           *       "progress": {
           *         "done": 0,
           *         "total": 1
           *       },
           *       "mode": "live",
           *       "provider": {
           *         "name": "text",
           *         "agentId": "text",
           *         "agentVersion": "text",
           *         "sessionId": "text"
           *       },
           *       "workflowId": "text",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "startedAt": "2026-11-21T03:20:53.738Z",
           *       "completedAt": "2026-11-21T03:20:53.738Z",
           *       "updatedAt": "2026-11-21T03:20:53.738Z",
           *       "deadlineAt": "2026-11-21T03:20:53.738Z",
           *       "cost": {
           *         "amount": 0,
           *         "amountMicros": 0,
           *         "currency": "usd"
           *       },
           *       "failureReason": "text",
           *       "failure": {
           *         "code": "text",
           *         "message": "text",
           *         "retryable": false
           *       },
           *       "entitlementRestored": false,
           *       "findingsSchemaVersion": "text",
           *       "links": {
           *         "findings": "text",
           *         "dossier": "text",
           *         "portfolio": "text",
           *         "export": "text"
           *       }
           *     }
           */
          'application/json': components['schemas']['RunStatus'];
        };
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_not_found`: Run not found */
      404: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `run_already_finished`: The run has already finished */
      409: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "accountId": "acc_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "emailMasked": "o***@example.com",
           *       "plan": "free",
           *       "mode": "live",
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "apiKey": {
           *         "apiKeyId": "key_01kah2v5q8e4wb6t7n9rjx3mzc",
           *         "name": "production",
           *         "prefix": "noi_live_4kQ2",
           *         "scopes": [
           *           "scan:create"
           *         ],
           *         "plan": "free",
           *         "expiresAt": "2026-11-21T03:20:53.738Z",
           *         "lastUsedAt": "2026-11-21T03:20:53.738Z"
           *       },
           *       "entitlements": [
           *         {
           *           "kind": "idea_check",
           *           "unused": 0,
           *           "consumed": 0
           *         }
           *       ],
           *       "contributorBalance": {
           *         "available": 0,
           *         "held": 0,
           *         "currency": "usd"
           *       }
           *     }
           */
          'application/json': components['schemas']['Account'];
        };
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "apiKeyId": "key_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "plan": "free",
           *       "mode": "live",
           *       "period": {
           *         "start": "2026-11-21T03:20:53.738Z",
           *         "end": "2026-11-21T03:20:53.738Z"
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
           *           "completed": 3,
           *           "running": 1
           *         }
           *       },
           *       "entitlements": [
           *         {
           *           "kind": "idea_check",
           *           "unused": 0,
           *           "consumed": 0
           *         }
           *       ],
           *       "budget": {
           *         "limit": 17,
           *         "spent": 17,
           *         "remaining": 0,
           *         "currency": "usd",
           *         "resetsAt": "2026-11-21T03:20:53.738Z"
           *       },
           *       "rateLimits": [
           *         {
           *           "level": "platform",
           *           "name": "run-creation",
           *           "limit": 12,
           *           "remaining": 12,
           *           "windowSeconds": 12,
           *           "resetsAt": "2026-11-21T03:20:53.738Z"
           *         }
           *       ],
           *       "cost": {
           *         "computeSpend": 17,
           *         "currency": "usd",
           *         "daily": [
           *           {
           *             "date": "2026-11-21",
           *             "runs": 12,
           *             "computeSpend": 17,
           *             "computeSpendMicros": 170000
           *           }
           *         ]
           *       },
           *       "generatedAt": "2026-11-21T03:20:53.738Z"
           *     }
           */
          'application/json': components['schemas']['UsageDashboard'];
        };
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
      /** @description `webhook_limit_reached`: The account has all the webhooks it may have; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
        /** @description ETag of an earlier answer. */
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "orderId": "ord_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "creating",
           *       "checkoutUrl": "text",
           *       "checkoutSessionId": "text",
           *       "replayed": false,
           *       "price": {
           *         "amount": 4900,
           *         "currency": "usd"
           *       },
           *       "expiresAt": "2026-11-21T03:20:53.738Z",
           *       "mode": "live"
           *     }
           */
          'application/json': components['schemas']['CheckoutSessionCreated'];
        };
      };
      /** @description `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `too_many_holds`: Too many opportunities are reserved for you; `opportunity_unavailable`: The opportunity is not available; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payment_provider_failed`: The payment provider did not take the checkout */
      502: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
          'application/pdf': string;
          'application/json': string;
        };
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `opportunity_not_purchased`: No dossier of this opportunity is yours */
      404: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
         *       "opportunityId": "text",
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "orderId": "ord_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "creating",
           *       "checkoutUrl": "text",
           *       "checkoutSessionId": "text",
           *       "replayed": false,
           *       "price": {
           *         "amount": 4900,
           *         "currency": "usd"
           *       },
           *       "expiresAt": "2026-11-21T03:20:53.738Z",
           *       "mode": "live"
           *     }
           */
          'application/json': components['schemas']['CheckoutSessionCreated'];
        };
      };
      /** @description `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `opportunity_unavailable`: The opportunity is not available; `too_many_holds`: Too many opportunities are reserved for you; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      409: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payment_provider_failed`: The payment provider did not take the checkout */
      502: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "orderId": "ord_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "product": "idea_check",
           *       "opportunityId": "opp_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "creating",
           *       "mode": "live",
           *       "price": {
           *         "amount": 4900,
           *         "currency": "usd"
           *       },
           *       "checkoutSessionId": "text",
           *       "checkoutUrl": "text",
           *       "expiresAt": "2026-11-21T03:20:53.738Z",
           *       "consents": {
           *         "immediateAccess": false,
           *         "withdrawalLoss": false,
           *         "textVersion": "text",
           *         "recordedAt": "2026-11-21T03:20:53.738Z"
           *       },
           *       "entitlementId": "ent_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "refund": {
           *         "status": "pending",
           *         "amount": 0,
           *         "reason": "late"
           *       },
           *       "dispute": {
           *         "status": "open",
           *         "openedAt": "2026-11-21T03:20:53.738Z"
           *       },
           *       "createdAt": "2026-11-21T03:20:53.738Z",
           *       "updatedAt": "2026-11-21T03:20:53.738Z"
           *     }
           */
          'application/json': components['schemas']['Order'];
        };
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `order_not_found`: Order not found */
      404: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "withdrawalId": "wdr_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "requested",
           *       "amount": 0,
           *       "currency": "usd",
           *       "failureReason": "account_closed",
           *       "requestedAt": "2026-11-21T03:20:53.738Z",
           *       "updatedAt": "2026-11-21T03:20:53.738Z",
           *       "paidAt": "2026-11-21T03:20:53.738Z"
           *     }
           */
          'application/json': components['schemas']['Withdrawal'];
        };
      };
      /** @description `insufficient_balance`: The balance is too low; `invalid_request`: The request is not valid; `invalid_json`: The body is not valid JSON; `invalid_idempotency_key`: The Idempotency-Key header is missing or malformed; `idempotency_key_reused`: The Idempotency-Key was used with another body; `idempotency_in_flight`: The same request is being processed */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `not_a_contributor`: The account is no contributor; `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `unsupported_media_type`: Unsupported media type */
      415: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "withdrawalId": "wdr_01kah2v5q8e4wb6t7n9rjx3mzc",
           *       "status": "requested",
           *       "amount": 0,
           *       "currency": "usd",
           *       "failureReason": "account_closed",
           *       "requestedAt": "2026-11-21T03:20:53.738Z",
           *       "updatedAt": "2026-11-21T03:20:53.738Z",
           *       "paidAt": "2026-11-21T03:20:53.738Z"
           *     }
           */
          'application/json': components['schemas']['Withdrawal'];
        };
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `missing_api_key`: An API key is required; `invalid_api_key`: The API key is not valid */
      401: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `insufficient_scope`: The API key lacks a scope */
      403: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `withdrawal_not_found`: Withdrawal not found */
      404: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "received": true
           *     }
           */
          'application/json': {
            /** @constant */
            received: true;
          };
        };
      };
      /** @description `invalid_webhook`: The webhook is not to be believed */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `payload_too_large`: The body is too large */
      413: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `service_unavailable`: Temporarily unavailable; `service_not_configured`: This service is not configured */
      503: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
        /** @description ETag of an earlier answer. */
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
        /** @description ETag of an earlier answer. */
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          /**
           * @example [
           *       {
           *         "method": "text",
           *         "path": "text",
           *         "audience": "text",
           *         "requiredScope": "text",
           *         "requiresIdempotencyKey": false,
           *         "startsAsyncManagedAgentRun": false,
           *         "responseScope": "text"
           *       }
           *     ]
           */
          'application/json': components['schemas']['EndpointDescriptor'][];
        };
      };
      /** @description Not modified */
      304: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `invalid_request`: The request is not valid */
      400: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
        /** @description ETag of an earlier answer. */
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
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
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description `rate_limited`: Too many requests */
      429: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
      /** @description `internal_error`: Unexpected failure */
      500: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemDetails'];
        };
      };
    };
  };
}
