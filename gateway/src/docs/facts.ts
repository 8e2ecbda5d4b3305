// What the documentation shows besides the OpenAPI document: plain rows that modules further right
// in the import order pass in, so that this module does not import them.

import type { RequestLimits } from '../http/limits.ts';

interface DemoKeys {
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
  /** What the merchant should do. */
  readonly todo: string;
}

export interface RejectRow {
  readonly code: string;
  readonly info: string;
  readonly retry: string;
}

export interface DocsFacts {
  /** Demo merchants with their secrets; empty in production. */
  readonly demoMerchants: readonly DemoKeys[];
  /** The path of the trigger list; null without simulated providers. */
  readonly triggersPath: string | null;
  readonly tokenLifetimes: readonly { readonly resource: string; readonly seconds: number }[];
  readonly limits: RequestLimits;
  readonly states: readonly StateRow[];
  readonly dataRequests: readonly DataRequestRow[];
  readonly transitions: readonly TransitionRow[];
  readonly rejectCodes: readonly RejectRow[];
}
