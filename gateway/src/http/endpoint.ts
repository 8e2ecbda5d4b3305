// The definition of an endpoint: method and path, schemas, who may call it, and the function that
// answers. Everything but that function is data: validation, types and the documents come from it.

import type { Static, TObject, TSchema } from 'typebox';
import type { Refusal, RefusalCode } from '../core/refusals.ts';
import type { Caller } from './caller.ts';
import type { AnswerKeeper } from './idempotency.ts';
import type { RawReply } from './pages/raw-reply.ts';

/** Who may call: anyone, a merchant, a merchant or the page of the payment, the operator. */
export type Access = 'open' | 'merchant' | 'merchant-or-client' | 'operator';

/** Media types that our own endpoints accept. */
export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

export type BodyForm = keyof typeof mediaTypes;

export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The format in which the body was sent, also when it is empty; forms come from browsers. */
  readonly bodyForm: BodyForm | 'none';
  /** The body as it was sent; empty if there was none. */
  readonly bodyText: string;
  /** A header by its name in lower case; undefined if it is absent or repeated. */
  readonly header: (name: string) => string | undefined;
  readonly caller: Caller;
  readonly address: string;
  readonly traceId: string;
  /** Call this before a long wait: the call then no longer counts as in flight or as measured. */
  readonly releaseSlot: () => void;
  /**
   * Adds the rows that store this call's answer for repeats; they belong into the entry of its
   * effect.
   */
  readonly keep: AnswerKeeper;
  /** Actions of the operator: what the audit log says besides request and answer. */
  readonly note: (facts: ActionFacts) => void;
}

/** What the endpoint knows of an action of the operator. */
export interface ActionFacts {
  /** The changed object as it was before, without secrets. */
  readonly before?: unknown;
  /** The id of the object, if neither path, body nor answer contains it. */
  readonly merchantId?: string;
}

/** How an action of the operator is named in the audit log. */
export interface OperatorAction {
  readonly name: string;
  /** The field with the id of what it concerns: of the answer, the path or the body. */
  readonly subject: string;
  /** What the audit log shows instead of a MID if there is none; absent: `-`. */
  readonly ifNoMerchant?: string;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How a simulated provider receives calls. */
interface SimulatedFacts {
  /** The media type of a body that is neither JSON nor a form. */
  readonly bodyType?: string;
  /** A wrong body is answered in a protocol that others define, so no schema checks it. */
  readonly ownFaults?: true;
  /** The provider reads the text of the body itself, whether a form or JSON. */
  readonly readsText?: true;
  /** Callers must send the key of the provider, if it has one. */
  readonly needsKey?: true;
  /** Maximum size of the body where it exceeds the usual one. */
  readonly maxBodyBytes?: number;
}

/** What is known about an endpoint without running it. */
export interface Endpoint<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
> {
  readonly method: HttpMethod;
  /** With parameters as `{paymentId}`. */
  readonly path: string;
  /** One line for the documentation. */
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** Which token resource may call it; UNIVERSAL always may. */
  readonly resource?: 'PAYMENT' | 'TOKENIZER';
  /** A suspended merchant may call it: it can read, capture and cancel, but create nothing new. */
  readonly whileSuspended?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  /** Headers of its own, for the documentation. */
  readonly headers?: TObject;
  readonly body?: Body;
  /** True when the body may be omitted. */
  readonly bodyOptional?: boolean;
  /**
   * Messages of a protocol that others define: unknown names are never treated as spelling
   * mistakes.
   */
  readonly anyNames?: boolean;
  /**
   * Whether an empty string means absent where the schema of the body accepts one; by default it
   * does for merchants.
   */
  readonly emptyIsAbsent?: boolean;
  /** How errors name a field of the body, where a field may occur at several paths. */
  readonly fieldName?: (field: string) => string;
  /** Accepted body formats; absent: JSON only. The fields of a form are strings. */
  readonly bodies?: readonly BodyForm[];
  /** Maximum length of one text in the body where it exceeds the usual one, as for a picture. */
  readonly maxTextLength?: number;
  /** The JSON answer; `answer` may return a RawReply instead, which is sent unchanged. */
  readonly reply: TSchema;
  /**
   * For an answer that is never JSON: its media type for the documentation; `reply` is a string.
   */
  readonly replyType?: string;
  /** Answers with other statuses and the same media type, each with its meaning. */
  readonly otherReplies?: Readonly<Record<string, string>>;
  /** The answer is sent for as long as the caller reads it; its time is not measured. */
  readonly isStream?: boolean;
  /** The answer has an ETag and is 304 without a body if If-None-Match names it. */
  readonly hasETag?: boolean;
  /** Pictures that the answer may be instead, by the Accept header. */
  readonly pictureTypes?: readonly string[];
  /** Texts that the answer may be instead, by the Accept header, the query or the caller. */
  readonly textTypes?: readonly string[];
  /** What a browser gets instead of JSON, one sentence for the documentation. */
  readonly browserReply?: string;
  /** Replaces the error body when a form was sent; sent with the refusal's status. */
  readonly refusalPage?: (refusal: Refusal, traceId: string) => RawReply;
  /** Operator API: required for every endpoint that changes something. */
  readonly action?: OperatorAction;
  /** Operator API: a POST that changes nothing, and is not in the audit log. */
  readonly onlyReads?: true;
  /** Returns card information, so it has its own, lower limit per merchant. */
  readonly lookups?: boolean;
  /** For requests that move money: `Idempotency-Key` is supported. */
  readonly idempotent?: boolean;
  /** Refusals of its own, after those of every call (docs/refusal-codes.ts), in their order. */
  readonly refusals?: readonly RefusalCode[];
  /**
   * Answered by a simulated provider. The schemas check its queries and JSON bodies, but not its
   * path parameters.
   */
  readonly simulated?: SimulatedFacts;
  /** Payment states in which it is allowed, for the documentation; absent: every state. */
  readonly states?: readonly string[];
}

export type AnyCall = Call<unknown, unknown, unknown>;

/** An endpoint with the function that answers, which gets its dependencies when it is served. */
export interface HandledEndpoint<Deps> extends Endpoint {
  readonly handle: (deps: Deps, call: AnyCall) => Promise<unknown>;
}

/** An endpoint that is ready to be served. */
export interface Route extends Endpoint {
  readonly answer: (call: AnyCall) => Promise<unknown>;
}

/** `handle` names only the dependencies that it uses. */
export function endpoint<
  Deps,
  Params extends TObject = TObject<Record<never, never>>,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TSchema,
>(
  definition: Endpoint<Params, Query, Body>,
  handle: (deps: Deps, call: Call<Static<Params>, Static<Query>, Static<Body>>) => Promise<unknown>,
): HandledEndpoint<Deps> {
  // The schemas of the definition check every call before it is handled.
  return { ...(definition as Endpoint), handle: handle as HandledEndpoint<Deps>['handle'] };
}

/** What these functions need, `DepsOf<typeof f | typeof g>`: their first parameters together. */
export type DepsOf<F> = [F] extends [(deps: infer Deps, ...rest: never[]) => unknown]
  ? Deps
  : never;

export function toRoutes<Deps>(endpoints: readonly HandledEndpoint<Deps>[], deps: Deps): Route[] {
  return endpoints.map(({ handle, ...facts }) => ({
    ...facts,
    answer: (call) => handle(deps, call),
  }));
}
