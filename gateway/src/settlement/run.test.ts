// Tests of the scans of a run: which methods each scan reads, from when and until when, also after
// the delay of a method was added, changed or removed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeSettlement, type SettlementChange } from '../merchants/settlement-rules.ts';
import { cursorsAfter, scanSteps, type Cursors, type ScanStep } from './run.ts';

const at = (text: string): number => Date.parse(text);
/** The beginnings of days in Warsaw. */
const day = (date: number): number => at(`2026-03-0${date}T23:00:00Z`) - 24 * 3_600_000;
const until = day(9) + 1;

const stepsOf = (rules: SettlementChange, cursors: Cursors = {}): ScanStep[] =>
  scanSteps(mergeSettlement(rules), cursors, { until });

test('without delays of methods there is one scan of all methods', () => {
  const whole = { methods: [], isRest: true, before: day(9) };
  assert.deepEqual(stepsOf({}), [{ ...whole, from: 0 }]);
  assert.deepEqual(stepsOf({}, { '*': day(8) }), [{ ...whole, from: day(8) }]);
  // The same delay as that of the merchant is not a delay of its own.
  assert.deepEqual(stepsOf({ methods: { BLIK: { afterDays: 1 } } }), [{ ...whole, from: 0 }]);
});

const delays: SettlementChange = {
  afterDays: 2,
  methods: { PBL: { afterDays: 4 }, BLIK: { afterDays: 4 }, CARD: { afterDays: 1 } },
};

test('methods with the same delay are one scan, and the rest excludes all of them', () => {
  const cursors = { '*': day(7), BLIK: day(5), PBL: day(4), CARD: day(8) };
  assert.deepEqual(stepsOf(delays, cursors), [
    { methods: ['BLIK', 'CARD', 'PBL'], isRest: true, from: day(7), before: day(8) },
    { methods: ['BLIK', 'PBL'], isRest: false, from: day(4), before: day(6) },
    { methods: ['CARD'], isRest: false, from: day(8), before: day(9) },
  ]);
});

test('a method with a new delay continues where the scans of the rest ended', () => {
  const [, own] = stepsOf({ methods: { BLIK: { afterDays: 3 } } }, { '*': day(8) });
  assert.deepEqual(own, { methods: ['BLIK'], isRest: false, from: day(8), before: day(7) });
});

test('a method without its delay is scanned again from where its own scans ended', () => {
  const steps = stepsOf({}, { '*': day(8), BLIK: day(3), PBL: day(5) });
  assert.deepEqual(steps, [{ methods: [], isRest: true, from: day(3), before: day(9) }]);
});

test('after a run every method has its own cursor, and removed ones have none', () => {
  assert.deepEqual(cursorsAfter(stepsOf(delays, { BLIK: day(1), C2P: day(1) })), {
    '*': day(8),
    BLIK: day(6),
    PBL: day(6),
    CARD: day(9),
  });
});
