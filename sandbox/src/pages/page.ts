// The definition of a page of a simulated party, with the function that answers a visit.

import { Type, type Static, type TObject } from 'typebox';
import {
  endpoint,
  type Endpoint,
  type HandledEndpoint,
  type HttpMethod,
} from '@bramka/gateway/http/endpoint.ts';
import type { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { pageVisitOf, type PageVisit } from './visit.ts';

type NoFields = TObject<Record<never, never>>;

export interface PageDefinition<Params extends TObject, Query extends TObject> extends Pick<
  Endpoint<Params, Query>,
  'path' | 'summary' | 'description' | 'params' | 'query' | 'browserReply' | 'refusals'
> {
  readonly method: HttpMethod;
  /** What the browser shows; absent: "The page." */
  readonly shows?: string;
  /** The fields of the form that is posted. */
  readonly form?: TObject;
}

export function page<Deps, Params extends TObject = NoFields, Query extends TObject = NoFields>(
  { shows = 'The page.', form, ...facts }: PageDefinition<Params, Query>,
  handle: (
    deps: Deps,
    visit: PageVisit<Static<Params>, Static<Query>>,
  ) => RawReply | Promise<RawReply>,
): HandledEndpoint<Deps> {
  const definition: Endpoint<Params, Query> = {
    ...facts,
    access: 'open',
    simulated: {},
    replyType: 'text/html',
    reply: Type.String({ description: shows }),
    ...(form ? { bodies: ['form'], body: form } : {}),
  };
  return endpoint(definition, async (deps: Deps, call) => handle(deps, pageVisitOf(call)));
}
