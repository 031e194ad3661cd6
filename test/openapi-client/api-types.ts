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
      subject: string;
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
      /** Format: date-time */
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
    OpportunityTeaser: {
      /** @example opp_01kah2v5q8e4wb6t7n9rjx3mzc */
      opportunityId: string;
      title: string;
      /** @description What anybody may read: enough to decide, not enough to copy. */
      summary: string;
      niche: string;
      audience: string;
      geography: string;
      /**
       * @description The language that the newsletter would be written in, BCP 47.
       * @example en-GB
       */
      language: string;
      /** @description The score of the verdict in the findings. */
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
      /** @description Minor units: 4900 is USD 49.00. */
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
         * @description Today one of: late, mismatched, duplicate, opportunity_gone. Tolerate new values.
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
    Problem: {
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `entitlement_required`: No unused entitlement */
      402: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
        };
      };
      /** @description `entitlement_required`: No unused entitlement */
      402: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
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
          'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
}
