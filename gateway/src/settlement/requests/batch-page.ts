// The queries of the settlement endpoints, for merchants and for the operator.

import { Type, type Static } from 'typebox';
import { isUuid } from '../../core/id.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import { oneOf } from '../../http/schema.ts';
import type { BatchPage, BatchStore, Reader, SummedBatch } from '../batch.store.ts';
import { batchSchema, itemSchema, settlementDate } from '../batch.view.ts';
import { reportFormats } from '../report/report.ts';

const PAGE = 100;

export const pageQuery = Type.Object({
  date: Type.Optional(settlementDate),
  before: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The last batchId of the page before; absent: the first page',
    }),
  ),
});

export const reportQuery = Type.Object({
  format: Type.Optional(oneOf(reportFormats, 'The format of the report.')),
});

export const reportSchema = Type.Object({
  batch: batchSchema,
  items: Type.Array(itemSchema, { description: 'In the order of their ids.' }),
});

export function batchPageOf({ date, before }: Static<typeof pageQuery>): BatchPage {
  if (before !== undefined && !isUuid(before)) throw invalid('before', 'must be a batchId');
  return { date: date ?? null, before: before ?? null, limit: PAGE };
}

/** Batches of others do not exist for the reader. */
export async function findBatch(
  store: Pick<BatchStore, 'find'>,
  reader: Reader,
  batchId: string,
): Promise<SummedBatch> {
  const batch = isUuid(batchId) ? await store.find(reader, batchId) : undefined;
  return batch ?? refuse('SETTLEMENT_NOT_FOUND');
}
