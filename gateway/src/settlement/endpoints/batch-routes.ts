// The settlement batches of a merchant, one line for each endpoint.

import { route, type Route } from '../../http/endpoint.ts';
import type { SettlementParts } from '../parts.ts';
import { listSettlements, readSettlement, readSettlementReport } from './settlements.ts';

const settlements = '/v1/ecommerce/settlements';

export function batchRoutes(parts: SettlementParts): Route[] {
  return [
    route('GET', settlements, listSettlements(parts)),
    route('GET', `${settlements}/{batchId}`, readSettlement(parts)),
    route('GET', `${settlements}/{batchId}/report`, readSettlementReport(parts)),
  ];
}
