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
      /** @description `entitlement_required`: No unused entitlement; `budget_spent`: The monthly budget is spent */
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
      /** @description `entitlement_required`: No unused entitlement; `budget_spent`: The monthly budget is spent */
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
      /** @description Created */
      201: {
        headers: {
          /** @description Quote this to support. */
          'X-Request-Id'?: string;
          [name: string]: unknown;
        };
        content: {
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
