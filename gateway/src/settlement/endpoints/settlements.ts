// GET /v1/ecommerce/settlements, /{batchId} and /{batchId}/report: what a merchant was paid out and
// for which payments. A payee sees its own batches only.

import { Type } from 'typebox';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import { batchId, batchSchema, batchView } from '../batch.view.ts';
import type { SettlementParts } from '../parts.ts';
import { CSV_TYPE, formatOf, reportReply } from '../report/report.ts';
import {
  findBatch,
  batchPageOf,
  pageQuery,
  reportQuery,
  reportSchema,
} from '../requests/batch-page.ts';

type Parts = Pick<SettlementParts, 'batchStore'>;

const params = Type.Object({ batchId });
const readerOf = ({ merchantId }: MerchantCaller) => ({ merchantId, isOperator: false });
const common = { access: 'merchant', resource: 'PAYMENT', whileSuspended: true } as const;

export const listSettlements = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/settlements',
    ...common,
    summary: 'List settlement batches, the newest first, 100 at a time',
    query: pageQuery,
    reply: Type.Array(batchSchema),
    refusals: ['INVALID_REQUEST'],
  },
  async ({ batchStore }: Parts, { query, caller }) => {
    const reader = readerOf(caller as MerchantCaller);
    return (await batchStore.list(reader, batchPageOf(query))).map(batchView);
  },
);

export const readSettlement = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/settlements/{batchId}',
    ...common,
    summary: 'Read a settlement batch',
    params,
    reply: batchSchema,
    refusals: ['SETTLEMENT_NOT_FOUND'],
  },
  async ({ batchStore }: Parts, { params: { batchId: id }, caller }) => {
    return batchView(await findBatch(batchStore, readerOf(caller as MerchantCaller), id));
  },
);

export const readSettlementReport = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/settlements/{batchId}/report',
    ...common,
    summary: 'Read the report of a settlement batch: every payment with its amounts',
    description:
      'JSON, or CSV with `format=csv` or Accept: text/csv. The amounts of the items add up to ' +
      'those of the batch.',
    params,
    query: reportQuery,
    reply: reportSchema,
    textTypes: [CSV_TYPE],
    refusals: ['INVALID_REQUEST', 'SETTLEMENT_NOT_FOUND'],
  },
  async ({ batchStore }: Parts, { params: { batchId: id }, query, caller, header }) => {
    const batch = await findBatch(batchStore, readerOf(caller as MerchantCaller), id);
    return reportReply(batchStore, batch, formatOf(query.format, header('accept')));
  },
);
