// What the documentation tells beside the OpenAPI document: plain rows that the rooms further right
// hand in, so that this room needs to know none of them.

import type { RequestLimits } from '../limits.ts';

export interface DemoKeys {
  readonly merchantId: string;
  readonly apiSecret: string;
  readonly notificationSecret: string;
}

export interface StateRow {
  readonly status: string;
  readonly meaning: string;
}

export interface TransitionRow {
  readonly from: readonly string[];
  readonly on: string;
  readonly meaning: string;
  readonly to: string;
  /** Conditions in the order they are checked, each with the code of its refusal. */
  readonly only: readonly { readonly name: string; readonly refusal: string }[];
  readonly source: string;
}

export interface DataRequestRow {
  readonly dataRequest: string;
  readonly when: string;
  /** What to do about it. */
  readonly todo: string;
}

export interface RejectRow {
  readonly code: string;
  readonly info: string;
  readonly retry: string;
}

export interface DocsFacts {
  /** Merchants everybody may use; empty in production. */
  readonly demoMerchants: readonly DemoKeys[];
  /** Where the triggers of the simulated world are listed, if there is one. */
  readonly triggersPath: string | null;
  readonly tokenLifetimes: readonly { readonly resource: string; readonly seconds: number }[];
  readonly limits: RequestLimits;
  readonly states: readonly StateRow[];
  readonly dataRequests: readonly DataRequestRow[];
  readonly transitions: readonly TransitionRow[];
  readonly rejectCodes: readonly RejectRow[];
}
