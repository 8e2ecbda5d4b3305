// Tests of what belongs to the current try of a payment: what began after the last refusal, to the
// millisecond. Authentications and soft declines of refused tries say nothing about it.
import type { TimeAndIds } from '../../core/id.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreeDS } from '../../threeds/threeds.ts';
import type { DeclineReport, MethodParts } from '../method.ts';
import { latestOfTry } from './sca/sca.ts';
import { continueWithChallenge } from './sca/soft-decline.ts';

const REFUSED = Date.parse('2026-03-02T12:00:00Z');
const payment = { merchantId: '10000001', paymentId: 'p', refusedAt: REFUSED };

test('an authentication counts if it began after the refusal of the last try', async () => {
  const counts = async (createdAt: number, refusedAt: number | null): Promise<boolean> => {
    const store = { latest: () => Promise.resolve({ createdAt }) };
    const found = await latestOfTry({ store } as unknown as ThreeDS, { ...payment, refusedAt });
    return found !== undefined;
  };
  assert.deepEqual(
    [await counts(REFUSED, REFUSED), await counts(REFUSED + 1, REFUSED)],
    [false, true],
  );
  assert.equal(await counts(REFUSED, null), true, 'no try was refused');
});

test('a try is challenged after its first soft decline, whatever earlier tries got', async () => {
  const looks = async (startedAt: number): Promise<boolean> => {
    let hasLooked = false;
    const vault = {
      find: () => {
        hasLooked = true;
        return Promise.resolve(undefined);
      },
    };
    const store = { latest: () => Promise.resolve(undefined) };
    const report = {
      payment: { ...payment, cardHeld: true },
      attempts: [{ startedAt, verb: 'authorize', state: 'DECLINED', rejectCode: 'SCA_REQUIRED' }],
      attempt: { provider: 'plain' },
      finding: { rejectCode: 'SCA_REQUIRED' },
      details: () => Promise.resolve({}),
    };
    const parts = { vault, threeds: { store } } as unknown as MethodParts;
    const now = { at: REFUSED + 9 } as TimeAndIds;
    await continueWithChallenge(parts, report as unknown as DeclineReport, now);
    return hasLooked;
  };
  assert.equal(await looks(REFUSED), true, 'that was an earlier try');
  assert.equal(await looks(REFUSED + 1), false, 'this try was challenged before');
});
