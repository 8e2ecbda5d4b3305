// Tests of notifications to a merchant with its own service at Autopay, from the message to the
// status: they are signed by the service with which the payment was made, and Autopay is asked
// with it whether the money has come.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secret } from '../core/secret.ts';
import { decideRegister, decideStart } from '../payments/decisions/register.ts';
import { freshPayment, plainStart } from '../payments/decisions/testing/fresh-payment.ts';
import { autopayProvider } from '../providers/autopay/autopay.provider.ts';
import type { AutopayService } from '../providers/autopay/hash.ts';
import {
  itnField,
  paidTransaction,
  testService,
  transactionsXml,
} from '../providers/autopay/testing/operator-messages.ts';
import type { Credentials } from '../providers/credentials/credentials.ts';
import { withCredentials } from '../providers/credentials/with-credentials.ts';
import { transferSettings } from '../providers/testing/transfer-requests.ts';
import { memoryProcessing } from '@bramka/test/support/processing/memory-processing.ts';
import { handleMessage } from './handle-message.ts';

const serviceOf = (serviceId: string): AutopayService => ({
  serviceId,
  key: secret(`key of ${serviceId}`),
  hashMethod: 'SHA256',
});
const credentialsOf = ({ serviceId, key, hashMethod }: AutopayService): Credentials => ({
  serviceId: secret(serviceId),
  key,
  hashMethod: secret(hashMethod),
});
const [left, current] = [serviceOf('200001'), serviceOf('200002')];

/** A payment that was made with a service, and what Autopay says about it. */
async function waiting(madeWith: AutopayService, paymentStatus: string) {
  const rig = memoryProcessing();
  const now = rig.now();
  const registered = decideRegister(freshPayment(now), {}, now);
  const start = { ...plainStart, provider: 'BM', waitUntil: now.at + 60_000 };
  const { payment, attempts } = await rig.commit(decideStart(registered, start, now));
  const orderID = attempts[0]?.attemptId.replaceAll('-', '') ?? '';
  const lookup = {
    ofAttempt: () => Promise.resolve(madeWith === testService ? null : credentialsOf(madeWith)),
    ofMerchant: () => Promise.resolve(credentialsOf(current)),
    byAccount: (account: string) =>
      Promise.resolve([left, current].find(({ serviceId }) => serviceId === account) ?? null).then(
        (service) => service && credentialsOf(service),
      ),
  };
  const asked: (string | null)[] = [];
  const autopay = autopayProvider({
    ...transferSettings,
    name: 'BM',
    service: testService,
    ids: { next: () => '' },
    send({ body }) {
      asked.push(new URLSearchParams(body).get('ServiceID'));
      const transaction = { ...paidTransaction, orderID, paymentStatus };
      return Promise.resolve({ status: 200, body: transactionsXml([transaction], madeWith) });
    },
  });
  const calls = { clock: rig.clock, log: { warn: () => undefined, error: () => undefined } };
  const deps = { ...rig.parts, credentialsAt: () => lookup } as never;
  return {
    asked,
    /** Reports a success, signed by this service; returns the answer with the status after it. */
    report: async (service: AutopayService) => {
      const fields = { transactions: itnField({ ...paidTransaction, orderID }, service) };
      const message = { text: '', fields, header: () => undefined, query: {} };
      const provider = withCredentials(autopay, lookup, calls);
      const answer = await handleMessage(deps, provider, message);
      await rig.processor.drain();
      const { status } = (await rig.load(payment)).payment;
      return `${/(NOT)?CONFIRMED/.exec(answer?.text ?? '')?.[0] ?? ''} ${status}`;
    },
  };
}

for (const service of [left, current]) {
  test(`a success of service ${service.serviceId} counts if Autopay confirms it`, async () => {
    const { report, asked } = await waiting(service, 'SUCCESS');
    assert.equal(await report(service), 'CONFIRMED COMPLETED');
    assert.deepEqual(asked, [service.serviceId]);
  });
}

test('a success that only the merchant has signed does not count', async () => {
  const { report } = await waiting(current, 'PENDING');
  assert.equal(await report(current), 'NOTCONFIRMED PENDING');
});

for (const [made, signed] of [
  [testService, current],
  [left, current],
  [current, left],
] as const) {
  test(`service ${signed.serviceId} says nothing about ${made.serviceId}`, async () => {
    const { report, asked } = await waiting(made, 'SUCCESS');
    assert.equal(await report(signed), 'NOTCONFIRMED PENDING');
    assert.deepEqual(asked, []);
  });
}

test('the service of the installation is not asked about', async () => {
  const { report, asked } = await waiting(testService, 'PENDING');
  assert.equal(await report(testService), 'CONFIRMED COMPLETED');
  assert.deepEqual(asked, []);
});
