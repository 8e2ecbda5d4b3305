// A provider that fails, on a running gateway: its method becomes UNAVAILABLE, payments are refused
// early, operations are repeated later, and everything works again when it answers.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { databasesOfTier, skipOn, type DatabaseKind } from '../support/installation.ts';
import { setFaults } from '../support/sandbox.ts';
import { browserDevice } from '../support/threeds/challenge.ts';
import { until } from '../support/waiting/until.ts';

const base = '/v1/ecommerce/payment';
const FAILURES = 3;
const PAUSE_MS = 8000;
const env = {
  BRAMKA_PROVIDER_FAILURES: String(FAILURES),
  BRAMKA_PROVIDER_PAUSE_MS: String(PAUSE_MS),
};

describe('a provider that is down', { concurrency: true }, () => databasesOfTier.forEach(downOn));

function downOn(database: DatabaseKind): void {
  describe(`on the ${database} database`, { skip: skipOn(database), concurrency: false }, () => {
    let gateway: Gateway;
    let token: string;
    before(async () => {
      gateway = await startGateway({ database, env });
      token = await gateway.authenticate();
    });
    after(() => gateway?.stop());

    const pay = async (more: Json = {}): Promise<Json> => {
      const made = await gateway.payByCard({ token, ...more });
      assert.equal(made.status, 200, made.text);
      return made.body;
    };
    const methodStatus = async (path: string, method = 'CARD'): Promise<unknown> => {
      const { body } = await gateway.call<{ methods: Json[] }>('GET', path, { token });
      return body.methods.find((one) => one['method'] === method)?.['status'];
    };
    const metric = async (name: string): Promise<number> => {
      const { text } = await gateway.call('GET', '/metrics');
      const line = text.split('\n').find((one) => one.startsWith(`${name} `));
      return Number(line?.split(' ').at(-1));
    };

    test('payments are refused early until it answers again', async () => {
      const waiting = await gateway.call('POST', base, {
        token,
        body: { order: { amount: 10, currency: 'PLN' } },
      });
      const ofPayment = `${base}/${String(waiting.body['paymentId'])}/methods`;
      const hold = await pay({ transKind: 'PREAUTH' });
      const holdId = hold['paymentId'] as string;
      await gateway.waitForStatus(token, holdId, 'COMPLETED');
      assert.equal(await methodStatus(`${base}/methods`), 'ENABLED');

      await setFaults(gateway, { outage: true });
      const pending: string[] = [];
      await until(async () => {
        const made = await pay();
        if (made['status'] === 'REJECTED') return made['rejectCode'] === 'PROVIDER_UNAVAILABLE';
        pending.push(made['paymentId'] as string);
        return false;
      }, 'the gateway stops calling the acquirer');
      assert.ok(pending.length >= FAILURES, 'it was called until then');
      assert.equal(await methodStatus(`${base}/methods`), 'UNAVAILABLE');
      assert.equal(await methodStatus(ofPayment), 'UNAVAILABLE');
      const refused = await pay();
      assert.deepEqual(
        [refused['status'], refused['rejectCode']],
        ['REJECTED', 'PROVIDER_UNAVAILABLE'],
      );
      assert.deepEqual(await gateway.chargesOf(refused['paymentId'] as string), []);
      assert.ok((await metric('bramka_provider_breaker_state{provider="sandbox"}')) > 0);
      const captured = await gateway.call('POST', `${base}/${holdId}/capture`, {
        token,
        body: {},
      });
      assert.equal(captured.body['transactionStatus'], 'PENDING', captured.text);

      await setFaults(gateway);
      await until(async () => {
        return (await methodStatus(`${base}/methods`)) === 'ENABLED';
      }, 'card payments are ENABLED');
      await until(async () => {
        const made = await pay();
        const end = await gateway.waitForStatus(token, made['paymentId'] as string);
        return end['status'] === 'COMPLETED';
      }, 'a payment completes');
      assert.equal(await metric('bramka_provider_breaker_state{provider="sandbox"}'), 0);
      await until(async () => {
        const [charge] = (await gateway.chargesOf(holdId)) as unknown as Json[];
        return charge?.['capturedMinor'] === '12345';
      }, 'the capture is repeated');
    });

    test('the others work while the BLIK operator is down', async () => {
      const payByBlik = async (): Promise<Json> => {
        const reply = await gateway.call('POST', base, {
          token,
          body: {
            method: 'BLIK',
            order: { amount: 10, currency: 'PLN' },
            instrument: { type: 'BLIK_CODE', code: '777123' },
            device: browserDevice(),
          },
        });
        assert.equal(reply.status, 200, reply.text);
        return reply.body;
      };
      assert.equal(await methodStatus(`${base}/methods`, 'BLIK'), 'ENABLED');
      await setFaults(gateway, { provider: 'blik', outage: true });
      await until(async () => {
        return (await payByBlik())['rejectCode'] === 'PROVIDER_UNAVAILABLE';
      }, 'the gateway stops calling the operator');
      assert.equal(await methodStatus(`${base}/methods`, 'BLIK'), 'UNAVAILABLE');
      assert.equal(await methodStatus(`${base}/methods`), 'ENABLED');
      const card = await pay();
      await gateway.waitForStatus(token, card['paymentId'] as string, 'COMPLETED');
      assert.equal(await metric('bramka_provider_breaker_state{provider="sandbox"}'), 0);
      assert.ok((await metric('bramka_provider_breaker_state{provider="blik"}')) > 0);
      await setFaults(gateway, { provider: 'blik', clear: true });
      await until(async () => {
        const end = await gateway.waitForStatus(token, (await payByBlik())['paymentId'] as string);
        return end['status'] === 'COMPLETED';
      }, 'a BLIK payment completes');
    });
  });
}
