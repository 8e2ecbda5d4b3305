// Tests of what a decline makes of a payment: its method may ask for something else as long as the
// payment may be authorized again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  memoryProcessing,
  openAttempt,
} from '@bramka/test/support/processing/memory-processing.ts';
import { MAX_AUTHORIZATIONS } from '../decisions/another-try.ts';
import type { Attempt } from '../../providers/attempt.ts';
import { concludeAttempt } from './conclude.ts';
import type { ProcessorParts } from './parts.ts';

/** After the decline of its last authorization; `asked`: how often its method was asked. */
async function declined(authorizations: number) {
  const rig = memoryProcessing();
  const loaded = await rig.started({ method: 'BLIK' });
  const attempt = openAttempt(loaded);
  const earlier = Array.from({ length: authorizations - 1 }, (): Attempt => {
    const { at, ids } = rig.now();
    return { ...attempt, attemptId: ids.next(), state: 'DECLINED', finishedAt: at };
  });
  let asked = 0;
  const afterDecline = () => {
    asked += 1;
    return Promise.resolve({ kind: 'need', dataRequest: 'BLIK_CODE' });
  };
  const parts = { ...rig.parts, methods: { find: () => ({ afterDecline }) } };
  const { payment } = await concludeAttempt(
    {
      parts: parts as unknown as ProcessorParts,
      commit: () => Promise.resolve({ kind: 'committed' }),
      follow: (decision) => decision as unknown as ReturnType<Follow>,
    },
    attempt,
    {
      fence: attempt.fence,
      finding: { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null },
    },
    { ...loaded, attempts: [...earlier, attempt] },
  );
  return [asked, payment.status, payment.dataRequest];
}
type Follow = Parameters<typeof concludeAttempt>[0]['follow'];

test('the last authorization that a payment may have ends it', async () => {
  const last = MAX_AUTHORIZATIONS;
  assert.deepEqual(await declined(1), [1, 'PENDING', 'BLIK_CODE']);
  assert.deepEqual(await declined(last - 1), [1, 'PENDING', 'BLIK_CODE']);
  assert.deepEqual(await declined(last), [0, 'REJECTED', null]);
});
