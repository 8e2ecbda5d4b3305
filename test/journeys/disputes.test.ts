// Disputes from the message of a provider to the operator's list and command: recorded once, in the
// order of the provider, and only for payments that the provider processed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runBramka } from '@bramka/cli/testing/run-bramka.ts';
import { sandboxLaunch } from '@bramka/cli/start/sandbox-launch.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { money } from '@bramka/gateway/core/money.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { launch, type Launched } from '@bramka/gateway/launch.ts';
import { approvalOf } from '@bramka/gateway/providers/outcome.ts';
import type { Authorization, Provider } from '@bramka/gateway/providers/provider.ts';
import type { DisputeNews } from '@bramka/gateway/providers/provider-message.ts';
import { parties } from '@bramka/sandbox/parties.ts';
import type { Party } from '@bramka/sandbox/party/party.ts';
import { createClient, type Client, type Json } from '../support/client.ts';
import { assertDocumented } from '../support/document/check.ts';
import { card } from '../support/life/payments.ts';
import { toyParty } from '../support/toy-party/party.ts';

const charges: Authorization[] = [];

/** An acquirer that approves everything, and whose messages are its news of disputes. */
const provider: Provider = {
  name: 'disputing',
  means: ['PAN'],
  maxInFlightMs: 1_000,
  authorize(request) {
    charges.push(request);
    return Promise.resolve(approvalOf('1'));
  },
  followUps: {},
  inquire: () => Promise.resolve({ kind: 'not-found' }),
  readMessage: ({ fields }) =>
    Promise.resolve({ provenBy: null, attempts: [], disputes: [newsFrom(fields)] }),
};

function newsFrom({ amount, respondUntil, at, ...fields }: Json): DisputeNews {
  const times = { respondUntil: (respondUntil as number | undefined) ?? null, at: Number(at) };
  const others = fields as unknown as Omit<DisputeNews, 'amount' | 'respondUntil' | 'at'>;
  return { ...others, ...times, amount: money(BigInt(amount as string), 'PLN') };
}

const party: Party = {
  ...toyParty,
  name: 'disputing',
  triggers: [],
  migrations: [],
  openPages: [],
  onlyIfNamed: true,
  open: () => ({ api: undefined, routes: [], connect: () => ({ providers: [provider] }) }),
};

let gateway: Launched;
let client: Client;
let directory: string;
let charge: Authorization;

before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bramka-disputes-'));
  const own = { BRAMKA_LOG_LEVEL: 'silent', BRAMKA_SANDBOX_PROVIDERS: 'disputing' };
  const { options } = sandboxLaunch([...parties.filter((one) => !one.onlyIfNamed), party]);
  const config = readConfig({ PORT: '0', BRAMKA_DATA_DIR: directory, ...own });
  gateway = await launch({ config, ...options });
  client = createClient(gateway.url, open(gateway.adminKey), assertDocumented);
  const token = await client.authenticate();
  const body = { channel: 'WEBAPI', order: { amount: 10, currency: 'PLN' }, instrument: card };
  const { body: payment } = await client.call('POST', '/v1/ecommerce/payment', { token, body });
  await client.waitForStatus(token, String(payment['paymentId']));
  charge = charges[0] ?? assert.fail('no charge');
});
after(async () => {
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});

const opened = Date.parse('2026-03-01T12:00:00Z');

async function report(change: Json = {}, name = 'disputing'): Promise<number> {
  const { merchantId, paymentId, attemptId } = charge;
  const said = { reference: 'dp_1', stage: 'OPENED', amount: '1000', reason: '10.4', at: opened };
  const body = { merchantId, paymentId, attemptId, ...said, ...change };
  return (await client.call('POST', `/v1/ecommerce/notifications/${name}`, { body })).status;
}

const list = async (query = ''): Promise<Json[]> => {
  const token = open(gateway.adminKey);
  const { body, text } = await client.call('GET', `/v1/admin/disputes${query}`, { token });
  return (body['disputes'] as Json[] | undefined) ?? assert.fail(text);
};

test('a dispute goes through its stages, and a late report does not take it back', async () => {
  assert.deepEqual(await list(), []);
  const respondUntil = opened + 86_400_000;
  assert.equal(await report({ respondUntil }), 200);
  const chargedBack = { stage: 'CHARGED_BACK', at: opened + 1_000, amount: '900' };
  for (let times = 0; times < 2; times += 1) assert.equal(await report(chargedBack), 200);
  assert.equal(await report({ stage: 'INQUIRY', at: opened - 1_000 }), 200);
  const [dispute, ...others] = await list();
  assert.deepEqual(others, []);
  const { disputeId, history, createdAt, updatedAt, ...fields } = dispute ?? {};
  assert.ok(disputeId && createdAt && updatedAt);
  const { merchantId, paymentId, attemptId } = charge;
  assert.deepEqual(fields, {
    merchantId,
    paymentId,
    attemptId,
    provider: 'disputing',
    reference: 'dp_1',
    stage: 'CHARGED_BACK',
    amount: 9,
    currency: 'PLN',
    reason: '10.4',
    respondUntil: '2026-03-02T12:00:00.000Z',
    happenedAt: '2026-03-01T12:00:01.000Z',
  });
  const stages = (history as Json[]).map(({ stage }) => stage);
  assert.deepEqual(stages, ['INQUIRY', 'OPENED', 'CHARGED_BACK']);
});

test('a dispute of a payment that the provider does not know is not recorded', async () => {
  const known = (await list()).length;
  for (const change of [
    { merchantId: '10000002' },
    { paymentId: charge.attemptId },
    { attemptId: charge.paymentId },
  ]) {
    assert.equal(await report({ reference: 'dp_2', ...change }), 200);
  }
  assert.equal((await list()).length, known);
});

test('the list is filtered by merchant and stage, and paged', async () => {
  await report({ reference: 'dp_3', stage: 'LOST' });
  const of = async (query: string) => (await list(query)).map(({ reference }) => reference);
  assert.deepEqual(await of(''), ['dp_3', 'dp_1']);
  assert.deepEqual(await of('?stage=LOST'), ['dp_3']);
  assert.deepEqual(await of(`?merchantId=${charge.merchantId}`), ['dp_3', 'dp_1']);
  assert.deepEqual(await of('?merchantId=10000002'), []);
  const [newest] = await list();
  assert.deepEqual(await of(`?after=${String(newest?.['disputeId'])}`), ['dp_1']);
  const token = open(gateway.adminKey);
  const wrong = await client.call('GET', '/v1/admin/disputes?stage=OTHER', { token });
  assert.equal(wrong.status, 400);
  assert.equal((await client.call('GET', '/v1/admin/disputes')).status, 401);
  const own = await client.authenticate();
  assert.notEqual((await client.call('GET', '/v1/admin/disputes', { token: own })).status, 200);
});

test('the command prints the list', async () => {
  const env = { BRAMKA_URL: gateway.url, BRAMKA_ADMIN_KEY: open(gateway.adminKey) };
  const bramka = (...words: string[]) => runBramka(['disputes', 'list', ...words], env);
  const { stdout, stderr, code } = await bramka();
  assert.deepEqual([code, stderr], [0, '']);
  const [titles, first, second, ...more] = stdout.trimEnd().split('\n');
  assert.match(titles ?? '', /^MID +PAYMENT +PROVIDER +REFERENCE +STAGE +AMOUNT +REASON +RESPOND/);
  assert.match(first ?? '', / disputing +dp_3 +LOST +10\.00 PLN +10\.4 +-$/);
  assert.match(second ?? '', / dp_1 +CHARGED_BACK +9\.00 PLN +10\.4 +2026-03-02T12:00:00\.000Z$/);
  assert.deepEqual(more, []);
  assert.equal((await bramka('--merchant', '10000002')).stdout, 'No disputes.\n');
  const json = await bramka('--stage', 'LOST', '--json');
  const { disputes } = JSON.parse(json.stdout) as { disputes: Json[] };
  assert.deepEqual(
    disputes.map(({ reference }) => reference),
    ['dp_3'],
  );
});
