// BRAMKA_SANDBOX_PROVIDERS: simulated providers that are used only if they are named, and the order
// in which the gateway prefers them.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxLaunch } from '@bramka/cli/start/sandbox-launch.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import { launch, type ConnectedProviders, type Launched } from '@bramka/gateway/launch.ts';
import { approvalOf } from '@bramka/gateway/providers/outcome.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { parties } from '@bramka/sandbox/parties.ts';
import { partiesFor, problemsOfNames } from '@bramka/sandbox/party/list.ts';
import type { Party } from '@bramka/sandbox/party/party.ts';
import { createClient } from '../support/client.ts';
import { card } from '../support/life/payments.ts';
import { toyParty } from '../support/toy-party/party.ts';

const authorized: string[] = [];

/** An acquirer that approves everything. */
function optional(name: string): Party {
  const provider: Provider = {
    name: `${name}-provider`,
    means: ['PAN'],
    maxInFlightMs: 1_000,
    authorize() {
      authorized.push(name);
      return Promise.resolve(approvalOf('1'));
    },
    followUps: {},
    inquire: () => Promise.resolve({ kind: 'not-found' }),
  };
  const open: Party['open'] = () => {
    return { api: undefined, routes: [], connect: () => ({ providers: [provider] }) };
  };
  return {
    ...toyParty,
    name,
    triggers: [],
    migrations: [],
    openPages: [],
    onlyIfNamed: true,
    open,
  };
}

const all = [
  ...parties.filter(({ onlyIfNamed }) => !onlyIfNamed),
  ...['a', 'b', 'c'].map(optional),
];
const namesOf = (...names: string[]) => partiesFor(all, names).map(({ name }) => name);

test('optional parties are simulated only if they are named, and named ones are first', () => {
  const usual = parties.filter(({ onlyIfNamed }) => !onlyIfNamed).map(({ name }) => name);
  assert.deepEqual(namesOf(), usual);
  assert.deepEqual(namesOf('b', 'a'), ['b', 'a', ...usual]);
  const others = usual.filter((name) => name !== 'blik');
  assert.deepEqual(namesOf('a', 'blik'), ['a', 'blik', ...others]);
});

test('names that no party has are told with all that there are', () => {
  assert.deepEqual(problemsOfNames(all, ['a', 'acquirer']), []);
  const [first, second, ...more] = problemsOfNames(all, ['x', 'a', 'y']);
  assert.match(
    first ?? '',
    /^BRAMKA_SANDBOX_PROVIDERS: x is not one of acquirer, acs, .*, a, b, c$/,
  );
  assert.match(second ?? '', /: y is not one of /);
  assert.deepEqual(more, []);
});

test('they are separated by commas, and refused beside a real provider that takes cards', () => {
  const real = { BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:9' };
  const blik = { BRAMKA_BLIK_URL: 'http://127.0.0.1:9', BRAMKA_BLIK_KEY: 'k' };
  const names = { BRAMKA_SANDBOX_PROVIDERS: ' A ,b,a' };
  assert.throws(() => readConfig({ ...real, ...names }), /BRAMKA_SANDBOX_PROVIDERS has no effect/);
  assert.deepEqual(readConfig({ ...blik, ...names }).sandboxProviders, ['a', 'b']);
  assert.deepEqual(readConfig(real).sandboxProviders, []);
  const bad = { BRAMKA_SANDBOX_PROVIDERS: 'a;b' };
  assert.throws(() => readConfig(bad), /_PROVIDERS must be a comma-separated list of names/);
});

let gateway: Launched;
let connected: ConnectedProviders;
let directory: string;

before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bramka-sandbox-providers-'));
  const own = { BRAMKA_LOG_LEVEL: 'silent', BRAMKA_SANDBOX_PROVIDERS: 'c,a' };
  const { options } = sandboxLaunch(all);
  gateway = await launch({
    config: readConfig({ PORT: '0', BRAMKA_DATA_DIR: directory, ...own }),
    ...options,
    async connectProviders(context) {
      connected = await options.connectProviders(context);
      return connected;
    },
  });
});
after(async () => {
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});

test('a payment goes to the first that is named', async () => {
  const names = connected.providers.map(({ name }) => name);
  assert.deepEqual(names.slice(0, 3), ['c-provider', 'a-provider', 'sandbox']);
  assert.ok(!names.includes('b-provider'));
  const client = createClient(gateway.url, open(gateway.adminKey));
  const token = await client.authenticate();
  const body = { channel: 'WEBAPI', order: { amount: 10, currency: 'PLN' }, instrument: card };
  const { body: payment } = await client.call('POST', '/v1/ecommerce/payment', { token, body });
  await client.waitForStatus(token, String(payment['paymentId']));
  assert.deepEqual(authorized, ['c']);
});
