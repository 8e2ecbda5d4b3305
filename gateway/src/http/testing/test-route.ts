// Routes for tests of the server and of the documents: an endpoint without method and path, which
// can be served under several paths.

import type { Static, TObject, TSchema } from 'typebox';
import type { Call, Endpoint, HttpMethod, Route } from '../endpoint.ts';

type Facts<Params extends TObject, Query extends TObject, Body extends TSchema> = Omit<
  Endpoint<Params, Query, Body>,
  'method' | 'path'
> & {
  readonly answer: (call: Call<Static<Params>, Static<Query>, Static<Body>>) => Promise<unknown>;
};

export type TestEndpoint = Omit<Route, 'method' | 'path'>;

export function testEndpoint<
  Params extends TObject = TObject<Record<never, never>>,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TSchema = TSchema,
>(facts: Facts<Params, Query, Body>): TestEndpoint {
  return facts as unknown as TestEndpoint;
}

export function testRoute(method: HttpMethod, path: string, to: TestEndpoint): Route {
  return { method, path, ...to };
}
