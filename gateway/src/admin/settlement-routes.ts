// The settlements of merchants in the operator API, one line for each endpoint.

import { route, type Route } from '../http/endpoint.ts';
import type { SettlementParts } from '../settlement/parts.ts';
import {
  listMerchantSettlements,
  readMerchantReport,
  readMerchantSettlement,
  readSettlementRun,
  startSettlement,
} from './endpoints/settlements.ts';

const merchant = '/v1/admin/merchants/{merchantId}';

export function settlementRoutes(parts: SettlementParts): Route[] {
  return [
    route('POST', `${merchant}/settlement-runs`, startSettlement(parts)),
    route('GET', `${merchant}/settlement-runs/{runId}`, readSettlementRun(parts)),
    route('GET', `${merchant}/settlements`, listMerchantSettlements(parts)),
    route('GET', `${merchant}/settlements/{batchId}`, readMerchantSettlement(parts)),
    route('GET', `${merchant}/settlements/{batchId}/report`, readMerchantReport(parts)),
  ];
}
