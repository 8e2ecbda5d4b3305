// Proves that stripe-mock, which checks requests by the published description of Stripe's API,
// accepts every request of the adapter. The simulated Stripe answers them, because stripe-mock
// keeps no state.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { secret } from '@bramka/gateway/core/secret.ts';
import type { Finding } from '@bramka/gateway/providers/outcome.ts';
import type { CardMeans } from '@bramka/gateway/providers/means.ts';
import type { Authorization } from '@bramka/gateway/providers/provider.ts';
import { stripeProvider } from '@bramka/gateway/providers/stripe/stripe.provider.ts';
import { httpStripe } from '@bramka/gateway/providers/stripe/transport.ts';
import { openStripeFixture } from '@bramka/sandbox/testing/stripe-fixture.ts';
import {
  authorization,
  cardMeans,
  followUpOf,
  inquiryOf,
} from '../../support/providers/requests.ts';
import type { ConnectorProof } from './proof.ts';

const VERSION = '0.203.0';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

export const stripeProof: ConnectorProof = {
  name: 'stripe',
  witness: `stripe-mock ${VERSION}`,
  needs: ['go'],
  async prepare(folder) {
    const packet = `github.com/stripe/stripe-mock@v${VERSION}`;
    await promisify(execFile)('go', ['install', packet], {
      env: { ...process.env, GOBIN: folder },
    });
  },
  async run(folder, report) {
    const mock = await startMock(folder);
    try {
      const answers = await sendEverything(mock.url);
      for (const [what, bodies] of answers) {
        await report.proves(`accepts ${what}`, () => assert.deepEqual(bodies, []));
      }
      await report.proves('refuses a parameter that Stripe does not have', async () => {
        const headers = { authorization: 'Bearer sk_test_1' };
        const body = new URLSearchParams({ amount: '100', currency: 'pln', nonsense: '1' });
        const url = `${mock.url}/v1/payment_intents`;
        assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 400);
      });
    } finally {
      await mock.stop();
    }
  },
};

async function startMock(folder: string) {
  const [http, https] = [await freePort(), await freePort()].map((port) => `127.0.0.1:${port}`);
  const args = ['-http-addr', String(http), '-https-addr', String(https)];
  const child = spawn(join(folder, 'stripe-mock'), args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('Listening for HTTPS')) break;
  }
  child.stdout.resume();
  return {
    url: `http://${http}`,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : assert.fail('no port');
}

/** By kind of request, what stripe-mock said against it. */
async function sendEverything(url: string): Promise<Map<string, string[]>> {
  const fixture = await openStripeFixture(NOW);
  const { send, close } = httpStripe({ url, timeoutMs: 60_000 });
  const answers = new Map<string, string[]>();
  const provider = stripeProvider({
    name: 'stripe',
    account: { key: secret('sk_test_1'), webhookSecret: secret('whsec_1') },
    accountId: null,
    maxInFlightMs: 60_000,
    clock: fixture.clock,
    async send(call, key) {
      const { status, body } = await send(call, key);
      const what = `${call.method} ${call.path.replace(/pi_\w+/, '{id}').replace(/\?.*/, '')}`;
      answers.set(what, [...(answers.get(what) ?? []), ...(status === 200 ? [] : [body])]);
      const answer = await fixture.handle(call);
      return { status: answer?.status ?? 500, body: JSON.stringify(answer?.body) };
    },
  });
  const pay = async (kind: Authorization['kind'], change: Partial<CardMeans> = {}) => {
    const means = { ...(cardMeans('4111111111111111') as CardMeans), ...change };
    const request = await authorization({ means }, kind);
    const outcome = await provider.authorize(request);
    assert.ok(outcome.kind === 'approved', JSON.stringify(outcome));
    return { request, reference: outcome.reference };
  };
  const follow = async (verb: 'capture' | 'adjust' | 'reverse' | 'refund', paid: Paid) => {
    const { request, reference } = paid;
    const amount = { minor: verb === 'adjust' ? 12_000n : 10_000n, currency: 'PLN' };
    const operation = followUpOf(request, reference, amount);
    assert.equal((await provider.followUps[verb]?.(operation))?.kind, 'approved', verb);
    const found = await provider.inquire(
      inquiryOf(operation.attemptId, verb, null, amount, operation),
    );
    assert.equal(found.kind, 'approved', `inquire ${verb}`);
  };
  await pay('sale', { exemption: 'MIT', networkTransactionId: '123456789012345' });
  await pay('sale', { threeDS: proof, card: { ...exampleCard, holder: secret('Jan Nowak') } });
  await follow('capture', await pay('hold'));
  await follow('adjust', await pay('hold'));
  await follow('reverse', await pay('hold'));
  await follow('reverse', await pay('sale'));
  const { request, reference } = await pay('sale');
  await follow('refund', { request, reference });
  const ask = ({ attemptId, paymentId, kind, amount }: Authorization): Promise<Finding> =>
    provider.inquire(inquiryOf(attemptId, 'authorize', null, amount, { paymentId, kind }));
  assert.equal((await ask(request)).kind, 'approved');
  const lost = await authorization({ means: cardMeans('4111111111111111') });
  assert.equal((await ask(lost)).kind, 'not-found', 'its intent is cancelled');
  fixture.clock.advance(DAY_MS);
  assert.equal((await ask(request)).kind, 'approved', 'by a search');
  assert.equal((await provider.check?.())?.kind, 'not-found');
  await close();
  await fixture.close();
  return answers;
}

interface Paid {
  readonly request: Authorization;
  readonly reference: string;
}

const exampleCard = (cardMeans('4111111111111111') as CardMeans).card;
const proof = {
  eci: '05',
  cavv: secret('AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
  dsTransId: '0198c5d1-7b2a-7000-8000-000000000009',
  version: '2.2.0',
  transStatus: 'Y',
};
