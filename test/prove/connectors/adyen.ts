// Proves that Prism, with the published OpenAPI document of Adyen Checkout v71, accepts every
// request of the adapter and every answer of the simulated Adyen. Prism stands between the two.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { secret } from '@bramka/gateway/core/secret.ts';
import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import type { CardMeans } from '@bramka/gateway/providers/means.ts';
import { adyenProvider } from '@bramka/gateway/providers/adyen/adyen.provider.ts';
import { httpAdyen } from '@bramka/gateway/providers/adyen/transport.ts';
import type { Authorization, FollowUpVerb, Provider } from '@bramka/gateway/providers/provider.ts';
import { adyenEndpoints } from '@bramka/sandbox/adyen/endpoints.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import {
  ADYEN_ACCOUNT,
  ADYEN_URL,
  openAdyenFixture,
} from '@bramka/sandbox/testing/adyen-fixture.ts';
import { cardMeans } from '../../support/providers/requests.ts';
import type { ConnectorProof, Report } from './proof.ts';
import {
  readRecording,
  record,
  replay,
  type Exchanges,
  type RunStep,
  type Step,
} from './recorded/exchanges.ts';
import { fixedRequests } from './recorded/fixed-requests.ts';
import { askHttp, serveHttp, type HttpAnswer, type HttpSent } from './recorded/http-exchanges.ts';

const VERSION = '5.16.0';
const DOCUMENT = 'CheckoutService-v71.json';
const PUBLISHED = `https://raw.githubusercontent.com/Adyen/adyen-openapi/main/json/${DOCUMENT}`;
/** The path of the document, where it cannot be fetched. */
const VARIABLE = 'BRAMKA_ADYEN_OPENAPI';

export const adyenProof: ConnectorProof = {
  name: 'adyen',
  witness: `Prism ${VERSION} with the document of Checkout v71`,
  needs: ['npm'],
  async prepare(folder) {
    await bringDocument(join(folder, DOCUMENT));
    const packet = `@stoplight/prism-cli@${VERSION}`;
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
    await promisify(execFile)('npm', ['install', ...options, packet]);
  },
  async run(folder, report) {
    const fixture = await openAdyenFixture(secret('adyen-key'));
    const server = serveParty('/v71', toRoutes(adyenEndpoints, fixture));
    const upstream = await server.listen({ host: '127.0.0.1', port: 0 });
    const prism = await startPrism(folder, `${upstream}/v71`);
    const steps: Step<HttpSent, HttpAnswer>[] = [];
    const key = { 'x-api-key': 'adyen-key' };
    try {
      const exchanges = record(steps, (sent: HttpSent) => askHttp(prism.url, sent, key));
      await payWithAdyen(exchanges, (fact, check) => report.proves(fact, check));
      await report.proves('refuses a request that is not one of Adyen', async () => {
        const headers = { 'content-type': 'application/json', ...key };
        const body = JSON.stringify({ merchantAccount: ADYEN_ACCOUNT, amount: { value: 'x' } });
        const reply = await fetch(`${prism.url}/payments`, { method: 'POST', headers, body });
        assert.match(await reply.text(), /request body must have required property/i);
      });
    } finally {
      await prism.stop();
      await server.close();
      await fixture.close();
    }
    await report.matchesRecording(steps);
  },
};

/** Repeats the recorded exchanges. */
export async function replayAdyen(): Promise<void> {
  const exchanges = replay(readRecording<HttpSent, HttpAnswer>('adyen'));
  await payWithAdyen(exchanges, async (_fact, check) => check());
}

async function bringDocument(file: string): Promise<void> {
  const given = process.env[VARIABLE];
  if (given) return copyFile(given, file);
  const hint = `set ${VARIABLE} to the path of ${DOCUMENT}`;
  const reply = await fetch(PUBLISHED).catch(() => undefined);
  if (!reply?.ok) throw new Error(`${PUBLISHED} cannot be fetched; ${hint}`);
  await writeFile(file, await reply.text());
}

async function startPrism(folder: string, upstream: string) {
  const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const args = [program, 'proxy', '--errors', '--port', '0', join(folder, DOCUMENT), upstream];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let url: string | undefined;
  for await (const line of createInterface(child.stdout)) {
    url = /Prism is listening on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  child.stdout.resume();
  if (url === undefined) throw new Error('Prism did not start');
  return {
    url,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

const card = cardMeans('4111111111111111') as CardMeans;
const threeDS = {
  eci: '05',
  cavv: secret('AAAAAAAAAAAAAAAAAAAAAAAAAAA='),
  dsTransId: 'f25084f0-5b16-4c0a-ae5d-b24808a95e4b',
  version: '2.2.0',
  transStatus: 'Y',
};
const holder = { ...card.card, holder: secret('Jan Nowak') };

const funding = {
  purposeCode: 'PP',
  fundSource: '02',
  fundSourceRef: 'A-1',
  recipient: { number: secret('5555555555554444'), name: 'Ewa Lis' },
};

const payments: readonly (readonly [what: string, means: CardMeans, expected: string])[] = [
  ['a card number', { ...card, card: holder }, 'approved'],
  ['a card that is declined', cardMeans('4000000000009995') as CardMeans, 'declined'],
  ['a card that is decided later', cardMeans('4000000000020075') as CardMeans, 'pending'],
  ['the result of 3-D Secure', { ...card, threeDS }, 'approved'],
  ['an exemption', { ...card, exemption: 'TRA' }, 'approved'],
  [
    'a series without the customer',
    { ...card, exemption: 'MIT', networkTransactionId: '123456789012345' },
    'approved',
  ],
  [
    'a network token',
    { ...(cardMeans('4111111111111111', 'NETWORK_TOKEN') as CardMeans), eci: '07' },
    'declined',
  ],
];

async function payWithAdyen(
  exchanges: Exchanges<HttpSent, HttpAnswer>,
  proves: Report['proves'],
): Promise<void> {
  const server = await serveHttp(exchanges);
  const { send, close } = httpAdyen({ url: server.url, timeoutMs: 60_000 });
  const said: unknown[] = [];
  const provider = adyenProvider({
    name: 'adyen',
    account: {
      merchantAccount: ADYEN_ACCOUNT,
      apiKey: secret('adyen-key'),
      hmacKey: secret('ab'.repeat(32)),
    },
    maxInFlightMs: 60_000,
    clock: { now: () => 0 },
    returnUrl: () => ADYEN_URL,
    async send(call, account) {
      const answer = await send(call, account);
      said.push(answer.body);
      return answer;
    },
  });
  try {
    await proveRequests(provider, exchanges.step, proves, () => JSON.stringify(said.at(-1)));
    exchanges.end();
  } finally {
    await close();
    await server.close();
  }
}

async function proveRequests(
  provider: Provider,
  step: RunStep,
  proves: Report['proves'],
  latest: () => string,
): Promise<void> {
  const { authorization, followUpOf } = fixedRequests();
  const pay = async (
    what: string,
    means: CardMeans,
    kind: Authorization['kind'],
    expected: string,
  ) => {
    const request = await authorization({ means }, kind);
    const outcome = await step(what, () => provider.authorize(request));
    assert.equal(outcome.kind, expected, latest());
    return { request, reference: 'reference' in outcome ? outcome.reference : null };
  };
  for (const [what, means, expected] of payments) {
    await proves(`accepts ${what}`, async () => void (await pay(what, means, 'sale', expected)));
  }
  await proves('accepts account funding', async () => {
    const request = { ...(await authorization({ means: card }, 'funding')), funding };
    const outcome = await step('account funding', () => provider.authorize(request));
    assert.equal(outcome.kind, 'approved', latest());
  });
  for (const verb of Object.keys(provider.followUps) as FollowUpVerb[]) {
    await proves(`accepts ${verb}`, async () => {
      const { request, reference } = await pay(`a hold to ${verb}`, card, 'hold', 'approved');
      const operation = followUpOf(request, reference);
      const outcome = await step(verb, async () => provider.followUps[verb]?.(operation));
      assert.equal(outcome?.kind, 'pending', latest());
    });
  }
  await proves('accepts the harmless call', async () => {
    const finding = await step('check', async () => provider.check?.());
    assert.equal(finding?.kind, 'not-found', latest());
  });
}
