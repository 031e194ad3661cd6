import type { components, paths, webhooks } from './api-types.ts';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type EvaluationCreate = Schemas['EvaluationCreate'];
export type Findings = Schemas['Findings'];
export type LoggedRequest = Schemas['LoggedRequest'];
export type Opportunity = Schemas['OpportunityTeaser'];
export type Order = Schemas['Order'];
export type OrderSummary = Schemas['OrderSummary'];
export type Portfolio = Schemas['Portfolio'];
export type Problem = Schemas['ProblemDetails'];
export type RunBatch = Schemas['RunBatch'];
export type RunBatchCreated = Schemas['RunBatchCreated'];
export type RunBatchResult = Schemas['RunBatchResult'];
export type RunCreated = Schemas['PaidProductRunCreated'];
export type RunEvent = Schemas['RunEvent'];
export type RunStatus = Schemas['RunStatus'];
export type SearchCreate = Schemas['SearchCreate'];
export type Usage = AnswerOf<'GET /v1/usage'>;
export type Webhook = Schemas['Webhook'];
export type WebhookChange = Schemas['WebhookChange'];
export type WebhookCreate = Schemas['WebhookCreate'];
export type WebhookCreated = Schemas['WebhookCreated'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type WebhookReplay = Schemas['WebhookReplay'];
export type WebhookReplayed = Schemas['WebhookReplayed'];
export type WebhookRotated = Schemas['WebhookRotated'];
export type WebhookSecret = Schemas['WebhookSecret'];
export type Withdrawal = Schemas['Withdrawal'];

/** Types of webhook events. */
export type EventType = keyof webhooks;

type PayloadOf<Type extends EventType> = webhooks[Type]['post'] extends {
  requestBody: { content: { 'application/json': infer Payload } };
}
  ? Payload
  : never;

/** A delivered event. `type` determines the shape of `data`. */
export type WebhookEvent = {
  [Type in EventType]: Omit<PayloadOf<Type>, 'type'> & { type: Type };
}[EventType];

/** An event in the account's event list, which needs no webhook endpoint. */
export type ProductEvent = Exclude<WebhookEvent, { type: 'webhook.test' }>;

/** One page of a list. `nextCursor` leads to the next page and is null on the last page. */
export interface Page<Item> {
  data: Item[];
  nextCursor: string | null;
}

/** An endpoint of the API, such as `GET /v1/runs/{id}`. */
export type Endpoint = {
  [Path in keyof paths]: {
    [Method in 'get' | 'post' | 'delete']: paths[Path][Method] extends { responses: unknown }
      ? `${Uppercase<Method>} ${Path}`
      : never;
  }['get' | 'post' | 'delete'];
}[keyof paths];

type Operation<E extends Endpoint> = E extends `${infer Method} ${infer Path}`
  ? Path extends keyof paths
    ? paths[Path][Lowercase<Method> & keyof paths[Path]]
    : never
  : never;

/** JSON body of a request to an endpoint. */
export type BodyOf<E extends Endpoint> =
  Operation<E> extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : undefined;

/** Query parameters of an endpoint. */
export type QueryOf<E extends Endpoint> =
  Operation<E> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** JSON response of an endpoint; undefined if it has no body. */
export type AnswerOf<E extends Endpoint> =
  Operation<E> extends { responses: infer Responses } ? Json<Responses[keyof Responses & (200 | 201 | 202)]> : never;
type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;
