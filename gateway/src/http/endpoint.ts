// What an endpoint is: schemas, who may call it, and the function that answers. Verb and path
// stand in routes.ts; validation, types and the OpenAPI document come from the schemas here.

import type { Static, TObject, TSchema } from 'typebox';
import type { Refusal, RefusalCode } from '../core/refusals.ts';
import type { Caller } from './caller.ts';
import type { AnswerKeeper } from './idempotency.ts';
import type { RawReply } from './pages/raw-reply.ts';

/**
 * Who may call: nobody in particular, a merchant, a merchant or the payment's own page, the
 * operator.
 */
export type Access = 'open' | 'merchant' | 'merchant-or-client' | 'operator';

/** As what a body can be sent to our own endpoints. */
export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

export type BodyForm = keyof typeof mediaTypes;

export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** As what the body was sent, also when it is empty: a form comes from a person's browser. */
  readonly bodyForm: BodyForm | 'none';
  readonly caller: Caller;
  readonly address: string;
  readonly traceId: string;
  /** Gives the rows that keep this call's answer; they belong into the entry of its effect. */
  readonly keep: AnswerKeeper;
}

export interface Endpoint<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
> {
  /** One line for the documentation. */
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Which token resource reaches it; UNIVERSAL always does. */
  readonly resource?: 'PAYMENT' | 'TOKENIZER';
  /** Also for a suspended merchant: it reads, captures and cancels, and makes nothing new. */
  readonly whileSuspended?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** True when a body may be left out altogether. */
  readonly bodyOptional?: boolean;
  /** Messages of a protocol that others define: names that resemble ours are no mistakes. */
  readonly anyNames?: boolean;
  /** Whether an empty string in the body means absent; unless told, it does for merchants. */
  readonly emptyIsAbsent?: boolean;
  /** How errors name a field of the body, where one field may stand in several places. */
  readonly fieldName?: (field: string) => string;
  /** As what the body may be sent; absent: JSON only. The fields of a form are strings. */
  readonly bodies?: readonly BodyForm[];
  /** The JSON answer; `answer` may give a RawReply instead, which is sent as it is. */
  readonly reply: TSchema;
  /** An answer that is never JSON: its media type, for the documentation; `reply` is a string. */
  readonly replyType?: string;
  /** What a browser gets in place of JSON, one sentence for the documentation. */
  readonly browserReply?: string;
  /** Takes the place of the error body when a form was sent; it has the refusal's status. */
  readonly refusalPage?: (refusal: Refusal, traceId: string) => RawReply;
  /** Tells something about a card, so it has a tighter limit of its own per merchant. */
  readonly lookups?: boolean;
  /** Money POSTs: `Idempotency-Key` is honoured. */
  readonly idempotent?: boolean;
  /** Refusals of this endpoint in the order they are checked, for the documentation. */
  readonly refusals?: readonly RefusalCode[];
  /**
   * Answered by a simulated provider, which reads its messages itself: what a schema would refuse
   * is refused only where `refusals` say so. `bodyType` is the media type of a body that is neither
   * JSON nor form.
   */
  readonly neighbour?: { readonly bodyType?: string };
  /** Payment states in which it is allowed, for the documentation; absent: in every state. */
  readonly states?: readonly string[];
  /** An example body for the documentation, as JSON. */
  readonly example?: unknown;
  /** An example body for the documentation, as a form. */
  readonly exampleForm?: Readonly<Record<string, string>>;
  /** An example answer for the documentation; absent: one is made from the reply schema. */
  readonly exampleReply?: unknown;
  /** Further example answers by the occasion, such as "in a challenge". */
  readonly otherReplies?: Readonly<Record<string, unknown>>;
  readonly answer: (call: Call<Static<Params>, Static<Query>, Static<Body>>) => Promise<unknown>;
}

/** Any endpoint, once its types have done their work. */
export type AnyEndpoint = Endpoint;

export function endpoint<
  Params extends TObject = TObject<Record<never, never>>,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TSchema,
>(definition: Endpoint<Params, Query, Body>): AnyEndpoint {
  return definition;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  readonly method: HttpMethod;
  readonly path: string;
  readonly endpoint: AnyEndpoint;
}

export function route(method: HttpMethod, path: string, to: AnyEndpoint): Route {
  return { method, path, endpoint: to };
}
