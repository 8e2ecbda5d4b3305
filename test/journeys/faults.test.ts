// Faults of the simulated acquirer, set through the control API, and the final state after each.
// Also where the control API is available.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { isHit } from '@bramka/sandbox/control/fault.ts';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import {
  anyDatabase,
  databasesOfTier,
  skipOn,
  type DatabaseKind,
} from '../support/installation.ts';
import { advance, DAY_SECONDS, setFaults } from '../support/sandbox.ts';
import { until } from '../support/waiting/until.ts';

const base = '/v1/ecommerce/payment';
const env = { BRAMKA_PROVIDER_TIMEOUT_MS: '1500', BRAMKA_LOG_LEVEL: 'warn' };

// They mostly wait, so they run in parallel.
describe('faults', { concurrency: true }, () => databasesOfTier.forEach(faultsOn));

function faultsOn(database: DatabaseKind): void {
  const title = `faults on the ${database} database`;
  describe(title, { skip: skipOn(database), concurrency: false }, () => {
    let gateway: Gateway;
    let token: string;
    before(async () => {
      gateway = await startGateway({ database, env });
    });
    beforeEach(async () => {
      await setFaults(gateway);
      token = await gateway.authenticate();
    });
    after(() => gateway?.stop());

    const pay = async (transKind?: 'PREAUTH'): Promise<string> => {
      const made = await gateway.payByCard({ token, ...(transKind ? { transKind } : {}) });
      assert.equal(made.status, 200, made.text);
      return made.body['paymentId'] as string;
    };
    const paid = async (transKind?: 'PREAUTH'): Promise<string> => {
      const paymentId = await pay(transKind);
      await gateway.waitForStatus(token, paymentId, 'COMPLETED');
      return paymentId;
    };
    const status = async (paymentId: string): Promise<unknown> =>
      (await gateway.statusOf(token, paymentId))['status'];
    const operate = (paymentId: string, operation: string, body: Json = {}) =>
      gateway.call('POST', `${base}/${paymentId}/${operation}`, { token, body });
    const transactions = async (paymentId: string): Promise<unknown[]> => {
      const path = `${base}/${paymentId}/transactions`;
      const { body } = await gateway.call<Json[]>('GET', path, { token });
      return body.map((one) => `${String(one['type'])} ${String(one['status'])}`);
    };
    /** The acquirer's record (a reversal voids the authorization) and the captured amount. */
    const truth = async (paymentId: string): Promise<unknown> => {
      const all = (await gateway.chargesOf(paymentId)) as unknown as Json[];
      const verbs = all.filter((one) => one['result'] === 'APPROVED').map((one) => one['verb']);
      return { verbs, captured: all[0]?.['capturedMinor'] };
    };

    test('an answer lost after charging: found COMPLETED, charged once', async () => {
      await setFaults(gateway, { dropAnswer: true, verbs: ['authorize'] });
      const paymentId = await pay();
      assert.equal(await status(paymentId), 'PENDING');
      await advance(gateway, 30);
      assert.equal(await status(paymentId), 'COMPLETED');
      assert.deepEqual(await truth(paymentId), { verbs: ['authorize'], captured: '12345' });
    });

    for (const fault of ['outage', 'timeout']) {
      test(`${fault} on authorize: ERROR, but only once the request is lost`, async () => {
        await setFaults(gateway, { [fault]: true, verbs: ['authorize'] });
        const paymentId = await pay();
        await advance(gateway, 30);
        assert.equal(await status(paymentId), 'PENDING', 'it might still arrive');
        await advance(gateway, 60);
        assert.equal(await status(paymentId), 'ERROR');
        assert.deepEqual(await gateway.chargesOf(paymentId), []);
      });
    }

    test('an outage that also affects inquiries leaves the payment PENDING', async () => {
      await setFaults(gateway, { dropAnswer: true, verbs: ['authorize'] }, { outage: true });
      const paymentId = await pay();
      for (const seconds of [60, 3600, 3600]) {
        await advance(gateway, seconds);
        token = await gateway.authenticate();
        assert.equal(await status(paymentId), 'PENDING');
      }
      await setFaults(gateway);
      await advance(gateway, 600);
      token = await gateway.authenticate();
      assert.equal(await status(paymentId), 'COMPLETED');
    });

    for (const fault of ['dropAnswer', 'timeout', 'outage']) {
      test(`${fault} on capture: captured once the acquirer can be asked`, async () => {
        const paymentId = await paid('PREAUTH');
        await setFaults(gateway, { [fault]: true, verbs: ['capture'], remaining: 1 });
        const asked = await operate(paymentId, 'capture', { amount: 100 });
        assert.equal(asked.status, 200, asked.text);
        assert.equal(asked.body['transactionStatus'], 'PENDING');
        const again = await operate(paymentId, 'capture', { amount: 100 });
        assert.equal(again.body['code'], 'OPERATION_IN_PROGRESS');
        await advance(gateway, 30);
        const expected = ['PREAUTH COMPLETED', 'CAPTURE COMPLETED'];
        assert.deepEqual(await transactions(paymentId), expected);
        const verbs = ['authorize', 'capture'];
        assert.deepEqual(await truth(paymentId), { verbs, captured: '10000' });
      });
    }

    test('an answer lost after a reversal: the payment is CANCELLED', async () => {
      const paymentId = await paid();
      await setFaults(gateway, { dropAnswer: true, verbs: ['reverse'] });
      const asked = await operate(paymentId, 'cancel', { reason: 'CLIENT' });
      assert.equal(asked.status, 200, asked.text);
      assert.equal(await status(paymentId), 'COMPLETED');
      await advance(gateway, 30);
      assert.equal(await status(paymentId), 'CANCELLED');
      assert.deepEqual(await transactions(paymentId), ['AUTH COMPLETED', 'REVERSAL COMPLETED']);
    });

    test('a hold is released after an outage at the end of its hold period', async () => {
      const paymentId = await paid('PREAUTH');
      await setFaults(gateway, { outage: true });
      await advance(gateway, 30 * DAY_SECONDS);
      token = await gateway.authenticate();
      assert.equal(await status(paymentId), 'COMPLETED');
      await setFaults(gateway);
      await advance(gateway, 60);
      assert.equal(await status(paymentId), 'CANCELLED');
      const { rejectCode } = await gateway.statusOf(token, paymentId);
      assert.equal(rejectCode, 'HOLD_EXPIRED');
      assert.deepEqual(await truth(paymentId), { verbs: ['reverse'], captured: '0' });
    });

    test('requests that are processed twice have one effect', async () => {
      await setFaults(gateway, { duplicate: true });
      const paymentId = await paid('PREAUTH');
      const captured = await operate(paymentId, 'capture');
      assert.equal(captured.body['transactionStatus'], 'COMPLETED', captured.text);
      const verbs = ['authorize', 'capture'];
      assert.deepEqual(await truth(paymentId), { verbs, captured: '12345' });
    });

    test('latency only delays a payment, even beyond our time-out', async () => {
      await setFaults(gateway, { latencyMs: 100 });
      await paid();
      await setFaults(gateway, { latencyMs: 2000, verbs: ['authorize'] });
      const paymentId = await paid();
      assert.deepEqual(await truth(paymentId), { verbs: ['authorize'], captured: '12345' });
    });

    test('a rate hits the calls selected by its seed', async () => {
      const fault = { provider: 'acquirer', outage: true, rate: 0.5, seed: 7 } as const;
      await setFaults(gateway, { ...fault, verbs: ['authorize'] });
      const seen: unknown[] = [];
      const counted = async (): Promise<unknown> =>
        (await gateway.call<Json[]>('GET', '/sandbox/faults')).body[0]?.['calls'];
      for (let call = 1; call <= 8; call += 1) {
        const paymentId = await pay();
        // A payment is answered before its call is made; the next call must not overtake it.
        await until(async () => (await counted()) === call, `call ${call} to be counted`);
        if (!isHit(fault, call)) await gateway.waitForStatus(token, paymentId, 'COMPLETED');
        seen.push(await status(paymentId));
      }
      const calls = seen.map((_, index) => index + 1);
      assert.deepEqual(
        seen,
        calls.map((call) => (isHit(fault, call) ? 'PENDING' : 'COMPLETED')),
      );
      const { body } = await gateway.call<Json[]>('GET', '/sandbox/faults');
      assert.deepEqual(body, [{ ...fault, verbs: ['authorize'], calls: 8 }]);
    });

    const refused: [title: string, body: unknown, sentence: RegExp][] = [
      ['no fault at all', { provider: 'acquirer' }, /body must contain one of latencyMs/],
      ['an unknown provider', { provider: 'bank', outage: true }, /provider must be one of/],
      [
        'a callback',
        { provider: 'acquirer', reorderCallback: true },
        /supported for these providers only: acs\b/,
      ],
      ['two ends', { provider: 'acquirer', outage: true, timeout: true }, /combined with timeout/],
      ['a rate above 1', { provider: 'acquirer', outage: true, rate: 1.5 }, /greater than 0/],
    ];
    for (const [title, body, sentence] of refused) {
      test(`refuses ${title} and changes nothing`, async () => {
        const reply = await gateway.call('POST', '/sandbox/faults', { body });
        assert.equal(reply.status, 400);
        assert.match(reply.body['message'] as string, sentence);
        assert.equal((await gateway.call('GET', '/sandbox/faults')).text, '[]');
      });
    }
  });
}

describe('where the control API is', () => {
  const control: [method: string, path: string][] = [
    ['GET', '/sandbox/clock'],
    ['POST', '/sandbox/clock'],
    ['POST', '/sandbox/reset'],
    ['GET', '/sandbox/payments'],
    ['POST', '/sandbox/payments'],
    ['GET', '/sandbox/notifications'],
    ['POST', '/sandbox/notifications'],
    ['GET', '/sandbox/faults'],
    ['POST', '/sandbox/faults'],
    ['GET', '/sandbox/triggers'],
    ['GET', '/sandbox/acquirer/charges'],
    ['POST', '/sandbox/acquirer/authorize'],
  ];
  const absent = async (gateway: Gateway): Promise<string[]> => {
    const missing: string[] = [];
    for (const [method, path] of control) {
      const options = method === 'POST' ? { body: {} } : {};
      const reply = await gateway.call(method, path, options);
      if (reply.status === 404) missing.push(`${method} ${path}`);
    }
    return missing;
  };
  /** The pages of the start page, which are no JSON. */
  const pages = ['/', '/sandbox/returned', '/sandbox/start/live', '/sandbox/start/start.js'];
  const pageStatuses = (gateway: Gateway): Promise<number[]> =>
    Promise.all(pages.map(async (path) => (await fetch(`${gateway.url}${path}`)).status));
  const acquirer = { BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:9/acquirer' };

  test('not in production, neither served nor documented', async () => {
    const gateway = await startGateway({
      database: anyDatabase,
      env: { BRAMKA_ENV: 'production', BRAMKA_DOCS: 'on', ...acquirer },
    });
    assert.equal((await absent(gateway)).length, control.length);
    assert.deepEqual(await pageStatuses(gateway), [404, 404, 404, 404]);
    const { status, text } = await gateway.call('GET', '/openapi.json');
    assert.equal(status, 200);
    assert.doesNotMatch(text, /sandbox\//);
    await gateway.stop();
  });

  test('with a real acquirer the sandbox serves only clock, reset and the start page', async () => {
    const gateway = await startGateway({ database: anyDatabase, env: acquirer });
    const about = control.slice(7).map(([method, path]) => `${method} ${path}`);
    assert.deepEqual(await absent(gateway), about);
    // No payment is named for the page that customers return to.
    assert.deepEqual(await pageStatuses(gateway), [200, 400, 200, 200]);
    assert.equal((await advance(gateway, DAY_SECONDS)).offsetSeconds, DAY_SECONDS);
    await gateway.stop();
  });
});
