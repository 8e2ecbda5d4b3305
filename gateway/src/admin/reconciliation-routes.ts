// The operator API for settlement files and what does not agree with them.

import { route, type Route } from '../http/endpoint.ts';
import type { ReconciliationParts } from '../reconciliation/import-file.ts';
import type { ResolveParts } from '../reconciliation/resolve-item.ts';
import {
  listReconciliationItems,
  resolveReconciliationItem,
} from './endpoints/reconciliation-items.ts';
import {
  addReconciliationLines,
  finishReconciliation,
  listReconciliations,
  readReconciliation,
  startReconciliation,
} from './endpoints/reconciliations.ts';

const imports = '/v1/admin/reconciliations';
const items = '/v1/admin/reconciliation-items';

export type ReconciliationTools = ReconciliationParts & ResolveParts;

export function reconciliationRoutes(tools: ReconciliationTools): Route[] {
  return [
    route('POST', imports, startReconciliation(tools)),
    route('GET', imports, listReconciliations(tools)),
    route('GET', `${imports}/{importId}`, readReconciliation(tools)),
    route('POST', `${imports}/{importId}/lines`, addReconciliationLines(tools)),
    route('POST', `${imports}/{importId}/finish`, finishReconciliation(tools)),
    route('GET', items, listReconciliationItems(tools)),
    route('POST', `${items}/{itemId}/resolve`, resolveReconciliationItem(tools)),
  ];
}
