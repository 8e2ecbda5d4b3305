// No card data that goes through a connector is stored or told: recognizable cards, security codes,
// proofs of authentication and wallet tokens go through each simulated provider that takes cards,
// whether it answers or not; then files, tables, logs, metrics and replies are searched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parties } from '@bramka/sandbox/parties.ts';
import { wireEffects } from '@bramka/sandbox/party/fault.ts';
import type { Party } from '@bramka/sandbox/party/party.ts';
import {
  canaryNumbers,
  canaryTestCards,
  search,
  searchFiles,
  wantedBytes,
  wantedOf,
} from '../support/canary.ts';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { createInstallation } from '../support/installation.ts';
import { bodyOf } from '../support/life/payments.ts';
import { keepTablesOpen, rowsOf } from '../support/tables.ts';
import { browserDevice } from '../support/threeds/challenge.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { proofsOf } from '../support/threeds/secrecy/issuer-proofs.ts';
import { filesOf, hasLeaf, searchTables } from '../support/threeds/secrecy/resting-places.ts';
import { until } from '../support/waiting/until.ts';
import { payByWalletEverywhere } from '../support/wallets/wallet-flows.ts';

const env = {
  BRAMKA_PROVIDER_TIMEOUT_MS: '500',
  BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS: '1000',
  BRAMKA_PROVIDER_FAILURES: '1000',
  BRAMKA_LOG_LEVEL: 'trace',
};
/** No number in a log line or a table has this form. */
const cvv = '091';
/** The last two digits make the simulated issuer decline. */
const DECLINED = 10.51;

const notForCards = ['autopay-blik'];

/** The usual acquirer, and every connector for cards. */
const connectors = parties.filter(({ name, onlyIfNamed }) =>
  onlyIfNamed ? !notForCards.includes(name) : name === 'acquirer',
);

for (const party of connectors) {
  test(`card data through ${party.name} is in no file, table, log line, metric or reply`, () =>
    proveSecrecy(party));
}

interface Trail {
  readonly secrets: Map<string, string>;
  readonly cards: Map<string, string>;
  readonly nextCard: (name: string) => string;
  readonly replies: string[];
}

async function proveSecrecy(party: Party): Promise<void> {
  const installation = await createInstallation('embedded');
  const named = { ...env, BRAMKA_SANDBOX_PROVIDERS: party.name };
  const gateway = await startGateway({ installation, env: named });
  const trail = newTrail();
  const token = await gateway.authenticate();
  await payWithFaults(gateway, token, party, trail);
  await payAuthenticated(gateway, token, trail);
  await payByWalletEverywhere(gateway, trail);
  trail.replies.push((await gateway.call('GET', '/metrics')).text);
  const files = await filesOf(installation);
  await gateway.stop();

  await keepTablesOpen(installation, async () => {
    const proofs = await proofsOf(installation);
    assert.ok(proofs.size > 0, 'the issuer proved a customer');
    const passing = [...wantedOf(trail.secrets, trail.cards), ...wantedBytes(proofs)];
    const leaks = [
      ...search(Buffer.from(gateway.logs()), passing, 'the log'),
      ...trail.replies.flatMap((text) => search(Buffer.from(text), passing, `reply ${text}`)),
      ...files.flatMap((path) => searchFiles(path, wantedOf(trail.secrets, trail.cards))),
      ...(await searchTables(installation, wantedOf(trail.secrets, trail.cards), cvv)),
      ...(await searchTables(installation, wantedBytes(proofs), cvv, ['public'])),
    ];
    assert.deepEqual(leaks, []);
    for (const line of gateway
      .logs()
      .split('\n')
      .filter((one) => one.startsWith('{'))) {
      assert.ok(!hasLeaf(JSON.parse(line), cvv), 'a code is in the log');
    }
    const [used] = await rowsOf<{ attempts: number }>(
      installation,
      `select count(*)::integer as attempts from attempts where provider = '${party.name}'`,
    );
    if (party.onlyIfNamed) assert.ok((used?.attempts ?? 0) > 5, 'it was used');
  });
  await installation.remove();
}

/** Approved, declined, and with each fault of the party. */
async function payWithFaults(
  gateway: Gateway,
  token: string,
  party: Party,
  trail: Trail,
): Promise<void> {
  const pay = async (name: string, amount = 10): Promise<string> => {
    const instrument = instrumentOf(trail.nextCard(name));
    const reply = await gateway.payByCard({ token, amount, extra: { instrument } });
    trail.replies.push(reply.text);
    return String(bodyOf(reply)['paymentId']);
  };
  const read = async (paymentId: string): Promise<void> => {
    for (const rest of ['', '/status', '/transactions']) {
      const path = `/v1/ecommerce/payment/${paymentId}${rest}`;
      trail.replies.push((await gateway.call('GET', path, { token })).text);
    }
  };
  for (const amount of [10, DECLINED]) {
    const paymentId = await pay(`amount ${amount}`, amount);
    await gateway.waitForStatus(token, paymentId, amount === 10 ? 'COMPLETED' : 'REJECTED');
    await read(paymentId);
  }
  const faults = wireEffects.filter((effect) => party.effects.includes(effect));
  assert.ok(faults.length > 0);
  for (const effect of faults) {
    const value = effect === 'latencyMs' ? 600 : true;
    const fault = { provider: party.name, [effect]: value, remaining: 1 };
    await gateway.call('POST', '/sandbox/faults', { body: fault });
    await read(await pay(effect));
    const wasHit = async (): Promise<boolean> => {
      const { body } = await gateway.call('GET', '/sandbox/faults');
      return (body as unknown as { remaining: number }[]).every(({ remaining }) => remaining === 0);
    };
    await until(wasHit, `a call with ${effect}`);
  }
}

/** The acquirer gets the proof of the customer's authentication. */
async function payAuthenticated(gateway: Gateway, token: string, trail: Trail): Promise<void> {
  await untilRangesKnown(gateway);
  const number = canaryTestCards()('10');
  trail.cards.set('authenticated', number);
  trail.secrets.set('authenticated', number);
  const extra = { instrument: instrumentOf(number), device: browserDevice() };
  const reply = await gateway.payByCard({ token, extra });
  trail.replies.push(reply.text);
  await gateway.waitForStatus(token, String(bodyOf(reply)['paymentId']), 'COMPLETED');
}

const instrumentOf = (instrumentNo: string): Json => {
  return { type: 'CARD', instrumentNo, expDate: '203912', cvv, holder: 'JAN KOWALSKI' };
};

function newTrail(): Trail {
  const numbers = canaryNumbers();
  const cards = new Map<string, string>();
  return {
    secrets: new Map([['card number', numbers.shared]]),
    cards,
    replies: [],
    nextCard(name) {
      const number = numbers.next();
      cards.set(name, number);
      return number;
    },
  };
}
