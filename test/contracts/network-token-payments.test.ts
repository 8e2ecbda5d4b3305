// Authorizations with network tokens, from the plain adapter to the simulated acquirer and token
// service: the token and its cryptogram are checked, then the card behind it decides.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { money, type Money } from '@bramka/gateway/core/money.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { open, secret } from '@bramka/gateway/core/secret.ts';
import type { CardMeans } from '@bramka/gateway/providers/means.ts';
import { plainAcquirer } from '@bramka/gateway/providers/plain/plain.provider.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import type { NetworkToken } from '@bramka/gateway/token-services/network-token.ts';
import type { TokenVerb } from '@bramka/gateway/token-services/plain/messages.ts';
import { plainTokenService } from '@bramka/gateway/token-services/plain/plain-tokens.ts';
import { localTransport } from '@bramka/gateway/http/outgoing.ts';
import type { TokenService } from '@bramka/gateway/token-services/token-service-port.ts';
import { createAcquirer, type SimulatedAcquirer } from '@bramka/sandbox/acquirer/acquirer.ts';
import { memoryChargeStore } from '@bramka/sandbox/testing/memory/charges.ts';
import { openBacking } from '@bramka/sandbox/testing/backing.ts';
import {
  NEWS_URL,
  openTokensFixture,
  SHARED_SECRET,
  type TokensFixture,
} from '@bramka/sandbox/testing/tokens-fixture.ts';

const MERCHANT = '10000001';
const AMOUNT = money(10_000n, 'PLN');

let fixture: TokensFixture;
let service: TokenService;
let acquirer: SimulatedAcquirer;
let provider: Provider;
before(async () => {
  fixture = await openTokensFixture('memory');
  const backing = await openBacking('memory');
  const { memory } = backing;
  assert.ok(memory);
  const { clock, ids, tokens } = fixture;
  const store = memoryChargeStore(memory);
  acquirer = createAcquirer({
    journal: backing.journal(),
    store,
    clock,
    ids,
    random: systemRandom,
    tokens,
  });
  const handle: SimulatedAcquirer['handle'] = (...call) => acquirer.handle(...call);
  provider = plainAcquirer('test', localTransport(handle, clock, 60_000), 60_000);
  const send = localTransport(
    (verb: TokenVerb, request) => tokens.handle('VTS', verb, request),
    clock,
    60_000,
  );
  service = plainTokenService({
    scheme: 'VTS',
    send,
    secret: SHARED_SECRET,
    random: systemRandom,
    notificationUrl: () => NEWS_URL,
  });
});
after(() => fixture?.close());

async function issue(number = '4111111111111111'): Promise<NetworkToken> {
  const card = { number: secret(number), expiry: secret('203012') };
  const request = { requestId: fixture.ids.next(), merchantId: MERCHANT, card };
  const answer = await service.provision(request);
  return answer.kind === 'provisioned' ? answer.token : assert.fail(answer.kind);
}

async function cryptogramOf({ instrumentRef }: NetworkToken, amount = AMOUNT): Promise<string> {
  const answer = await service.cryptogram({ instrumentRef, merchantId: MERCHANT, amount });
  return answer.kind === 'issued' ? open(answer.cryptogram) : assert.fail(answer.kind);
}

interface Change extends Partial<Pick<CardMeans, 'numberType' | 'networkTransactionId'>> {
  readonly cryptogram?: string | null;
  readonly expiry?: string;
  readonly amount?: Money;
  readonly merchantId?: string;
  readonly attemptId?: string;
}

async function pay(token: NetworkToken, change: Change = {}) {
  const { amount = AMOUNT, cryptogram = await cryptogramOf(token, amount) } = change;
  const attemptId = change.attemptId ?? fixture.ids.next();
  const paymentId = fixture.ids.next();
  const outcome = await provider.authorize({
    attemptId,
    merchantId: change.merchantId ?? MERCHANT,
    paymentId,
    amount,
    kind: 'sale',
    means: {
      kind: 'card',
      numberType: change.numberType ?? 'NETWORK_TOKEN',
      networkToken: null,
      cryptogram: cryptogram === null ? null : secret(cryptogram),
      eci: null,
      card: {
        number: token.number,
        expiry: change.expiry === undefined ? token.expiry : secret(change.expiry),
        cvv: null,
        holder: null,
      },
      threeDS: null,
      exemption: null,
      networkTransactionId: change.networkTransactionId ?? null,
    },
  });
  return { outcome, paymentId };
}

async function declineOf(paying: ReturnType<typeof pay>): Promise<string> {
  const { outcome } = await paying;
  return outcome.kind === 'declined' ? outcome.rejectCode : outcome.kind;
}

test('a token with a fresh cryptogram pays; the charge names the card and the token', async () => {
  const token = await issue();
  const { outcome, paymentId } = await pay(token);
  assert.ok(outcome.kind === 'approved');
  assert.match(outcome.networkTransactionId ?? '', /^\d{15}$/);
  const [charge] = await acquirer.chargesOf(paymentId);
  const last = open(token.number).slice(-4);
  assert.deepEqual([charge?.cardLastFour, charge?.tokenLastFour], ['1111', last]);
});

test('the card behind the token decides, also after it was replaced', async () => {
  assert.equal(await declineOf(pay(await issue('4000000000009995'))), 'INSUFFICIENT_FUNDS');
  const token = await issue();
  await fixture.tokens.change(token.instrumentRef, { card: '4000000000009979' });
  assert.equal(await declineOf(pay(token)), 'STOLEN_CARD');
});

test('a cryptogram pays once; a repeat of the same attempt has the same result', async () => {
  const token = await issue();
  const cryptogram = await cryptogramOf(token);
  const attemptId = fixture.ids.next();
  const { outcome } = await pay(token, { cryptogram, attemptId });
  assert.equal(outcome.kind, 'approved');
  assert.equal(await declineOf(pay(token, { cryptogram })), 'SUSPECTED_FRAUD');
});

test('a cryptogram is bound to its token and amount', async () => {
  const [token, other] = [await issue(), await issue()];
  const cryptogram = await cryptogramOf(other);
  assert.equal(await declineOf(pay(token, { cryptogram })), 'SUSPECTED_FRAUD');
  const small = await cryptogramOf(token, money(1n, 'PLN'));
  assert.equal(await declineOf(pay(token, { cryptogram: small })), 'SUSPECTED_FRAUD');
  const forged = Buffer.alloc(20, 1).toString('base64');
  assert.equal(await declineOf(pay(token, { cryptogram: forged })), 'SUSPECTED_FRAUD');
});

test('suspended and deleted tokens are declined with their own codes', async () => {
  const token = await issue();
  const cryptogram = await cryptogramOf(token);
  await fixture.tokens.change(token.instrumentRef, { status: 'SUSPENDED' });
  assert.equal(await declineOf(pay(token, { cryptogram })), 'TOKEN_SUSPENDED');
  await fixture.tokens.change(token.instrumentRef, { status: 'ACTIVE' });
  assert.equal((await pay(token, { cryptogram })).outcome.kind, 'approved');
  const unused = await cryptogramOf(token);
  await service.remove(token.instrumentRef);
  assert.equal(await declineOf(pay(token, { cryptogram: unused })), 'TOKEN_NOT_ACTIVE');
});

test('a token that has expired is declined', async () => {
  const token = await issue();
  const cryptogram = await cryptogramOf(token);
  await fixture.tokens.change(token.instrumentRef, { expiry: '202512' });
  const paying = pay(token, { cryptogram, expiry: '202512' });
  assert.equal(await declineOf(paying), 'TOKEN_NOT_ACTIVE');
});

test('a token of another merchant, with a wrong expiry or sent as a card is declined', async () => {
  const token = await issue();
  const cryptogram = await cryptogramOf(token);
  const rows: [change: Change, code: string][] = [
    [{ merchantId: '10000002' }, 'CARD_RESTRICTED'],
    [{ expiry: '203011' }, 'INVALID_CARD'],
    [{ numberType: 'PAN', cryptogram: null }, 'INVALID_CARD'],
  ];
  for (const [change, code] of rows) {
    assert.equal(await declineOf(pay(token, { cryptogram, ...change })), code);
  }
  const never = { ...token, number: secret('4895370000000007') };
  assert.equal(await declineOf(pay(never, { cryptogram })), 'INVALID_CARD');
  assert.equal((await pay(token, { cryptogram })).outcome.kind, 'approved', 'it was not used up');
});

test('without the customer the first payment of the series is named instead', async () => {
  const token = await issue();
  const { outcome } = await pay(token);
  assert.ok(outcome.kind === 'approved');
  const { networkTransactionId } = outcome;
  const later = { cryptogram: null, networkTransactionId };
  assert.equal((await pay(token, later)).outcome.kind, 'approved');
  assert.equal(await declineOf(pay(token, { cryptogram: null })), 'SUSPECTED_FRAUD');
  const unknown = { cryptogram: null, networkTransactionId: '000000000000000' };
  assert.equal(await declineOf(pay(token, unknown)), 'SUSPECTED_FRAUD');
});

test('a token can be verified without an amount', async () => {
  const token = await issue();
  const { outcome } = await pay(token, { amount: money(0n, 'PLN') });
  assert.equal(outcome.kind, 'approved');
});
