// The settlement file that the sandbox writes is the one that the gateway reads, with every planted
// difference and in currencies with 0, 2, 3 and 4 decimals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  readHeader,
  readLine,
  type FileRow,
} from '@bramka/gateway/reconciliation/settlement-file.ts';
import {
  readOrder,
  settlementText,
  type Movement,
  type SettlementOrder,
} from '@bramka/sandbox/wire/settlement-file.ts';

const now = Date.parse('2026-03-02T00:00:00.000Z');
const newId = () => '019cb3d0-0000-7000-8000-0000000000ff';
const movements: readonly Movement[] = ['PLN', 'JPY', 'KWD', 'CLF', 'EUR', 'USD'].map(
  (currency, index) => ({
    attemptId: `019cb3d0-0000-7000-8000-00000000000${index}`,
    kind: index === 3 ? 'REFUND' : 'SALE',
    amountMinor: 12345n,
    currency,
    movedAt: now - 1 - index,
    reference: index === 0 ? 'a "quoted", reference' : '',
  }),
);

async function write(order: SettlementOrder, pageSize: number, all = movements): Promise<string> {
  const pages = async function* () {
    for (let at = 0; at < all.length; at += pageSize) {
      yield await Promise.resolve(all.slice(at, at + pageSize));
    }
  };
  let text = '';
  for await (const piece of settlementText(order, pages(), newId)) text += piece;
  return text;
}

function read(text: string): FileRow[] {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const header = readHeader(first);
  const found = lines.map((line, index) => readLine(line, index + 2, header));
  assert.deepEqual([found[0]?.is, found.at(-1)?.is], ['columns', 'end']);
  return found.flatMap((line) => (line.is === 'row' ? [line.row] : []));
}

const plain = readOrder({}, 'sandbox', now);
const rows = movements.map((one) => ({ ...one, reference: one.reference || null }));

test('reads back what the sandbox writes, whatever the pages are', async () => {
  for (const pageSize of [1, 4, 6, 100]) {
    assert.deepEqual(read(await write(plain, pageSize)), rows);
  }
  assert.deepEqual(read(await write(plain, 10, [])), []);
});

test('each planted difference changes the next movement', async () => {
  const plant = 'OMIT,AMOUNT,CURRENCY,KIND,DOUBLE,ADD';
  const [, yen, dinars, funds, euros, dollars] = rows;
  const invented = { attemptId: newId(), kind: 'SALE', amountMinor: 100n, currency: 'PLN' };
  assert.deepEqual(read(await write(readOrder({ plant }, 'sandbox', now), 10)), [
    { ...yen, amountMinor: 12346n },
    { ...dinars, currency: 'BHD' },
    { ...funds, kind: 'REVERSAL' },
    euros,
    euros,
    dollars,
    { ...invented, movedAt: plain.from, reference: newId() },
  ]);
  const kinds = read(await write(readOrder({ plant: 'KIND,CURRENCY' }, 'x', now), 10));
  assert.deepEqual([kinds[0]?.kind, kinds[1]?.currency], ['REFUND', 'KRW']);
});

test('refuses an order that it cannot carry out', async () => {
  const wrong: readonly [query: object, message: RegExp][] = [
    [{ plant: 'omit' }, /must be a list of OMIT, AMOUNT/],
    [{ plant: 'toString' }, /must be a list of/],
    [{ from: 'today' }, /must be a time such as/],
    [{ to: '2026-13-01T00:00:00Z' }, /must be a time such as/],
    [{ from: '2026-03-02T00:00:00.000Z' }, /must be before to/],
    [{ provider: 'a b' }, /must be the name of a provider/],
  ];
  for (const [query, message] of wrong) {
    assert.throws(
      () => readOrder(query, 'sandbox', now),
      (error: { details?: { message: string }[] }) => {
        assert.match(error.details?.[0]?.message ?? '', message);
        return true;
      },
    );
  }
  const order = readOrder({ plant: 'OMIT,OMIT,ADD' }, 'sandbox', now);
  await assert.rejects(write(order, 10, movements.slice(0, 1)));
  await assert.rejects(write(order, 10, []));
  assert.equal(read(await write(order, 10, movements.slice(0, 2))).length, 1);
});
