// Tests of device numbers on every kind of storage: what is stored, which card is behind a number,
// and for what a cryptogram is valid.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { passesLuhn } from '@bramka/gateway/core/iso/check-digit.ts';
import { createTestDatabase } from '@bramka/test/support/database.ts';
import { parties } from '../../parties.ts';
import { backingsWith } from '../../testing/backing.ts';
import { deviceRequest, openWalletsRig, type WalletsRig } from '../../testing/wallets-rig.ts';
import { directoryServerIds, type Organization } from '../../wire/organization.ts';
import { CRYPTOGRAM_LIFE_MS, type DeviceUse, type IssuedDevice } from './devices.ts';
import { deviceRanges, isDeviceNumber, organizationOf } from './ranges.ts';

const CARD = '4111111111111111';

for (const backing of backingsWith(process.env['BRAMKA_TEST_POSTGRES'])) {
  describe(`device numbers on ${backing}`, () => {
    let rig: WalletsRig;
    before(async () => {
      rig = await openWalletsRig(backing, createTestDatabase);
    });
    after(() => rig?.close());
    testDevices(() => rig);
  });
}

const useOf = (rig: WalletsRig, issued: IssuedDevice, other: Partial<DeviceUse> = {}) => ({
  cryptogram: issued.cryptogram,
  eci: issued.eci,
  merchantId: '10000001',
  amountMinor: 500n,
  currency: 'PLN',
  attemptId: rig.ids.next(),
  ...other,
});

function testDevices(current: () => WalletsRig): void {
  test('stores neither the card, the device number nor the cryptogram', async () => {
    const rig = current();
    const issued = await rig.devices.issue(deviceRequest());
    const device = await rig.store.ofNumber(rig.safe.hash('number', issued.number));
    const row = await rig.store.cryptogram(rig.safe.hash('cryptogram', issued.cryptogram));
    assert.ok(device && row);
    const stored = inspect([device, row], { depth: null, maxArrayLength: null });
    const bytes = Buffer.from(device.sealedNumbers).toString('latin1');
    for (const text of [CARD, issued.number, issued.cryptogram]) {
      assert.ok(!stored.includes(text) && !bytes.includes(text));
    }
    assert.deepEqual(rig.safe.open(device), {
      number: issued.number,
      expiry: issued.expiry,
      card: CARD,
      cardExpiry: '203012',
    });
  });

  test('finds the card behind a device number, until the number expires', async () => {
    const rig = current();
    const { number, expiry } = await rig.devices.issue(deviceRequest());
    const known = { isExpired: false, expiry, card: CARD, cardExpiry: '203012' };
    assert.deepEqual(await rig.devices.deviceOf(number), known);
    assert.equal(await rig.devices.deviceOf(CARD), undefined);
    const now = rig.clock.now();
    const end = Date.UTC(Number(expiry.slice(0, 4)), Number(expiry.slice(4)));
    rig.clock.advance(end - 1 - now);
    assert.equal((await rig.devices.deviceOf(number))?.isExpired, false);
    rig.clock.advance(1);
    assert.equal((await rig.devices.deviceOf(number))?.isExpired, true);
    const next = await rig.devices.issue(deviceRequest());
    assert.notEqual(next.number, number, 'another year, another number');
    rig.clock.advance(now - end);
  });

  test('a card has one number per wallet, also when two ask at once', async () => {
    const rig = current();
    const request = deviceRequest({ card: '4000000000009995' });
    const [one, two] = await Promise.all([rig.devices.issue(request), rig.node().issue(request)]);
    assert.equal(one.number, two.number);
    assert.notEqual(one.cryptogram, two.cryptogram);
    const others = [
      { ...request, wallet: 'GPAY' as const },
      { ...request, card: CARD },
      { ...request, cardExpiry: '203011' },
    ];
    for (const other of others) {
      assert.notEqual((await rig.devices.issue(other)).number, one.number);
    }
  });

  test('a cryptogram is used up by one attempt, also when two use it at once', async () => {
    const rig = current();
    const issued = await rig.devices.issue(deviceRequest());
    const other = rig.node();
    const uses = [useOf(rig, issued), useOf(rig, issued)] as const;
    const used = await Promise.all([
      rig.devices.useCryptogram(issued.number, uses[0]),
      other.useCryptogram(issued.number, uses[1]),
    ]);
    assert.equal(used.filter(Boolean).length, 1);
    const winner = used[0] ? uses[0] : uses[1];
    assert.equal(await other.useCryptogram(issued.number, winner), true, 'the same attempt again');
  });

  test('a cryptogram is valid for its number, merchant, amount, indicator and time', async () => {
    const rig = current();
    const issued = await rig.devices.issue(deviceRequest());
    const another = await rig.devices.issue(deviceRequest({ card: '5555555555554444' }));
    const use = useOf(rig, issued);
    const wrong: [string, DeviceUse][] = [
      [another.number, use],
      [CARD, use],
      [issued.number, { ...use, merchantId: '10000002' }],
      [issued.number, { ...use, amountMinor: 501n }],
      [issued.number, { ...use, currency: 'EUR' }],
      [issued.number, { ...use, eci: null }],
      [issued.number, { ...use, eci: '07' }],
      [issued.number, { ...use, cryptogram: another.cryptogram }],
      [issued.number, { ...use, cryptogram: '' }],
    ];
    for (const [number, claim] of wrong) {
      assert.equal(await rig.devices.useCryptogram(number, claim), false, inspect(claim));
    }
    rig.clock.advance(CRYPTOGRAM_LIFE_MS + 1);
    assert.equal(await rig.devices.useCryptogram(issued.number, use), false, 'expired');
    rig.clock.advance(-1);
    assert.equal(await rig.devices.useCryptogram(issued.number, use), true, 'in time');
  });

  test('a cryptogram has 20 bytes; the indicator says authenticated, or is missing', async () => {
    const { devices } = current();
    const issued = await devices.issue(deviceRequest());
    assert.equal(Buffer.from(issued.cryptogram, 'base64').length, 20);
    assert.equal(issued.eci, '05');
    assert.equal((await devices.issue(deviceRequest({ hasEci: false }))).eci, null);
    for (const card of ['5555555555554444', '6759649826438453']) {
      assert.equal((await devices.issue(deviceRequest({ card }))).eci, '02');
    }
  });
}

const cards: Readonly<Record<Organization, string>> = {
  VISA: CARD,
  MASTERCARD: '2223003122003222',
  AMEX: '378282246310005',
  DISCOVER: '6011111111111117',
  JCB: '3530111333300000',
  UNIONPAY: '6200000000000005',
  MAESTRO: '6759649826438453',
  DINERS: '30569309025904',
};

test('every organization has device numbers of its own, as long as its cards', async () => {
  const rig = await openWalletsRig('memory');
  for (const organization of Object.keys(directoryServerIds) as Organization[]) {
    const card = cards[organization];
    const { number } = await rig.devices.issue(deviceRequest({ card }));
    assert.ok(passesLuhn(number) && isDeviceNumber(number));
    assert.equal(number.length, card.length);
    assert.ok(number.startsWith(deviceRanges[organization]));
    assert.deepEqual([organizationOf(number), organizationOf(card)], [organization, organization]);
  }
  await rig.close();
});

test('no test card is a device number', () => {
  const values = parties.flatMap(({ triggers }) => triggers.map(({ value }) => value));
  assert.ok(values.includes(CARD));
  assert.deepEqual(values.filter(isDeviceNumber), []);
});
