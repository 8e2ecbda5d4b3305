// Shared set-up for tests of the simulated Adyen: in memory, with a gateway that receives its
// messages.

import { secret, type Secret } from '@bramka/gateway/core/secret.ts';
import { defect } from '@bramka/gateway/core/assert.ts';
import { handleCall, operationOf } from '../adyen/operator.ts';
import type { HandleCall } from '../adyen/endpoints.ts';
import { createWebhooks } from '../adyen/webhooks.ts';
import type { Deliver } from '../party/faulty-delivery.ts';
import { openAcquirerFixture, type AcquirerFixture } from './acquirer-fixture.ts';
import { openBacking } from './backing.ts';
import { memoryAdyenStore } from './memory/adyen.ts';

export const ADYEN_ACCOUNT = 'TestAccount';
export const ADYEN_URL = 'https://gateway.example/v1/ecommerce/notifications/adyen';

export interface AdyenFixture extends Pick<AcquirerFixture, 'acquirer' | 'clock' | 'ids'> {
  readonly handle: HandleCall;
  /** Every message that was sent, in order. */
  readonly sent: string[];
  /** How a message is delivered; by default it arrives. */
  deliver: Deliver;
  /** Sends what is due. */
  runDue(): Promise<number>;
  close(): Promise<void>;
}

export async function openAdyenFixture(
  apiKey: Secret<string> = secret('adyen-key'),
  hmacKey: Secret<string> = secret('ab'.repeat(32)),
): Promise<AdyenFixture> {
  const { acquirer, clock, ids, ...charges } = await openAcquirerFixture('memory');
  const messages = await openBacking('memory');
  const store = memoryAdyenStore(messages.memory ?? defect('the messages are in memory'));
  const sent: string[] = [];
  const account = { merchantAccount: ADYEN_ACCOUNT, apiKey, hmacKey };
  const webhooks = createWebhooks({
    ...account,
    journal: messages.journal(),
    store,
    clock,
    acquirer,
    deliver: (send, isFirst) => fixture.deliver(send, isFirst),
    post(_url, body) {
      sent.push(body);
      return Promise.resolve({ status: 200, body: '[accepted]' });
    },
  });
  const parts = {
    ...account,
    acquirer,
    webhooks,
    mayCall: ({ href }: URL) => href === ADYEN_URL,
    defaultUrl: () => ADYEN_URL,
  };
  const fixture: AdyenFixture = {
    acquirer,
    clock,
    ids,
    sent,
    deliver: (send) => send(),
    async handle(call, headers) {
      const [, work] = operationOf(call.path) ?? [];
      return work ? handleCall(parts, call, headers, work) : { status: 404, body: {} };
    },
    runDue: () => webhooks.runDue(),
    close: () => charges.close(),
  };
  return fixture;
}
