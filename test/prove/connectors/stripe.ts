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
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import type { CardMeans } from '@bramka/gateway/providers/means.ts';
import type { Authorization, Provider } from '@bramka/gateway/providers/provider.ts';
import { stripeProvider } from '@bramka/gateway/providers/stripe/stripe.provider.ts';
import { httpStripe } from '@bramka/gateway/providers/stripe/transport.ts';
import { openStripeFixture } from '@bramka/sandbox/testing/stripe-fixture.ts';
import { cardMeans, inquiryOf } from '../../support/providers/requests.ts';
import type { ConnectorProof } from './proof.ts';
import {
  readRecording,
  record,
  replay,
  type Exchanges,
  type RunStep,
  type Step,
} from './recorded/exchanges.ts';
import { fixedRequests, NOW } from './recorded/fixed-requests.ts';
import { askHttp, serveHttp, type HttpAnswer, type HttpSent } from './recorded/http-exchanges.ts';

const VERSION = '0.203.0';
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
    const steps: Step<HttpSent, HttpAnswer>[] = [];
    try {
      for (const [what, bodies] of await sendEverything(mock.url, steps)) {
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
    await report.matchesRecording(steps);
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
async function sendEverything(
  url: string,
  steps: Step<HttpSent, HttpAnswer>[],
): Promise<Map<string, string[]>> {
  const fixture = await openStripeFixture(NOW);
  const refusals = new Map<string, string[]>();
  const exchanges = record<HttpSent, HttpAnswer>(steps, async (sent) => {
    const { status, body } = await askHttp(url, sent, { authorization: 'Bearer sk_test_1' });
    const what = `${sent.method} ${sent.path.replace(/pi_\w+/, '{id}').replace(/\?.*/, '')}`;
    refusals.set(what, [...(refusals.get(what) ?? []), ...(status === 200 ? [] : [body])]);
    const { method, path, headers, body: form } = sent;
    const idempotencyKey = headers['idempotency-key'] ?? null;
    const answer = await fixture.handle({ method, path, form, idempotencyKey });
    return { status: answer?.status ?? 500, body: JSON.stringify(answer?.body) };
  });
  try {
    await payWithStripe(exchanges, fixture.clock);
  } finally {
    await fixture.close();
  }
  return refusals;
}

/** Repeats the recorded exchanges. */
export async function replayStripe(): Promise<void> {
  const clock = handClock();
  clock.advance(NOW - clock.now());
  await payWithStripe(replay(readRecording<HttpSent, HttpAnswer>('stripe')), clock);
}

/** Every request of the adapter; a day passes during it. */
async function payWithStripe(
  exchanges: Exchanges<HttpSent, HttpAnswer>,
  clock: HandClock,
): Promise<void> {
  const server = await serveHttp(exchanges);
  const { send, close } = httpStripe({ url: server.url, timeoutMs: 60_000 });
  const provider = stripeProvider({
    name: 'stripe',
    account: { key: secret('sk_test_1'), webhookSecret: secret('whsec_1') },
    accountId: null,
    maxInFlightMs: 60_000,
    clock,
    send,
  });
  try {
    await sendAll(provider, exchanges.step, clock);
    exchanges.end();
  } finally {
    await close();
    await server.close();
  }
}

async function sendAll(provider: Provider, step: RunStep, clock: HandClock): Promise<void> {
  const { authorization, followUpOf } = fixedRequests();
  const pay = async (
    what: string,
    kind: Authorization['kind'],
    change: Partial<CardMeans> = {},
  ) => {
    const request = await authorization({ means: { ...card, ...change } }, kind);
    const outcome = await step(what, () => provider.authorize(request));
    assert.ok(outcome.kind === 'approved', JSON.stringify(outcome));
    return { request, reference: outcome.reference };
  };
  const follow = async (verb: 'capture' | 'adjust' | 'reverse' | 'refund', paid: Paid) => {
    const { request, reference } = paid;
    const amount = { minor: verb === 'adjust' ? 12_000n : 10_000n, currency: 'PLN' };
    const operation = followUpOf(request, reference, amount);
    const outcome = await step(verb, async () => provider.followUps[verb]?.(operation));
    assert.equal(outcome?.kind, 'approved', verb);
    const inquiry = inquiryOf(operation.attemptId, verb, null, amount, operation);
    const found = await step(`inquire ${verb}`, () => provider.inquire(inquiry));
    assert.equal(found.kind, 'approved', `inquire ${verb}`);
  };
  const series = { exemption: 'MIT', networkTransactionId: '123456789012345' } as const;
  await pay('a series without the customer', 'sale', series);
  const holder = secret('Jan Nowak');
  await pay('3-D Secure', 'sale', { threeDS: proof, card: { ...card.card, holder } });
  await follow('capture', await pay('a hold to capture', 'hold'));
  await follow('adjust', await pay('a hold to adjust', 'hold'));
  await follow('reverse', await pay('a hold to reverse', 'hold'));
  await follow('reverse', await pay('a sale to reverse', 'sale'));
  const { request, reference } = await pay('a sale to refund', 'sale');
  await follow('refund', { request, reference });
  const ask = (what: string, { attemptId, paymentId, kind, amount }: Authorization) => {
    const inquiry = inquiryOf(attemptId, 'authorize', null, amount, { paymentId, kind });
    return step(what, () => provider.inquire(inquiry));
  };
  assert.equal((await ask('inquire authorize', request)).kind, 'approved');
  const lost = await authorization({ means: card });
  assert.equal((await ask('inquire what never arrived', lost)).kind, 'not-found');
  clock.advance(DAY_MS);
  assert.equal((await ask('inquire by a search', request)).kind, 'approved');
  assert.equal((await step('check', async () => provider.check?.()))?.kind, 'not-found');
}

interface Paid {
  readonly request: Authorization;
  readonly reference: string;
}

const card = cardMeans('4111111111111111') as CardMeans;
const proof = {
  eci: '05',
  cavv: secret('AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
  dsTransId: '0198c5d1-7b2a-7000-8000-000000000009',
  version: '2.2.0',
  transStatus: 'Y',
};
