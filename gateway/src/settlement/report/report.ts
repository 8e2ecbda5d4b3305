// The report of a batch, as JSON or CSV. It is written page by page while it is sent, so a batch of
// a million payments needs no memory.

import { Readable } from 'node:stream';
import { isoTime } from '../../core/clock.ts';
import { writeJson } from '../../core/json.ts';
import { RawReply } from '../../http/pages/raw-reply.ts';
import type { BatchStore, ReportedItem, SummedBatch } from '../batch.store.ts';
import { amountTexts, batchView, itemView } from '../batch.view.ts';
import { csvLine } from './csv.ts';

const PAGE = 1000;

export const reportFormats = {
  json: 'The batch and its items. The default.',
  csv: 'The items, one line each; also with Accept: text/csv.',
} as const;
export type ReportFormat = keyof typeof reportFormats;

export const CSV_TYPE = 'text/csv';

const columns = [
  'kind',
  'paymentId',
  'subpaymentId',
  'transId',
  'extOrderId',
  'method',
  'capturedAt',
  'gross',
  'refunded',
  'fee',
  'commission',
  'net',
  'currency',
] as const;

type Items = (batch: SummedBatch) => AsyncGenerator<readonly ReportedItem[]>;

function pagesOf(store: Pick<BatchStore, 'items'>): Items {
  return async function* pages(batch) {
    for (let last: ReportedItem | null = null; ;) {
      const page: ReportedItem[] = await store.items(batch, last, PAGE);
      if (page.length > 0) yield page;
      last = page.at(-1) ?? null;
      if (page.length < PAGE) return;
    }
  };
}

async function* csvReport(batch: SummedBatch, items: Items): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const page of items(batch)) yield page.map((item) => lineOf(batch, item)).join('');
}

function lineOf({ currency }: SummedBatch, item: ReportedItem): string {
  const { kind, paymentId, subpaymentId, transId, extOrderId, method } = item;
  const fields = {
    kind,
    paymentId,
    subpaymentId: subpaymentId ?? '',
    transId,
    extOrderId: extOrderId ?? '',
    method: method ?? '',
    capturedAt: isoTime(item.capturedAt),
    ...amountTexts(item, currency),
    currency,
  };
  return csvLine(columns.map((name) => fields[name]));
}

async function* jsonReport(batch: SummedBatch, items: Items): AsyncGenerator<string> {
  yield `{"batch":${writeJson(batchView(batch))},"items":[`;
  let separator = '';
  for await (const page of items(batch)) {
    const texts = page.map((item) => writeJson(itemView(item, batch.currency)));
    yield `${separator}${texts.join(',')}`;
    separator = ',';
  }
  yield ']}';
}

export function reportReply(
  store: Pick<BatchStore, 'items'>,
  batch: SummedBatch,
  format: ReportFormat,
): RawReply {
  const items = pagesOf(store);
  const isCsv = format === 'csv';
  const chunks = isCsv ? csvReport(batch, items) : jsonReport(batch, items);
  const { settlementDate, currency, batchId } = batch;
  const name = `settlement-${settlementDate}-${currency}-${batchId}.${format}`;
  const headers = {
    'content-type': `${isCsv ? CSV_TYPE : 'application/json'}; charset=utf-8`,
    ...(isCsv ? { 'content-disposition': `attachment; filename="${name}"` } : {}),
    'x-content-type-options': 'nosniff',
    vary: 'accept',
  };
  return new RawReply(200, headers, Readable.from(chunks));
}

/** The query takes precedence over the Accept header. */
export function formatOf(
  query: ReportFormat | undefined,
  accept: string | undefined,
): ReportFormat {
  return query ?? (/\btext\/csv\b/i.test(accept ?? '') ? 'csv' : 'json');
}
