// Tests of authorizations with the device number of a wallet: which card decides, what the number,
// its cryptogram and its indicator are checked for, and strong authentication on the device.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PlainReply, PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import { authorizeRequest, reply } from '../testing/acquirer-fixture.ts';
import {
  deviceRequest,
  openWalletsFixture,
  type WalletsFixture,
} from '../testing/wallets-fixture.ts';
import type { DeviceRequest, IssuedDevice } from '../wallets/devices/devices.ts';
import { SOFT_DECLINE_IN_WALLET } from '../wallets/triggers.ts';
import { memoryChargeStore } from '../testing/memory/charges.ts';
import { createAcquirer, type SimulatedAcquirer } from './acquirer.ts';

let fixture: WalletsFixture;
let acquirer: SimulatedAcquirer;
before(async () => {
  fixture = await openWalletsFixture('memory');
  const { memory } = fixture.opened;
  if (!memory) throw new Error('the fixture must be in memory');
  const store = memoryChargeStore(memory);
  acquirer = createAcquirer({ ...fixture, journal: fixture.opened.journal(), store });
});
after(() => fixture?.close());

type Card = NonNullable<PlainRequest['card']>;

const cardOf = ({ number, expiry, cryptogram, eci }: IssuedDevice): Card => ({
  ...{ number, expiry, cryptogram, cvv: null, holder: null, numberType: 'NETWORK_TOKEN' },
  ...(eci === null ? {} : { eci }),
});

/** An authorization of 5.00 PLN for the merchant of the device request. */
const requestWith = (card: Card, other: Partial<PlainRequest> = {}): PlainRequest =>
  authorizeRequest(fixture.ids, { merchantId: '10000001', amountMinor: '500', card, ...other });

const issue = (other: Partial<DeviceRequest> = {}) => fixture.devices.issue(deviceRequest(other));
const send = (request: PlainRequest): Promise<PlainReply> => reply(acquirer, 'authorize', request);
const resultOf = ({ result, rejectCode = '' }: PlainReply): string => `${result} ${rejectCode}`;

test('the card behind a device number decides', async () => {
  const approved = requestWith(cardOf(await issue()));
  equal(resultOf(await send(approved)), 'APPROVED ');
  const [charge] = await acquirer.chargesOf(approved.paymentId ?? '');
  const { number } = await issue();
  deepEqual(
    [charge?.cardLastFour, charge?.tokenLastFour, charge?.eci],
    ['1111', number.slice(-4), '05'],
  );
  const declined = cardOf(await issue({ card: '4000000000009995' }));
  equal(resultOf(await send(requestWith(declined))), 'DECLINED INSUFFICIENT_FUNDS');
});

test('a charge of a wallet is refunded in parts, up to its amount', async () => {
  const charged = requestWith(cardOf(await issue()));
  equal(resultOf(await send(charged)), 'APPROVED ');
  const { merchantId, paymentId, currency, attemptId: originalAttemptId } = charged;
  const refund = (amountMinor: string): Promise<PlainReply> =>
    reply(acquirer, 'refund', {
      ...{ merchantId, paymentId, currency, originalAttemptId, amountMinor },
      attemptId: fixture.ids.next(),
    } as PlainRequest);
  equal((await refund('200')).result, 'APPROVED');
  equal((await refund('301')).result, 'DECLINED');
  equal((await refund('300')).result, 'APPROVED');
});

test('without an indicator the authorization is accepted without one, and only so', async () => {
  const issued = await issue({ hasEci: false });
  const request = requestWith(cardOf(issued));
  equal(resultOf(await send(request)), 'APPROVED ');
  equal((await acquirer.chargesOf(request.paymentId ?? ''))[0]?.eci, null);
  const invented = { ...cardOf(await issue({ hasEci: false })), eci: '05' };
  equal(resultOf(await send(requestWith(invented))), 'DECLINED SUSPECTED_FRAUD');
  const { eci: _dropped, ...dropped } = cardOf(await issue());
  equal(resultOf(await send(requestWith(dropped))), 'DECLINED SUSPECTED_FRAUD');
});

const wrong: [what: string, change: Partial<Card>, other: Partial<PlainRequest>, code: string][] = [
  ['another expiry date', { expiry: '203001' }, {}, 'INVALID_CARD'],
  ['an unknown device number', { number: '4895390000000005' }, {}, 'INVALID_CARD'],
  ['another amount', {}, { amountMinor: '501' }, 'SUSPECTED_FRAUD'],
  ['another currency', {}, { currency: 'EUR' }, 'SUSPECTED_FRAUD'],
  ['another merchant', {}, { merchantId: '10000002' }, 'SUSPECTED_FRAUD'],
  [
    'another cryptogram',
    { cryptogram: Buffer.alloc(20, 7).toString('base64') },
    {},
    'SUSPECTED_FRAUD',
  ],
];
for (const [what, change, overrides, code] of wrong) {
  test(`declines ${what}`, async () => {
    const card = { ...cardOf(await issue()), ...change };
    equal(resultOf(await send(requestWith(card, overrides))), `DECLINED ${code}`);
  });
}

test('a cryptogram pays once; the same attempt gets the same answer again', async () => {
  const card = cardOf(await issue());
  const request = requestWith(card);
  const first = await send(request);
  deepEqual(await send(request), first);
  equal(resultOf(await send(requestWith(card))), 'DECLINED SUSPECTED_FRAUD');
});

test('a device number is no card number', async () => {
  const { number, expiry } = await issue();
  const card = { number, expiry, cvv: '123', holder: null };
  equal(resultOf(await send(requestWith(card))), 'DECLINED INVALID_CARD');
});

test('without a cryptogram it pays only in a series that began with one', async () => {
  const issued = await issue();
  const { cryptogram: _used, eci: _eci, ...later } = cardOf(issued);
  equal(resultOf(await send(requestWith(later))), 'DECLINED SUSPECTED_FRAUD');
  const { networkTransactionId = '' } = await send(requestWith(cardOf(issued)));
  const series = { exemption: 'MIT', networkTransactionId } as const;
  equal(resultOf(await send(requestWith(later, series))), 'APPROVED ');
  const unknown = { ...series, networkTransactionId: '0' };
  equal(resultOf(await send(requestWith(later, unknown))), 'DECLINED SUSPECTED_FRAUD');
});

test('an expired device number is declined', async () => {
  const issued = await issue();
  const years = 6 * 366 * 24 * 60 * 60_000;
  fixture.clock.advance(years);
  equal(resultOf(await send(requestWith(cardOf(issued)))), 'DECLINED EXPIRED_CARD');
  fixture.clock.advance(-years);
});

test('a confirmation on the device is strong authentication, except for one card', async () => {
  const soft = cardOf(await issue({ card: '4917110030000005' }));
  equal(resultOf(await send(requestWith(soft))), 'APPROVED ');
  const never = cardOf(await issue({ card: SOFT_DECLINE_IN_WALLET }));
  equal(resultOf(await send(requestWith(never))), 'DECLINED SCA_REQUIRED');
  const dsTransId = fixture.ids.next();
  const cavv = Buffer.alloc(20, 1).toString('base64');
  const proof = { dsTransId, cavv, version: '2.2.0', transStatus: 'Y' };
  const again = cardOf(await issue({ card: SOFT_DECLINE_IN_WALLET }));
  const attempted = { threeDS: { ...proof, eci: '06' } };
  equal(resultOf(await send(requestWith(again, attempted))), 'DECLINED SCA_REQUIRED');
  const third = cardOf(await issue({ card: SOFT_DECLINE_IN_WALLET }));
  const full = { threeDS: { ...proof, eci: '05' } };
  equal(resultOf(await send(requestWith(third, full))), 'APPROVED ');
  const plain = { number: SOFT_DECLINE_IN_WALLET, expiry: '203012', cvv: '123', holder: null };
  equal(resultOf(await send(requestWith(plain))), 'APPROVED ', 'outside of a wallet');
});

test('an indicator needs a cryptogram and the form of an indicator', async () => {
  const good = cardOf(await issue());
  const { cryptogram: _none, ...without } = good;
  const pan = { number: '4111111111111111', expiry: '203012', cvv: null, holder: null, eci: '05' };
  for (const card of [without, { ...good, eci: '5' }, { ...good, eci: '08' }, pan]) {
    const answer = await acquirer.handle('authorize', requestWith(card));
    const { details } = answer?.body as { details?: { field: string }[] };
    deepEqual([answer?.status, details?.[0]?.field], [400, 'eci']);
  }
});
