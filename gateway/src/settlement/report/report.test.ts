// Tests of the report: every item once, also around the end of a page, in both formats; and texts
// that a spreadsheet would take for formulas.

import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import type { ItemPosition, ReportedItem, SummedBatch } from '../batch.store.ts';
import { csvText } from './csv.ts';
import { formatOf, reportReply, type ReportFormat } from './report.ts';

const AT = Date.parse('2026-03-02T12:00:00Z');
const amounts = { grossMinor: 1000n, refundedMinor: 100n, feeMinor: 30n, commissionMinor: 20n };

const idOf = (place: number): string =>
  `0198c5d1-7b2a-7000-8000-${String(place).padStart(12, '0')}`;

const batch: SummedBatch = {
  merchantId: '1001',
  batchId: idOf(0),
  version: 1,
  payeeId: '1001',
  currency: 'KWD',
  settlementDate: '2026-03-03',
  number: 1,
  status: 'OPEN',
  account: null,
  payoutMinor: null,
  withheldMinor: null,
  openedAt: AT,
  closedAt: null,
  ...amounts,
  netMinor: 850n,
  items: 1n,
  closedItems: 0n,
};

function itemOf(place: number): ReportedItem {
  const ids = { paymentId: idOf(place), itemId: idOf(place), transId: idOf(place) };
  const owner = { merchantId: '1001', batchId: idOf(0), kind: 'PAYMENT', subpaymentId: null };
  const rest = { method: 'CARD', capturedAt: AT, extOrderId: `order ${place}` };
  return { ...owner, ...ids, ...rest, ...amounts, netMinor: 850n } as ReportedItem;
}

/** A store with this many items. */
function storeOf(count: number) {
  const all = Array.from({ length: count }, (_, index) => itemOf(index + 1));
  return {
    items: (_: unknown, after: ItemPosition | null, limit: number) =>
      Promise.resolve(all.filter(({ itemId }) => itemId > (after?.itemId ?? '')).slice(0, limit)),
  };
}

async function reportOf(count: number, format: ReportFormat) {
  const reply = reportReply(storeOf(count), batch, format);
  return { reply, body: await text(reply.body as Readable) };
}

for (const count of [0, 1, 999, 1000, 1001, 2001]) {
  test(`a report of ${count} items has each of them once`, async () => {
    const expected = Array.from({ length: count }, (_, index) => idOf(index + 1));
    const { body } = await reportOf(count, 'json');
    const { items } = JSON.parse(body) as { items: { paymentId: string }[] };
    assert.deepEqual(
      items.map(({ paymentId }) => paymentId),
      expected,
    );
    const lines = (await reportOf(count, 'csv')).body.split('\r\n');
    assert.equal(lines.pop(), '');
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(',')[1]),
      expected,
    );
  });
}

test('a line has the amounts with the decimals of the currency', async () => {
  const { reply, body } = await reportOf(1, 'csv');
  const id = idOf(1);
  assert.equal(
    body,
    'kind,paymentId,subpaymentId,transId,extOrderId,method,capturedAt,gross,refunded,fee,' +
      'commission,net,currency\r\n' +
      `PAYMENT,${id},,${id},order 1,CARD,2026-03-02T12:00:00.000Z,` +
      '1.000,0.100,0.030,0.020,0.850,KWD\r\n',
  );
  assert.deepEqual(reply.headers, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="settlement-2026-03-03-KWD-${idOf(0)}.csv"`,
    'x-content-type-options': 'nosniff',
    vary: 'accept',
  });
});

test('a text that begins like a formula gets an apostrophe, also after spaces', () => {
  for (const start of ['=', '+', '-', '@', ' =', '\u00a0@']) {
    assert.equal(csvText(`${start}1`), `'${start}1`, JSON.stringify(start));
  }
  assert.equal(csvText('\t1'), `"'\t1"`);
  assert.equal(csvText(' \t+1'), `"' \t'+1"`);
  assert.equal(csvText('\n=1'), `"'\n'=1"`);
  for (const harmless of ['', 'order 1', '1-2', "it's", 'a=b']) {
    assert.equal(csvText(harmless), harmless);
  }
});

test('separators and quotes are quoted', () => {
  assert.equal(csvText('a,b'), '"a,b"');
  assert.equal(csvText('a"b'), '"a""b"');
  assert.equal(csvText('a\r\nb'), '"a\r\nb"');
  assert.equal(csvText('="a",1'), `"'=""a"",1"`);
});

test('the query counts before the Accept header, and JSON is the default', () => {
  assert.equal(formatOf(undefined, undefined), 'json');
  assert.equal(formatOf(undefined, 'application/json, TEXT/CSV;q=0.5'), 'csv');
  assert.equal(formatOf(undefined, 'text/csvx'), 'json');
  assert.equal(formatOf('json', 'text/csv'), 'json');
  assert.equal(formatOf('csv', 'application/json'), 'csv');
});
