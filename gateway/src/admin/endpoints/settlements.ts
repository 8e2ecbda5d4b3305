// The operator's endpoints for settlements: run one now, watch it, and read batches and reports of
// any merchant.

import { Type } from 'typebox';
import { isUuid } from '../../core/id.ts';
import { refuse } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { midField, midParams } from '../fields.ts';
import {
  batchId,
  batchSchema,
  batchView,
  runSchema,
  runView,
  settlementDate,
} from '../../settlement/batch.view.ts';
import type { SettlementParts } from '../../settlement/parts.ts';
import { beginRun } from '../../settlement/processing/begin-run.ts';
import { nextDueAt } from '../../settlement/processing/next-due.ts';
import { CSV_TYPE, formatOf, reportReply } from '../../settlement/report/report.ts';
import {
  batchPageOf,
  findBatch,
  pageQuery,
  reportQuery,
  reportSchema,
} from '../../settlement/requests/batch-page.ts';

const runId = Type.String({ maxLength: 64, description: 'Id of the run.' });
const batchParams = Type.Object({ merchantId: midField, batchId });
const readerOf = (id: string) => ({ merchantId: id, isOperator: true });

const startSettlement = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/settlement-runs',
    summary: 'Settle what is due for a merchant now',
    description:
      'Begins a run, which a job works off; GET shows its progress. Nothing is settled before it ' +
      'is due, and nothing twice. If a run of the merchant is in progress, that one is returned.',
    access: 'operator',
    action: { name: 'START_SETTLEMENT', subject: 'runId' },
    params: midParams,
    body: Type.Object({
      date: Type.Optional({
        ...settlementDate,
        description: 'Settlement date: what was due by its end is settled. Absent: today.',
      }),
    }),
    bodyOptional: true,
    reply: runSchema,
    refusals: ['MERCHANT_NOT_FOUND', 'SETTLEMENT_DATE_IN_FUTURE', 'CHANGED_MEANWHILE'],
  },
  async (parts: SettlementParts, { params, body }) => {
    const request = body as { date?: string } | undefined;
    return runView(await beginRun(parts, params.merchantId, request?.date));
  },
);

const readSettlementRun = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/settlement-runs/{runId}',
    summary: 'Read the progress of a settlement run',
    access: 'operator',
    params: Type.Object({ merchantId: midField, runId }),
    reply: runSchema,
    refusals: ['SETTLEMENT_RUN_NOT_FOUND'],
  },
  async (parts: Pick<SettlementParts, 'runStore' | 'clock'>, { params }) => {
    const { merchantId: id, runId: wanted } = params;
    const run = isUuid(wanted) ? await parts.runStore.findRun(id, wanted) : undefined;
    if (!run) return refuse('SETTLEMENT_RUN_NOT_FOUND');
    return runView(run, run.finishedAt === null ? null : await nextDueAt(parts, run));
  },
);

type Batches = Pick<SettlementParts, 'batchStore'>;
type MerchantBatches = Batches & Pick<SettlementParts, 'merchants'>;

const listMerchantSettlements = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/settlements',
    summary: 'List settlement batches of a merchant, the newest first, 100 at a time',
    description: 'Batches that pay the merchant, and those of submerchants in its books.',
    access: 'operator',
    params: midParams,
    query: pageQuery,
    reply: Type.Object({
      settlements: Type.Array(batchSchema, { description: 'The newest first.' }),
    }),
    refusals: ['MERCHANT_NOT_FOUND'],
  },
  async ({ batchStore, merchants }: MerchantBatches, { params, query }) => {
    if (!(await merchants.find(params.merchantId))) return refuse('MERCHANT_NOT_FOUND');
    const batches = await batchStore.list(readerOf(params.merchantId), batchPageOf(query));
    return { settlements: batches.map(batchView) };
  },
);

const readMerchantSettlement = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/settlements/{batchId}',
    summary: 'Read a settlement batch of a merchant',
    access: 'operator',
    params: batchParams,
    reply: batchSchema,
    refusals: ['SETTLEMENT_NOT_FOUND'],
  },
  async ({ batchStore }: Batches, { params }) => {
    const { merchantId: id, batchId: wanted } = params;
    return batchView(await findBatch(batchStore, readerOf(id), wanted));
  },
);

const readMerchantReport = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/settlements/{batchId}/report',
    summary: 'Read the report of a settlement batch of a merchant',
    description: 'JSON, or CSV with `format=csv` or Accept: text/csv.',
    access: 'operator',
    params: batchParams,
    query: reportQuery,
    reply: reportSchema,
    textTypes: [CSV_TYPE],
    refusals: ['SETTLEMENT_NOT_FOUND'],
  },
  async ({ batchStore }: Batches, { params, query, header }) => {
    const { merchantId: id, batchId: wanted } = params;
    const batch = await findBatch(batchStore, readerOf(id), wanted);
    return reportReply(batchStore, batch, formatOf(query.format, header('accept')));
  },
);

export const settlementEndpoints = [
  startSettlement,
  readSettlementRun,
  listMerchantSettlements,
  readMerchantSettlement,
  readMerchantReport,
];
