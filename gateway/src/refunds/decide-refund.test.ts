// Tests of refunds that no provider can make: the operation is not offered, or the provider is no
// longer connected. They are refused with 409, nothing is written and nobody is called.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryProcessing } from '@bramka/test/support/processing/memory-processing.ts';
import { Refusal } from '../core/refusals.ts';
import { callTerms } from '../payments/processing/provider-call.ts';
import type { Provider } from '../providers/provider.ts';
import { providerRegistry } from '../providers/registry.ts';
import { decideRefund } from './decide-refund.ts';

const refund = { description: null, extRefundId: null, subpaymentId: null };
const withoutRefund = (provider: Provider): Provider[] => {
  const { refund: _, ...followUps } = provider.followUps;
  return [{ ...provider, followUps }];
};

for (const [what, connected] of [
  ['a provider that cannot refund', withoutRefund],
  ['a provider that is no longer connected', () => []],
  ['another provider only', (provider: Provider) => [{ ...provider, name: 'other' }]],
] as const) {
  test(`a refund with ${what} is refused and leaves nothing`, async () => {
    const fixture = memoryProcessing();
    fixture.answer = () => ({
      kind: 'approved',
      reference: 'op-1',
      authCode: null,
      networkTransactionId: null,
    });
    const { payment } = await (await fixture.processor.begin(fixture.start())).settled;
    assert.equal(payment.status, 'COMPLETED');
    const [before, events] = [await fixture.load(payment), fixture.eventBodies(payment)];
    const calls = fixture.called.length;
    const { firstCheckMs, providers } = fixture.parts;
    const list = providers.list.flatMap(connected);
    const terms = callTerms({ firstCheckMs, providers: providerRegistry(list) });
    await assert.rejects(
      fixture.processor.change(payment, (loaded, now) =>
        decideRefund(loaded, { ...refund, ...terms }, now),
      ),
      (error: unknown) =>
        error instanceof Refusal &&
        error.code === 'OPERATION_NOT_SUPPORTED' &&
        error.status === 409,
    );
    assert.deepEqual(await fixture.load(payment), before);
    assert.deepEqual(fixture.eventBodies(payment), events);
    assert.equal(fixture.called.length, calls);
  });
}
