// The contract of token services: every adapter, with its simulated counterpart, passes the same
// tests over a call in one process and over HTTP. To add an adapter, call `testTokenService` in a
// file of test/contracts/ (see token-services.test.ts there).
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { uuidV7 } from '@bramka/gateway/core/id.ts';
import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import { money } from '@bramka/gateway/core/money.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { open, secret } from '@bramka/gateway/core/secret.ts';
import type {
  NetworkToken,
  TokenScheme,
  TokenStatus,
} from '@bramka/gateway/token-services/network-token.ts';
import type {
  ProvisionRequest,
  TokenService,
} from '@bramka/gateway/token-services/token-service-port.ts';
import { faultKinds, openWire, type FaultKind, type Wire } from '../providers/wire.ts';

export interface TokenServiceFixture {
  readonly service: TokenService;
  readonly cards: { readonly usual: string; readonly declined: string };
  /** What the issuer does at the counterpart. */
  setStatus(instrumentRef: string, status: TokenStatus): Promise<void>;
  close(): Promise<void>;
}

export interface TokenServiceUnderTest {
  readonly scheme: TokenScheme;
  open(wire: Wire): Promise<TokenServiceFixture>;
}

interface Opened extends TokenServiceFixture {
  readonly wire: Wire;
}

const MERCHANT = '10000001';
const AMOUNT = money(10_000n, 'PLN');
const newId = (): string => uuidV7(Date.parse('2026-03-01T12:00:00Z'), systemRandom(10));

function requestFor(number: string): ProvisionRequest {
  const card = { number: secret(number), expiry: secret('203012') };
  return { requestId: newId(), merchantId: MERCHANT, card };
}

async function provision(service: TokenService, request: ProvisionRequest): Promise<NetworkToken> {
  const answer = await service.provision(request);
  assert.equal(answer.kind, 'provisioned');
  return answer.kind === 'provisioned' ? answer.token : assert.fail();
}

const plain = ({ number, expiry, ...token }: NetworkToken) => {
  return { ...token, number: open(number), expiry: open(expiry) };
};

const use = (instrumentRef: string, merchantId = MERCHANT) => {
  return { instrumentRef, merchantId, amount: AMOUNT };
};

export function testTokenService(adapter: TokenServiceUnderTest): void {
  for (const kind of ['local', 'http'] as const) {
    describe(`token service ${adapter.scheme}, ${kind}`, () => {
      let opened: Opened;
      before(async () => {
        const wire = openWire(kind);
        opened = { ...(await adapter.open(wire)), wire };
      });
      after(async () => {
        await opened.close();
        opened.wire.close();
      });
      testProvisioning(adapter, () => opened);
      testLife(() => opened);
      testFaults(() => opened);
    });
  }
}

function testProvisioning({ scheme }: TokenServiceUnderTest, opened: () => Opened): void {
  test('issues a token that is not the card', async () => {
    const { service, cards } = opened();
    assert.equal(service.scheme, scheme);
    const token = await provision(service, requestFor(cards.usual));
    const number = open(token.number);
    assert.notEqual(number, cards.usual);
    assert.ok(passesLuhn(number));
    assert.equal(number[0], cards.usual[0]);
    assert.notEqual(number.slice(-4), cards.usual.slice(-4));
    assert.equal(token.cardLastFour, cards.usual.slice(-4));
    assert.match(open(token.expiry), /^20\d{4}$/);
    assert.match(token.paymentAccountReference ?? '', /^[A-Z0-9]{29}$/);
    assert.deepEqual([token.status, token.sequence], ['ACTIVE', 0]);
    const read = await service.read(token.instrumentRef);
    assert.ok(read.kind === 'found');
    assert.deepEqual(plain(read.token), plain(token));
  });

  test('a repeated request, also a simultaneous one, returns the same token', async () => {
    const { service, cards } = opened();
    const request = requestFor(cards.usual);
    const many = Array.from({ length: 8 }, () => provision(service, request));
    const [first, ...others] = (await Promise.all(many)).map(plain);
    for (const other of others) assert.deepEqual(other, first);
    assert.deepEqual(plain(await provision(service, request)), first);
  });

  test('another request for the same card has another token of the same account', async () => {
    const { service, cards } = opened();
    const one = await provision(service, requestFor(cards.usual));
    const otherToken = await provision(service, requestFor(cards.usual));
    assert.notEqual(one.instrumentRef, otherToken.instrumentRef);
    assert.notEqual(open(one.number), open(otherToken.number));
    assert.equal(one.paymentAccountReference, otherToken.paymentAccountReference);
  });

  test('declines a card, also when the request is repeated', async () => {
    const { service, cards } = opened();
    const request = requestFor(cards.declined);
    const declined = { kind: 'declined', rejectCode: 'TOKENIZATION_DECLINED' };
    assert.deepEqual(await service.provision(request), declined);
    assert.deepEqual(await service.provision(request), declined);
  });

  test('the same request id for another card is no token', async () => {
    const { service, cards } = opened();
    const request = requestFor(cards.usual);
    await provision(service, request);
    const other = { ...request, card: { ...request.card, expiry: secret('203011') } };
    assert.equal((await service.provision(other)).kind, 'unknown');
  });
}

function testLife(opened: () => Opened): void {
  test('issues another cryptogram each time, for the merchant of the token only', async () => {
    const { service, cards } = opened();
    const { instrumentRef } = await provision(service, requestFor(cards.usual));
    const issued = new Set<string>();
    for (let time = 0; time < 3; time += 1) {
      const answer = await service.cryptogram(use(instrumentRef));
      assert.ok(answer.kind === 'issued');
      assert.match(answer.eci, /^0[07]$/);
      issued.add(open(answer.cryptogram));
    }
    assert.equal(issued.size, 3);
    const missing = { kind: 'refused', why: 'NOT_FOUND' };
    assert.deepEqual(await service.cryptogram(use(instrumentRef, '10000002')), missing);
    assert.deepEqual(await service.cryptogram(use(newId())), missing);
  });

  test('a suspended token has no cryptogram until it is resumed', async () => {
    const { service, cards, ...issuer } = opened();
    const { instrumentRef } = await provision(service, requestFor(cards.usual));
    await issuer.setStatus(instrumentRef, 'SUSPENDED');
    const answer = await service.cryptogram(use(instrumentRef));
    assert.deepEqual(answer, { kind: 'refused', why: 'SUSPENDED' });
    const read = await service.read(instrumentRef);
    assert.ok(read.kind === 'found');
    assert.deepEqual([read.token.status, read.token.sequence], ['SUSPENDED', 1]);
    await issuer.setStatus(instrumentRef, 'ACTIVE');
    assert.equal((await service.cryptogram(use(instrumentRef))).kind, 'issued');
  });

  test('a removed token stays deleted and can be removed again', async () => {
    const { service, cards } = opened();
    const { instrumentRef } = await provision(service, requestFor(cards.usual));
    for (let time = 0; time < 2; time += 1) {
      assert.deepEqual(await service.remove(instrumentRef), { kind: 'removed' });
    }
    const answer = await service.cryptogram(use(instrumentRef));
    assert.deepEqual(answer, { kind: 'refused', why: 'DELETED' });
    const read = await service.read(instrumentRef);
    assert.ok(read.kind === 'found');
    assert.equal(read.token.status, 'DELETED');
  });

  test('a token that never existed is not found, and is removed', async () => {
    const { service } = opened();
    assert.deepEqual(await service.read(newId()), { kind: 'not-found' });
    assert.deepEqual(await service.remove(newId()), { kind: 'removed' });
    assert.equal(await service.visual(newId(), 'none'), undefined);
  });

  test('has a picture of the card under its own id only', async () => {
    const { service, cards } = opened();
    const { instrumentRef, visualId } = await provision(service, requestFor(cards.usual));
    assert.ok(visualId !== null);
    const picture = await service.visual(instrumentRef, visualId);
    assert.ok(picture && picture.data.length > 0);
    assert.ok(picture.width > picture.height);
    assert.equal(await service.visual(instrumentRef, 'another'), undefined);
  });
}

function testFaults(opened: () => Opened): void {
  afterEach(() => opened().wire.repair());
  for (const kind of Object.keys(faultKinds) as FaultKind[]) {
    for (const isReceived of [false, true]) {
      test(`${kind}, request ${isReceived ? 'performed' : 'lost'}: all is unknown`, async () => {
        const { service, cards, wire } = opened();
        const { instrumentRef, visualId } = await provision(service, requestFor(cards.usual));
        const request = requestFor(cards.usual);
        wire.breakWith({ kind, isReceived });
        const answers = await Promise.all([
          service.provision(request),
          service.provision(requestFor(cards.declined)),
          service.cryptogram(use(instrumentRef)),
          service.read(instrumentRef),
          service.remove(instrumentRef),
          service.visual(instrumentRef, visualId ?? ''),
        ]);
        assert.equal(answers.pop(), undefined, 'no picture');
        const unknown = { kind: 'unknown', why: faultKinds[kind] };
        for (const answer of answers) assert.deepEqual(answer, unknown);
        await wire.repair();
        const token = await provision(service, request);
        assert.deepEqual(plain(await provision(service, request)), plain(token));
        assert.deepEqual(await service.remove(instrumentRef), { kind: 'removed' });
      });
    }
  }
}
