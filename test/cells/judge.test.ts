// Tests of the comparison at the end of a run, each with one planted fault, and of what counts as a
// refused statement.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, type PaymentRow, type Taken } from './judge.ts';
import type { Order } from './load.ts';
import { tableText } from './report.ts';
import { isRefusedStatement } from './statements.ts';

const order: Order = {
  orderId: 'o',
  isCaptured: true,
  isRefunded: true,
  paymentId: 'p',
  captured: true,
  refunded: true,
};
const row: PaymentRow = {
  id: 'p',
  status: 'COMPLETED',
  orderId: 'o',
  capturedMinor: 6000n,
  refundedMinor: 1000n,
};
const money: Taken = { charges: 1, takenMinor: 6000n, returnedMinor: 1000n };

const cases: [title: string, Partial<PaymentRow>[], Partial<Taken>, fault: RegExp | undefined][] = [
  ['everything agrees', [{}], {}, undefined],
  ['a lost payment', [], {}, /p was acknowledged and is lost/],
  ['a second payment', [{}, { id: 'q' }], {}, /order o has 2 payments/],
  ['a lost capture', [{ capturedMinor: 0n }], { takenMinor: 0n }, /the capture of p .* is lost/],
  ['a lost refund', [{ refundedMinor: 0n }], { returnedMinor: 0n }, /the refund of p .* is lost/],
  ['a row of another cell', [{}, { id: 'q', orderId: 'x' }], {}, /q belongs to another cell/],
  ['a payment that does not end', [{ status: 'PENDING' }], {}, /p stays PENDING/],
  ['two charges', [{}], { charges: 2 }, /charged 2 times/],
  ['money that the acquirer kept', [{}], { takenMinor: 9999n }, /the acquirer 9999 and 1000/],
];
for (const [title, rows, taken, fault] of cases) {
  test(title, () => {
    const all = rows.map((changed) => ({ ...row, ...changed }));
    const faults = compare([order], all, new Map([['p', { ...money, ...taken }]]));
    if (fault)
      assert.ok(
        faults.some((one) => fault.test(one)),
        faults.join(),
      );
    else assert.deepEqual(faults, []);
  });
}

for (const [sqlstate, isRefused] of [
  ['23502', false],
  ['22P02', false],
  ['P0001', false],
  ['0A000', true],
  ['42P01', true],
  ['XX000', true],
  [undefined, true],
] as const) {
  test(`${String(sqlstate)} ${isRefused ? 'refuses' : 'runs'} a statement`, () => {
    assert.equal(isRefusedStatement(sqlstate), isRefused);
  });
}

test('the table has a line for each cell', () => {
  const counts = { statements: 300, payments: 9, captures: 3, refunds: 2, repeats: 0 };
  assert.deepEqual(tableText([{ schema: 'cell_1', ...counts, longestGapMs: 12.4 }]).split('\n'), [
    'schema  node  statements  payments  captures  refunds  repeated  longest gap',
    'cell_1  -     300         9         3         2        0         12 ms',
  ]);
});
