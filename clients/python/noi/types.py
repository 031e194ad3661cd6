"""Types of the API, made from its description by `npm run openapi:types`. Do not edit.

Texts of which the API may add values are `str` beside the values that are known today.
"""

from __future__ import annotations

from typing import Any, Literal, Union

from typing_extensions import NotRequired, TypedDict


class HealthHostingContract(TypedDict):
    valid: bool
    violations: list[str]


class HealthManagedAgent(TypedDict):
    driftStatus: str
    checkedAt: Union[str, None]


class HealthReconciliation(TypedDict):
    # Differences between the payment provider’s books and ours; null while unknown.
    openBreaks: Union[int, None]


class Health(TypedDict):
    status: str
    apiVersion: str
    serviceVersion: str
    findingsSchemaVersion: str
    hostingContract: HealthHostingContract
    managedAgent: HealthManagedAgent
    reconciliation: HealthReconciliation
    time: str


class ReadyChecksItem(TypedDict):
    name: str
    status: str
    latencyMs: float


class Ready(TypedDict):
    status: str
    # Whether the database answers and accepts writes, or why not.
    database: str
    checks: list[ReadyChecksItem]


class ServiceComponent(TypedDict):
    name: Union[Literal["api", "database", "workflows", "workers", "agent", "books"], str]
    label: str
    status: Union[Literal["working", "impaired", "down", "unknown"], str]
    summary: str
    lastSeenAt: Union[str, None]


class ServiceStatus(TypedDict):
    status: Union[Literal["working", "impaired", "down"], str]
    summary: str
    components: list[ServiceComponent]
    apiVersion: str
    serviceVersion: str
    findingsSchemaVersion: str
    checkedAt: str


class FreeScanRequest(TypedDict):
    email: str
    idea: str
    # Also send me news about newsletter opportunities. I can unsubscribe at any time.
    marketingConsent: NotRequired[bool]
    locale: NotRequired[str]


class FreeScanAccepted(TypedDict):
    scanId: str
    status: Union[Literal["queued", "awaiting_confirmation", "confirmed", "running", "completed", "failed", "expired"], str]
    confirmationExpiresAt: str
    message: str


class FreeScanConfirmed(TypedDict):
    scanId: str
    status: Union[Literal["queued", "awaiting_confirmation", "confirmed", "running", "completed", "failed", "expired"], str]
    consentRecordedAt: str
    idea: str


class FreeScanStatusLookup(TypedDict):
    scanId: str
    email: str


class FreeScanStatusLookupResult(TypedDict):
    scanId: str
    status: Union[Literal["queued", "awaiting_confirmation", "confirmed", "running", "completed", "failed", "expired", "unknown"], str]
    createdAt: Union[str, None]
    confirmedAt: Union[str, None]
    completedAt: Union[str, None]
    summary: Union[str, None]
    failureReason: Union[str, None]


class Unsubscribed(TypedDict):
    status: Union[Literal["unsubscribed"], str]


class SignInLinkRequest(TypedDict):
    email: str
    returnPath: NotRequired[str]


class SignInLinkAccepted(TypedDict):
    status: Union[Literal["accepted"], str]
    message: str


class PasswordResetLinkRequest(TypedDict):
    email: str


class PasswordResetLinkAccepted(TypedDict):
    status: Union[Literal["accepted"], str]
    message: str


class PasswordResetComplete(TypedDict):
    token: str
    newPassword: str


class PasswordResetCompleted(TypedDict):
    status: Union[Literal["completed"], str]
    completedAt: str
    # Browsers that were signed in and are not any more.
    sessionsRevoked: int


class SupportRequest(TypedDict):
    email: str
    subject: str
    message: str
    category: NotRequired[Literal["account", "billing", "runs", "api", "privacy", "other"]]
    # Id of the run, order or request that this is about.
    relatedId: NotRequired[str]


class SupportRequestAccepted(TypedDict):
    supportRequestId: str
    status: Union[Literal["received"], str]
    createdAt: str


class MailEventReceived(TypedDict):
    received: bool


class BrowserCheckoutForm(TypedDict):
    product: Literal["idea_check", "custom_search", "opportunity"]
    opportunityId: NotRequired[str]
    quantity: NotRequired[Literal["1", "3"]]
    idempotencyKey: str
    immediateAccessConsent: Literal["true", "on", "1"]
    withdrawalLossAcknowledgment: Literal["true", "on", "1"]


class EvaluationCreate(TypedDict):
    idea: str
    audience: NotRequired[str]
    geography: NotRequired[str]
    # Language in which the agents write the findings, `en` unless the deployment says otherwise. Labels of the dossier stay English, quotations are in the language of their page.
    language: NotRequired[Literal["de", "en", "es", "fr", "it", "nl", "pt"]]
    # For your own use, such as the id of your customer: it comes back with the run, and runs are found by it. The agent never sees it. Not for secrets.
    metadata: NotRequired[dict[str, str]]


class PaidProductRunCreated(TypedDict):
    runId: str
    kind: Union[Literal["idea_check", "custom_search"], str]
    status: Union[Literal["queued", "running", "canceling", "completed", "failed", "canceled", "expired"], str]
    mode: Union[Literal["live", "test"], str]
    entitlementId: str
    statusUrl: str
    createdAt: str
    pollAfterSeconds: int
    # Whether this answer repeats an earlier one to the same Idempotency-Key.
    replayed: bool


class EvaluationBatchCreate(TypedDict):
    # What each run is asked to research; two equal items are two runs.
    items: list[EvaluationCreate]


class RunBatchCreated(TypedDict):
    # In the order of the items.
    runs: list[PaidProductRunCreated]


class SearchCreate(TypedDict):
    # Who would run the newsletter: experience, time, means, reach.
    operatorProfile: str
    expertise: list[str]
    # How many ideas are planned and researched.
    candidateCount: NotRequired[int]
    # Language in which the agents write the findings, `en` unless the deployment says otherwise. Labels of the dossier stay English, quotations are in the language of their page.
    language: NotRequired[Literal["de", "en", "es", "fr", "it", "nl", "pt"]]
    # For your own use, such as the id of your customer: it comes back with the run, and runs are found by it. The agent never sees it. Not for secrets.
    metadata: NotRequired[dict[str, str]]


class RunFailure(TypedDict):
    code: Union[Literal["queue_expired", "deadline_exceeded", "agent_refused", "findings_invalid", "not_enough_evidence", "plan_invalid", "too_few_candidates", "run_budget_exceeded", "agent_stopped", "agent_unavailable", "rendering_failed", "internal_error", "stopped_by_operator", "canceled"], str]
    message: str
    retryable: bool


class RunStatusProgress(TypedDict):
    done: int
    total: int


class RunStatusProvider(TypedDict):
    name: Union[str, None]
    agentId: Union[str, None]
    agentVersion: Union[str, None]
    sessionId: Union[str, None]


class RunStatusCost(TypedDict):
    # Minor units, rounded up.
    amount: int
    # Millionths of a unit: exact.
    amountMicros: int
    # Part of it for the second reader of claims; 0 without one.
    claimCheckMicros: int
    currency: Literal["usd"]


class RunStatusEvidence(TypedDict):
    # Quotations in the published findings.
    cited: int
    # Those that we found word for word on the page they cite.
    verified: int
    supported: Union[int, None]
    partly: Union[int, None]
    unsupported: Union[int, None]


class RunStatusLinks(TypedDict):
    findings: str
    dossier: str
    portfolio: Union[str, None]
    export: str


class RunStatus(TypedDict):
    runId: str
    kind: Union[Literal["idea_check", "custom_search"], str]
    status: Union[Literal["queued", "running", "canceling", "completed", "failed", "canceled", "expired"], str]
    stage: Union[Literal["queued", "researching", "validating", "rendering", "done"], str]
    progress: RunStatusProgress
    mode: Union[Literal["live", "test"], str]
    provider: RunStatusProvider
    workflowId: str
    createdAt: str
    startedAt: Union[str, None]
    completedAt: Union[str, None]
    updatedAt: str
    deadlineAt: Union[str, None]
    cost: Union[RunStatusCost, None]
    evidence: Union[RunStatusEvidence, None]
    failureReason: Union[str, None]
    failure: Union[RunFailure, None]
    entitlementRestored: bool
    findingsSchemaVersion: Union[str, None]
    metadata: dict[str, str]
    links: RunStatusLinks


class AskedStep(TypedDict):
    at: str
    kind: Literal["asked"]
    # What it asked a search engine.
    query: str


class PageStep(TypedDict):
    at: str
    kind: Union[Literal["opened"], Literal["refused"]]
    # Address as the agent gave it, cut where it is longer.
    url: str


class FindingsSubject(TypedDict):
    # The idea as the caller gave it; for a search the operator profile.
    idea: str
    audience: Union[str, None]
    geography: Union[str, None]


class FindingsVerdict(TypedDict):
    recommendation: Literal["pursue", "refine", "avoid"]
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str


class FindingsDimensionsDemand(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsDimensionsCompetition(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsDimensionsMonetization(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsDimensionsAcquisition(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsDimensionsOperatorFit(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsDimensionsSustainability(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsDimensionsRisk(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsDimensions(TypedDict):
    demand: FindingsDimensionsDemand
    competition: FindingsDimensionsCompetition
    monetization: FindingsDimensionsMonetization
    acquisition: FindingsDimensionsAcquisition
    operatorFit: FindingsDimensionsOperatorFit
    sustainability: FindingsDimensionsSustainability
    risk: FindingsDimensionsRisk


class FindingsAudienceSegmentsItem(TypedDict):
    name: str
    description: str
    # A sourced or estimated size in words, or null.
    size: Union[str, None]
    evidenceIds: list[str]


class FindingsCompetitorsItemPriceExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCompetitorsItemPrice(TypedDict):
    # US cents, converted where it is another currency; 0 is free.
    amount: int
    currency: Literal["usd"]
    period: Literal["month", "year", "issue", "once"]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCompetitorsItemPriceExchange]


class FindingsCompetitorsItemSize(TypedDict):
    readers: int
    basis: Literal["stated", "measured", "estimated"]


class FindingsCompetitorsItem(TypedDict):
    name: str
    url: Union[str, None]
    positioning: str
    strength: str
    gap: str
    evidenceIds: list[str]
    # Price for one reader; null where it was not found out.
    price: NotRequired[Union[FindingsCompetitorsItemPrice, None]]
    frequency: NotRequired[Union[Literal["daily", "several_a_week", "weekly", "fortnightly", "monthly", "quarterly", "irregular", "stopped"], None]]
    size: NotRequired[Union[FindingsCompetitorsItemSize, None]]
    # Date of the newest issue that was seen.
    lastIssue: NotRequired[Union[str, None]]


class FindingsMonetizationItem(TypedDict):
    model: str
    # Minor units a month, pessimistic.
    low: int
    # Minor units a month, optimistic.
    high: int
    currency: Literal["usd"]
    assumptions: list[str]


class FindingsChannelsItemCostPerReaderExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsChannelsItemCostPerReader(TypedDict):
    # US cents for one new reader.
    cents: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    # Why this number.
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsChannelsItemCostPerReaderExchange]


class FindingsChannelsItem(TypedDict):
    name: str
    approach: str
    cost: Literal["low", "medium", "high"]
    evidenceIds: list[str]
    costPerReader: NotRequired[Union[FindingsChannelsItemCostPerReader, None]]


class FindingsRisksItemStop(TypedDict):
    # Day after the start on which the condition is looked at, at the latest.
    byDay: int
    # What must be so for the operator to stop then.
    condition: str


class FindingsRisksItem(TypedDict):
    title: str
    severity: Literal["low", "medium", "high"]
    mitigation: str
    likelihood: NotRequired[Literal["low", "medium", "high"]]
    impact: NotRequired[Literal["low", "medium", "high"]]
    # What is seen early where it comes true.
    signal: NotRequired[str]
    stop: NotRequired[FindingsRisksItemStop]


class FindingsNextStepsItem(TypedDict):
    action: str
    effort: Literal["hours", "days", "weeks"]
    successMetric: str


class FindingsEvidenceItemExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsEvidenceItemVerification(TypedDict):
    """The service fetched the page and looked for the excerpt, word for word. Of one that was found the excerpt is published as whole sentences, as the page has them."""

    status: Literal["verified", "not_found", "unreachable", "not_text"]
    checkedAt: str
    contentSha256: Union[str, None]
    # What stands on the page where the quotation was found, with 200 characters on each side.
    context: NotRequired[str]
    # Whether the claim follows from it, as a second reader judged; absent where none did.
    support: NotRequired[Literal["supported", "partly", "unsupported"]]
    # Page of a PDF on which it was found.
    page: NotRequired[int]
    # Title of the page as found.
    pageTitle: NotRequired[str]
    # Day of publication that the page stated, as found.
    pageDate: NotRequired[str]
    # The service could not read the page; the excerpt stands in what the agent saw of it. Absent otherwise. Must be `true`.
    seenByAgent: NotRequired[bool]


class FindingsEvidenceItem(TypedDict):
    # Refers to an entry of `evidence`.
    evidenceId: str
    claim: str
    sourceUrl: str
    title: str
    retrievedAt: str
    excerpt: str
    # `primary`: first-hand record. `reported`: accountable media. `trade`: survey or press of the trade. `claim`: a party about itself, a seller, a forum.
    grade: NotRequired[Literal["primary", "reported", "trade", "claim"]]
    # Date that the page states; null where it states none.
    publishedAt: NotRequired[Union[str, None]]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsEvidenceItemExchange]
    # The service fetched the page and looked for the excerpt, word for word. Of one that was found the excerpt is published as whole sentences, as the page has them.
    verification: NotRequired[FindingsEvidenceItemVerification]


class FindingsAudienceSizingFactorsItemExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsAudienceSizingFactorsItem(TypedDict):
    label: str
    value: int
    # 1 for a count, 100 for a percentage.
    outOf: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsAudienceSizingFactorsItemExchange]


class FindingsAudienceSizing(TypedDict):
    # The people that are counted.
    who: str
    factors: list[FindingsAudienceSizingFactorsItem]
    # Product of all `value / outOf`, rounded down.
    people: int


class FindingsUnitEconomicsAssumptionsReadersExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsReaders(TypedDict):
    """Readers at the end of each of the first twelve months."""

    cautious: list[int]
    likely: list[int]
    optimistic: list[int]
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsReadersExchange]


class FindingsUnitEconomicsAssumptionsChurnPerThousandExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsChurnPerThousand(TypedDict):
    """Readers lost in a month, of 1,000."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsChurnPerThousandExchange]


class FindingsUnitEconomicsAssumptionsPayingPerThousandExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsPayingPerThousand(TypedDict):
    """Paying readers, of 1,000 readers."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsPayingPerThousandExchange]


class FindingsUnitEconomicsAssumptionsPriceCentsExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsPriceCents(TypedDict):
    """Price for one paying reader, a month."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsPriceCentsExchange]


class FindingsUnitEconomicsAssumptionsIssuesPerMonthExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsIssuesPerMonth(TypedDict):
    """Issues a month."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsIssuesPerMonthExchange]


class FindingsUnitEconomicsAssumptionsSponsorSlotsPerIssueExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsSponsorSlotsPerIssue(TypedDict):
    """Places for sponsors in one issue."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsSponsorSlotsPerIssueExchange]


class FindingsUnitEconomicsAssumptionsFillPercentExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsFillPercent(TypedDict):
    """Share of those places that is sold, in percent."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsFillPercentExchange]


class FindingsUnitEconomicsAssumptionsSlotCentsPerThousandReadersExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsSlotCentsPerThousandReaders(TypedDict):
    """Price of one place, by 1,000 readers."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsSlotCentsPerThousandReadersExchange]


class FindingsUnitEconomicsAssumptionsOtherCentsPerThousandReadersExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsOtherCentsPerThousandReaders(TypedDict):
    """Other income a month, by 1,000 readers."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsOtherCentsPerThousandReadersExchange]


class FindingsUnitEconomicsAssumptionsFeesPerThousandExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsFeesPerThousand(TypedDict):
    """Part of 1,000 cents of income that payment and platform keep."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsFeesPerThousandExchange]


class FindingsUnitEconomicsAssumptionsAcquisitionCentsExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsAcquisitionCents(TypedDict):
    """Cost of winning one reader, on average."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsAcquisitionCentsExchange]


class FindingsUnitEconomicsAssumptionsFixedCentsExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsFixedCents(TypedDict):
    """All other costs a month."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsFixedCentsExchange]


class FindingsUnitEconomicsAssumptionsStartCentsExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsStartCents(TypedDict):
    """Costs once, before the first issue."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsStartCentsExchange]


class FindingsUnitEconomicsAssumptionsHoursPerMonthExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsUnitEconomicsAssumptionsHoursPerMonth(TypedDict):
    """Hours of work of the operator a month."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsUnitEconomicsAssumptionsHoursPerMonthExchange]


class FindingsUnitEconomicsAssumptions(TypedDict):
    # Readers at the end of each of the first twelve months.
    readers: FindingsUnitEconomicsAssumptionsReaders
    # Readers lost in a month, of 1,000.
    churnPerThousand: FindingsUnitEconomicsAssumptionsChurnPerThousand
    # Paying readers, of 1,000 readers.
    payingPerThousand: FindingsUnitEconomicsAssumptionsPayingPerThousand
    # Price for one paying reader, a month.
    priceCents: FindingsUnitEconomicsAssumptionsPriceCents
    # Issues a month.
    issuesPerMonth: FindingsUnitEconomicsAssumptionsIssuesPerMonth
    # Places for sponsors in one issue.
    sponsorSlotsPerIssue: FindingsUnitEconomicsAssumptionsSponsorSlotsPerIssue
    # Share of those places that is sold, in percent.
    fillPercent: FindingsUnitEconomicsAssumptionsFillPercent
    # Price of one place, by 1,000 readers.
    slotCentsPerThousandReaders: FindingsUnitEconomicsAssumptionsSlotCentsPerThousandReaders
    # Other income a month, by 1,000 readers.
    otherCentsPerThousandReaders: FindingsUnitEconomicsAssumptionsOtherCentsPerThousandReaders
    # Part of 1,000 cents of income that payment and platform keep.
    feesPerThousand: FindingsUnitEconomicsAssumptionsFeesPerThousand
    # Cost of winning one reader, on average.
    acquisitionCents: FindingsUnitEconomicsAssumptionsAcquisitionCents
    # All other costs a month.
    fixedCents: FindingsUnitEconomicsAssumptionsFixedCents
    # Costs once, before the first issue.
    startCents: FindingsUnitEconomicsAssumptionsStartCents
    # Hours of work of the operator a month.
    hoursPerMonth: FindingsUnitEconomicsAssumptionsHoursPerMonth


class FindingsUnitEconomicsComputedCautiousMonthsItem(TypedDict):
    month: int
    readers: int
    # Readers won in the month, those that replace others included.
    newReaders: int
    payingReaders: int
    incomeCents: int
    # With `startCents` in the first month.
    costCents: int
    resultCents: int
    cumulativeCents: int


class FindingsUnitEconomicsComputedCautious(TypedDict):
    """Sums of the first twelve months, and each month."""

    months: list[FindingsUnitEconomicsComputedCautiousMonthsItem]
    incomeCents: int
    subscriptionCents: int
    sponsorshipCents: int
    otherCents: int
    costCents: int
    feesCents: int
    acquisitionCents: int
    fixedCents: int
    startCents: int
    resultCents: int
    breakEvenMonth: Union[int, None]
    hours: int
    # Result of the year by hour, rounded down; negative for a loss.
    incomePerHourCents: int


class FindingsUnitEconomicsComputedLikelyMonthsItem(TypedDict):
    month: int
    readers: int
    # Readers won in the month, those that replace others included.
    newReaders: int
    payingReaders: int
    incomeCents: int
    # With `startCents` in the first month.
    costCents: int
    resultCents: int
    cumulativeCents: int


class FindingsUnitEconomicsComputedLikely(TypedDict):
    """Sums of the first twelve months, and each month."""

    months: list[FindingsUnitEconomicsComputedLikelyMonthsItem]
    incomeCents: int
    subscriptionCents: int
    sponsorshipCents: int
    otherCents: int
    costCents: int
    feesCents: int
    acquisitionCents: int
    fixedCents: int
    startCents: int
    resultCents: int
    breakEvenMonth: Union[int, None]
    hours: int
    # Result of the year by hour, rounded down; negative for a loss.
    incomePerHourCents: int


class FindingsUnitEconomicsComputedOptimisticMonthsItem(TypedDict):
    month: int
    readers: int
    # Readers won in the month, those that replace others included.
    newReaders: int
    payingReaders: int
    incomeCents: int
    # With `startCents` in the first month.
    costCents: int
    resultCents: int
    cumulativeCents: int


class FindingsUnitEconomicsComputedOptimistic(TypedDict):
    """Sums of the first twelve months, and each month."""

    months: list[FindingsUnitEconomicsComputedOptimisticMonthsItem]
    incomeCents: int
    subscriptionCents: int
    sponsorshipCents: int
    otherCents: int
    costCents: int
    feesCents: int
    acquisitionCents: int
    fixedCents: int
    startCents: int
    resultCents: int
    breakEvenMonth: Union[int, None]
    hours: int
    # Result of the year by hour, rounded down; negative for a loss.
    incomePerHourCents: int


class FindingsUnitEconomicsComputed(TypedDict):
    # Sums of the first twelve months, and each month.
    cautious: FindingsUnitEconomicsComputedCautious
    # Sums of the first twelve months, and each month.
    likely: FindingsUnitEconomicsComputedLikely
    # Sums of the first twelve months, and each month.
    optimistic: FindingsUnitEconomicsComputedOptimistic


class FindingsUnitEconomics(TypedDict):
    """Stated assumptions, and the three cases that the service computed from them."""

    currency: Literal["usd"]
    # How the newsletter would earn, in one sentence.
    model: str
    assumptions: FindingsUnitEconomicsAssumptions
    computed: FindingsUnitEconomicsComputed


class FindingsFirstIssuesItem(TypedDict):
    title: str
    outline: list[str]


class FindingsLaunchCalendarItem(TypedDict):
    fromDay: int
    toDay: int
    goal: str
    actions: list[str]


class FindingsComparablesItemReadersExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsComparablesItemReaders(TypedDict):
    count: int
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsComparablesItemReadersExchange]


class FindingsComparablesItemOpensExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsComparablesItemOpens(TypedDict):
    # Of 1,000 readers, who open an issue.
    perThousand: int
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsComparablesItemOpensExchange]


class FindingsComparablesItemPriceExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsComparablesItemPrice(TypedDict):
    # US cents for one reader; 0 is free.
    amount: int
    currency: Literal["usd"]
    period: Literal["month", "year", "issue", "once"]
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsComparablesItemPriceExchange]


class FindingsComparablesItem(TypedDict):
    name: str
    url: Union[str, None]
    # What makes it comparable: its readers, its form, or how it earns.
    likeness: str
    readers: Union[FindingsComparablesItemReaders, None]
    opens: Union[FindingsComparablesItemOpens, None]
    price: Union[FindingsComparablesItemPrice, None]


class FindingsSponsorsItemPriceExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsSponsorsItemPrice(TypedDict):
    # US cents for a place, by 1,000 opens.
    perThousandOpensCents: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    # Why this number.
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsSponsorsItemPriceExchange]


class FindingsSponsorsItem(TypedDict):
    name: str
    url: Union[str, None]
    # Where it pays for places today, and to reach whom.
    advertises: str
    evidenceIds: list[str]
    price: Union[FindingsSponsorsItemPrice, None]


class FindingsTrendPointsItemExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsTrendPointsItem(TypedDict):
    # A year, or a month.
    period: str
    value: int
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsTrendPointsItemExchange]


class FindingsTrend(TypedDict):
    # What was counted, and by whom.
    counted: str
    # Such as “searches a month”, or “index, 100 is the highest”.
    unit: str
    # In the order of time. Each value stands in an excerpt that it cites.
    points: list[FindingsTrendPointsItem]
    # What the course means for this newsletter.
    reading: str


class FindingsSampleIssueSectionsItem(TypedDict):
    heading: str
    # Paragraphs are divided by blank lines.
    body: str
    evidenceIds: list[str]


class FindingsSampleIssue(TypedDict):
    """One whole issue, as its readers would get it."""

    # Place in `firstIssues`.
    issue: int
    # Subject line.
    subject: str
    # Line that an inbox shows beside the subject.
    preview: str
    sections: list[FindingsSampleIssueSectionsItem]


class FindingsNameChecksItem(TypedDict):
    name: str
    domain: str
    # Whether the agent saw the name in use for something that readers could confuse.
    use: Literal["none_seen", "in_use", "unclear"]
    # What became of opening the domain. That none answers does not say that nobody owns it.
    site: Literal["answers", "no_answer", "unclear"]
    checkedAt: str
    # What was seen, and where was looked.
    note: str


class FindingsWouldChangeItem(TypedDict):
    """`recommendation` is the one that the verdict would then have."""

    # What would have to be found.
    finding: str
    recommendation: Literal["pursue", "refine", "avoid"]
    # The cheapest way to find it out.
    test: str


class FindingsSensitivityItem(TypedDict):
    assumption: Literal["readers", "churnPerThousand", "payingPerThousand", "priceCents", "issuesPerMonth", "sponsorSlotsPerIssue", "fillPercent", "slotCentsPerThousandReaders", "otherCentsPerThousandReaders", "feesPerThousand", "acquisitionCents", "fixedCents", "startCents", "hoursPerMonth"]
    # Result of the likely case in the first year with the cautious value of this assumption alone.
    cautiousCents: int
    # The same with its optimistic value.
    optimisticCents: int
    breakEven: Union[int, None]


class FindingsCandidatesItemVerdict(TypedDict):
    recommendation: Literal["pursue", "refine", "avoid"]
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str


class FindingsCandidatesItemDimensionsDemand(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsCandidatesItemDimensionsCompetition(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsCandidatesItemDimensionsMonetization(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsCandidatesItemDimensionsAcquisition(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsCandidatesItemDimensionsOperatorFit(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsCandidatesItemDimensionsSustainability(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsCandidatesItemDimensionsRisk(TypedDict):
    # Higher is better for the operator; for `competition` and `risk` 100 is the most favorable.
    score: int
    confidence: Literal["low", "medium", "high"]
    rationale: str
    evidenceIds: list[str]
    # `fact` and `estimate` rest on cited evidence; `inference` is reasoning without a source.
    basis: Literal["fact", "estimate", "inference"]


class FindingsCandidatesItemDimensions(TypedDict):
    demand: FindingsCandidatesItemDimensionsDemand
    competition: FindingsCandidatesItemDimensionsCompetition
    monetization: FindingsCandidatesItemDimensionsMonetization
    acquisition: FindingsCandidatesItemDimensionsAcquisition
    operatorFit: FindingsCandidatesItemDimensionsOperatorFit
    sustainability: FindingsCandidatesItemDimensionsSustainability
    risk: FindingsCandidatesItemDimensionsRisk


class FindingsCandidatesItemAudienceSegmentsItem(TypedDict):
    name: str
    description: str
    # A sourced or estimated size in words, or null.
    size: Union[str, None]
    evidenceIds: list[str]


class FindingsCandidatesItemCompetitorsItemPriceExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemCompetitorsItemPrice(TypedDict):
    # US cents, converted where it is another currency; 0 is free.
    amount: int
    currency: Literal["usd"]
    period: Literal["month", "year", "issue", "once"]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemCompetitorsItemPriceExchange]


class FindingsCandidatesItemCompetitorsItemSize(TypedDict):
    readers: int
    basis: Literal["stated", "measured", "estimated"]


class FindingsCandidatesItemCompetitorsItem(TypedDict):
    name: str
    url: Union[str, None]
    positioning: str
    strength: str
    gap: str
    evidenceIds: list[str]
    # Price for one reader; null where it was not found out.
    price: NotRequired[Union[FindingsCandidatesItemCompetitorsItemPrice, None]]
    frequency: NotRequired[Union[Literal["daily", "several_a_week", "weekly", "fortnightly", "monthly", "quarterly", "irregular", "stopped"], None]]
    size: NotRequired[Union[FindingsCandidatesItemCompetitorsItemSize, None]]
    # Date of the newest issue that was seen.
    lastIssue: NotRequired[Union[str, None]]


class FindingsCandidatesItemMonetizationItem(TypedDict):
    model: str
    # Minor units a month, pessimistic.
    low: int
    # Minor units a month, optimistic.
    high: int
    currency: Literal["usd"]
    assumptions: list[str]


class FindingsCandidatesItemChannelsItemCostPerReaderExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemChannelsItemCostPerReader(TypedDict):
    # US cents for one new reader.
    cents: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    # Why this number.
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemChannelsItemCostPerReaderExchange]


class FindingsCandidatesItemChannelsItem(TypedDict):
    name: str
    approach: str
    cost: Literal["low", "medium", "high"]
    evidenceIds: list[str]
    costPerReader: NotRequired[Union[FindingsCandidatesItemChannelsItemCostPerReader, None]]


class FindingsCandidatesItemRisksItemStop(TypedDict):
    # Day after the start on which the condition is looked at, at the latest.
    byDay: int
    # What must be so for the operator to stop then.
    condition: str


class FindingsCandidatesItemRisksItem(TypedDict):
    title: str
    severity: Literal["low", "medium", "high"]
    mitigation: str
    likelihood: NotRequired[Literal["low", "medium", "high"]]
    impact: NotRequired[Literal["low", "medium", "high"]]
    # What is seen early where it comes true.
    signal: NotRequired[str]
    stop: NotRequired[FindingsCandidatesItemRisksItemStop]


class FindingsCandidatesItemNextStepsItem(TypedDict):
    action: str
    effort: Literal["hours", "days", "weeks"]
    successMetric: str


class FindingsCandidatesItemEvidenceItemExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemEvidenceItemVerification(TypedDict):
    """The service fetched the page and looked for the excerpt, word for word. Of one that was found the excerpt is published as whole sentences, as the page has them."""

    status: Literal["verified", "not_found", "unreachable", "not_text"]
    checkedAt: str
    contentSha256: Union[str, None]
    # What stands on the page where the quotation was found, with 200 characters on each side.
    context: NotRequired[str]
    # Whether the claim follows from it, as a second reader judged; absent where none did.
    support: NotRequired[Literal["supported", "partly", "unsupported"]]
    # Page of a PDF on which it was found.
    page: NotRequired[int]
    # Title of the page as found.
    pageTitle: NotRequired[str]
    # Day of publication that the page stated, as found.
    pageDate: NotRequired[str]
    # The service could not read the page; the excerpt stands in what the agent saw of it. Absent otherwise. Must be `true`.
    seenByAgent: NotRequired[bool]


class FindingsCandidatesItemEvidenceItem(TypedDict):
    # Refers to an entry of `evidence`.
    evidenceId: str
    claim: str
    sourceUrl: str
    title: str
    retrievedAt: str
    excerpt: str
    # `primary`: first-hand record. `reported`: accountable media. `trade`: survey or press of the trade. `claim`: a party about itself, a seller, a forum.
    grade: NotRequired[Literal["primary", "reported", "trade", "claim"]]
    # Date that the page states; null where it states none.
    publishedAt: NotRequired[Union[str, None]]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemEvidenceItemExchange]
    # The service fetched the page and looked for the excerpt, word for word. Of one that was found the excerpt is published as whole sentences, as the page has them.
    verification: NotRequired[FindingsCandidatesItemEvidenceItemVerification]


class FindingsCandidatesItemAudienceSizingFactorsItemExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemAudienceSizingFactorsItem(TypedDict):
    label: str
    value: int
    # 1 for a count, 100 for a percentage.
    outOf: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemAudienceSizingFactorsItemExchange]


class FindingsCandidatesItemAudienceSizing(TypedDict):
    # The people that are counted.
    who: str
    factors: list[FindingsCandidatesItemAudienceSizingFactorsItem]
    # Product of all `value / outOf`, rounded down.
    people: int


class FindingsCandidatesItemUnitEconomicsAssumptionsReadersExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsReaders(TypedDict):
    """Readers at the end of each of the first twelve months."""

    cautious: list[int]
    likely: list[int]
    optimistic: list[int]
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsReadersExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsChurnPerThousandExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsChurnPerThousand(TypedDict):
    """Readers lost in a month, of 1,000."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsChurnPerThousandExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsPayingPerThousandExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsPayingPerThousand(TypedDict):
    """Paying readers, of 1,000 readers."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsPayingPerThousandExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsPriceCentsExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsPriceCents(TypedDict):
    """Price for one paying reader, a month."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsPriceCentsExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsIssuesPerMonthExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsIssuesPerMonth(TypedDict):
    """Issues a month."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsIssuesPerMonthExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsSponsorSlotsPerIssueExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsSponsorSlotsPerIssue(TypedDict):
    """Places for sponsors in one issue."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsSponsorSlotsPerIssueExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsFillPercentExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsFillPercent(TypedDict):
    """Share of those places that is sold, in percent."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsFillPercentExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsSlotCentsPerThousandReadersExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsSlotCentsPerThousandReaders(TypedDict):
    """Price of one place, by 1,000 readers."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsSlotCentsPerThousandReadersExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsOtherCentsPerThousandReadersExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsOtherCentsPerThousandReaders(TypedDict):
    """Other income a month, by 1,000 readers."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsOtherCentsPerThousandReadersExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsFeesPerThousandExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsFeesPerThousand(TypedDict):
    """Part of 1,000 cents of income that payment and platform keep."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsFeesPerThousandExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsAcquisitionCentsExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsAcquisitionCents(TypedDict):
    """Cost of winning one reader, on average."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsAcquisitionCentsExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsFixedCentsExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsFixedCents(TypedDict):
    """All other costs a month."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsFixedCentsExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsStartCentsExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsStartCents(TypedDict):
    """Costs once, before the first issue."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsStartCentsExchange]


class FindingsCandidatesItemUnitEconomicsAssumptionsHoursPerMonthExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemUnitEconomicsAssumptionsHoursPerMonth(TypedDict):
    """Hours of work of the operator a month."""

    cautious: int
    likely: int
    optimistic: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemUnitEconomicsAssumptionsHoursPerMonthExchange]


class FindingsCandidatesItemUnitEconomicsAssumptions(TypedDict):
    # Readers at the end of each of the first twelve months.
    readers: FindingsCandidatesItemUnitEconomicsAssumptionsReaders
    # Readers lost in a month, of 1,000.
    churnPerThousand: FindingsCandidatesItemUnitEconomicsAssumptionsChurnPerThousand
    # Paying readers, of 1,000 readers.
    payingPerThousand: FindingsCandidatesItemUnitEconomicsAssumptionsPayingPerThousand
    # Price for one paying reader, a month.
    priceCents: FindingsCandidatesItemUnitEconomicsAssumptionsPriceCents
    # Issues a month.
    issuesPerMonth: FindingsCandidatesItemUnitEconomicsAssumptionsIssuesPerMonth
    # Places for sponsors in one issue.
    sponsorSlotsPerIssue: FindingsCandidatesItemUnitEconomicsAssumptionsSponsorSlotsPerIssue
    # Share of those places that is sold, in percent.
    fillPercent: FindingsCandidatesItemUnitEconomicsAssumptionsFillPercent
    # Price of one place, by 1,000 readers.
    slotCentsPerThousandReaders: FindingsCandidatesItemUnitEconomicsAssumptionsSlotCentsPerThousandReaders
    # Other income a month, by 1,000 readers.
    otherCentsPerThousandReaders: FindingsCandidatesItemUnitEconomicsAssumptionsOtherCentsPerThousandReaders
    # Part of 1,000 cents of income that payment and platform keep.
    feesPerThousand: FindingsCandidatesItemUnitEconomicsAssumptionsFeesPerThousand
    # Cost of winning one reader, on average.
    acquisitionCents: FindingsCandidatesItemUnitEconomicsAssumptionsAcquisitionCents
    # All other costs a month.
    fixedCents: FindingsCandidatesItemUnitEconomicsAssumptionsFixedCents
    # Costs once, before the first issue.
    startCents: FindingsCandidatesItemUnitEconomicsAssumptionsStartCents
    # Hours of work of the operator a month.
    hoursPerMonth: FindingsCandidatesItemUnitEconomicsAssumptionsHoursPerMonth


class FindingsCandidatesItemUnitEconomicsComputedCautiousMonthsItem(TypedDict):
    month: int
    readers: int
    # Readers won in the month, those that replace others included.
    newReaders: int
    payingReaders: int
    incomeCents: int
    # With `startCents` in the first month.
    costCents: int
    resultCents: int
    cumulativeCents: int


class FindingsCandidatesItemUnitEconomicsComputedCautious(TypedDict):
    """Sums of the first twelve months, and each month."""

    months: list[FindingsCandidatesItemUnitEconomicsComputedCautiousMonthsItem]
    incomeCents: int
    subscriptionCents: int
    sponsorshipCents: int
    otherCents: int
    costCents: int
    feesCents: int
    acquisitionCents: int
    fixedCents: int
    startCents: int
    resultCents: int
    breakEvenMonth: Union[int, None]
    hours: int
    # Result of the year by hour, rounded down; negative for a loss.
    incomePerHourCents: int


class FindingsCandidatesItemUnitEconomicsComputedLikelyMonthsItem(TypedDict):
    month: int
    readers: int
    # Readers won in the month, those that replace others included.
    newReaders: int
    payingReaders: int
    incomeCents: int
    # With `startCents` in the first month.
    costCents: int
    resultCents: int
    cumulativeCents: int


class FindingsCandidatesItemUnitEconomicsComputedLikely(TypedDict):
    """Sums of the first twelve months, and each month."""

    months: list[FindingsCandidatesItemUnitEconomicsComputedLikelyMonthsItem]
    incomeCents: int
    subscriptionCents: int
    sponsorshipCents: int
    otherCents: int
    costCents: int
    feesCents: int
    acquisitionCents: int
    fixedCents: int
    startCents: int
    resultCents: int
    breakEvenMonth: Union[int, None]
    hours: int
    # Result of the year by hour, rounded down; negative for a loss.
    incomePerHourCents: int


class FindingsCandidatesItemUnitEconomicsComputedOptimisticMonthsItem(TypedDict):
    month: int
    readers: int
    # Readers won in the month, those that replace others included.
    newReaders: int
    payingReaders: int
    incomeCents: int
    # With `startCents` in the first month.
    costCents: int
    resultCents: int
    cumulativeCents: int


class FindingsCandidatesItemUnitEconomicsComputedOptimistic(TypedDict):
    """Sums of the first twelve months, and each month."""

    months: list[FindingsCandidatesItemUnitEconomicsComputedOptimisticMonthsItem]
    incomeCents: int
    subscriptionCents: int
    sponsorshipCents: int
    otherCents: int
    costCents: int
    feesCents: int
    acquisitionCents: int
    fixedCents: int
    startCents: int
    resultCents: int
    breakEvenMonth: Union[int, None]
    hours: int
    # Result of the year by hour, rounded down; negative for a loss.
    incomePerHourCents: int


class FindingsCandidatesItemUnitEconomicsComputed(TypedDict):
    # Sums of the first twelve months, and each month.
    cautious: FindingsCandidatesItemUnitEconomicsComputedCautious
    # Sums of the first twelve months, and each month.
    likely: FindingsCandidatesItemUnitEconomicsComputedLikely
    # Sums of the first twelve months, and each month.
    optimistic: FindingsCandidatesItemUnitEconomicsComputedOptimistic


class FindingsCandidatesItemUnitEconomics(TypedDict):
    """Stated assumptions, and the three cases that the service computed from them."""

    currency: Literal["usd"]
    # How the newsletter would earn, in one sentence.
    model: str
    assumptions: FindingsCandidatesItemUnitEconomicsAssumptions
    computed: FindingsCandidatesItemUnitEconomicsComputed


class FindingsCandidatesItemFirstIssuesItem(TypedDict):
    title: str
    outline: list[str]


class FindingsCandidatesItemLaunchCalendarItem(TypedDict):
    fromDay: int
    toDay: int
    goal: str
    actions: list[str]


class FindingsCandidatesItemComparablesItemReadersExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemComparablesItemReaders(TypedDict):
    count: int
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemComparablesItemReadersExchange]


class FindingsCandidatesItemComparablesItemOpensExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemComparablesItemOpens(TypedDict):
    # Of 1,000 readers, who open an issue.
    perThousand: int
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemComparablesItemOpensExchange]


class FindingsCandidatesItemComparablesItemPriceExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemComparablesItemPrice(TypedDict):
    # US cents for one reader; 0 is free.
    amount: int
    currency: Literal["usd"]
    period: Literal["month", "year", "issue", "once"]
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemComparablesItemPriceExchange]


class FindingsCandidatesItemComparablesItem(TypedDict):
    name: str
    url: Union[str, None]
    # What makes it comparable: its readers, its form, or how it earns.
    likeness: str
    readers: Union[FindingsCandidatesItemComparablesItemReaders, None]
    opens: Union[FindingsCandidatesItemComparablesItemOpens, None]
    price: Union[FindingsCandidatesItemComparablesItemPrice, None]


class FindingsCandidatesItemSponsorsItemPriceExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemSponsorsItemPrice(TypedDict):
    # US cents for a place, by 1,000 opens.
    perThousandOpensCents: int
    # `sourced` rests on the evidence that it cites; `assumed` is a stated belief without a source.
    basis: Literal["sourced", "assumed"]
    # Why this number.
    note: str
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemSponsorsItemPriceExchange]


class FindingsCandidatesItemSponsorsItem(TypedDict):
    name: str
    url: Union[str, None]
    # Where it pays for places today, and to reach whom.
    advertises: str
    evidenceIds: list[str]
    price: Union[FindingsCandidatesItemSponsorsItemPrice, None]


class FindingsCandidatesItemTrendPointsItemExchange(TypedDict):
    """Rate by which a price in another currency was converted, and its day."""

    # ISO 4217, in lower case, as on the page.
    currency: str
    # US dollars for one unit of it.
    rate: float
    day: str


class FindingsCandidatesItemTrendPointsItem(TypedDict):
    # A year, or a month.
    period: str
    value: int
    evidenceIds: list[str]
    # Expressions of + - * / and parentheses over figures of the cited excerpts, separated by semicolons; `ev3:120` is a figure of that evidence, `rate` that of `exchange`. The service redoes them (docs/findings-rules.md).
    calculation: NotRequired[str]
    # Rate by which a price in another currency was converted, and its day.
    exchange: NotRequired[FindingsCandidatesItemTrendPointsItemExchange]


class FindingsCandidatesItemTrend(TypedDict):
    # What was counted, and by whom.
    counted: str
    # Such as “searches a month”, or “index, 100 is the highest”.
    unit: str
    # In the order of time. Each value stands in an excerpt that it cites.
    points: list[FindingsCandidatesItemTrendPointsItem]
    # What the course means for this newsletter.
    reading: str


class FindingsCandidatesItemSampleIssueSectionsItem(TypedDict):
    heading: str
    # Paragraphs are divided by blank lines.
    body: str
    evidenceIds: list[str]


class FindingsCandidatesItemSampleIssue(TypedDict):
    """One whole issue, as its readers would get it."""

    # Place in `firstIssues`.
    issue: int
    # Subject line.
    subject: str
    # Line that an inbox shows beside the subject.
    preview: str
    sections: list[FindingsCandidatesItemSampleIssueSectionsItem]


class FindingsCandidatesItemNameChecksItem(TypedDict):
    name: str
    domain: str
    # Whether the agent saw the name in use for something that readers could confuse.
    use: Literal["none_seen", "in_use", "unclear"]
    # What became of opening the domain. That none answers does not say that nobody owns it.
    site: Literal["answers", "no_answer", "unclear"]
    checkedAt: str
    # What was seen, and where was looked.
    note: str


class FindingsCandidatesItemWouldChangeItem(TypedDict):
    """`recommendation` is the one that the verdict would then have."""

    # What would have to be found.
    finding: str
    recommendation: Literal["pursue", "refine", "avoid"]
    # The cheapest way to find it out.
    test: str


class FindingsCandidatesItemSensitivityItem(TypedDict):
    assumption: Literal["readers", "churnPerThousand", "payingPerThousand", "priceCents", "issuesPerMonth", "sponsorSlotsPerIssue", "fillPercent", "slotCentsPerThousandReaders", "otherCentsPerThousandReaders", "feesPerThousand", "acquisitionCents", "fixedCents", "startCents", "hoursPerMonth"]
    # Result of the likely case in the first year with the cautious value of this assumption alone.
    cautiousCents: int
    # The same with its optimistic value.
    optimisticCents: int
    breakEven: Union[int, None]


class FindingsCandidatesItem(TypedDict):
    candidateId: str
    title: str
    idea: str
    effort: Literal["low", "medium", "high"]
    verdict: FindingsCandidatesItemVerdict
    dimensions: FindingsCandidatesItemDimensions
    audienceSegments: list[FindingsCandidatesItemAudienceSegmentsItem]
    competitors: list[FindingsCandidatesItemCompetitorsItem]
    monetization: list[FindingsCandidatesItemMonetizationItem]
    channels: list[FindingsCandidatesItemChannelsItem]
    risks: list[FindingsCandidatesItemRisksItem]
    nextSteps: list[FindingsCandidatesItemNextStepsItem]
    evidence: list[FindingsCandidatesItemEvidenceItem]
    limitations: list[str]
    audienceSizing: NotRequired[FindingsCandidatesItemAudienceSizing]
    # Stated assumptions, and the three cases that the service computed from them.
    unitEconomics: NotRequired[FindingsCandidatesItemUnitEconomics]
    firstIssues: NotRequired[list[FindingsCandidatesItemFirstIssuesItem]]
    launchCalendar: NotRequired[list[FindingsCandidatesItemLaunchCalendarItem]]
    # Newsletters that show what this one could become. Each figure stands in an excerpt that it cites, or is calculated from it; null where none was found.
    comparables: NotRequired[list[FindingsCandidatesItemComparablesItem]]
    # Companies by name that pay to reach these readers, each seen to do so.
    sponsors: NotRequired[list[FindingsCandidatesItemSponsorsItem]]
    trend: NotRequired[FindingsCandidatesItemTrend]
    # One whole issue, as its readers would get it.
    sampleIssue: NotRequired[FindingsCandidatesItemSampleIssue]
    # Names and domains as the agent says that it checked them, at that moment; nothing was reserved.
    nameChecks: NotRequired[list[FindingsCandidatesItemNameChecksItem]]
    wouldChange: NotRequired[list[FindingsCandidatesItemWouldChangeItem]]
    # The assumptions of `unitEconomics` that move the result of the likely case most, the first most; those that do not move it are left out. Computed by the service.
    sensitivity: NotRequired[list[FindingsCandidatesItemSensitivityItem]]
    # What the agent asked and opened until it handed these findings in, in the order of its session, by the record of the agent provider. Pages that were refused to it stand there as well.
    searchLog: NotRequired[list[Union[AskedStep, PageStep]]]


class FindingsProvenance(TypedDict):
    # Who ran the agent; `local-sample` marks output of the local stand-in.
    provider: str
    model: str
    agentVersion: str


class Findings(TypedDict):
    """Public findings of one completed run."""

    schemaVersion: str
    # The run these findings belong to; `run_sample` for the sandbox sample.
    runId: str
    kind: Literal["idea_check", "custom_search"]
    mode: Literal["live", "test"]
    generatedAt: str
    subject: FindingsSubject
    verdict: FindingsVerdict
    dimensions: FindingsDimensions
    audienceSegments: list[FindingsAudienceSegmentsItem]
    competitors: list[FindingsCompetitorsItem]
    monetization: list[FindingsMonetizationItem]
    channels: list[FindingsChannelsItem]
    risks: list[FindingsRisksItem]
    nextSteps: list[FindingsNextStepsItem]
    evidence: list[FindingsEvidenceItem]
    limitations: list[str]
    audienceSizing: NotRequired[FindingsAudienceSizing]
    # Stated assumptions, and the three cases that the service computed from them.
    unitEconomics: NotRequired[FindingsUnitEconomics]
    firstIssues: NotRequired[list[FindingsFirstIssuesItem]]
    launchCalendar: NotRequired[list[FindingsLaunchCalendarItem]]
    # Newsletters that show what this one could become. Each figure stands in an excerpt that it cites, or is calculated from it; null where none was found.
    comparables: NotRequired[list[FindingsComparablesItem]]
    # Companies by name that pay to reach these readers, each seen to do so.
    sponsors: NotRequired[list[FindingsSponsorsItem]]
    trend: NotRequired[FindingsTrend]
    # One whole issue, as its readers would get it.
    sampleIssue: NotRequired[FindingsSampleIssue]
    # Names and domains as the agent says that it checked them, at that moment; nothing was reserved.
    nameChecks: NotRequired[list[FindingsNameChecksItem]]
    wouldChange: NotRequired[list[FindingsWouldChangeItem]]
    # The assumptions of `unitEconomics` that move the result of the likely case most, the first most; those that do not move it are left out. Computed by the service.
    sensitivity: NotRequired[list[FindingsSensitivityItem]]
    # What the agent asked and opened until it handed these findings in, in the order of its session, by the record of the agent provider. Pages that were refused to it stand there as well.
    searchLog: NotRequired[list[Union[AskedStep, PageStep]]]
    # Present on searches: every candidate that passed.
    candidates: NotRequired[list[FindingsCandidatesItem]]
    provenance: FindingsProvenance


MetadataFilter = dict[str, str]


class RunList(TypedDict):
    data: list[RunStatus]
    # Pass as `cursor` for the next page; null at the end.
    nextCursor: Union[str, None]


class PortfolioMethodWeights(TypedDict):
    # Weight in the weighted mean, to which a verdict is held.
    demand: float
    # Weight in the weighted mean, to which a verdict is held.
    competition: float
    # Weight in the weighted mean, to which a verdict is held.
    monetization: float
    # Weight in the weighted mean, to which a verdict is held.
    acquisition: float
    # Weight in the weighted mean, to which a verdict is held.
    operatorFit: float
    # Weight in the weighted mean, to which a verdict is held.
    sustainability: float
    # Weight in the weighted mean, to which a verdict is held.
    risk: float


class PortfolioMethod(TypedDict):
    # The score is that of the candidate’s verdict, lowered by what was not verified. Portfolios of before lack it: their score is the weighted mean of the dimensions.
    rankedBy: NotRequired[Literal["verdict"]]
    # Part of the verdict, of 100, that is lost where no quotation was verified; in proportion else.
    unverifiedCosts: NotRequired[int]
    weights: PortfolioMethodWeights
    tieBreak: list[str]


class PortfolioRankingItemEvidence(TypedDict):
    """Quotations, and those that were verified; null where none was checked."""

    cited: int
    verified: int


class PortfolioRankingItemBreakdown(TypedDict):
    demand: int
    competition: int
    monetization: int
    acquisition: int
    operatorFit: int
    sustainability: int
    risk: int


class PortfolioRankingItem(TypedDict):
    rank: int
    candidateId: str
    title: str
    # The verdict’s score in the findings: it decides recommendation and rank.
    score: float
    recommendation: NotRequired[Literal["pursue", "refine", "avoid"]]
    evidence: NotRequired[Union[PortfolioRankingItemEvidence, None]]
    breakdown: PortfolioRankingItemBreakdown
    fit: int
    effort: Literal["low", "medium", "high"]
    risks: list[str]


class PortfolioExcludedItem(TypedDict):
    candidateId: str
    title: str
    reason: str
    # Id of the ranked candidate that is the same idea in other words.
    sameAs: NotRequired[str]


class Portfolio(TypedDict):
    schemaVersion: str
    runId: str
    generatedAt: str
    method: PortfolioMethod
    ranking: list[PortfolioRankingItem]
    excluded: list[PortfolioExcludedItem]


class EntitlementCount(TypedDict):
    kind: Union[Literal["idea_check", "custom_search"], str]
    # Credits that a run can take.
    unused: int
    consumed: int
    # Credits that a dispute of their payment keeps from being taken.
    frozen: int


class AccountApiKey(TypedDict):
    """The key that this request was made with."""

    apiKeyId: str
    name: str
    prefix: str
    scopes: list[Union[Literal["scan:create", "evaluations:create", "searches:create", "opportunities:read", "purchases:create", "runs:read", "findings:read", "dossiers:read", "account:read", "usage:read", "withdrawals:write", "webhooks:manage", "buyer-demand:manage", "admin:review", "sandbox"], str]]
    plan: Union[Literal["free", "starter", "pro", "partner", "admin"], str]
    expiresAt: Union[str, None]
    lastUsedAt: Union[str, None]


class AccountContributorBalance(TypedDict):
    """Minor units; null for an account that is no contributor."""

    # Can be withdrawn; negative if a sale was taken back after its payout.
    available: int
    # In withdrawals under way.
    held: int
    # Shares of sales that have not matured yet.
    pending: int
    # Shares of sales whose payment is disputed.
    frozen: int
    currency: Literal["usd"]


class Account(TypedDict):
    accountId: str
    # Enough to tell accounts apart.
    emailMasked: str
    plan: Union[Literal["free", "starter", "pro", "partner", "admin"], str]
    mode: Union[Literal["live", "test"], str]
    createdAt: str
    # The key that this request was made with.
    apiKey: AccountApiKey
    # Credits of the account in the mode of the key.
    entitlements: list[EntitlementCount]
    contributorBalance: Union[AccountContributorBalance, None]


class EndpointUsage(TypedDict):
    endpoint: str
    total: int
    byStatus: dict[str, int]


class Budget(TypedDict):
    """Minor units. Once it is spent or reserved, new runs are 402 `budget_spent`."""

    limit: Union[int, None]
    # What runs of the account that ended in the period have cost, rounded up.
    spent: int
    # What runs of the account that have not ended may still cost.
    reserved: int
    remaining: Union[int, None]
    currency: Literal["usd"]
    resetsAt: str


class RateLimitState(TypedDict):
    level: Union[Literal["platform", "tenant", "endpoint"], str]
    name: str
    limit: int
    remaining: int
    windowSeconds: int
    resetsAt: str


class DailyCost(TypedDict):
    date: str
    runs: int
    # Minor units, rounded up.
    computeSpend: int
    # Millionths of a unit: exact.
    computeSpendMicros: int


class UsageDashboardPeriod(TypedDict):
    """The calendar month in UTC; `end` is the first moment of the next."""

    start: str
    end: str


class UsageDashboardRequests(TypedDict):
    """Requests of this key in the period, refused ones too; not yet this one."""

    total: int
    byStatus: dict[str, int]
    byEndpoint: list[EndpointUsage]


class UsageDashboardRuns(TypedDict):
    """Runs that this key created in the period, by where they stand now."""

    byStatus: dict[str, int]


class UsageDashboardCost(TypedDict):
    """What runs of this key that ended in the period have cost; days without any are left out."""

    # Minor units, rounded up.
    computeSpend: int
    currency: Literal["usd"]
    daily: list[DailyCost]


class UsageDashboard(TypedDict):
    apiKeyId: str
    plan: Union[Literal["free", "starter", "pro", "partner", "admin"], str]
    mode: Union[Literal["live", "test"], str]
    # The calendar month in UTC; `end` is the first moment of the next.
    period: UsageDashboardPeriod
    # Requests of this key in the period, refused ones too; not yet this one.
    requests: UsageDashboardRequests
    # Runs that this key created in the period, by where they stand now.
    runs: UsageDashboardRuns
    # Metadata of the runs that `runs` and `cost` count; `{}`: of all.
    metadata: dict[str, str]
    # Credits of the account in the mode of the key.
    entitlements: list[EntitlementCount]
    budget: Budget
    # Every limit that requests of this key count against, as it stands now.
    rateLimits: list[RateLimitState]
    # What runs of this key that ended in the period have cost; days without any are left out.
    cost: UsageDashboardCost
    generatedAt: str


class LoggedRequest(TypedDict):
    # Moment of the answer.
    at: str
    method: str
    # Without query; at most 200 characters, and without what looks like a key.
    path: str
    endpoint: Union[str, None]
    status: int
    code: Union[str, None]
    # Its `X-Request-Id`: quote it to support.
    requestId: str
    apiKeyId: str
    apiKeyName: str
    durationMs: int
    # Its `Noi-Version`.
    serviceVersion: str
    userAgent: Union[str, None]


class RequestList(TypedDict):
    data: list[LoggedRequest]
    # Pass as `cursor` for the next page; null at the end.
    nextCursor: Union[str, None]


class Webhook(TypedDict):
    webhookId: str
    url: str
    eventTypes: list[Union[Literal["webhook.test", "run.completed", "run.failed", "run.canceled", "run.expired", "order.paid", "order.fulfilled", "order.expired", "order.refunded", "withdrawal.paid", "withdrawal.failed", "withdrawal.returned"], str]]
    # Those of `eventTypes` that this service does not deliver. They stay, should it begin to.
    undelivered: list[Union[Literal["webhook.test", "run.completed", "run.failed", "run.canceled", "run.expired", "order.paid", "order.fulfilled", "order.expired", "order.refunded", "withdrawal.paid", "withdrawal.failed", "withdrawal.returned"], str]]
    status: Union[Literal["active", "disabled"], str]
    description: Union[str, None]
    createdAt: str


Webhooks = list[Webhook]


WebhookEventType = Literal["webhook.test", "run.completed", "run.failed", "run.canceled", "run.expired", "order.paid", "order.fulfilled", "order.expired", "order.refunded", "withdrawal.paid", "withdrawal.failed", "withdrawal.returned"]


class WebhookCreate(TypedDict):
    # An https address that can be reached publicly, without user name, password or fragment.
    url: str
    eventTypes: list[WebhookEventType]
    description: NotRequired[str]


class WebhookCreated(TypedDict):
    webhookId: str
    url: str
    eventTypes: list[Union[Literal["webhook.test", "run.completed", "run.failed", "run.canceled", "run.expired", "order.paid", "order.fulfilled", "order.expired", "order.refunded", "withdrawal.paid", "withdrawal.failed", "withdrawal.returned"], str]]
    # Those of `eventTypes` that this service does not deliver. They stay, should it begin to.
    undelivered: list[Union[Literal["webhook.test", "run.completed", "run.failed", "run.canceled", "run.expired", "order.paid", "order.fulfilled", "order.expired", "order.refunded", "withdrawal.paid", "withdrawal.failed", "withdrawal.returned"], str]]
    status: Union[Literal["active", "disabled"], str]
    description: Union[str, None]
    createdAt: str
    # Shown this once. Verifies signatures by Standard Webhooks.
    signingSecret: str


class WebhookChange(TypedDict):
    # An https address that can be reached publicly, without user name, password or fragment.
    url: NotRequired[str]
    eventTypes: NotRequired[list[WebhookEventType]]
    description: NotRequired[Union[str, None]]
    # False: no deliveries until it is enabled again.
    enabled: NotRequired[bool]


class WebhookRotated(TypedDict):
    webhookId: str
    # Shown this once. Deliveries are signed with it from now on.
    signingSecret: str
    # Until then the secret before signs, too: switch your receiver by then.
    previousSecretExpiresAt: str


class WebhookDeliveryAttempt(TypedDict):
    attempt: int
    startedAt: str
    durationMs: int
    responseStatus: Union[int, None]
    error: Union[str, None]


class WebhookDelivery(TypedDict):
    deliveryId: str
    webhookId: str
    eventType: Union[Literal["webhook.test", "run.completed", "run.failed", "run.canceled", "run.expired", "order.paid", "order.fulfilled", "order.expired", "order.refunded", "withdrawal.paid", "withdrawal.failed", "withdrawal.returned"], str]
    status: Union[Literal["pending", "delivered", "failed"], str]
    createdAt: str
    endedAt: Union[str, None]
    # Oldest first, at most eight.
    attempts: list[WebhookDeliveryAttempt]


class WebhookReplay(TypedDict):
    # Sends this one again.
    deliveryId: NotRequired[str]
    # With `until`: sends the events of this span.
    since: NotRequired[str]
    # Excluded.
    until: NotRequired[str]


class WebhookReplayed(TypedDict):
    webhookId: str
    # The new deliveries, in the order of their events.
    deliveryIds: list[str]
    nextSince: Union[str, None]
    # Whether this answer repeats an earlier one to the same Idempotency-Key.
    replayed: bool


class WebhookDeliveryList(TypedDict):
    data: list[WebhookDelivery]
    # Pass as `cursor` for the next page; null at the end.
    nextCursor: Union[str, None]


class RunEventPayloadDataLinks(TypedDict):
    # Path of the API.
    run: str
    findings: Union[str, None]
    dossier: Union[str, None]
    portfolio: Union[str, None]


class RunEventPayloadData(TypedDict):
    # The same in every delivery of this event, replays included.
    id: str
    # Orders the events of one subject: a delivery with a lower one than you have seen is old news.
    sequence: int
    subject: str
    status: Union[Literal["queued", "running", "canceling", "completed", "failed", "canceled", "expired"], str]
    links: RunEventPayloadDataLinks


class RunEventPayload(TypedDict):
    type: Union[Literal["run.completed", "run.failed", "run.canceled", "run.expired"], str]
    timestamp: str
    data: RunEventPayloadData


class OrderEventPayloadDataLinks(TypedDict):
    # Path of the API.
    order: str


class OrderEventPayloadData(TypedDict):
    # The same in every delivery of this event, replays included.
    id: str
    # Orders the events of one subject: a delivery with a lower one than you have seen is old news.
    sequence: int
    subject: str
    status: Union[Literal["creating", "pending_payment", "paid", "fulfilled", "failed", "expired", "canceled", "refund_pending", "refunded", "refund_failed", "refund_waived"], str]
    links: OrderEventPayloadDataLinks


class OrderEventPayload(TypedDict):
    type: Union[Literal["order.paid", "order.fulfilled", "order.expired", "order.refunded"], str]
    timestamp: str
    data: OrderEventPayloadData


class WithdrawalEventPayloadDataLinks(TypedDict):
    # Path of the API.
    withdrawal: str


class WithdrawalEventPayloadData(TypedDict):
    # The same in every delivery of this event, replays included.
    id: str
    # Orders the events of one subject: a delivery with a lower one than you have seen is old news.
    sequence: int
    subject: str
    status: Union[Literal["requested", "under_review", "processing", "in_transit", "paid", "rejected", "canceled", "failed", "returned"], str]
    links: WithdrawalEventPayloadDataLinks


class WithdrawalEventPayload(TypedDict):
    type: Union[Literal["withdrawal.paid", "withdrawal.failed", "withdrawal.returned"], str]
    timestamp: str
    data: WithdrawalEventPayloadData


ProductEvent = Union[RunEventPayload, OrderEventPayload, WithdrawalEventPayload]


class EventList(TypedDict):
    data: list[ProductEvent]
    # Pass as `cursor` for the next page; null at the end.
    nextCursor: Union[str, None]


class DeveloperPortalApiKeyManagement(TypedDict):
    hashAlgorithm: str
    rotationSupported: bool
    revocationSupported: bool
    scopes: list[str]
    plans: list[str]


class DeveloperPortalSandbox(TypedDict):
    testKeyPrefix: str
    sampleFindingsUrl: str
    evaluationsUrl: str
    searchesUrl: str
    # Words of a request that choose how its run ends, and what they do.
    outcomes: dict[str, str]
    # What the sandbox spends.
    computeSpendUsd: float


class DeveloperPortal(TypedDict):
    findingsSchemaUrl: str
    findingsJsonSchemaUrl: str
    endpointCatalogueUrl: str
    apiKeyManagement: DeveloperPortalApiKeyManagement
    usageDashboardUrl: str
    webhookConfigurationUrl: str
    sandbox: DeveloperPortalSandbox
    # Requests to paste into a shell, in their order. `NOI_API_KEY` is a live key; `RUN_ID` is set by the samples themselves.
    codeSamples: list[str]


class Money(TypedDict):
    # Minor units: 4900 is $49.00.
    amount: int
    currency: str


class OpportunityTeaser(TypedDict):
    opportunityId: str
    title: str
    # What anybody may read: enough to decide, not enough to copy.
    summary: str
    niche: str
    audience: str
    geography: str
    # The language that the newsletter would be written in, BCP 47.
    language: str
    # The score of the verdict in the findings.
    score: int
    price: Money
    availability: Union[Literal["available", "reserved"], str]
    dossierFormats: list[Union[Literal["html", "pdf", "json"], str]]
    publishedAt: str


OpportunityTeasers = list[OpportunityTeaser]


class OpportunityPurchase(TypedDict):
    # I ask for access to the digital content right after payment, before the withdrawal period has ended. Must be `true`.
    immediateAccessConsent: bool
    # I know that I lose my right of withdrawal once access to the digital content has begun. Must be `true`.
    withdrawalLossAcknowledgment: bool


class CheckoutSessionCreated(TypedDict):
    orderId: str
    status: Union[Literal["creating", "pending_payment", "paid", "fulfilled", "failed", "expired", "canceled", "refund_pending", "refunded", "refund_failed", "refund_waived"], str]
    checkoutUrl: Union[str, None]
    checkoutSessionId: Union[str, None]
    replayed: bool
    # Credits that the order is for; 1 of an opportunity.
    quantity: int
    price: Money
    # Until then the checkout can be paid.
    expiresAt: str
    mode: Literal["live", "test"]


class CheckoutSessionCreate(TypedDict):
    product: Literal["idea_check", "custom_search", "opportunity"]
    # With product `opportunity` only.
    opportunityId: NotRequired[Union[str, None]]
    # Credits to buy; 3 are a pack, for less than three orders. Of an opportunity 1.
    quantity: NotRequired[Literal[1, 3]]
    # I ask for access to the digital content right after payment, before the withdrawal period has ended. Must be `true`.
    immediateAccessConsent: bool
    # I know that I lose my right of withdrawal once access to the digital content has begun. Must be `true`.
    withdrawalLossAcknowledgment: bool


class OrderSummaryConsents(TypedDict):
    immediateAccess: bool
    withdrawalLoss: bool
    textVersion: str
    recordedAt: str


class OrderSummaryRefund(TypedDict):
    status: Union[Literal["pending", "succeeded", "failed", "waived"], str]
    # Minor units, in the currency of the price.
    amount: int
    reason: Union[Literal["late", "mismatched", "duplicate", "opportunity_gone", "account_suspended", "returned", "fraud_warning"], str]


class OrderSummaryPaid(TypedDict):
    """The payment that the order was fulfilled for."""

    total: Money
    # Tax in `total`, in minor units; 0 where none was collected.
    tax: int
    at: str


class OrderSummaryPayment(TypedDict):
    """The payment that the status follows from: that of `paid`, else the newest; null until one is confirmed. `arrivedAt` is when it was made, by the clock of the payment provider, which decides what was paid in time; null where it has not said."""

    arrivedAt: Union[str, None]


class OrderSummaryDispute(TypedDict):
    status: Union[Literal["open", "inquiry", "won", "lost"], str]
    openedAt: str


class OrderSummary(TypedDict):
    orderId: str
    product: Union[Literal["idea_check", "custom_search", "opportunity"], str]
    opportunityId: Union[str, None]
    # Credits that the order is for; 1 of an opportunity.
    quantity: int
    status: Union[Literal["creating", "pending_payment", "paid", "fulfilled", "failed", "expired", "canceled", "refund_pending", "refunded", "refund_failed", "refund_waived"], str]
    mode: Literal["live", "test"]
    price: Money
    checkoutSessionId: Union[str, None]
    checkoutUrl: Union[str, None]
    expiresAt: str
    consents: OrderSummaryConsents
    entitlementId: Union[str, None]
    refund: Union[OrderSummaryRefund, None]
    paid: Union[OrderSummaryPaid, None]
    payment: Union[OrderSummaryPayment, None]
    dispute: Union[OrderSummaryDispute, None]
    createdAt: str
    updatedAt: str


class OrderList(TypedDict):
    data: list[OrderSummary]
    # Pass as `cursor` for the next page; null at the end.
    nextCursor: Union[str, None]


class OrderConsents(TypedDict):
    immediateAccess: bool
    withdrawalLoss: bool
    textVersion: str
    recordedAt: str


class OrderRefund(TypedDict):
    status: Union[Literal["pending", "succeeded", "failed", "waived"], str]
    # Minor units, in the currency of the price.
    amount: int
    reason: Union[Literal["late", "mismatched", "duplicate", "opportunity_gone", "account_suspended", "returned", "fraud_warning"], str]


class OrderPaid(TypedDict):
    """The payment that the order was fulfilled for."""

    total: Money
    # Tax in `total`, in minor units; 0 where none was collected.
    tax: int
    at: str


class OrderPayment(TypedDict):
    """The payment that the status follows from: that of `paid`, else the newest; null until one is confirmed. `arrivedAt` is when it was made, by the clock of the payment provider, which decides what was paid in time; null where it has not said."""

    arrivedAt: Union[str, None]


class OrderInvoice(TypedDict):
    """Invoice of that payment. Its addresses are secret and valid for days: ask again later."""

    number: str
    url: Union[str, None]
    pdfUrl: Union[str, None]


class OrderDispute(TypedDict):
    status: Union[Literal["open", "inquiry", "won", "lost"], str]
    openedAt: str


class Order(TypedDict):
    orderId: str
    product: Union[Literal["idea_check", "custom_search", "opportunity"], str]
    opportunityId: Union[str, None]
    # Credits that the order is for; 1 of an opportunity.
    quantity: int
    status: Union[Literal["creating", "pending_payment", "paid", "fulfilled", "failed", "expired", "canceled", "refund_pending", "refunded", "refund_failed", "refund_waived"], str]
    mode: Literal["live", "test"]
    price: Money
    checkoutSessionId: Union[str, None]
    checkoutUrl: Union[str, None]
    expiresAt: str
    consents: OrderConsents
    entitlementId: Union[str, None]
    refund: Union[OrderRefund, None]
    paid: Union[OrderPaid, None]
    payment: Union[OrderPayment, None]
    invoice: Union[OrderInvoice, None]
    dispute: Union[OrderDispute, None]
    createdAt: str
    updatedAt: str


class WithdrawalPayout(TypedDict):
    """What reaches your bank, once it is known: converted where your account is not in US dollars."""

    # Minor units.
    amount: int
    # ISO 4217, lower case.
    currency: str


class Withdrawal(TypedDict):
    withdrawalId: str
    status: Union[Literal["requested", "under_review", "processing", "in_transit", "paid", "rejected", "canceled", "failed", "returned"], str]
    # Minor units.
    amount: int
    currency: Literal["usd"]
    payout: Union[WithdrawalPayout, None]
    failureReason: Union[str, None]
    requestedAt: str
    updatedAt: str
    paidAt: Union[str, None]


class WithdrawalList(TypedDict):
    data: list[Withdrawal]
    # Pass as `cursor` for the next page; null at the end.
    nextCursor: Union[str, None]


class WithdrawalCreate(TypedDict):
    # Minor units: 25000 is $250.00.
    amount: int
    currency: Literal["usd"]
    # For your own records.
    note: NotRequired[str]


class PaymentEventReceived(TypedDict):
    # Must be `true`.
    received: bool


FindingsSchema = dict[str, Any]


class EndpointDescriptor(TypedDict):
    method: str
    path: str
    audience: str
    # All that are needed, joined by a space; where one of several is enough, those joined by `|`.
    requiredScope: Union[str, None]
    requiresIdempotencyKey: bool
    startsAsyncManagedAgentRun: bool
    responseScope: Union[str, None]


EndpointCatalog = list[EndpointDescriptor]


Description = dict[str, Any]


class WebhookTestPayloadData(TypedDict):
    webhookId: str


class WebhookTestPayload(TypedDict):
    type: str
    timestamp: str
    data: WebhookTestPayloadData


class ProblemDetailsErrorsItem(TypedDict):
    """Flaw of one field or parameter."""

    # JSON pointer, `?name` or the name of a header.
    pointer: str
    code: str
    detail: str


class ProblemDetails(TypedDict):
    """Problem Details (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    # The path without its query.
    instance: str
    # Stable; listed at /developers/errors. Tolerate new values.
    code: Union[Literal["invalid_request", "query_too_long", "invalid_json", "invalid_idempotency_key", "invalid_token", "origin_not_allowed", "webhook_limit_reached", "stale_form", "missing_api_key", "invalid_api_key", "entitlement_required", "budget_spent", "account_suspended", "insufficient_scope", "live_key_required", "test_key_required", "not_a_contributor", "insufficient_balance", "withdrawal_not_found", "not_found", "run_not_found", "run_not_completed", "artifact_unavailable", "portfolio_not_applicable", "opportunity_not_purchased", "webhook_not_found", "order_not_found", "invalid_webhook", "format_not_available", "method_not_allowed", "idempotency_key_reused", "idempotency_in_flight", "opportunity_unavailable", "webhook_disabled", "too_many_keys", "too_many_shares", "too_many_holds", "erasure_blocked", "run_already_finished", "payload_too_large", "unsupported_media_type", "rate_limited", "internal_error", "payment_provider_failed", "free_scans_used_up", "overloaded", "service_unavailable", "service_not_configured"], str]
    # Quote this to support.
    requestId: str
    # True if the same request may succeed later.
    retryable: bool
    # As the Retry-After header.
    retryAfterSeconds: NotRequired[int]
    # Level of the limit that refused: ip, platform, tenant or endpoint.
    limitLevel: NotRequired[str]
    errors: NotRequired[list[ProblemDetailsErrorsItem]]
    # Further errors that `errors` leaves out.
    errorsOmitted: NotRequired[int]


class ConfirmScanQuery(TypedDict):
    # From the link in the mail.
    token: NotRequired[str]


class OpenUnsubscribeQuery(TypedDict):
    # From the link in the mail.
    token: NotRequired[str]


class OneClickUnsubscribeQuery(TypedDict):
    # From the link in the mail.
    token: NotRequired[str]


class ListRunsQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]
    # Only what was created at this moment or later.
    created_after: NotRequired[str]
    # Only what was created before this moment.
    created_before: NotRequired[str]
    status: NotRequired[Literal["queued", "running", "canceling", "completed", "failed", "canceled", "expired"]]
    kind: NotRequired[Literal["idea_check", "custom_search"]]
    metadata: NotRequired[MetadataFilter]


class GetRunFindingsQuery(TypedDict):
    # Names of members at the top, with commas between: only these are sent.
    fields: NotRequired[str]


class GetRunDossierQuery(TypedDict):
    # Without it `Accept` decides, and HTML is the default.
    format: NotRequired[Literal["html", "pdf"]]


class GetUsageQuery(TypedDict):
    metadata: NotRequired[MetadataFilter]


class ListRequestsQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]
    # Only what was created at this moment or later.
    created_after: NotRequired[str]
    # Only what was created before this moment.
    created_before: NotRequired[str]
    # A status such as `404`, or a class such as `4xx`.
    status: NotRequired[str]


class ListWebhookDeliveriesQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]
    # Only what was created at this moment or later.
    created_after: NotRequired[str]
    # Only what was created before this moment.
    created_before: NotRequired[str]


class ListEventsQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]
    # Only what was created at this moment or later.
    created_after: NotRequired[str]
    # Only what was created before this moment.
    created_before: NotRequired[str]


class ListOpportunitiesQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]


class GetOpportunityDossierQuery(TypedDict):
    # `json` are the findings themselves. Without it `Accept` decides, and HTML is the default.
    format: NotRequired[Literal["html", "pdf", "json"]]


class ListOrdersQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]
    # Only what was created at this moment or later.
    created_after: NotRequired[str]
    # Only what was created before this moment.
    created_before: NotRequired[str]


class ListWithdrawalsQuery(TypedDict):
    limit: NotRequired[int]
    cursor: NotRequired[str]
    # Only what was created at this moment or later.
    created_after: NotRequired[str]
    # Only what was created before this moment.
    created_before: NotRequired[str]


class WebhookTestEvent(TypedDict):
    type: Literal["webhook.test"]
    timestamp: str
    data: WebhookTestPayloadData


class RunCompletedEvent(TypedDict):
    type: Literal["run.completed"]
    timestamp: str
    data: RunEventPayloadData


class RunFailedEvent(TypedDict):
    type: Literal["run.failed"]
    timestamp: str
    data: RunEventPayloadData


class RunCanceledEvent(TypedDict):
    type: Literal["run.canceled"]
    timestamp: str
    data: RunEventPayloadData


class RunExpiredEvent(TypedDict):
    type: Literal["run.expired"]
    timestamp: str
    data: RunEventPayloadData


class OrderPaidEvent(TypedDict):
    type: Literal["order.paid"]
    timestamp: str
    data: OrderEventPayloadData


class OrderFulfilledEvent(TypedDict):
    type: Literal["order.fulfilled"]
    timestamp: str
    data: OrderEventPayloadData


class OrderExpiredEvent(TypedDict):
    type: Literal["order.expired"]
    timestamp: str
    data: OrderEventPayloadData


class OrderRefundedEvent(TypedDict):
    type: Literal["order.refunded"]
    timestamp: str
    data: OrderEventPayloadData


class WithdrawalPaidEvent(TypedDict):
    type: Literal["withdrawal.paid"]
    timestamp: str
    data: WithdrawalEventPayloadData


class WithdrawalFailedEvent(TypedDict):
    type: Literal["withdrawal.failed"]
    timestamp: str
    data: WithdrawalEventPayloadData


class WithdrawalReturnedEvent(TypedDict):
    type: Literal["withdrawal.returned"]
    timestamp: str
    data: WithdrawalEventPayloadData


WebhookEvent = Union[
    WebhookTestEvent,
    RunCompletedEvent,
    RunFailedEvent,
    RunCanceledEvent,
    RunExpiredEvent,
    OrderPaidEvent,
    OrderFulfilledEvent,
    OrderExpiredEvent,
    OrderRefundedEvent,
    WithdrawalPaidEvent,
    WithdrawalFailedEvent,
    WithdrawalReturnedEvent,
]
