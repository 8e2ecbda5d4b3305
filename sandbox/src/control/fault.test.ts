// Tests of fault validation, and of which calls a rate hits.
import { deepEqual, equal, notDeepEqual, ok, throws } from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '@bramka/gateway/core/refusals.ts';
import { parties } from '../parties.ts';
import type { Fault } from '../party/fault.ts';
import { checkFault, checkRate, isHit } from './fault.ts';

type Wrong = Omit<Fault, 'provider'> & Partial<Fault>;

const refused: [Wrong, field: string][] = [
  [{}, 'body'],
  [{ verbs: ['capture'], rate: 0.5 }, 'body'],
  [{ timeout: true, outage: true }, 'outage'],
  [{ timeout: true, dropAnswer: true }, 'dropAnswer'],
  [{ outage: true, duplicate: true }, 'duplicate'],
  [{ reorderCallback: true }, 'reorderCallback'],
  [{ provider: 'directory', duplicateCallback: true }, 'duplicateCallback'],
  [{ provider: 'directory', duplicate: true }, 'duplicate'],
  [{ provider: 'acs', duplicate: true }, 'duplicate'],
  [{ provider: 'acs', reorderCallback: true, timeout: true }, 'reorderCallback'],
  [{ provider: 'acs', reorderCallback: true, dropAnswer: true }, 'reorderCallback'],
  [{ provider: 'acs', reorderCallback: true, duplicateCallback: true }, 'duplicateCallback'],
  [{ provider: 'acs', outage: true, duplicateCallback: true }, 'duplicateCallback'],
  [{ provider: 'acs', outage: true, verbs: ['areq'] }, 'verbs'],
  [{ provider: 'directory', outage: true, verbs: ['areq', 'rreq'] }, 'verbs'],
  [{ outage: true, verbs: ['preq'] }, 'verbs'],
  [{ provider: 'lottery', outage: true }, 'provider'],
];
for (const [fault, field] of refused) {
  test(`refuses ${JSON.stringify(fault)} for its ${field}`, () => {
    throws(
      () => checkFault({ provider: 'acquirer', ...fault }, parties),
      (refusal: Refusal) => refusal.details[0]?.field === field,
    );
  });
}

test('refuses a rate that is not above 0 and up to 1', () => {
  for (const rate of [0, 1.01, -0.5, Number.NaN]) {
    throws(
      () => checkRate(rate, '[0].rate'),
      (refusal: Refusal) => refusal.details[0]?.field === '[0].rate',
    );
  }
  for (const rate of [0.01, 1]) checkRate(rate, 'rate');
});

const accepted: Wrong[] = [
  { latencyMs: 5, outage: true },
  { duplicate: true, dropAnswer: true },
  { timeout: true, rate: 1, remaining: 0 },
  { provider: 'directory', dropAnswer: true, latencyMs: 5, verbs: ['preq', 'areq'] },
  { provider: 'acs', duplicateCallback: true, dropAnswer: true, verbs: ['rreq'] },
  { provider: 'acs', reorderCallback: true, latencyMs: 5 },
];
for (const fault of accepted) {
  test(`accepts ${JSON.stringify(fault)}`, () => {
    const complete: Fault = { provider: 'acquirer', ...fault };
    equal(checkFault(complete, parties), complete);
  });
}

const hitsOf = (rate: number, seed: number): number[] =>
  Array.from({ length: 2000 }, (_, call) => call + 1).filter((call) =>
    isHit({ provider: 'acquirer', outage: true, rate, seed }, call),
  );

test('hits the requested share of calls, and the same calls for the same seed', () => {
  for (const rate of [0.1, 0.5, 0.9]) {
    const hits = hitsOf(rate, 1);
    ok(Math.abs(hits.length / 2000 - rate) < 0.05, `${hits.length} of 2000 at ${rate}`);
    deepEqual(hitsOf(rate, 1), hits);
    notDeepEqual(hitsOf(rate, 2), hits);
  }
  equal(hitsOf(1, 1).length, 2000);
});
